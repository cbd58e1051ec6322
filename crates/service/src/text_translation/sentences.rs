//! Sentences of one language into another.

use std::sync::Arc;

use dragoman_domain::{
    EngineError, Language, ModelType, Segment, SegmentTranslation, TranslationJob,
};
use dragoman_style::Style;
use dragoman_terminology::{Enforcement, Terminology, enforce, occurrences};
use dragoman_text::preserve_formatting;

use super::TranslationError;
use super::layout::Sentence;
use super::prepared::{JobContext, PreparedTranslation};

impl PreparedTranslation {
    /// The translations of sentences, in order.
    pub(super) async fn translate_sentences(
        &self,
        context: &JobContext,
        mut sentences: Vec<Sentence>,
    ) -> Result<Vec<SegmentTranslation>, TranslationError> {
        let Some(recall) = &self.settings.recall else {
            return self.translate_anew(context, sentences).await;
        };
        // What is recalled has no alignment, without which tags cannot be placed between its words.
        let segments: Vec<Segment> = sentences
            .iter()
            .filter(|sentence| !sentence.has_markup)
            .map(|sentence| sentence.segment.clone())
            .collect();
        let mut found = recall
            .translations(context.pair.source, &segments)
            .await?
            .into_iter();
        let recalled: Vec<Option<SegmentTranslation>> = sentences
            .iter()
            .map(|sentence| {
                if sentence.has_markup {
                    None
                } else {
                    found.next().flatten()
                }
            })
            .collect();
        let mut is_recalled = recalled.iter().map(Option::is_some);
        sentences.retain(|_| is_recalled.next() != Some(true));
        let mut anew = self.translate_anew(context, sentences).await?.into_iter();
        Ok(recalled
            .into_iter()
            .filter_map(|recalled| recalled.or_else(|| anew.next()))
            .collect())
    }

    /// Has the engine translate sentences.
    async fn translate_anew(
        &self,
        context: &JobContext,
        mut sentences: Vec<Sentence>,
    ) -> Result<Vec<SegmentTranslation>, TranslationError> {
        let job = self.job(context, &mut sentences);
        let segments = Arc::clone(&job.segments);
        let mut translations = self.run(job, segments.iter()).await?;
        if segments.iter().any(has_terms) {
            self.steer(context, &segments, &mut translations).await?;
        }
        self.finish(context, sentences, translations).await
    }

    /// A job for sentences, in which terms are found.
    pub(super) fn job(&self, context: &JobContext, sentences: &mut [Sentence]) -> TranslationJob {
        if let Some(terminology) = &self.settings.terminology {
            for sentence in sentences.iter_mut() {
                find_terms(&mut sentence.segment, terminology);
            }
        }
        let has_markup = sentences.iter().any(|sentence| sentence.has_markup);
        let segments: Arc<[Segment]> = sentences
            .iter()
            .map(|sentence| sentence.segment.clone())
            .collect();
        TranslationJob {
            alignment: has_markup || segments.iter().any(has_terms),
            ..self.settings.job(context, segments)
        }
    }

    /// Makes of the engine's translations of sentences, one for each, what was asked for.
    pub(super) async fn finish(
        &self,
        context: &JobContext,
        sentences: Vec<Sentence>,
        mut translations: Vec<SegmentTranslation>,
    ) -> Result<Vec<SegmentTranslation>, TranslationError> {
        let settings = &self.settings;
        for (Sentence { segment, .. }, translation) in sentences.iter().zip(&mut translations) {
            // Once, for all that must leave them as they are.
            if has_terms(segment) || settings.style.is_some() {
                translation.find_placeholders(segment);
            }
            if settings.preserve_formatting {
                preserve_formatting(segment, translation);
            }
            // After that, because a term is written as its entry has it.
            if has_terms(segment) {
                count(enforce(segment, translation, context.pair.target));
            }
        }
        match &settings.style {
            None => Ok(translations),
            Some(style) => restyle(Arc::clone(style), sentences, translations).await,
        }
    }

