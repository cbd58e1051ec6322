//! Texts with the same demands: what is worked out once for all of them, and the translations.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use dragoman_domain::{
    Guidance, KeyId, Language, LanguagePair, ModelType, Priority, Segment, TranslationJob,
};
use dragoman_style::Style;
use dragoman_terminology::Terminology;
use dragoman_text::SentenceSplitting;
use futures_util::future::try_join_all;

use super::guidance::Instructions;
use super::layout::Sentence;
use super::outcome::{Outcome, TextTranslation};
use super::texts::Text;
use super::{Recall, Resources, TextTranslator, Texts, TranslationError, TranslationRequest};

/// A request or a document that can be translated as it is wanted: what it asks for is checked and worked out, once for
/// however many batches of texts follow.
pub(crate) struct PreparedTranslation {
    pub(super) translator: TextTranslator,
    target: Language,
    splitting: SentenceSplitting,
    /// How the translations of each source language are to read, but for the context.
    guidance: BTreeMap<Language, Guidance>,
    pub(super) settings: JobSettings,
}

/// What holds for all jobs of a request or a document.
pub(super) struct JobSettings {
    caller: Option<KeyId>,
    priority: Priority,
    model: ModelType,
    pub(super) preserve_formatting: bool,
    pub(super) terminology: Option<Arc<Terminology>>,
    pub(super) recall: Option<Recall>,
    pub(super) style: Option<Arc<Style>>,
}

/// Sentences of one language, and what the engine is told about them.
pub(super) struct JobContext {
    pub(super) pair: LanguagePair,
    guidance: Guidance,
}

impl TextTranslator {
    /// Makes ready what is asked for of texts in these languages. The request's own texts, source, markup and context
    /// are not looked at.
    ///
    /// # Errors
    /// [`TranslationError`] if no engine does what is asked for and must not be left out.
    pub(crate) fn prepare(
        &self,
        caller: Option<KeyId>,
        request: &TranslationRequest,
        sources: impl IntoIterator<Item = Language>,
        resources: &Resources,
    ) -> Result<PreparedTranslation, TranslationError> {
        let instructions = Instructions::new(request, resources);
        let mut guidance = BTreeMap::new();
        for source in sources {
            if let Entry::Vacant(place) = guidance.entry(source) {
                let pair = LanguagePair::new(source, request.target);
                self.check_demands(pair, request, resources)?;
                place.insert(instructions.guidance(source));
            }
        }
        let style = resources.style.as_ref();
        Ok(PreparedTranslation {
            translator: self.clone(),
            target: request.target,
            splitting: request.splitting,
            guidance,
            settings: JobSettings {
                caller,
                priority: request.priority,
                model: request.model,
                preserve_formatting: request.preserve_formatting,
                terminology: resources.terminology.clone(),
                recall: resources.recall.clone(),
                style: style.map(|style| Arc::clone(&style.rules)),
            },
        })
    }
}

impl JobSettings {
    /// A job for segments, without any demand of their own.
    pub(super) fn job(&self, context: &JobContext, segments: Arc<[Segment]>) -> TranslationJob {
        TranslationJob {
            caller: self.caller,
            priority: self.priority,
            model: self.model,
            guidance: context.guidance.clone(),
            segments,
            ..TranslationJob::new(context.pair, Vec::new())
        }
    }
}

impl PreparedTranslation {
    /// Translates texts, each from its language, of which the preparation knew. The pairs are translated at the same
    /// time.
    ///
    /// # Errors
    /// [`TranslationError`]; then no text is translated.
    pub(crate) async fn translate<'texts>(
        &self,
        texts: &'texts Texts<'_>,
        sources: &[Language],
        context: Option<&str>,
    ) -> Result<Vec<TextTranslation<'texts>>, TranslationError> {
        let layouts = texts.iter().zip(sources).map(|(text, &source)| {
            let pair = LanguagePair::new(source, self.target);
            let outcome = if pair.is_identity() {
                Outcome::Unchanged
            } else {
                Outcome::Translated(text.layout(source, self.splitting), Vec::new())
            };
            TextTranslation {
                text,
                pair,
                outcome,
            }
        });
        let mut translations: Vec<TextTranslation<'texts>> = layouts.collect();
        self.recall_wholes(&mut translations).await?;
        let context: Option<Arc<str>> = context.map(Arc::from);
        let mut sentences: BTreeMap<LanguagePair, Vec<Sentence>> = BTreeMap::new();
        for (passage, translation) in translations.iter().enumerate() {
            if let Outcome::Translated(layout, _) = &translation.outcome {
                let of_pair = sentences.entry(translation.pair).or_default();
                of_pair.extend(layout.sentences(passage));
            }
        }
        let jobs = sentences.into_iter().map(|(pair, sentences)| {
            let context = self.context(pair, context.clone());
            async move {
                let translated = self.translate_sentences(&context, sentences).await?;
                Ok::<_, TranslationError>((pair, translated.into_iter()))
            }
        });
        let mut translated: BTreeMap<LanguagePair, _> =
            try_join_all(jobs).await?.into_iter().collect();
        for translation in &mut translations {
            if let Outcome::Translated(layout, of_text) = &mut translation.outcome
                && let Some(of_pair) = translated.get_mut(&translation.pair)
            {
                of_text.extend(of_pair.take(layout.len()));
            }
        }
        Ok(translations)
    }

    /// What the engine is told about sentences of a language, which have this context.
    pub(super) fn context(&self, pair: LanguagePair, context: Option<Arc<str>>) -> JobContext {
        let guidance = self.guidance.get(&pair.source).cloned();
        JobContext {
            pair,
            guidance: Guidance {
                context,
                ..guidance.unwrap_or_default()
            },
        }
    }

    /// Takes from the memory what it has for whole texts of more than a sentence: a unit of it may be more than one
    /// sentence, too.
    async fn recall_wholes(
        &self,
        translations: &mut [TextTranslation<'_>],
    ) -> Result<(), TranslationError> {
        let Some(recall) = &self.settings.recall else {
            return Ok(());
        };
        let mut by_source: BTreeMap<Language, (Vec<&mut Outcome<'_>>, Vec<&str>)> = BTreeMap::new();
        for TextTranslation {
            text,
            pair,
            outcome,
        } in translations
        {
            if let (Text::Plain(text), Outcome::Translated(layout, _)) = (text, &*outcome)
                && layout.len() > 0
                && !layout.is_sentence(text)
            {
                let (outcomes, texts) = by_source.entry(pair.source).or_default();
                outcomes.push(outcome);
                texts.push(text);
            }
        }
        for (source, (outcomes, texts)) in by_source {
            let found = recall.wholes(source, texts.into_iter()).await?;
            for (outcome, found) in outcomes.into_iter().zip(found) {
                if let Some(whole) = found {
                    *outcome = Outcome::Recalled(whole);
                }
            }
        }
        Ok(())
    }
}
