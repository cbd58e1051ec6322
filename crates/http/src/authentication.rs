use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::Response;
use dragoman_domain::{ErrorKind, KeySecret, Plan};
use dragoman_service::Caller;

use crate::body::read_body;
use crate::client_address::ClientAddress;
use crate::error::ApiError;
use crate::form;
use crate::request::is_form;
use crate::tracing_layer::note_caller;
use crate::{ApiOptions, ApiState};

/// The parameter in which very old clients send the key.
const KEY_PARAMETER: &str = "auth_key";

/// Lets only callers with a valid key through, at the address of their plan and within their rate
/// limit. It comes before every other check, on every path, so that without a key nothing can be
/// learnt about what exists.
pub(crate) async fn authenticate(
    State(state): State<ApiState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let identify = async |request| identify(&state, request).await;
    let_through(&state, request, next, identify).await
}

/// As [`authenticate`], with another way to find out whose key a request has.
pub(crate) async fn let_through(
    state: &ApiState,
    request: Request,
    next: Next,
    identify: impl AsyncFnOnce(Request) -> Result<(Caller, Request), ApiError>,
) -> Result<Response, ApiError> {
    let client = request.extensions().get::<ClientAddress>().copied();
    let (caller, mut request) = match identify(request).await {
        Ok(identified) => identified,
        Err(error) if error.is_unauthenticated() => {
            let client = client.map(|client| client.0);
            return Ok(state.failed.answer(client, error).await);
        }
        Err(error) => return Err(error),
    };
    if let Some(plan) = state.options.address.plan(request.headers())
        && plan.is_pro() != caller.account.plan.is_pro()
    {
        return Err(ApiError::new(
            ErrorKind::Forbidden,
            format!(
                "This is the base address of the {plan} plan, and the key belongs to the {} plan. \
                 Use the base address of the {} plan.",
                caller.account.plan,
                // The other paid plan has no address of its own.
                if plan.is_pro() { Plan::Free } else { Plan::Pro }
            ),
        ));
    }
    state.options.rate_limiter.check(&caller.key)?;
    let key_id = caller.key.id;
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    note_caller(&mut response, key_id);
    Ok(response)
}

/// Whose key the request has, and the request whole.
///
/// # Errors
/// 403 if it has no key, or one that is nobody's.
async fn identify(state: &ApiState, mut request: Request) -> Result<(Caller, Request), ApiError> {
    let schemes = state.options.authorization_schemes.iter();
    let mut secret = secret_in_header(request.headers(), schemes.map(String::as_str));
    if secret.is_none() && state.options.legacy_requests {
        (secret, request) = secret_in_parameters(request).await?;
    }
    let secret = secret.ok_or_else(|| key_is_missing(&state.options))?;
    let caller = state.cases.keys.authenticate(&secret).await?;
    Ok((caller, request))
}

/// The answer to a request without a key.
pub(crate) fn key_is_missing(options: &ApiOptions) -> ApiError {
    let scheme = options.authorization_schemes.first();
    let scheme = scheme.map_or("Service-Auth-Key", String::as_str);
    ApiError::new(
        ErrorKind::Unauthenticated,
        format!("Authorization failed: send the header \"Authorization: {scheme} <key>\"."),
    )
}

/// Lets only admin keys through whose account may be administered. It comes before anything of the
/// request is read, so that who may not do it learns nothing about how it is done.
pub(crate) async fn only_administrators(
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    caller.require_administration()?;
    Ok(next.run(request).await)
}

/// What stands before a key in the header `Authorization` of clients that know no word of the contract's.
const BEARER: &str = "Bearer";

/// The key in the header `Authorization`, also of clients that know no word of the contract's.
pub(crate) fn secret_of_any_client(options: &ApiOptions, headers: &HeaderMap) -> Option<KeySecret> {
    let schemes = options.authorization_schemes.iter().map(String::as_str);
    secret_in_header(headers, schemes.chain([BEARER]))
}

/// The key that stands behind one of these words in the header `Authorization`.
fn secret_in_header<'a>(
    headers: &HeaderMap,
    mut schemes: impl Iterator<Item = &'a str>,
) -> Option<KeySecret> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.trim().split_once(' ')?;
    let key = key.trim();
    let known = schemes.any(|known| known.eq_ignore_ascii_case(scheme));
    (known && !key.is_empty()).then(|| KeySecret::new(key.to_owned()))
}

/// Looks for the key in the query and in a form, and gives the request back whole.
async fn secret_in_parameters(request: Request) -> Result<(Option<KeySecret>, Request), ApiError> {
    let query = request.uri().query().unwrap_or_default();
    if let Some(secret) = parameter(query.as_bytes(), KEY_PARAMETER)? {
        return Ok((Some(KeySecret::new(secret)), request));
    }
    if !is_form(request.headers()) {
        return Ok((None, request));
    }
    let (parts, body) = request.into_parts();
    let bytes = read_body(body).await?;
    let secret = parameter(&bytes, KEY_PARAMETER)?.map(KeySecret::new);
    Ok((secret, Request::from_parts(parts, Body::from(bytes))))
}

/// The first value of this name in a query or a form.
pub(crate) fn parameter(encoded: &[u8], name: &str) -> Result<Option<String>, ApiError> {
    for pair in form::pairs(encoded) {
        let pair = pair?;
        if pair.name == name {
            return Ok(Some(pair.value()?.into_owned()));
        }
    }
    Ok(None)
}
