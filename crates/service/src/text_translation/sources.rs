//! The language of each text.

use dragoman_domain::{Detection, Language, LanguagePair};

use super::texts::Texts;
use super::{TextTranslator, TranslationError, TranslationRequest};

impl TextTranslator {
    /// The language of each text, all of which can be translated into the target.
    pub(crate) async fn sources(
        &self,
        request: &TranslationRequest,
        texts: &Texts<'_>,
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
        let mut detections = detect(texts.words().map(str::to_owned).collect()).await?;
        if let Some(context) = &request.context {
            // The context is in the language of the texts: it helps those that are too short.
            for (detection, text) in detections.iter_mut().zip(texts.words()) {
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

    /// The language of a text of which this is a sample, if it can be told. Pairs with the target are
    /// preferred that can be translated.
    pub(crate) async fn language_of(
        &self,
        sample: String,
        target: Language,
    ) -> Result<Option<Language>, TranslationError> {
        let detections = self.detector.detect(vec![sample]).await;
        let detection = detections.ok_or(TranslationError::DetectorFailed)?.pop();
        Ok(match detection.unwrap_or(Detection::NoLanguage) {
            Detection::Detected(language) | Detection::Unsupported(Some(language)) => {
                Some(language)
            }
            Detection::Unsure(candidates) => self.guess(&candidates, &[], target),
            Detection::Unsupported(None) | Detection::NoLanguage => None,
        })
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
}
