//! What clients are told when their texts are not improved.

use dragoman_domain::{EngineError, Language};
use dragoman_service::{ImproveError, ImprovementError, NoStyleOrTone, sentence};

use crate::error::ApiError;

impl ApiError {
    /// The answer to texts that were not improved; `parameter` is the name of the parameter that asks for a style or tone.
    pub(crate) fn of_improvement(error: ImproveError, style_or_tone: &str) -> Self {
        let kind = error.kind();
        match error {
            ImproveError::Forbidden(error) => error.into(),
            ImproveError::NoRoom(refusal) => refusal.into(),
            ImproveError::Metering(error) => error.into(),
            ImproveError::Improvement(ImprovementError::NoStyleOrTone { target, reason }) => {
                Self::new(
                    kind,
                    unavailable_style_or_tone(style_or_tone, target, reason),
                )
            }
            ImproveError::Improvement(error) => error.into(),
            ImproveError::TimedOut => Self::new(
                kind,
                "The texts were not improved in time. Try again later, or with less text.",
            ),
        }
    }
}

fn unavailable_style_or_tone(name: &str, target: Language, reason: NoStyleOrTone) -> String {
    let tag = target.tag();
    let prefer = "Use a value with prefer_ to have it applied only where it is supported";
    match reason {
        // In the words that existing clients look for.
        NoStyleOrTone::Language => format!(
            "Value for '{name}' is not supported for 'target_lang' {tag}: Language {} does not support setting a {}. \
             {prefer}.",
            target.base().tag(),
            name.replace('_', " ")
        ),
        NoStyleOrTone::Installation => format!(
            "Value for '{name}' is not available for 'target_lang' {tag}: it needs a language model, which the operator \
             of this server can configure. {prefer}."
        ),
    }
}

/// Languages in a message, by their tags.
fn tags(languages: &[Language]) -> String {
    let tags: Vec<&str> = languages.iter().map(|language| language.tag()).collect();
    tags.join(", ")
}

fn unsupported_text(index: usize, found: Option<Language>, available: &[Language]) -> String {
    let is_in = match found {
        Some(found) => format!("text[{index}] is in {} ({found})", found.name()),
        None => format!("The language of text[{index}] is not known"),
    };
    let convertible = found.filter(|found| found.base().tag() == "zh");
    let hint = if convertible.is_some() && tags(available).contains("zh-Hans") {
        " With 'target_lang' zh-Hans it is converted."
    } else {
        ""
    };
    format!(
        "{is_in}. This server improves texts in {}.{hint}",
        tags(available)
    )
}

impl From<ImprovementError> for ApiError {
    fn from(error: ImprovementError) -> Self {
        let kind = error.kind();
        let message = match &error {
            ImprovementError::UnsupportedTarget { available, .. } if available.is_empty() => {
                "This server improves no texts: nothing that could is installed.".to_owned()
            }
            ImprovementError::UnsupportedTarget { target, available } => format!(
                "Value for 'target_lang' not supported: texts in {target} cannot be improved on this server. Use one of \
                 {}.",
                tags(available)
            ),
            ImprovementError::UnsupportedText {
                index,
                found,
                available,
            } => unsupported_text(*index, *found, available),
            ImprovementError::OtherLanguage {
                index,
                found: Some(found),
                target,
            } => format!(
                "text[{index}] is in {} ({found}), and 'target_lang' is {} ({target}). Texts are improved in their own \
                 language: send one in {}, or another 'target_lang'.",
                found.name(),
                target.name(),
                target.base().name()
            ),
            ImprovementError::OtherLanguage { index, target, .. } => format!(
                "text[{index}] is in a language that is not known here, and 'target_lang' is {} ({target}). Texts are \
                 improved in their own language.",
                target.name()
            ),
            ImprovementError::UnknownLanguage { index } => {
                format!("The language of text[{index}] could not be recognised. Set 'target_lang'.")
            }
            ImprovementError::NoStyleOrTone { .. } => sentence(&error),
            ImprovementError::Engine(EngineError::Unavailable { reason }) => {
                tracing::error!(%reason, "what improves texts is unavailable");
                "What improves texts is unavailable at the moment. Try again later.".to_owned()
            }
            ImprovementError::Engine(engine) => return engine.clone().into(),
            ImprovementError::DetectorFailed | ImprovementError::ConversionFailed => {
                return Self::internal(&error);
            }
        };
        Self::new(kind, message)
    }
}
