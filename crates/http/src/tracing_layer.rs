use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use dragoman_domain::{KeyId, RandomSource};
use tracing::Instrument;
use uuid::Uuid;

use crate::client_address::ClientAddress;
use crate::error::ApiError;

static TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");

/// What a path that is not the interface's is called in logs and metrics, which must not grow with
/// what clients make up.
const UNKNOWN_ROUTE: &str = "unknown";

/// Put into the answer by authentication, so that the log can name the key's id.
#[derive(Clone, Copy)]
struct KnownCaller(KeyId);

/// Has the log name the key with which this was answered.
pub fn note_caller(response: &mut Response, key: KeyId) {
    response.extensions_mut().insert(KnownCaller(key));
}

/// Gives the request a trace id, which is in every log line about it and in the answer, and
/// counts and logs the answer: never its path beyond the route, its parameters or its body.
pub(crate) async fn trace(
    State(random): State<Arc<dyn RandomSource>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| UNKNOWN_ROUTE.to_owned(), |path| path.as_str().to_owned());
    let client = request.extensions().get::<ClientAddress>().copied();
    let trace_id = new_trace_id(&*random);
    let span = tracing::info_span!("request", %trace_id);
    let mut response = next.run(request).instrument(span.clone()).await;
    if response.status().is_client_error() && !response.headers().contains_key(CONTENT_TYPE) {
        // The router's own refusals have no body.
        response = match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => ApiError::method_not_allowed(),
            _ => ApiError::not_found(),
        }
        .into_response();
    }
    if let Ok(value) = HeaderValue::from_str(&trace_id) {
        response.headers_mut().insert(&TRACE_ID, value);
    }
    let elapsed = started.elapsed();
    let status = response.status().as_u16();
    let method = known_method(&method);
    let labels = [
        ("method", method.to_owned()),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    metrics::counter!("dragoman_http_requests_total", &labels).increment(1);
    metrics::histogram!("dragoman_http_request_duration_seconds", "route" => route.clone())
        .record(elapsed);
    let key = response.extensions().get::<KnownCaller>().copied();
    span.in_scope(|| {
        tracing::info!(
            method,
            route,
            status,
            milliseconds = elapsed.as_secs_f64() * 1000.0,
            client = client.map(|client| tracing::field::display(client.0)),
            key = key.map(|known| tracing::field::display(known.0)),
            "answered"
        );
    });
    response
}

/// The method's name, unless the client made it up.
fn known_method(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// 32 hexadecimal digits.
fn new_trace_id(random: &dyn RandomSource) -> String {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    Uuid::from_bytes(bytes).simple().to_string()
}
