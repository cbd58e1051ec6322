//! Whose key a request of a dialect has.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::Response;
use dragoman_domain::KeySecret;
use dragoman_service::{AuthenticationError, Caller};
use serde::Deserialize;

use crate::ApiState;
use crate::authentication::{key_is_missing, let_through, parameter, secret_in_header};
use crate::body::read_body;
use crate::error::ApiError;
use crate::request::{sent_fields, take_apart};
use crate::sent_fields::SentFields;

/// What stands before a key in the header `Authorization` of clients that know no word of the contract's.
const BEARER: &str = "Bearer";

/// Where the clients of a dialect put their keys, besides the header `Authorization`.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyPlaces {
    /// The parameter of the address, which is read only where requests of older clients are.
    pub(super) address: &'static str,
    /// Whether it may be the field `api_key` of a body.
    pub(super) is_in_body: bool,
}

/// Lets only callers with a valid key through, or those without one under the key for them.
pub(super) async fn authenticate(
    State((state, places)): State<(ApiState, KeyPlaces)>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let identify = async |request| identify(&state, places, request).await;
    let_through(&state, request, next, identify).await
}

async fn identify(
    state: &ApiState,
    places: KeyPlaces,
    request: Request,
) -> Result<(Caller, Request), ApiError> {
    let (secret, request) = secret_of(state, places, request).await?;
    let keys = &state.cases.keys;
    let caller = match (secret, state.options.dialects.keyless) {
        (Some(secret), _) => keys.authenticate(&secret).await?,
        (None, Some(key)) => match keys.without_secret(key).await {
            // The operator has ended the key: now everybody needs one.
            Err(AuthenticationError::InvalidKey) => return Err(key_is_missing(&state.options)),
            caller => caller?,
        },
        (None, None) => return Err(key_is_missing(&state.options)),
    };
    Ok((caller, request))
}

/// The key of a request, and the request whole.
async fn secret_of(
    state: &ApiState,
    places: KeyPlaces,
    request: Request,
) -> Result<(Option<KeySecret>, Request), ApiError> {
    let schemes = state.options.authorization_schemes.iter();
    let schemes = schemes.map(String::as_str).chain([BEARER]);
    if request.headers().contains_key(AUTHORIZATION)
        && let Some(secret) = secret_in_header(request.headers(), schemes)
    {
        return Ok((Some(secret), request));
    }
    if state.options.legacy_requests {
        let query = request.uri().query().unwrap_or_default();
        let secret = parameter(query.as_bytes(), places.address)?;
        // Some clients send what nobody entered.
        if let Some(secret) = secret.filter(|secret| !secret.is_empty()) {
            return Ok((Some(KeySecret::new(secret)), request));
        }
    }
    if places.is_in_body {
        return secret_in_body(request).await;
    }
    Ok((None, request))
}

/// Looks for the key in a body, which is read whole: it is no larger than the contract allows.
async fn secret_in_body(request: Request) -> Result<(Option<KeySecret>, Request), ApiError> {
    #[derive(Deserialize)]
    struct Keyed {
        api_key: Option<String>,
    }
    let (parts, body) = take_apart(request)?;
    let bytes = read_body(body).await?;
    // What is wrong with the rest is told to those who have a key.
    let sent = sent_fields(&parts, &bytes).and_then(|sent| {
        let in_body = SentFields { query: b"", ..sent };
        in_body.read::<Keyed>()
    });
    let key = sent.ok().and_then(|keyed| keyed.api_key);
    let secret = key.filter(|key| !key.is_empty()).map(KeySecret::new);
    Ok((secret, Request::from_parts(parts, Body::from(bytes))))
}
