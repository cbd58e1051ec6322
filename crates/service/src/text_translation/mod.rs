//! Translating texts.

mod guidance;
mod layout;
mod recall;
mod sentences;
mod sources;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dragoman_domain::{
    EngineError, ErrorKind, Formality, GlossaryPair, KeyId, Language, LanguagePair, MemoryId,
    ModelType, Priority, SegmentTranslation, Translator,
};
use dragoman_style::RuleChoice;
use dragoman_terminology::{EntriesError, EntriesFormat, Terminology, parse_entries};
use dragoman_text::{MarkupError, MarkupOptions, SentenceSplitting};
use futures_util::future::try_join_all;

use crate::SharedDetector;
use guidance::Guidances;
pub use guidance::{ChosenStyle, StyleInstruction};
use layout::{Layout, Sentence};
pub use recall::Recall;
use sentences::Wishes;
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
        let distinct: BTreeSet<Language> = sources.iter().copied().collect();
        for source in distinct {
            let pair = LanguagePair::new(source, request.target);
            self.check_demands(pair, request, resources)?;
        }
        let wishes = Wishes {
            caller,
            priority: request.priority,
            preserve_formatting: request.preserve_formatting,
            terminology: resources.terminology.clone(),
            recall: resources.recall.clone(),
            style: resources
                .style
                .as_ref()
                .map(|style| Arc::clone(&style.rules)),
            model: request.model,
            guidance: Guidances::new(request, resources),
        };
        let mut layouts: Vec<(LanguagePair, Option<Layout<'_>>)> = texts
            .iter()
            .zip(sources)
            .map(|(text, source)| {
                let pair = LanguagePair::new(source, request.target);
                (pair, (!pair.is_identity()).then(|| text.layout(source)))
            })
            .collect();
        let wholes = recall_wholes(texts, &layouts, &wishes).await?;
        for ((_, layout), whole) in layouts.iter_mut().zip(&wholes) {
            if whole.is_some() {
                *layout = None;
            }
        }
        let mut translations = self.translate_layouts(&layouts, &wishes).await?;
        let mut translated = Vec::with_capacity(layouts.len());
        let parts = texts.iter().zip(texts.characters()).zip(wholes);
        for ((pair, layout), ((text, characters), whole)) in layouts.iter().zip(parts) {
            let mut model = ModelType::LatencyOptimized;
            let text = match layout {
                None => whole.unwrap_or_else(|| text.source().to_owned()),
                Some(layout) => {
                    let of_pair = translations.entry(*pair).or_default();
                    let count = layout.len().min(of_pair.len());
                    let of_text: Vec<_> = of_pair.drain(..count).collect();
                    model = model_of(&of_text);
                    layout.join(request.target, &of_text)
                }
            };
            translated.push(TranslatedText {
                text,
                source: pair.source,
                characters,
                model,
            });
        }
        Ok(translated)
    }

    /// Has the sentences of all texts translated, the pairs at the same time, and gives the
    /// translations for each pair in the order of the texts.
    async fn translate_layouts(
        &self,
        layouts: &[(LanguagePair, Option<Layout<'_>>)],
        wishes: &Wishes,
    ) -> Result<BTreeMap<LanguagePair, Vec<SegmentTranslation>>, TranslationError> {
        let mut sentences: BTreeMap<LanguagePair, Vec<Sentence>> = BTreeMap::new();
        for (passage, (pair, layout)) in layouts.iter().enumerate() {
            if let Some(layout) = layout {
                let of_pair = sentences.entry(*pair).or_default();
                of_pair.extend(layout.sentences(passage));
            }
        }
        let translate = |(pair, sentences)| async move {
            let translations = self.translate_sentences(pair, sentences, wishes).await?;
            Ok::<_, TranslationError>((pair, translations))
        };
        let translated = try_join_all(sentences.into_iter().map(translate)).await?;
        Ok(translated.into_iter().collect())
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

/// Which family of models translated: the better one if it translated all.
fn model_of(translations: &[SegmentTranslation]) -> ModelType {
    let is_better =
        |translation: &SegmentTranslation| translation.model() == ModelType::QualityOptimized;
    if !translations.is_empty() && translations.iter().all(is_better) {
        ModelType::QualityOptimized
    } else {
        ModelType::LatencyOptimized
    }
}

/// What the memory has for whole texts of more than a sentence, one for each text: a unit of it may
/// be more than one sentence, too.
async fn recall_wholes(
    texts: &Texts<'_>,
    layouts: &[(LanguagePair, Option<Layout<'_>>)],
    wishes: &Wishes,
) -> Result<Vec<Option<String>>, TranslationError> {
    let mut wholes = vec![None; layouts.len()];
    let Some(recall) = &wishes.recall else {
        return Ok(wholes);
    };
    let mut by_source: BTreeMap<Language, Vec<(usize, &str)>> = BTreeMap::new();
    for (index, (text, (pair, layout))) in texts.iter().zip(layouts).enumerate() {
        if let (Some(text), Some(layout)) = (text.plain(), layout)
            && layout.len() > 0
            && !layout.is_sentence(text)
        {
            by_source
                .entry(pair.source)
                .or_default()
                .push((index, text));
        }
    }
    for (source, candidates) in by_source {
        let found = recall
            .wholes(source, candidates.iter().map(|(_, text)| *text))
            .await?;
        for ((index, _), found) in candidates.into_iter().zip(found) {
            if let Some(whole) = wholes.get_mut(index) {
                *whole = found;
            }
        }
    }
    Ok(wholes)
}
