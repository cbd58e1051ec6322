use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use dragoman_language::LanguagePair;
use dragoman_text::{EngineQuality, ModelType, Segment, SegmentTranslation};

use crate::{Abilities, ErrorKind, Guidance, KeyId};

/// Whether somebody waits for the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Priority {
    /// A person or a program waits.
    #[default]
    Interactive,
    /// Large work that may take its time, such as a document or a file. It is slowed down by
    /// interactive work and never stopped by it.
    Bulk,
}

impl Priority {
    /// The word for it in metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Bulk => "bulk",
        }
    }
}

/// Segments to translate for one caller in one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationJob {
    /// From which language into which.
    pub pair: LanguagePair,
    /// What to translate; may be empty.
    pub segments: Arc<[Segment]>,
    /// Whether somebody waits for the answer.
    pub priority: Priority,
    /// Whose key the work is for; none is the operator's own. Engines share their capacity fairly
    /// between them.
    pub caller: Option<KeyId>,
    /// Whether it must be known which words of a translation stand for which of its source, where
    /// the engine can tell.
    pub alignment: bool,
    /// Whether the search is to be steered towards the terms of the segments. An engine that is
    /// told in words what to do is told of them anyway.
    pub seeks_terms: bool,
    /// Which family of models is preferred.
    pub model: ModelType,
    /// How the translations are to read.
    pub guidance: Guidance,
    /// When the answer is of no use any more, if ever. Work that has not begun by then is not
    /// begun.
    pub deadline: Option<Instant>,
}

impl TranslationJob {
    /// The operator's own interactive work, without a deadline.
    #[must_use]
    pub fn new(pair: LanguagePair, segments: Vec<Segment>) -> Self {
        Self {
            pair,
            segments: segments.into(),
            priority: Priority::Interactive,
            caller: None,
            alignment: false,
            seeks_terms: false,
            model: ModelType::default(),
            guidance: Guidance::default(),
            deadline: None,
        }
    }
}

/// A direction that an engine can serve now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// From which language into which. A variant is a target of its own.
    pub pair: LanguagePair,
    /// How good the translations are.
    pub quality: EngineQuality,
    /// What can be asked for besides.
    pub abilities: Abilities,
}

/// Why an engine did not translate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// No installed engine serves the pair.
    #[error("no installed engine translates {pair}")]
    UnsupportedPair {
        /// The pair that was asked for.
        pair: LanguagePair,
        /// What the operator can do to have it, as a sentence.
        remedy: Option<String>,
    },
    /// The engine cannot take the work now.
    #[error("the engine cannot take more work: {reason}")]
    Overloaded {
        /// Why, for the caller to read.
        reason: String,
        /// After how long it is worth asking again.
        retry_after: Duration,
    },
    /// The model of the pair is being fetched.
    #[error("the model for {pair} is being downloaded")]
    ModelOnItsWay {
        /// The pair of the model.
        pair: LanguagePair,
        /// After how long it is worth asking again.
        retry_after: Duration,
    },
    /// The engine failed in a way that may pass.
    #[error("the engine is unavailable: {reason}")]
    Unavailable {
        /// For the log, free of the customer's text.
        reason: String,
    },
    /// The engine has no alternatives to its translations.
    #[error("this engine gives one translation only")]
    NoAlternatives,
}

impl EngineError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnsupportedPair { .. } | Self::NoAlternatives => ErrorKind::Unsupported,
            Self::Overloaded { .. } | Self::ModelOnItsWay { .. } => ErrorKind::Overloaded,
            Self::Unavailable { .. } => ErrorKind::Unavailable,
        }
    }
}

/// Translates segments. Implemented by every engine and by the router over them.
#[async_trait]
pub trait Translator: Send + Sync {
    /// The engine's name in metrics and logs.
    fn name(&self) -> &'static str;

    /// The directions that work now, in no particular order, each once.
    fn offers(&self) -> Vec<Offer>;

    /// The offer for a pair, if it works now.
    fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        self.offers().into_iter().find(|offer| offer.pair == pair)
    }

    /// What the operator can do to have this pair, as a sentence; `None` if this engine never
    /// serves it.
    fn remedy(&self, pair: LanguagePair) -> Option<String>;

    /// What does not work at the moment and may work again by itself, for the operator, each
    /// without the customer's text.
    fn troubles(&self) -> Vec<String> {
        Vec::new()
    }

    /// Translates the segments of a job: one translation for each, in order.
    ///
    /// Every placeholder of a segment stands in its translation unchanged, exactly once. A
    /// segment's translation does not depend on what else is in the job, apart from the other
    /// segments of its passage, nor on what else is in the engine.
    /// Dropping the future takes back the work that has not begun.
    ///
    /// Which engine it was need not be said: the router over several says it in the translations'
    /// [`Origin`](dragoman_text::Origin).
    ///
    /// # Errors
    /// [`EngineError`]; then nothing of the job is delivered.
    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError>;

    /// Several translations of each segment of a job, in order: at least one and at most `most` for
    /// each, best first. What holds for [`translate`](Self::translate) holds for each of them.
    ///
    /// They are for a person who wants to choose, so a job should have a sentence and not a
    /// document.
    ///
    /// # Errors
    /// [`EngineError`]; [`EngineError::NoAlternatives`] if the engine makes one translation only.
    async fn alternatives(
        &self,
        _job: TranslationJob,
        _most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        Err(EngineError::NoAlternatives)
    }
}
