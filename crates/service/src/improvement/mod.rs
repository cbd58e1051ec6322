//! Improving texts: mistakes mended, and the same in other words.

mod checks;
mod improver;
mod improvers;
mod languages;
mod proofreading;
mod targets;

use std::time::Duration;

use dragoman_domain::{EngineError, ErrorKind, Language, Product, ReportingTag, StyleOrTone};
use tokio::time::Instant;

use crate::metering::Charge;
use crate::{
    Admission, Caller, Forbidden, Metering, MeteringError, NoRoom, Permission, count_characters,
};
pub use improver::TextImprover;
pub use improvers::Improvers;
pub use targets::ImprovableLanguage;

/// What is to be done with texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Improvement {
    /// Mistakes are mended, and nothing else is changed.
    Correction,
    /// The same is said in other words where they are better, without mistakes.
    Rephrasing(Option<WantedStyle>),
}

/// A style or tone in which texts are to be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedStyle {
    /// The style or tone.
    pub style_or_tone: StyleOrTone,
    /// Whether it is an error if nothing here can write like that; otherwise texts are then rewritten in no particular
    /// style or tone.
    pub is_required: bool,
}

/// Texts to improve, each on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImprovementRequest {
    /// The texts.
    pub texts: Vec<String>,
    /// The language of all texts, or the variant of it in which they are to be written; without it each text stays in
    /// its own.
    pub target: Option<Language>,
    /// What is to be done.
    pub improvement: Improvement,
}

/// An improved text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImprovedText {
    /// The text.
    pub text: String,
    /// The language that it is in; never a variant.
    pub source: Language,
    /// The language or variant that stands for what was asked for: one that was named, else the one that a base language
    /// stands for.
    pub target: Language,
}

/// Why no style or tone can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStyleOrTone {
    /// StylesAndTones are not for this language.
    Language,
    /// Nothing that is installed or configured can write in a style or tone.
    Installation,
}

/// Why texts were not improved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImprovementError {
    /// Texts in the language that was asked for are not improved here.
    #[error("texts in {target} cannot be improved here{}", instead(available))]
    UnsupportedTarget {
        /// What was asked for.
        target: Language,
        /// What can be asked for.
        available: Vec<Language>,
    },
    /// A text is in a language that is not improved here.
    #[error(
        "text {index} is in a language that is not improved here{}",
        instead(available)
    )]
    UnsupportedText {
        /// Which of the texts, from zero.
        index: usize,
        /// The language of the text, if it is known.
        found: Option<Language>,
        /// The languages that are improved.
        available: Vec<Language>,
    },
    /// A text is not in the language in which it is to be written.
    #[error("text {index} is not in {target}")]
    OtherLanguage {
        /// Which of the texts, from zero.
        index: usize,
        /// The language of the text, if it is known.
        found: Option<Language>,
        /// The language that was asked for.
        target: Language,
    },
    /// The language of a text was not given and is not known.
    #[error("the language of text {index} could not be recognised")]
    UnknownLanguage {
        /// Which of the texts, from zero.
        index: usize,
    },
    /// A style or tone was asked for that texts cannot be written in.
    #[error("texts in {target} cannot be rewritten in a style or tone here")]
    NoStyleOrTone {
        /// The language of the texts.
        target: Language,
        /// Why not.
        reason: NoStyleOrTone,
    },
    /// What improves texts failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The language detector failed.
    #[error("the language detector failed")]
    DetectorFailed,
    /// A conversion to another variant failed.
    #[error("the conversion to another variant failed")]
    ConversionFailed,
}

/// The end of a message about a language: those that could be used in its place.
fn instead(available: &[Language]) -> String {
    let tags: Vec<&str> = available.iter().map(|language| language.tag()).collect();
    match &*tags {
        [] => String::new(),
        tags => format!("; those that can are {}", tags.join(", ")),
    }
}

impl ImprovementError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnsupportedTarget { .. }
            | Self::UnsupportedText { .. }
            | Self::NoStyleOrTone { .. } => ErrorKind::Unsupported,
            Self::OtherLanguage { .. } | Self::UnknownLanguage { .. } => ErrorKind::InvalidInput,
            Self::Engine(error) => error.kind(),
            Self::DetectorFailed | Self::ConversionFailed => ErrorKind::Internal,
        }
    }
}

/// Why a caller's texts were not improved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImproveError {
    /// The key does not allow it, or the account does not have it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Too much work for the whole server, or of this key.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A limit is reached, or the count could not be kept.
    #[error(transparent)]
    Metering(#[from] MeteringError),
    /// The improvement itself failed.
    #[error(transparent)]
    Improvement(#[from] ImprovementError),
    /// The work took longer than the server allows.
    #[error("the texts were not improved in time")]
    TimedOut,
}

impl ImproveError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::NoRoom(refusal) => refusal.kind(),
            Self::Metering(error) => error.kind(),
            Self::Improvement(error) => error.kind(),
            Self::TimedOut => ErrorKind::TimedOut,
        }
    }
}

/// Improves texts for a caller: within the limits, and counted if delivered.
#[derive(Clone)]
pub struct ImproveTexts {
    improver: TextImprover,
    metering: Metering,
    admission: Admission,
    timeout: Duration,
}

impl ImproveTexts {
    /// Improves with this improver, giving up after `timeout`.
    #[must_use]
    pub const fn new(
        improver: TextImprover,
        metering: Metering,
        admission: Admission,
        timeout: Duration,
    ) -> Self {
        Self {
            improver,
            metering,
            admission,
            timeout,
        }
    }

    /// The languages in which texts can be improved now, in the order of their tags.
    #[must_use]
    pub fn languages(&self) -> Vec<ImprovableLanguage> {
        self.improver.languages()
    }

    /// What does not work at the moment and may work again by itself, for the operator.
    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        self.improver.troubles()
    }

    /// The texts, improved, in order. Their characters count under `tag` as well.
    ///
    /// # Errors
    /// [`ImproveError`]; then nothing is delivered and nothing is counted.
    pub async fn improve(
        &self,
        caller: &Caller,
        request: &ImprovementRequest,
        tag: Option<ReportingTag>,
    ) -> Result<Vec<ImprovedText>, ImproveError> {
        caller.may(Permission::ImproveTexts)?;
        self.improver.check(request)?;
        let characters = (request.texts.iter())
            .map(|text| count_characters(text))
            .sum();
        let _room = self.admission.admit(caller.key.id, characters)?;
        let key = Some(caller.key.id);
        let deadline = Instant::now().checked_add(self.timeout);
        let work = async {
            let improving = self
                .improver
                .improve(key, request, deadline.map(Instant::into_std));
            let improved = tokio::time::timeout(self.timeout, improving)
                .await
                .map_err(|_| ImproveError::TimedOut)?;
            Ok::<_, ImproveError>(improved?)
        };
        let charge = Charge {
            product: Product::TextImprovement,
            characters,
            tag,
        };
        let improved = self.metering.run(caller, charge, work).await?;
        metrics::counter!("dragoman_improved_characters_total").increment(characters);
        Ok(improved)
    }
}
