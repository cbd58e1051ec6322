//! The chat protocol over HTTP.

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::config::{LanguageModelConfig, LanguageModelConfigError};
use super::health::LONGEST_PAUSE;
use super::protocol::{ChatAnswer, ChatRequest, List, Message, ModelList, Role};
use super::refusal::{Features, Reaction, Refusal};

/// How long making a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a question whether the server is there may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// How often one question is sent at most, with all adaptations to the server.
const MOST_ATTEMPTS: usize = 10;

/// The largest body that is read, in bytes: far more than an answer within its limit of tokens.
const LARGEST_BODY: usize = 4 << 20;

/// A server of the protocol, and one of its models.
#[derive(Debug)]
pub(super) struct ChatClient {
    http: Client,
    chat: Url,
    models: Url,
    model: String,
    seed: Option<i64>,
    timeout: Duration,
    /// What the server has answered with; nothing as long as it has not answered at all.
    features: Mutex<Option<Features>>,
}

/// What a model said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Completion {
    pub(super) text: String,
    /// Whether it had more to say than it was allowed to.
    pub(super) is_truncated: bool,
}

/// Why a model said nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ClientError {
    /// The question is too long for it.
    TooLong,
    /// It answers other questions, and refuses this one in every form.
    Declined,
    /// The server has too much to do, and may say how long it wants to be left alone.
    Busy(Option<Duration>),
    /// There was no answer within the time that one may take.
    TimedOut,
    /// There was no answer by the time at which whoever asked has no use for it any more.
    OutOfTime,
    /// The server cannot be used, for a reason that has nothing of the question.
    Failed(String),
}

/// How many models are named, of servers that have hundreds.
const MOST_NAMES: usize = 20;

/// What the server says of its models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Listing {
    /// It lists the model, or does not say what it has.
    Usable,
    /// It lists others only.
    Others(Vec<String>),
}

