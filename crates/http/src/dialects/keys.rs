//! Whose key a request of a dialect has.

use std::future::ready;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use dragoman_domain::{ErrorKind, KeySecret};
use dragoman_service::{AuthenticationError, Caller};
use futures_util::{StreamExt, stream};
use serde::Deserialize;

use crate::ApiState;
use crate::authentication::{let_through, parameter, secret_of_any_client};
use crate::body::read_body;
use crate::document_upload::FILE;
use crate::error::ApiError;
use crate::multipart::{Multipart, is_form_with_files};
use crate::request::{sent_fields, take_apart};
use crate::sent_fields::SentFields;

/// The field of a body that may have a key.
const KEY_FIELD: &str = "api_key";

/// Where the clients of a dialect put their keys, besides the header `Authorization`.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyPlaces {
    /// The parameter of the address, which is read only where requests of older clients are.
    pub(super) address: &'static str,
    /// Whether it may be the field [`KEY_FIELD`] of a body.
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
            Err(AuthenticationError::InvalidKey) => return Err(key_is_missing(places)),
            caller => caller?,
        },
        (None, None) => return Err(key_is_missing(places)),
    };
    Ok((caller, request))
}

/// The answer to a request without a key.
fn key_is_missing(places: KeyPlaces) -> ApiError {
    let or_in_body = match places.is_in_body {
        true => format!(", or the field '{KEY_FIELD}' before any file"),
        false => String::new(),
    };
    ApiError::new(
        ErrorKind::Unauthenticated,
        format!(
            "Authorization failed: send the header \"Authorization: Bearer <key>\"{or_in_body}."
        ),
    )
}

/// The key of a request, and the request whole.
async fn secret_of(
    state: &ApiState,
    places: KeyPlaces,
    request: Request,
) -> Result<(Option<KeySecret>, Request), ApiError> {
    if let Some(secret) = secret_of_any_client(&state.options, request.headers()) {
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
        return if is_form_with_files(request.headers()) {
            secret_before_files(request).await
        } else {
            secret_in_body(request).await
        };
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

/// Looks for the key in a form before its first file, behind which nothing is read: files are for those who have one.
async fn secret_before_files(request: Request) -> Result<(Option<KeySecret>, Request), ApiError> {
    let (parts, mut body) = take_apart(request)?;
    let mut form = Multipart::begin(&parts.headers, &mut body)?.remembered();
    // What is wrong with the rest is told to those who have a key.
    let key = key_before_files(&mut form).await.ok().flatten();
    let secret = key.filter(|key| !key.is_empty()).map(KeySecret::new);
    let arrived = form.into_arrived();
    let again = stream::once(ready(Ok(Bytes::from(arrived))));
    let whole = Body::from_stream(again.chain(body.into_data_stream()));
    Ok((secret, Request::from_parts(parts, whole)))
}

async fn key_before_files(form: &mut Multipart<'_>) -> Result<Option<String>, ApiError> {
    while let Some(part) = form.next_part().await? {
        if part.name == FILE {
            break;
        }
        let text = form.text(&part).await?;
        if part.name == KEY_FIELD {
            return Ok(Some(text));
        }
    }
    Ok(None)
}
