use dragoman_domain::{ErrorKind, Formality, Language, ModelType, Priority};
use dragoman_text::SentenceSplitting;

use crate::{Caller, Customization, Texts, TranslateError, TranslateTexts, TranslationRequest};

/// The most alternatives that are given.
pub const MOST_ALTERNATIVES: usize = 4;

/// The longest text that alternatives are given of, in characters.
pub const LONGEST_ALTERNATIVE_SOURCE: usize = 1_000;

/// A sentence that several translations are wanted of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlternativesRequest {
    /// The sentence, as plain text.
    pub text: String,
    /// Its language.
    pub source: Language,
    /// The language or variant that is wanted.
    pub target: Language,
    /// Text around it, which is not translated.
    pub context: Option<String>,
    /// How formally readers are addressed.
    pub formality: Option<Formality>,
    /// Which family of models is preferred.
    pub model: ModelType,
}

/// Why there are no alternatives.
#[derive(Debug, thiserror::Error)]
pub enum AlternativesError {
    /// The text is longer than [`LONGEST_ALTERNATIVE_SOURCE`].
    #[error(
        "a text of {characters} characters is too long for alternatives: {LONGEST_ALTERNATIVE_SOURCE} is the most"
    )]
    TooLong {
        /// How long it is.
        characters: usize,
    },
    /// What can be wrong with any translation. An engine that gives one translation only is
    /// [`EngineError::NoAlternatives`](dragoman_domain::EngineError::NoAlternatives).
    #[error(transparent)]
    Translate(#[from] TranslateError),
}

impl AlternativesError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::TooLong { .. } => ErrorKind::TooLarge,
            Self::Translate(error) => error.kind(),
        }
    }
}

/// Suggests several translations of a sentence: within the limits of translations, and counted as one.
#[derive(Clone)]
pub struct SuggestAlternatives {
    translate: TranslateTexts,
}

impl SuggestAlternatives {
    /// Suggests what the translations of this use case could have been.
    #[must_use]
    pub const fn new(translate: TranslateTexts) -> Self {
        Self { translate }
    }

    /// Up to [`MOST_ALTERNATIVES`] translations, best first, no two alike: with the terms of glossaries and style rules,
    /// as in any translation. The first is mostly what an ordinary translation is. A translation memory is not asked.
    ///
    /// # Errors
    /// [`AlternativesError`]; then nothing is counted.
    pub async fn suggest(
        &self,
        caller: &Caller,
        request: &AlternativesRequest,
        customization: &Customization,
    ) -> Result<Vec<String>, AlternativesError> {
        let characters = request.text.chars().count();
        if characters > LONGEST_ALTERNATIVE_SOURCE {
            return Err(AlternativesError::TooLong { characters });
        }
        let request = TranslationRequest {
            texts: vec![request.text.clone()],
            source: Some(request.source),
            target: request.target,
            context: request.context.clone(),
            formality: request.formality,
            instructions: Vec::new(),
            model: request.model,
            // It is one sentence, whatever full stops are in it.
            splitting: SentenceSplitting::Off,
            markup: None,
            preserve_formatting: false,
            priority: Priority::Interactive,
        };
        let customization = Customization {
            memory: None,
            ..customization.clone()
        };
        let work = async |texts: &Texts<'_>, resources| {
            let translator = self.translate.translator();
            let wanted = (&resources, MOST_ALTERNATIVES);
            translator
                .alternatives(Some(caller.key.id), &request, texts, wanted)
                .await
        };
        let suggested = self
            .translate
            .counted(caller, &request, &customization, None, work);
        Ok(suggested.await?)
    }
}
