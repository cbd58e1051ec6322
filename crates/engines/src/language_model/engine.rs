//! The model as an engine: what it offers, and how it is asked.

use std::fmt;
use std::sync::Arc;

use dragoman_domain::{
    Detection, EngineError, Language, LanguageDetector, LanguagePair, Offer, Priority,
};
use dragoman_tasks::spawn_blocking;
use tokio::time::Instant;

use super::client::{ChatClient, ClientError, Completion, Listing};
use super::config::{LanguageModelConfig, LanguageModelConfigError};
use super::languages::{Directions, offer};
use super::protocol::Query;
use super::rejection::Rejection;
use crate::remote::{Gate, Outage};
use dragoman_domain::WorkOwner;

/// What it is called in the log and in errors.
const NAME: &str = "the language model";

/// A language model on a server of the chat protocol.
pub struct LanguageModel {
    client: ChatClient,
    config: LanguageModelConfig,
    directions: Directions,
    gate: Gate,
    detector: Option<Arc<dyn LanguageDetector>>,
}

/// What a server says when it is asked whether it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// It can be used.
    Usable,
    /// It answers, but lists other models only.
    OtherModels(Vec<String>),
    /// It cannot be used, for this reason.
    Not(String),
}

/// Why a segment is not translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// What came cannot be its translation.
    Refused(Rejection),
    /// The server is of no use.
    Outage(Outage),
}

impl Fault {
    /// The word for it in metrics.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::Refused(rejection) => rejection.as_str(),
            Self::Outage(outage) => outage.as_str(),
        }
    }

    /// A question cannot be put into JSON.
    pub(super) fn unwritten() -> Self {
        Self::Outage(Outage::Failed("the question cannot be written".to_owned()))
    }
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(rejection) => Self::Unavailable {
                reason: format!(
                    "what the language model answered is no translation ({})",
                    rejection.as_str()
                ),
            },
            Fault::Outage(outage) => outage.into_error(NAME),
        }
    }
}

impl fmt::Debug for LanguageModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LanguageModel")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl LanguageModel {
    /// A model as configured. With a detector, translations into another language than the wanted
    /// one are recognised even where both are written in the same script.
    ///
    /// No connection is made yet.
    ///
    /// # Errors
    /// [`LanguageModelConfigError`] if it cannot be set up like that.
    pub fn new(
        config: LanguageModelConfig,
        detector: Option<Arc<dyn LanguageDetector>>,
    ) -> Result<Self, LanguageModelConfigError> {
        if config.model.trim().is_empty() {
            return Err(LanguageModelConfigError::NoModel);
        }
        for (name, number) in [
            ("concurrency", config.concurrency),
            ("batch_characters", config.batch_characters),
        ] {
            if number == 0 {
                return Err(LanguageModelConfigError::Zero(name));
            }
        }
        let client = ChatClient::new(&config)?;
        let directions = if config.languages.is_empty() {
            Directions::between(&LanguageModelConfig::default_languages())
        } else {
            Directions::between(&config.languages)
        };
        Ok(Self {
            client,
            directions,
            gate: Gate::new(NAME, config.concurrency, config.queue, config.pause),
            detector,
            config,
        })
    }

    /// The name of the model.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.config.model
    }

    /// Asks the server whether it is there and has the model, and remembers what it says.
    pub async fn check(&self) -> Answers {
        match self.client.check().await {
            Ok(Listing::Usable) => {
                self.gate.answered();
                Answers::Usable
            }
            Ok(Listing::Others(models)) => Answers::OtherModels(models),
            Err(error) => match self.fault(error) {
                Err(fault) => Answers::Not(EngineError::from(fault).to_string()),
                Ok(_) => Answers::Usable,
            },
        }
    }

    /// What was wrong when the server was last asked, if something was.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let reason = self.gate.trouble()?;
        Some(format!("{NAME} cannot be used: {reason}"))
    }

    pub(crate) fn serves(&self, pair: LanguagePair) -> bool {
        self.directions.serve(pair)
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        self.directions.offers()
    }

    pub(crate) fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        self.serves(pair).then(|| offer(pair))
    }

    /// When nobody waits for the answer any more.
    pub(super) fn deadline(
        &self,
        priority: Priority,
        of_job: Option<std::time::Instant>,
    ) -> Option<Instant> {
        let patience = match priority {
            Priority::Interactive => Instant::now().checked_add(self.config.patience),
            Priority::Bulk => None,
        };
        let of_job = of_job.map(Instant::from_std);
        patience.into_iter().chain(of_job).min()
    }

    pub(super) const fn config(&self) -> &LanguageModelConfig {
        &self.config
    }

    pub(super) const fn directions(&self) -> &Directions {
        &self.directions
    }

    /// The languages of texts, of those for which one is found.
    pub(super) async fn languages_of(&self, texts: Vec<Option<String>>) -> Vec<Option<Language>> {
        let count = texts.len();
        let detector = match &self.detector {
            Some(detector) if texts.iter().any(Option::is_some) => Arc::clone(detector),
            _ => return vec![None; count],
        };
        let detect = move || {
            let texts = texts.into_iter();
            let languages = texts.map(|text| match detector.detect(&text?) {
                Detection::Detected(language) => Some(language),
                _ => None,
            });
            languages.collect()
        };
        // A detector that panics has found nothing.
        spawn_blocking(detect)
            .await
            .unwrap_or_else(|_| vec![None; count])
    }

    /// Asks the model when it is the caller's turn. `Err` in the answer says what is wrong with the question
    /// where the model answers others.
    pub(super) async fn ask(
        &self,
        caller: WorkOwner,
        query: &Query,
        deadline: Option<Instant>,
    ) -> Result<Result<Completion, Rejection>, Fault> {
        let slot = self.gate.enter(caller, deadline).await;
        let _slot = slot.map_err(Fault::Outage)?;
        let started = Instant::now();
        let max_tokens = query.max_tokens.saturating_add(self.config.extra_tokens);
        let messages = query.messages();
        let asking = self
            .client
            .complete(&messages, query.list, max_tokens, deadline);
        let answer = asking.await;
        metrics::histogram!("dragoman_language_model_seconds").record(started.elapsed());
        let outcome = match &answer {
            Ok(_) => "answered",
            Err(ClientError::TooLong) => "too_long",
            Err(ClientError::Declined) => "declined",
            Err(ClientError::Busy(_)) => "busy",
            Err(ClientError::TimedOut | ClientError::OutOfTime) => "timed_out",
            Err(ClientError::Failed(_)) => "failed",
        };
        metrics::counter!("dragoman_language_model_requests_total", "outcome" => outcome)
            .increment(1);
        match answer {
            Ok(completion) => {
                self.gate.answered();
                Ok(Ok(completion))
            }
            Err(error) => self.fault(error).map(Err),
        }
    }

    /// Remembers why there was no answer, and says what it means for what was asked for: what is
    /// wrong with the question, or else with the server.
    fn fault(&self, error: ClientError) -> Result<Rejection, Fault> {
        Err(Fault::Outage(match error {
            ClientError::TooLong => {
                self.gate.answered();
                return Ok(Rejection::TooLong);
            }
            ClientError::Declined => {
                self.gate.answered();
                return Ok(Rejection::Declined);
            }
            ClientError::Busy(wanted) => self.gate.busy(wanted),
            ClientError::TimedOut => self.gate.slow(),
            // Somebody was in a hurry, which says nothing about the server.
            ClientError::OutOfTime => Outage::TimedOut,
            ClientError::Failed(reason) => self.gate.failed(reason),
        }))
    }
}
