//! The chat protocol over HTTP.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::config::{LanguageModelConfig, LanguageModelConfigError};
use super::protocol::{ChatAnswer, ChatRequest, List, Message, ModelList, Role};
use super::refusal::{Features, Reaction, Refusal};
use crate::remote::{self, ExchangeError, Late};

/// How long a question whether the server is there may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// How often one question is sent at most, with all adaptations to the server.
const MOST_ATTEMPTS: usize = 10;

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
        let http = remote::client(&chat, headers).map_err(LanguageModelConfigError::Client)?;
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
        let (until, late) = remote::limit(self.timeout, deadline);
        let error = match late {
            Late::Slow => ClientError::TimedOut,
            Late::Hurry => ClientError::OutOfTime,
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
        let request = request
            .try_clone()
            .ok_or_else(|| Exchange::Failed("the question cannot be sent".to_owned()))?;
        let answer = remote::exchange(request).await?;
        if answer.status == StatusCode::OK {
            return serde_json::from_slice(&answer.body)
                .map_err(|_| Exchange::Failed("its answer is not one of the protocol".to_owned()));
        }
        Err(Exchange::Refused(Refusal {
            status: answer.status,
            complaint: String::from_utf8_lossy(&answer.body).into_owned(),
            retry_after: answer.retry_after,
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

impl From<ExchangeError> for Exchange {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::Broken(reason) => Self::Broken(reason),
            ExchangeError::TooLong => Self::Failed("its answer is too long".to_owned()),
            ExchangeError::Failed(reason) => Self::Failed(reason),
        }
    }
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
