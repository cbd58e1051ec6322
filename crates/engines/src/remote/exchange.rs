//! One question and its answer over HTTP.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use tokio::time::Instant;

use super::health::LONGEST_PAUSE;

/// How long making a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest body that is read, in bytes: far more than any answer within its limits.
const LARGEST_BODY: usize = 4 << 20;

/// An address that no server can be at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressError {
    /// It is no address.
    Form,
    /// It is one of another protocol than HTTP.
    Protocol,
    /// A user or a password is in it.
    Credentials,
    /// There is something behind the path.
    Query,
}

impl AddressError {
    /// What is wrong, for the operator.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Form => "it must be an address such as http://127.0.0.1:8081",
            Self::Protocol => "it must begin with http:// or https://",
            Self::Credentials => "it must not have a user or a password in it",
            Self::Query => "it must not have a query or a fragment",
        }
    }
}

/// The address of a path on the server that a base address names.
///
/// # Errors
/// [`AddressError`] if that is not an address of HTTP alone.
pub(crate) fn address(base: &str, path: &str) -> Result<Url, AddressError> {
    let whole = format!("{}/{path}", base.trim_end_matches('/'));
    let url = Url::parse(&whole).map_err(|_| AddressError::Form)?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(AddressError::Protocol);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    if base.contains(['?', '#']) {
        return Err(AddressError::Query);
    }
    Ok(url)
}

/// What connects to the server of an address, with the same headers each time.
///
/// # Errors
/// Why no connection can be made at all.
pub(crate) fn client(address: &Url, headers: HeaderMap) -> Result<Client, String> {
    let mut builder = Client::builder()
        .default_headers(headers)
        .connect_timeout(CONNECT_TIMEOUT)
        // Neither keys nor texts go anywhere else than to the configured address.
        .redirect(Policy::none());
    if is_here(address) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(cause)
}

/// Whether an address is one of this machine, for which no proxy is of use.
fn is_here(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// What a server said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// It may repeat the customer's text, so it is never logged.
    pub(crate) body: Vec<u8>,
    /// How long the server wants to be left alone.
    pub(crate) retry_after: Option<Duration>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExchangeError {
    /// The connection broke, which may not happen again.
    Broken(String),
    /// There is more of the answer than is read.
    TooLong,
    /// There is no such server.
    Failed(String),
}

/// Asks once.
///
/// # Errors
/// [`ExchangeError`], with a reason that has neither the address nor what was sent.
pub(crate) async fn exchange(request: RequestBuilder) -> Result<Answer, ExchangeError> {
    let response = request.send().await.map_err(|error| {
        if error.is_connect() {
            ExchangeError::Failed(format!("it cannot be reached: {}", cause(error)))
        } else {
            ExchangeError::Broken(cause(error))
        }
    })?;
    let status = response.status();
    let retry_after = seconds(response.headers());
    let body = body(response)
        .await
        .map_err(|error| ExchangeError::Broken(cause(error)))?;
    Ok(Answer {
        status,
        body: body.ok_or(ExchangeError::TooLong)?,
        retry_after,
    })
}

/// The body of an answer, or nothing if it is too large.
async fn body(mut response: Response) -> Result<Option<Vec<u8>>, reqwest::Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > LARGEST_BODY {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

/// How long the server wants to be left alone, within reason. Dates are not understood: what
/// matters is short.
fn seconds(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let wanted = value.trim().parse().ok().map(Duration::from_secs)?;
    Some(wanted.min(LONGEST_PAUSE))
}

/// The innermost reason for a failure, without the address.
fn cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut innermost: &dyn Error = &error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// What it means that an answer did not come in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Late {
    /// It took longer than an answer may take.
    Slow,
    /// Whoever asked has no use for it any more, which says nothing about the server.
    Hurry,
}

/// Until when an answer is waited for that may take `timeout` and is of use until `deadline`, and what it means if it
/// has not come by then.
pub(crate) fn limit(timeout: Duration, deadline: Option<Instant>) -> (Instant, Late) {
    let now = Instant::now();
    let own = now.checked_add(timeout).unwrap_or(now + LONGEST_PAUSE);
    match deadline {
        Some(deadline) if deadline < own => (deadline, Late::Hurry),
        _ => (own, Late::Slow),
    }
}
