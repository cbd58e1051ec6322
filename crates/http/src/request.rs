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
use crate::{LARGEST_BODY, LARGEST_IMPROVEMENT_BODY, form};

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
    let (query, headers, body) = take_apart(request)?;
    let bytes = read_body_of(body, most).await?;
    to_fields(with_body(query, &headers, &bytes)?)
}

/// The fields of a body that must be a JSON object, for requests that no client makes with a form. A
/// field that is null is absent; unknown fields are ignored.
pub(crate) struct JsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let fields = json_body(request).await?.ok_or_else(missing_body)?;
        to_fields(without_nulls(fields)).map(Self)
    }
}

/// As [`JsonFields`], where there may be no body: then all fields are absent.
pub(crate) struct OptionalJsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OptionalJsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let fields = json_body(request).await?.unwrap_or_default();
        to_fields(without_nulls(fields)).map(Self)
    }
}

/// As [`JsonFields`], where null means something else than absence.
pub(crate) struct NullableJsonFields<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for NullableJsonFields<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let fields = json_body(request).await?.ok_or_else(missing_body)?;
        to_fields(fields).map(Self)
    }
}

/// The fields of a body that must be a JSON object; `None` if it is empty or null.
async fn json_body(request: Request) -> Result<Option<Map<String, Value>>, ApiError> {
    let (_, headers, body) = take_apart(request)?;
    let bytes = read_body(body).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !is_json(&headers) {
        return Err(ApiError::unsupported_media_type(
            "Send the body with the Content-Type application/json.",
        ));
    }
    if bytes.trim_ascii() == b"null" {
        return Ok(None);
    }
    json_object(&bytes).map(Some)
}

fn missing_body() -> ApiError {
    ApiError::invalid("The body is missing: send a JSON object.")
}

fn without_nulls(mut fields: Map<String, Value>) -> Map<String, Value> {
    fields.retain(|_, value| !value.is_null());
    fields
}

/// The fields that are in the query, and the rest of the request.
pub(crate) fn take_apart(
    request: Request,
) -> Result<(Map<String, Value>, HeaderMap, Body), ApiError> {
    let query = form::decode(request.uri().query().unwrap_or_default().as_bytes())?;
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
    Ok((from_pairs(query), parts.headers, body))
}

/// The fields with those of the body.
pub(crate) fn with_body(
    mut fields: Map<String, Value>,
    headers: &HeaderMap,
    bytes: &[u8],
) -> Result<Map<String, Value>, ApiError> {
    fields.extend(in_body(headers, bytes)?);
    Ok(without_nulls(fields))
}

/// # Errors
/// 400 that names the field that is missing or wrong.
pub(crate) fn to_fields<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| invalid_field(&error))
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

fn in_body(headers: &HeaderMap, bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
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

fn json_object(bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
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
pub(crate) fn from_pairs(pairs: Vec<(String, String)>) -> Map<String, Value> {
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
    read_body_of(body, LARGEST_BODY).await
}

/// The whole body, if it has at most so many bytes and arrives in time.
async fn read_body_of(body: Body, most: usize) -> Result<Bytes, ApiError> {
    let mut reading = BodyReader::new(body);
    if reading.read(most, BODY_TIMEOUT).await? {
        return Ok(reading.bytes.into());
    }
    reading
        .refuse(format!(
            "The body is larger than {most} bytes. Send what is in it with several requests."
        ))
        .await
}

/// Reads a body up to a length, and on if more is allowed.
pub(crate) struct BodyReader {
    body: Body,
    /// What is read so far.
    pub(crate) bytes: Vec<u8>,
}

impl BodyReader {
    pub(crate) const fn new(body: Body) -> Self {
        Self {
            body,
            bytes: Vec::new(),
        }
    }

    /// Reads on until the end or until there are more bytes than this in all. Returns whether the
    /// body has ended and is no larger.
    ///
    /// # Errors
    /// 400 if it breaks off or that takes too long.
    pub(crate) async fn read(&mut self, most: usize, timeout: Duration) -> Result<bool, ApiError> {
        match tokio::time::timeout(timeout, self.read_frames(most)).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::invalid(format!(
                "The body did not arrive within {} seconds.",
                timeout.as_secs()
            ))),
        }
    }

    async fn read_frames(&mut self, most: usize) -> Result<bool, ApiError> {
        let expected = usize::try_from(self.body.size_hint().lower()).unwrap_or(most);
        let room = most.saturating_sub(self.bytes.len());
        self.bytes.reserve_exact(expected.min(room));
        while self.bytes.len() <= most {
            match next_data(&mut self.body).await? {
                Some(data) => self.bytes.extend_from_slice(&data),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The answer to a body that is too large.
    pub(crate) async fn refuse<T>(mut self, message: String) -> Result<T, ApiError> {
        self.bytes = Vec::new();
        let drain = async {
            let mut length = 0_usize;
            while length <= LARGEST_DRAIN
                && let Some(data) = next_data(&mut self.body).await?
            {
                length = length.saturating_add(data.len());
            }
            Ok::<(), ApiError>(())
        };
        // Whether it could all be read or not, it is too large.
        let _ = tokio::time::timeout(BODY_TIMEOUT, drain).await;
        Err(ApiError::new(ErrorKind::TooLarge, message))
    }
}

async fn next_data(body: &mut Body) -> Result<Option<Bytes>, ApiError> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::invalid("The body broke off."))?;
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
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
