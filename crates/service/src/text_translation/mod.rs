//! Translating texts.

mod alternatives;
mod guidance;
mod layout;
mod outcome;
mod prepared;
mod recall;
mod sentences;
mod sources;
mod texts;

use std::sync::Arc;

use dragoman_domain::{
    EngineError, ErrorKind, Formality, GlossaryPair, KeyId, Language, LanguagePair, MemoryId,
    ModelType, Priority, Translator,
};
use dragoman_style::RuleChoice;
use dragoman_terminology::{EntriesError, EntriesFormat, Terminology, parse_entries};
use dragoman_text::{MarkupError, MarkupOptions, SentenceSplitting};

use crate::SharedDetector;
pub use guidance::{ChosenStyle, StyleInstruction};
pub(crate) use outcome::TextTranslation;
pub use outcome::TranslatedSentence;
pub(crate) use prepared::PreparedTranslation;
pub use recall::Recall;
pub(crate) use texts::Text;
pub use texts::Texts;

/// Texts to translate into one language, each on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationRequest {
    /// The texts.
    pub texts: Vec<String>,
    /// The language of all texts; detected for each text if absent.
    pub source: Option<Language>,
    /// The language or variant that is wanted.
    pub target: Language,
    /// Text around the texts, which is not translated. Helps to detect the language and, with some
    /// engines, to choose the words.
    pub context: Option<String>,
    /// How formally readers are addressed.
    pub formality: Option<Formality>,
    /// What else is wanted of the wording, in plain words.
    pub instructions: Vec<String>,
    /// Which family of models is preferred.
    pub model: ModelType,
    /// Where sentences end.
    pub splitting: SentenceSplitting,
    /// What markup the texts have, if they have any.
    pub markup: Option<MarkupOptions>,
    /// Whether the capitals and the final punctuation of sentences must be those of the source.
    pub preserve_formatting: bool,
    /// Whether somebody waits for the translations.
    pub priority: Priority,
}

/// What the caller's account has that bears on a translation.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    /// The terms of the wanted glossaries, for the pair of the request.
    pub terminology: Option<Arc<Terminology>>,
    /// The wanted translation memory.
    pub recall: Option<Recall>,
    /// The wanted style rule list.
    pub style: Option<ChosenStyle>,
}

impl Resources {
    /// Only the terms of a table, for a translation of this pair.
    ///
    /// # Errors
    /// [`EntriesError`] for the first entry that is not one, and for a table without any.
    pub fn with_terms(
        table: &str,
        format: EntriesFormat,
        pair: GlossaryPair,
    ) -> Result<Self, EntriesError> {
        let entries = parse_entries(table, format, pair)?;
        let terms = entries.iter().map(|entry| (entry.source, entry.target));
        let pair = LanguagePair::new(pair.source(), pair.target());
        Ok(Self {
            terminology: Some(Arc::new(Terminology::new(pair, terms))),
            ..Self::default()
        })
    }
}

/// A translated text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedText {
    /// The translation.
    pub text: String,
    /// The language that was given or detected.
    pub source: Language,
    /// The characters of the source text that count.
    pub characters: u64,
    /// Which family of models translated: the better one if it translated all of the text.
    pub model: ModelType,
    /// The sentences of a text without markup, in order, or the text as a whole if that is what was
    /// found in a memory or left as it is. White space and the like between them belong to none.
    pub sentences: Vec<TranslatedSentence>,
}

