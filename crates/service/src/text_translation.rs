use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_domain::{
    Detection, EngineError, ErrorKind, Language, LanguagePair, Priority, Segment,
    SegmentTranslation, TranslationJob, Translator,
};
use dragoman_text::{SegmentedText, Sentence, SentenceSplitting};
use futures_util::future::try_join_all;

use crate::SharedDetector;

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
    /// Whether the capitals and the final punctuation of sentences must be those of the source.
    pub preserve_formatting: bool,
    /// Whether somebody waits for the translations.
    pub priority: Priority,
}

/// A translated text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedText {
    /// The translation.
    pub text: String,
    /// The language that was given or detected.
    pub source: Language,
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
    /// The engine did not translate.
    #[error(transparent)]
    Engine(#[from] EngineError),
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
            Self::Engine(error) => error.kind(),
            Self::DetectorFailed => ErrorKind::Internal,
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

    /// The translations of the texts, in order.
    ///
    /// # Errors
    /// [`TranslationError`]; then no text is translated.
    pub async fn translate(
        &self,
        request: &TranslationRequest,
    ) -> Result<Vec<TranslatedText>, TranslationError> {
        let sources = self.sources(request).await?;
        let texts: Vec<(LanguagePair, Option<SegmentedText<'_>>)> = request
            .texts
            .iter()
            .zip(sources)
            .map(|(text, source)| {
                let pair = LanguagePair::new(source, request.target);
                let to_translate = !pair.is_identity();
                (
                    pair,
                    to_translate.then(|| dragoman_text::segment(text, source, request.splitting)),
                )
            })
            .collect();
        let mut translations = self.translate_sentences(&texts, request.priority).await?;
        Ok(texts
            .iter()
            .zip(&request.texts)
            .map(|((pair, segmented), text)| TranslatedText {
                text: match segmented {
                    None => text.clone(),
                    Some(segmented) => {
                        let count = segmented.sentences().len();
                        let of_pair = translations.entry(*pair).or_default();
                        let sentences: Vec<String> =
                            of_pair.drain(..count.min(of_pair.len())).collect();
                        rejoin(
                            segmented,
                            request.target,
                            sentences,
                            request.preserve_formatting,
                        )
                    }
                },
                source: pair.source,
            })
            .collect())
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

    /// The language of each text, all of which can be translated into the target.
    async fn sources(
        &self,
        request: &TranslationRequest,
    ) -> Result<Vec<Language>, TranslationError> {
        if let Some(source) = request.source {
            self.check(LanguagePair::new(source, request.target))?;
            return Ok(vec![source; request.texts.len()]);
        }
        let detect = |texts| async {
            self.detector
                .detect(texts)
                .await
                .ok_or(TranslationError::DetectorFailed)
        };
        let mut detections = detect(request.texts.clone()).await?;
        if let Some(context) = &request.context {
            // The context is in the language of the texts: it helps those that are too short.
            for (detection, text) in detections.iter_mut().zip(&request.texts) {
                if matches!(detection, Detection::Unsure(_)) {
                    let in_context = detect(vec![format!("{text}\n{context}")]).await?;
                    *detection = in_context
                        .into_iter()
                        .next()
                        .unwrap_or(Detection::NoLanguage);
                }
            }
        }
        let settled: Vec<Language> = detections
            .iter()
            .filter_map(|detection| match detection {
                Detection::Detected(language) => Some(*language),
                _ => None,
            })
            .collect();
        detections
            .into_iter()
            .enumerate()
            .map(|(index, detection)| self.source(index, detection, &settled, request.target))
            .collect()
    }

    fn source(
        &self,
        index: usize,
        detection: Detection,
        settled: &[Language],
        target: Language,
    ) -> Result<Language, TranslationError> {
        let unknown = TranslationError::UnknownSourceLanguage { index };
        let source = match detection {
            Detection::Detected(language) | Detection::Unsupported(Some(language)) => language,
            Detection::Unsure(candidates) => {
                self.guess(&candidates, settled, target).ok_or(unknown)?
            }
            Detection::Unsupported(None) => return Err(unknown),
            // Nothing to translate: such a text is as good in the target language.
            Detection::NoLanguage => target.base(),
        };
        self.check(LanguagePair::new(source, target))?;
        Ok(source)
    }

    /// The language to take a text for that could be in several: that of the other texts of the
    /// request; English, where it is one of them, since most short texts that nobody marks are
    /// English; the likeliest that can be translated; English in any case.
    fn guess(
        &self,
        candidates: &[Language],
        settled: &[Language],
        target: Language,
    ) -> Option<Language> {
        let usable = |language: &Language| self.check(LanguagePair::new(*language, target)).is_ok();
        let english = Language::parse("en").ok().filter(usable);
        let translates = |language: &&Language| {
            usable(language) && !LanguagePair::new(**language, target).is_identity()
        };
        settled
            .iter()
            .copied()
            .find(usable)
            .or(english.filter(|english| candidates.contains(english)))
            .or(candidates.iter().find(translates).copied())
            .or(english)
            .or(candidates.first().copied())
    }

    /// Has the sentences of all texts translated, the pairs at the same time, and gives the
    /// translations for each pair in the order of the texts.
    async fn translate_sentences(
        &self,
        texts: &[(LanguagePair, Option<SegmentedText<'_>>)],
        priority: Priority,
    ) -> Result<BTreeMap<LanguagePair, Vec<String>>, TranslationError> {
        let mut jobs: BTreeMap<LanguagePair, Vec<Segment>> = BTreeMap::new();
        for (pair, text) in texts {
            let Some(text) = text else { continue };
            jobs.entry(*pair)
                .or_default()
                .extend(text.sentences().iter().map(|sentence| {
                    Segment::new(sentence.text().to_owned(), sentence.placeholders().to_vec())
                }));
        }
        let translate = |(pair, segments): (LanguagePair, Vec<Segment>)| async move {
            let wanted = segments.len();
            let job = TranslationJob {
                priority,
                ..TranslationJob::new(pair, segments)
            };
            let translations = self.engine.translate(job).await?;
            if translations.len() == wanted {
                Ok((pair, translations))
            } else {
                Err(EngineError::Unavailable {
                    reason: format!("{} translations for {wanted} segments", translations.len()),
                })
            }
        };
        let translated = try_join_all(jobs.into_iter().map(translate)).await?;
        let texts = |(pair, translations): (LanguagePair, Vec<SegmentTranslation>)| {
            let texts = translations.into_iter().map(SegmentTranslation::into_text);
            (pair, texts.collect())
        };
        Ok(translated.into_iter().map(texts).collect())
    }
}

fn rejoin(
    text: &SegmentedText<'_>,
    target: Language,
    mut translations: Vec<String>,
    preserve: bool,
) -> String {
    for (sentence, translation) in text.sentences().iter().zip(&mut translations) {
        if dragoman_text::is_runaway(sentence.text(), translation) {
            metrics::counter!("dragoman_runaway_translations_total").increment(1);
            *translation = without_repetition(sentence, translation);
        }
        if preserve {
            *translation = dragoman_text::preserve_formatting(sentence.text(), translation);
        }
    }
    text.join_into(target, &translations)
}

/// A translation that ran away, cut to what can be trusted; the sentence itself if that would lose
/// a placeholder.
fn without_repetition(sentence: &Sentence<'_>, translation: &str) -> String {
    let cut = dragoman_text::truncate_runaway(sentence.text(), translation);
    let mut placeholders = sentence
        .placeholders()
        .iter()
        .filter_map(|range| sentence.text().get(range.clone()));
    if placeholders.all(|placeholder| cut.contains(placeholder)) {
        cut.into_owned()
    } else {
        sentence.text().to_owned()
    }
}
