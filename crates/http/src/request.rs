use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::body::{read_body, read_body_of};
use crate::error::ApiError;
use crate::sent_fields::{Content, SentFields};
use crate::{LARGEST_BODY, LARGEST_IMPROVEMENT_BODY};

/// The fields of a request, wherever the client put them: in the query, in a JSON object or in a
/// form. Fields of the body win over those of the query; a field that is null is absent; unknown
/// fields are ignored.
pub(crate) struct Fields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Fields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        fields(request, LARGEST_BODY).await.map(Self)
    }
}

/// As [`Fields`], in a body that must be smaller.
pub(crate) struct SmallFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for SmallFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        fields(request, LARGEST_IMPROVEMENT_BODY).await.map(Self)
    }
}

/// The fields of the query and of a body of at most so many bytes.
async fn fields<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, ApiError> {
    let (parts, body) = take_apart(request)?;
    let bytes = read_body_of(body, most).await?;
    sent_fields(&parts, &bytes)?.read()
}

/// The fields of a body that must be a JSON object, for requests that no client makes with a form. A
/// field that is null is absent; unknown fields are ignored.
pub(crate) struct JsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let body = json_body(request).await?.ok_or_else(missing_body)?;
        of_json(&body, false)?.read().map(Self)
    }
}

/// As [`JsonFields`], where there may be no body: then all fields are absent.
pub(crate) struct OptionalJsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OptionalJsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        match json_body(request).await? {
            Some(body) => of_json(&body, false)?.read(),
            None => SentFields::NOTHING.read(),
        }
        .map(Self)
    }
}

/// As [`JsonFields`], where null means something else than absence.
pub(crate) struct NullableJsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for NullableJsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let body = json_body(request).await?.ok_or_else(missing_body)?;
        of_json(&body, true)?.read().map(Self)
    }
}

/// A body that must be a JSON object; `None` if it is empty or null.
async fn json_body(request: Request) -> Result<Option<Bytes>, ApiError> {
    let (parts, body) = take_apart(request)?;
    let bytes = read_body(body).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !is_json(&parts.headers) {
        return Err(ApiError::unsupported_media_type(
            "Send the body with the Content-Type application/json.",
        ));
    }
    Ok((bytes.trim_ascii() != b"null").then_some(bytes))
}

fn missing_body() -> ApiError {
    ApiError::invalid("The body is missing: send a JSON object.")
}

fn of_json(body: &[u8], nulls: bool) -> Result<SentFields<'_>, ApiError> {
    Ok(SentFields {
        body: json(body)?,
        nulls,
        ..SentFields::NOTHING
    })
}

/// The head of a request and its body, which is not read yet.
///
/// # Errors
/// 415 if the body is compressed.
pub(crate) fn take_apart(request: Request) -> Result<(Parts, Body), ApiError> {
    let (parts, body) = request.into_parts();
    if parts
        .headers
        .get(CONTENT_ENCODING)
        .is_some_and(|encoding| encoding != "identity")
    {
        return Err(ApiError::unsupported_media_type(
            "Send the body without a Content-Encoding.",
        ));
    }
    Ok((parts, body))
}

/// What is in the query and in a body that was read.
///
/// # Errors
/// 400 if the body is not UTF-8, 415 if it is neither JSON nor a form.
pub(crate) fn sent_fields<'a>(
    parts: &'a Parts,
    bytes: &'a [u8],
) -> Result<SentFields<'a>, ApiError> {
    Ok(SentFields {
        query: parts.uri.query().unwrap_or_default().as_bytes(),
        body: content(&parts.headers, bytes)?,
        ..SentFields::NOTHING
    })
}

fn content<'a>(headers: &HeaderMap, bytes: &'a [u8]) -> Result<Content<'a>, ApiError> {
    if bytes.is_empty() && (media_type(headers).is_none() || is_json(headers) || is_form(headers)) {
        return Ok(Content::Nothing);
    }
    if is_json(headers) {
        json(bytes)
    } else if is_form(headers) {
        Ok(Content::Form(bytes))
    } else {
        Err(ApiError::unsupported_media_type(
            "Send the body with the Content-Type application/json or \
             application/x-www-form-urlencoded.",
        ))
    }
}

fn json(bytes: &[u8]) -> Result<Content<'_>, ApiError> {
    std::str::from_utf8(bytes)
        .map(Content::Json)
        .map_err(|_| ApiError::invalid("The body is not valid UTF-8."))
}

fn media_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next().unwrap_or_default().trim())
}

fn is_json(headers: &HeaderMap) -> bool {
    media_type(headers).is_some_and(|given| given.eq_ignore_ascii_case("application/json"))
}

/// Whether the body is a form.
pub(crate) fn is_form(headers: &HeaderMap) -> bool {
    media_type(headers)
        .is_some_and(|given| given.eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}
