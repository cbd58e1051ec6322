//! The engine: what it offers, and how it goes about a job.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    Detection, EngineError, Language, LanguageDetector, LanguagePair, Offer, Priority, Segment,
    SegmentTranslation, TranslationJob,
};
use futures_util::{StreamExt, stream};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use super::batches::passages;
use super::client::{ChatClient, ClientError, Completion, Listing};
use super::config::{LanguageModelConfig, LanguageModelConfigError};
use super::health::Health;
use super::languages::{Directions, offer};
use super::passage::Passage;
use super::protocol::Query;
use super::rejection::Rejection;
use super::slots::Slots;
use crate::fair::Caller;

/// A language model on a server of the chat protocol.
pub struct LanguageModel {
    client: ChatClient,
    config: LanguageModelConfig,
    directions: Directions,
    slots: Slots,
    health: Health,
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

/// What became of a job.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// One for each segment, unless it was refused or not asked for.
    pub(crate) translations: Vec<Option<SegmentTranslation>>,
    /// Why one is missing, if one is.
    pub(crate) fault: Option<Fault>,
}

/// Why a segment is not translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// What came cannot be its translation.
    Refused(Rejection),
    /// The server has too much to do, for so long.
    Busy(Duration),
    /// The server takes too long.
    TimedOut,
    /// The server cannot be used, for this reason.
    Failed(String),
}

impl Fault {
    /// The word for it in metrics.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::Refused(rejection) => rejection.as_str(),
            Self::Busy(_) => "busy",
            Self::TimedOut => "timed_out",
            Self::Failed(_) => "failed",
        }
    }
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        let reason = match fault {
            Fault::Busy(retry_after) => {
                return Self::Overloaded {
                    reason: "the language model has too much to do".to_owned(),
                    retry_after,
                };
            }
            Fault::Refused(rejection) => format!(
                "what the language model answered is no translation ({})",
                rejection.as_str()
            ),
            Fault::TimedOut => "the language model takes too long".to_owned(),
            Fault::Failed(reason) => format!("the language model cannot be used: {reason}"),
        };
        Self::Unavailable { reason }
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
            slots: Slots::new(config.concurrency, config.queue),
            health: Health::default(),
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
                self.health.recovered();
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
        let reason = self.health.trouble()?;
        Some(format!("the language model cannot be used: {reason}"))
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

    /// Translates what can be translated of a job.
    pub(crate) async fn attempt(&self, job: &TranslationJob) -> Attempt {
        let deadline = self.deadline(job.priority, job.deadline);
        let passages = passages(&job.segments).into_iter().map(|range| {
            let segments = job.segments.get(range).unwrap_or_default();
            Passage::new(self, job, segments, deadline).translate()
        });
        let mut attempts = stream::iter(passages).buffered(self.config.concurrency);
        let mut attempt = Attempt {
            translations: Vec::with_capacity(job.segments.len()),
            fault: None,
        };
        while let Some(of_passage) = attempts.next().await {
            attempt.translations.extend(of_passage.translations);
            attempt.fault = attempt.fault.or(of_passage.fault);
        }
        attempt
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
        caller: Caller,
        query: &Query,
        deadline: Option<Instant>,
    ) -> Result<Result<Completion, Rejection>, Fault> {
        self.may_ask()?;
        let turn = self.slots.take(caller);
        let slot = match deadline {
            Some(deadline) => tokio::time::timeout_at(deadline, turn)
                .await
                .map_err(|_| Fault::TimedOut)?,
            None => turn.await,
        };
        let _slot = slot.ok_or(Fault::Busy(self.config.pause))?;
        // Those who were asked before may have found out that it cannot be used.
        self.may_ask()?;
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
                self.health.recovered();
                Ok(Ok(completion))
            }
            Err(error) => self.fault(error).map(Err),
        }
    }

    /// Fails while the server is left alone.
    fn may_ask(&self) -> Result<(), Fault> {
        match self.health.pause() {
            None => Ok(()),
            Some(trouble) if trouble.is_busy => Err(Fault::Busy(trouble.remaining())),
            Some(trouble) => Err(Fault::Failed(trouble.reason)),
        }
    }

    /// Remembers why there was no answer, and says what it means for what was asked for: what is
    /// wrong with the question, or else with the server.
    fn fault(&self, error: ClientError) -> Result<Rejection, Fault> {
        let pause = self.config.pause;
        Err(match error {
            ClientError::TooLong => {
                self.health.recovered();
                return Ok(Rejection::TooLong);
            }
            ClientError::Declined => {
                self.health.recovered();
                return Ok(Rejection::Declined);
            }
            ClientError::Busy(wanted) => {
                let pause = wanted.unwrap_or(pause);
                self.health.failed("it has too much to do", true, pause);
                Fault::Busy(pause)
            }
            ClientError::TimedOut => {
                self.health
                    .failed("it takes too long to answer", false, pause);
                Fault::TimedOut
            }
            // Somebody was in a hurry, which says nothing about the server.
            ClientError::OutOfTime => Fault::TimedOut,
            ClientError::Failed(reason) => {
                self.health.failed(&reason, false, pause);
                Fault::Failed(reason)
            }
        })
    }
}

/// Whether there is anything to translate in a segment.
pub(super) fn has_letters(segment: &Segment) -> bool {
    let mut start = 0;
    let text = |range| segment.text().get(range).unwrap_or_default();
    let speaks = |text: &str| text.chars().any(char::is_alphabetic);
    let before = segment.placeholders().iter().any(|range| {
        let between = text(start..range.start);
        start = range.end;
        speaks(between)
    });
    before || speaks(text(start..segment.text().len()))
}