impl ChatClient {
    pub(super) fn new(config: &LanguageModelConfig) -> Result<Self, LanguageModelConfigError> {
        let chat = config.address("chat/completions")?;
        let mut headers = HeaderMap::new();
        if let Some(key) = &config.key {
            let bearer = format!("Bearer {}", key.expose_secret());
            let mut value =
                HeaderValue::from_str(&bearer).map_err(|_| LanguageModelConfigError::Key)?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let mut builder = Client::builder()
            .default_headers(headers)
            .connect_timeout(CONNECT_TIMEOUT)
            // Neither the key nor the texts go anywhere else than to the configured address.
            .redirect(Policy::none());
        if is_here(&chat) {
            builder = builder.no_proxy();
        }
        let http = builder
            .build()
            .map_err(|error| LanguageModelConfigError::Client(cause(error)))?;
        Ok(Self {
            http,
            chat,
            models: config.address("models")?,
            model: config.model.clone(),
            seed: config.seed,
            timeout: config.timeout,
            features: Mutex::default(),
        })
    }

    /// Asks the model and waits for its answer, at most until `deadline`.
    pub(super) async fn complete(
        &self,
        messages: &[Message],
        list: List,
        max_tokens: u32,
        deadline: Option<Instant>,
    ) -> Result<Completion, ClientError> {
        let own = Instant::now() + self.timeout;
        let (until, error) = match deadline {
            Some(deadline) if deadline < own => (deadline, ClientError::OutOfTime),
            _ => (own, ClientError::TimedOut),
        };
        let asking = self.ask(messages, list, max_tokens, until);
        timeout_at(until, asking).await.unwrap_or(Err(error))
    }

    async fn ask(
        &self,
        messages: &[Message],
        list: List,
        max_tokens: u32,
        until: Instant,
    ) -> Result<Completion, ClientError> {
        let known = self.features();
        let mut features = known.unwrap_or_default();
        let mut is_repeated = false;
        for _ in 0..MOST_ATTEMPTS {
            let request = self.request(messages, list, max_tokens, features);
            let reaction = match self
                .send(&self.http.post(self.chat.clone()).json(&request))
                .await
            {
                Ok(answer) => {
                    *self.features.lock().unwrap_or_else(PoisonError::into_inner) = Some(features);
                    return completion(answer);
                }
                Err(Exchange::Refused(refusal)) => refusal.reaction(features, is_repeated),
                Err(Exchange::Broken(_)) if !is_repeated => Reaction::Repeat,
                Err(Exchange::Broken(reason) | Exchange::Failed(reason)) => {
                    Reaction::GiveUp(reason)
                }
            };
            match reaction {
                Reaction::AskLess => return Err(ClientError::TooLong),
                // Whoever sends a text that a server does not like must not be able to take the
                // model away from everybody else.
                Reaction::Declined(_) if known.is_some() => return Err(ClientError::Declined),
                Reaction::Declined(reason) => return Err(ClientError::Failed(reason)),
                Reaction::GiveUp(reason) => return Err(ClientError::Failed(reason)),
                Reaction::Repeat => is_repeated = true,
                Reaction::Adapt(adapted) => features = adapted,
                Reaction::Wait(pause) => {
                    let pause = pause.ok_or(ClientError::Busy(None))?;
                    let again = Instant::now()
                        .checked_add(pause)
                        .filter(|again| *again < until);
                    sleep_until(again.ok_or(ClientError::Busy(Some(pause)))?).await;
                }
            }
        }
        Err(ClientError::Failed(
            "it refuses every form of the question".to_owned(),
        ))
    }

    fn request<'question>(
        &'question self,
        messages: &'question [Message],
        list: List,
        max_tokens: u32,
        features: Features,
    ) -> ChatRequest<'question> {
        ChatRequest {
            model: &self.model,
            messages,
            stream: false,
            temperature: features.temperature.then_some(0.0),
            seed: self.seed.filter(|_| features.seed),
            max_tokens: (!features.newer_limit).then_some(max_tokens),
            max_completion_tokens: features.newer_limit.then_some(max_tokens),
            response_format: features.form.response_format(list),
        }
    }

    fn features(&self) -> Option<Features> {
        *self.features.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds out whether the server answers and has the model.
    ///
    /// Servers that do not list their models are asked for a word.
    pub(super) async fn check(&self) -> Result<Listing, ClientError> {
        let request = self.http.get(self.models.clone());
        let asking = timeout(CHECK_TIMEOUT, self.send::<ModelList>(&request));
        match asking.await {
            Err(_) => Err(ClientError::TimedOut),
            Ok(Ok(list)) => {
                let mut names: Vec<String> = list.data.into_iter().map(|model| model.id).collect();
                if names.is_empty() || names.contains(&self.model) {
                    return Ok(Listing::Usable);
                }
                names.truncate(MOST_NAMES);
                Ok(Listing::Others(names))
            }
            Ok(Err(Exchange::Refused(refusal))) => match refusal.status.as_u16() {
                401 | 403 => match refusal.reaction(self.features().unwrap_or_default(), true) {
                    Reaction::GiveUp(reason) => Err(ClientError::Failed(reason)),
                    _ => Err(ClientError::Failed("it refuses the key".to_owned())),
                },
                429 | 503 => Err(ClientError::Busy(refusal.retry_after)),
                _ => self.greet().await,
            },
            Ok(Err(Exchange::Failed(_))) => self.greet().await,
            Ok(Err(Exchange::Broken(reason))) => Err(ClientError::Failed(reason)),
        }
    }

    async fn greet(&self) -> Result<Listing, ClientError> {
        let message = Message {
            role: Role::User,
            content: "Say OK.".to_owned(),
        };
        let deadline = Instant::now() + CHECK_TIMEOUT;
        self.complete(&[message], List::Translations, 8, Some(deadline))
            .await?;
        Ok(Listing::Usable)
    }

    async fn send<T: DeserializeOwned>(&self, request: &RequestBuilder) -> Result<T, Exchange> {
        let broken = |error: reqwest::Error| Exchange::Broken(cause(error));
        let request = request
            .try_clone()
            .ok_or_else(|| Exchange::Failed("the question cannot be sent".to_owned()))?;
        let response = request.send().await.map_err(|error| {
            if error.is_connect() {
                Exchange::Failed(format!("it cannot be reached: {}", cause(error)))
            } else {
                Exchange::Broken(cause(error))
            }
        })?;
        let status = response.status();
        let retry_after = seconds(response.headers());
        let body = body(response).await.map_err(broken)?;
        let body = body.ok_or_else(|| Exchange::Failed("its answer is too long".to_owned()))?;
        if status == StatusCode::OK {
            return serde_json::from_slice(&body)
                .map_err(|_| Exchange::Failed("its answer is not one of the protocol".to_owned()));
        }
        Err(Exchange::Refused(Refusal {
            status,
            complaint: String::from_utf8_lossy(&body).into_owned(),
            retry_after,
        }))
    }
}

/// Why there is no answer that can be read.
enum Exchange {
    /// The server says no.
    Refused(Refusal),
    /// The connection broke, which may not happen again.
    Broken(String),
    /// There is no such server, or none of the protocol.
    Failed(String),
}

fn completion(answer: ChatAnswer) -> Result<Completion, ClientError> {
    if let Some(usage) = answer.usage {
        for (kind, count) in [
            ("prompt", usage.prompt_tokens),
            ("completion", usage.completion_tokens),
        ] {
            metrics::counter!("dragoman_language_model_tokens_total", "kind" => kind)
                .increment(count);
        }
    }
    let choice = answer.choices.into_iter().next();
    let choice =
        choice.ok_or_else(|| ClientError::Failed("its answer has no choices".to_owned()))?;
    Ok(Completion {
        text: choice.message.content.unwrap_or_default(),
        is_truncated: choice.finish_reason.as_deref() == Some("length"),
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

/// Whether an address is one of this machine, for which no proxy is of use.
fn is_here(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
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