/// Why texts were not translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranslationError {
    /// The language of a text was not given and is not known.
    #[error("the language of text {index} could not be recognised")]
    UnknownSourceLanguage {
        /// Which of the texts, from zero.
        index: usize,
    },
    /// No engine for the pair addresses readers in a chosen register.
    #[error("no engine for {0} can be asked for a formality")]
    NoRegisters(LanguagePair),
    /// No engine for the pair follows instructions.
    #[error("no engine for {0} follows instructions")]
    NoInstructions(LanguagePair),
    /// No engine for the pair can do what a style rule list asks for.
    #[error("no engine for {pair} can follow all of the style rule list")]
    NoStyle {
        /// The pair.
        pair: LanguagePair,
        /// The configured rules that no engine can follow; instructions of the list come on top.
        rules: Vec<RuleChoice>,
    },
    /// The markup of a text cannot be read.
    #[error("the markup of text {index} cannot be read: {error}")]
    Markup {
        /// Which of the texts, from zero.
        index: usize,
        /// Where and why.
        error: MarkupError,
    },
    /// The engine did not translate.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The translation memory has been deleted since the request began.
    #[error("there is no translation memory {0}")]
    UnknownMemory(MemoryId),
    /// The translation memory could not be read.
    #[error("the translation memory could not be read: {reason}")]
    MemoryFailed {
        /// For the log, free of the customer's text.
        reason: String,
    },
    /// The style rules failed.
    #[error("the style rules failed")]
    StyleFailed,
    /// The language detector failed.
    #[error("the language detector failed")]
    DetectorFailed,
}

impl TranslationError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnknownSourceLanguage { .. } | Self::Markup { .. } => ErrorKind::InvalidInput,
            Self::NoRegisters(_) | Self::NoInstructions(_) | Self::NoStyle { .. } => {
                ErrorKind::Unsupported
            }
            Self::Engine(error) => error.kind(),
            Self::UnknownMemory(_) => ErrorKind::NotFound,
            Self::MemoryFailed { .. } | Self::StyleFailed | Self::DetectorFailed => {
                ErrorKind::Internal
            }
        }
    }
}

/// Translates texts: finds their languages and sentences, has an engine translate those, and puts
/// everything around them back as it was. Needs no account; counting is somebody else's work.
#[derive(Clone)]
pub struct TextTranslator {
    engine: Arc<dyn Translator>,
    detector: SharedDetector,
}

impl TextTranslator {
    /// Translates with this engine.
    #[must_use]
    pub fn new(engine: Arc<dyn Translator>, detector: SharedDetector) -> Self {
        Self { engine, detector }
    }

    /// The translations of the texts of a request, in order. `caller` is whose key the work is for;
    /// none is the operator's own.
    ///
    /// # Errors
    /// [`TranslationError`]; then no text is translated.
    pub async fn translate(
        &self,
        caller: Option<KeyId>,
        request: &TranslationRequest,
        texts: &Texts<'_>,
        resources: &Resources,
    ) -> Result<Vec<TranslatedText>, TranslationError> {
        let sources = self.sources(request, texts).await?;
        let prepared = self.prepare(caller, request, sources.iter().copied(), resources)?;
        let context = request.context.as_deref();
        let translations = prepared.translate(texts, &sources, context).await?;
        let pairs = translations.into_iter().zip(texts.characters());
        let translated = pairs.map(|(translation, characters)| {
            let (source, model) = (translation.pair.source, translation.model());
            let (text, sentences) = translation.into_text();
            TranslatedText {
                text,
                source,
                characters,
                model,
                sentences,
            }
        });
        Ok(translated.collect())
    }

    /// Fails like [`translate`](Self::translate) if the request names a pair that no engine
    /// serves as asked, before any work is done.
    ///
    /// # Errors
    /// [`TranslationError`].
    pub fn check_pair(&self, request: &TranslationRequest) -> Result<(), TranslationError> {
        let Some(source) = request.source else {
            return Ok(());
        };
        let pair = LanguagePair::new(source, request.target);
        self.check(pair)?;
        self.check_demands(pair, request, &Resources::default())
    }

    /// Fails if no engine serves the pair.
    pub(crate) fn check(&self, pair: LanguagePair) -> Result<(), EngineError> {
        if pair.is_identity() || self.serves(pair) {
            Ok(())
        } else {
            Err(EngineError::UnsupportedPair {
                pair,
                remedy: self.engine.remedy(pair),
            })
        }
    }

    fn serves(&self, pair: LanguagePair) -> bool {
        self.engine.offer(pair).is_some()
    }
}
