use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use dragoman_domain::ErrorKind;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::ApiError;
use crate::{LARGEST_BODY, form};

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a body that is too large is still read, so that a client that sends it all before
/// it listens gets to see the answer.
const LARGEST_DRAIN: usize = 8 * 1024 * 1024;

/// The fields of a request, wherever the client put them: in the query, in a JSON object or in a
/// form. Fields of the body win over those of the query; a field that is null is absent; unknown
/// fields are ignored.
pub(crate) struct Fields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Fields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let mut fields = from_pairs(form::decode(
            request.uri().query().unwrap_or_default().as_bytes(),
        )?);
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
        let bytes = read_body(body).await?;
        fields.extend(in_body(&parts.headers, &bytes)?);
        fields.retain(|_, value| !value.is_null());
        serde_path_to_error::deserialize(Value::Object(fields))
            .map(Self)
            .map_err(|error| invalid_field(&error))
    }
}

fn invalid_field(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let path = error.path().to_string();
    let reason = error.inner();
    ApiError::invalid(if path == "." {
        // The reason names the field: "missing field `text`".
        format!("Bad request: {reason}.")
    } else {
        format!("Value for '{path}' is not valid: {reason}.")
    })
}

fn in_body(headers: &HeaderMap, bytes: &Bytes) -> Result<Map<String, Value>, ApiError> {
    if bytes.is_empty() && (media_type(headers).is_none() || is_json(headers) || is_form(headers)) {
        return Ok(Map::new());
    }
    if is_json(headers) {
        json_object(bytes)
    } else if is_form(headers) {
        Ok(from_pairs(form::decode(bytes)?))
    } else {
        Err(ApiError::unsupported_media_type(
            "Send the body with the Content-Type application/json or \
             application/x-www-form-urlencoded.",
        ))
    }
}

fn json_object(bytes: &Bytes) -> Result<Map<String, Value>, ApiError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ApiError::invalid("The body is not valid UTF-8."))?;
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(ApiError::invalid("The body must be a JSON object.")),
        Err(error) => Err(ApiError::invalid(format!(
            "The body is not valid JSON: {error}."
        ))),
    }
}

/// A field that comes once is a string, one that is repeated a list of strings.
fn from_pairs(pairs: Vec<(String, String)>) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in pairs {
        let value = Value::String(value);
        match fields.get_mut(&name) {
            None => {
                fields.insert(name, value);
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    fields
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

/// The whole body, if it is no larger than the contract allows and arrives in time.
pub(crate) async fn read_body(body: Body) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(BODY_TIMEOUT, collect(body)).await {
        Ok(result) => result,
        Err(_) => Err(ApiError::invalid(format!(
            "The body did not arrive within {} seconds.",
            BODY_TIMEOUT.as_secs()
        ))),
    }
}

async fn collect(mut body: Body) -> Result<Bytes, ApiError> {
    let mut bytes = Vec::with_capacity(
        usize::try_from(body.size_hint().lower())
            .unwrap_or(LARGEST_BODY)
            .min(LARGEST_BODY),
    );
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::invalid("The body broke off."))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        length = length.saturating_add(data.len());
        if length <= LARGEST_BODY {
            bytes.extend_from_slice(&data);
        } else if length > LARGEST_DRAIN {
            break;
        }
    }
    if length <= LARGEST_BODY {
        Ok(bytes.into())
    } else {
        Err(ApiError::new(
            ErrorKind::TooLarge,
            format!(
                "The body is larger than {LARGEST_BODY} bytes. Send the texts in several requests."
            ),
        ))
    }
}

/// Reads the rest of a body that is of no use, if it is not too long and arrives in time.
pub(crate) async fn drain(body: &mut Body) {
    let rest = async {
        let mut length = 0_usize;
        while let Some(Ok(frame)) = body.frame().await {
            length = length.saturating_add(frame.data_ref().map_or(0, Bytes::len));
            if length > LARGEST_DRAIN {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(BODY_TIMEOUT, rest).await;
}
