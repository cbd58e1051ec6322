//! Translating texts.

mod layout;
mod recall;
mod sentences;
mod sources;
mod texts;

use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_domain::{
    EngineError, ErrorKind, Language, LanguagePair, MemoryId, Priority, SegmentTranslation,
    Translator,
};
use dragoman_terminology::Terminology;
use dragoman_text::{MarkupError, MarkupOptions, SentenceSplitting};
use futures_util::future::try_join_all;

use crate::SharedDetector;
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
    /// Text around the texts, which is not translated. Helps to detect the language.
    pub context: Option<String>,
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
    /// The language detector failed.
    #[error("the language detector failed")]
    DetectorFailed,
}

impl TranslationError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnknownSourceLanguage { .. } => ErrorKind::InvalidInput,
            Self::Markup { error, .. } => error.kind(),
            Self::Engine(error) => error.kind(),
            Self::UnknownMemory(_) => ErrorKind::NotFound,
            Self::MemoryFailed { .. } | Self::DetectorFailed => ErrorKind::Internal,
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

    /// The translations of the texts of a request, in order.
    ///
    /// # Errors
    /// [`TranslationError`]; then no text is translated.
    pub async fn translate(
        &self,
        request: &TranslationRequest,
        texts: &Texts<'_>,
        resources: &Resources,
    ) -> Result<Vec<TranslatedText>, TranslationError> {
        let sources = self.sources(request, texts).await?;
        let wishes = Wishes {
            priority: request.priority,
            preserve_formatting: request.preserve_formatting,
            terminology: resources.terminology.clone(),
            recall: resources.recall.clone(),
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
            let text = match layout {
                None => whole.unwrap_or_else(|| text.source().to_owned()),
                Some(layout) => {
                    let of_pair = translations.entry(*pair).or_default();
                    let count = layout.len().min(of_pair.len());
                    let of_text: Vec<_> = of_pair.drain(..count).collect();
                    layout.join(request.target, &of_text)
                }
            };
            translated.push(TranslatedText {
                text,
                source: pair.source,
                characters,
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
        for (pair, layout) in layouts {
            if let Some(layout) = layout {
                let of_pair = sentences.entry(*pair).or_default();
                of_pair.extend(layout.sentences());
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
    /// serves, before any work is done.
    ///
    /// # Errors
    /// [`EngineError::UnsupportedPair`].
    pub fn check_pair(&self, request: &TranslationRequest) -> Result<(), EngineError> {
        match request.source {
            Some(source) => self.check(LanguagePair::new(source, request.target)),
            None => Ok(()),
        }
    }

    fn check(&self, pair: LanguagePair) -> Result<(), EngineError> {
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
