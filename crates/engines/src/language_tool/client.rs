//! The server's interface over HTTP.

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::config::{LanguageToolConfig, LanguageToolConfigError};
use super::protocol::{Answer, ListedLanguage, Match, Question};
use crate::remote::{self, ExchangeError, Late};

/// How long the question which languages there are may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// A LanguageTool server.
#[derive(Debug)]
pub(super) struct Server {
    http: Client,
    check: Url,
    languages: Url,
    timeout: Duration,
}

/// Why a server has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ServerError {
    /// It does not read this text, or has too much to say of it, for a reason that has nothing of the text. That says
    /// nothing of others.
    Declined(String),
    /// It has too much to do, and may say how long it wants to be left alone.
    Busy(Option<Duration>),
    /// There was no answer within the time that one may take.
    Slow,
    /// There was no answer by the time at which whoever asked has no use for it any more.
    OutOfTime,
    /// It cannot be used, for a reason that has nothing of the text.
    Failed(String),
}

impl Server {
    pub(super) fn new(config: &LanguageToolConfig) -> Result<Self, LanguageToolConfigError> {
        let address = |path| {
            remote::address(&config.url, path).map_err(|error| LanguageToolConfigError::Address {
                reason: error.reason(),
            })
        };
        let check = address("v2/check")?;
        let http =
            remote::client(&check, HeaderMap::new()).map_err(LanguageToolConfigError::Client)?;
        Ok(Self {
            http,
            check,
            languages: address("v2/languages")?,
            timeout: config.timeout,
        })
    }

    /// What may be wrong in a text, for who waits until `deadline`.
    pub(super) async fn check(
        &self,
        question: &Question,
        deadline: Option<Instant>,
    ) -> Result<Vec<Match>, ServerError> {
        let (until, late) = remote::limit(self.timeout, deadline);
        let asking = self.ask::<Answer>(|| self.http.post(self.check.clone()).form(question));
        let answer = timeout_at(until, asking).await.unwrap_or(Err(match late {
            Late::Slow => ServerError::Slow,
            Late::Hurry => ServerError::OutOfTime,
        }));
        answer.map(|answer| answer.matches)
    }

    /// The names of the languages that the server has.
    pub(super) async fn languages(&self) -> Result<Vec<String>, ServerError> {
        let until = Instant::now() + CHECK_TIMEOUT;
        let asking = self.ask::<Vec<ListedLanguage>>(|| self.http.get(self.languages.clone()));
        let list = timeout_at(until, asking)
            .await
            .unwrap_or(Err(ServerError::Slow))?;
        Ok(list.into_iter().map(|listed| listed.long_code).collect())
    }

    /// Asks, and asks once more if the connection breaks, as one does that was not used for some time.
    async fn ask<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, ServerError> {
        let answer = match remote::exchange(request()).await {
            Err(ExchangeError::Broken(_)) => remote::exchange(request()).await,
            answer => answer,
        };
        let answer = answer.map_err(|error| match error {
            ExchangeError::TooLong => ServerError::Declined("its answer is too long".to_owned()),
            ExchangeError::Broken(reason) | ExchangeError::Failed(reason) => {
                ServerError::Failed(reason)
            }
        })?;
        match answer.status {
            StatusCode::OK => serde_json::from_slice(&answer.body).map_err(|_| {
                ServerError::Failed("its answer is not one of LanguageTool".to_owned())
            }),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Err(ServerError::Busy(answer.retry_after))
            }
            // It says 500 when a text takes it too long.
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::INTERNAL_SERVER_ERROR => Err(ServerError::Declined(format!(
                "it answers {}",
                answer.status.as_u16()
            ))),
            status => Err(ServerError::Failed(format!(
                "it answers {}; check the address",
                status.as_u16()
            ))),
        }
    }
}
