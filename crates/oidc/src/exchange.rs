//! One question to the provider and its answer.

use std::error::Error;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde_json::{Map, Value};

use crate::address;

/// How long making a connection may take, and a whole answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(10);

/// The largest answer that is read, in bytes: far more than any provider's.
const LARGEST_ANSWER: usize = 512 << 10;

/// The provider cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It does not answer, or with an error of its own.
    #[error("the provider does not answer: {0}")]
    Away(String),
    /// What it answers cannot be used.
    #[error("the provider's answer cannot be used: {0}")]
    Answer(String),
}

pub(crate) fn client(issuer: &Url) -> Result<Client, String> {
    let mut builder = Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TIMEOUT)
        // The client's secret and people's codes go nowhere else than to the provider's own addresses.
        .redirect(Policy::none());
    if address::is_here(issuer) {
        // No proxy is of use for this machine.
        builder = builder.no_proxy();
    }
    builder.build().map_err(cause)
}

/// Asks once. Gives the status and the object in the answer.
///
/// # Errors
/// [`ProviderError`], with a reason that has nothing of what was sent.
pub(crate) async fn ask(
    request: RequestBuilder,
) -> Result<(StatusCode, Map<String, Value>), ProviderError> {
    let away = |error| ProviderError::Away(cause(error));
    let mut response = request.send().await.map_err(away)?;
    let status = response.status();
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        return Err(ProviderError::Away(format!(
            "it answers with {}",
            status.as_u16()
        )));
    }
    if status.is_redirection() {
        let reason = "it sends on to another address, which is not followed".to_owned();
        return Err(ProviderError::Answer(reason));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(away)? {
        if body.len() + chunk.len() > LARGEST_ANSWER {
            return Err(ProviderError::Answer("it is too long".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    let object = serde_json::from_slice(&body).map_err(|_| {
        ProviderError::Answer(format!("it is no JSON object (status {})", status.as_u16()))
    })?;
    Ok((status, object))
}

/// Asks for what has to be there.
pub(crate) async fn fetch(request: RequestBuilder) -> Result<Map<String, Value>, ProviderError> {
    match ask(request).await? {
        (StatusCode::OK, object) => Ok(object),
        (status, _) => {
            let reason = format!("its status is {}", status.as_u16());
            Err(ProviderError::Answer(reason))
        }
    }
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