    /// Translates those segments again, under the eyes of their terms, that came back without
    /// some of them; whichever of the two translations has more of them stays.
    ///
    /// A translation that has its terms without being told to is better than one made to have
    /// them, so this is the second attempt and not the first. A language model has been told of
    /// them already, and is told once more.
    async fn steer(
        &self,
        context: &JobContext,
        segments: &[Segment],
        translations: &mut [SegmentTranslation],
    ) -> Result<(), EngineError> {
        let has_ability = self.can_steer(context);
        let can_steer = |translation: &SegmentTranslation| {
            has_ability || translation.origin().model() == ModelType::QualityOptimized
        };
        let target = context.pair.target;
        let mut places = Vec::new();
        for (segment, translation) in segments.iter().zip(translations) {
            if segment.terms().is_empty() || !can_steer(translation) {
                continue;
            }
            let used = terms_used(segment, translation, target);
            if used < segment.terms().len() {
                places.push((segment, translation, used));
            }
        }
        if places.is_empty() {
            return Ok(());
        }
        let again = places.iter().map(|(segment, ..)| (*segment).clone());
        let job = self.steered(context, again.collect());
        let steered = self.run(job, places.iter().map(|(segment, ..)| *segment));
        for (steered, (segment, translation, used)) in steered.await?.into_iter().zip(places) {
            if terms_used(segment, &steered, target) > used {
                *translation = steered;
            }
        }
        Ok(())
    }

    /// Whether the search of the engine for a pair can be steered towards terms.
    pub(super) fn can_steer(&self, context: &JobContext) -> bool {
        let offer = self.translator.engine.offer(context.pair);
        offer.is_some_and(|offer| offer.abilities.terms)
    }

    /// A job whose search is steered towards the terms of its segments.
    pub(super) fn steered(&self, context: &JobContext, segments: Arc<[Segment]>) -> TranslationJob {
        TranslationJob {
            alignment: true,
            seeks_terms: true,
            ..self.settings.job(context, segments)
        }
    }

    /// Has the engine do a job for these segments, checks that it did all of it, and cuts what ran
    /// away.
    async fn run(
        &self,
        job: TranslationJob,
        segments: impl Iterator<Item = &Segment>,
    ) -> Result<Vec<SegmentTranslation>, EngineError> {
        let wanted = job.segments.len();
        let mut translations = self.translator.engine.translate(job).await?;
        if translations.len() != wanted {
            return Err(incomplete(translations.len(), wanted));
        }
        for (segment, translation) in segments.zip(&mut translations) {
            cut_runaway(segment, translation);
        }
        Ok(translations)
    }
}

/// Writes translations as the rules of a style rule list want it, but for what must stay as it is.
async fn restyle(
    style: Arc<Style>,
    sentences: Vec<Sentence>,
    mut translations: Vec<SegmentTranslation>,
) -> Result<Vec<SegmentTranslation>, TranslationError> {
    // Many rules and much text take a tenth of a second, which other requests should not wait for.
    let restyle = move || {
        for (sentence, translation) in sentences.iter().zip(&mut translations) {
            let kept = sentence.fixed_in(translation);
            style.apply(translation, &kept);
        }
        translations
    };
    dragoman_tasks::spawn_blocking(restyle)
        .await
        .map_err(|_| TranslationError::StyleFailed)
}

fn has_terms(segment: &Segment) -> bool {
    !segment.terms().is_empty()
}

/// How many of the terms of a segment a translation uses.
pub(super) fn terms_used(
    segment: &Segment,
    translation: &SegmentTranslation,
    target: Language,
) -> usize {
    let places = occurrences(segment, translation, target);
    places.iter().flatten().count()
}

/// An engine did not do all that it was asked for.
pub(super) fn incomplete(made: usize, wanted: usize) -> EngineError {
    EngineError::Unavailable {
        reason: format!("{made} translations for {wanted} segments"),
    }
}

fn find_terms(segment: &mut Segment, terminology: &Terminology) {
    let terms = terminology.find(segment.text(), segment.placeholders());
    *segment = std::mem::take(segment).with_terms(terms);
}

fn count(enforcement: Enforcement) {
    let Enforcement {
        kept,
        replaced,
        missed,
    } = enforcement;
    for (outcome, number) in [("kept", kept), ("replaced", replaced), ("missed", missed)] {
        metrics::counter!("dragoman_glossary_terms_total", "outcome" => outcome)
            .increment(number as u64);
    }
}

/// Cuts a translation that ran away to what can be trusted; it becomes the segment itself if that
/// would lose a placeholder.
pub(super) fn cut_runaway(segment: &Segment, translation: &mut SegmentTranslation) {
    if !dragoman_text::is_runaway(segment.text(), translation.text()) {
        return;
    }
    metrics::counter!("dragoman_runaway_translations_total").increment(1);
    let cut = dragoman_text::truncate_runaway(segment.text(), translation.text()).into_owned();
    let mut placeholders = segment
        .placeholders()
        .iter()
        .filter_map(|range| segment.text().get(range.clone()));
    if placeholders.all(|placeholder| cut.contains(placeholder)) {
        translation.rewrite(&cut);
    } else {
        *translation = SegmentTranslation::from(segment.text().to_owned());
    }
}
