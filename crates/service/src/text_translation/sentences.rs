//! Sentences of one language into another.

use dragoman_domain::{
    EngineError, LanguagePair, Priority, Segment, SegmentTranslation, TranslationJob,
};

use super::TextTranslator;
use super::layout::Sentence;

/// What holds for all sentences of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wishes {
    pub(super) priority: Priority,
    pub(super) preserve_formatting: bool,
}

impl TextTranslator {
    /// The translations of sentences, in order.
    pub(super) async fn translate_sentences(
        &self,
        pair: LanguagePair,
        sentences: Vec<Sentence>,
        wishes: Wishes,
    ) -> Result<Vec<SegmentTranslation>, EngineError> {
        let job = TranslationJob {
            priority: wishes.priority,
            alignment: sentences.iter().any(|sentence| sentence.has_markup),
            ..TranslationJob::new(
                pair,
                sentences
                    .iter()
                    .map(|sentence| sentence.segment.clone())
                    .collect(),
            )
        };
        let mut translations = self.run(job).await?;
        for (sentence, translation) in sentences.iter().zip(&mut translations) {
            cut_runaway(&sentence.segment, translation);
            if wishes.preserve_formatting {
                preserve_formatting(sentence.segment.text(), translation);
            }
        }
        Ok(translations)
    }

    /// Has the engine do a job, and checks that it did all of it.
    async fn run(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let wanted = job.segments.len();
        let translations = self.engine.translate(job).await?;
        if translations.len() == wanted {
            Ok(translations)
        } else {
            Err(EngineError::Unavailable {
                reason: format!("{} translations for {wanted} segments", translations.len()),
            })
        }
    }
}

fn preserve_formatting(source: &str, translation: &mut SegmentTranslation) {
    let initial = dragoman_text::preserve_initial_case(source, translation.text());
    translation.rewrite(&initial);
    let whole = dragoman_text::preserve_final_punctuation(source, translation.text());
    translation.rewrite(&whole);
}

/// Cuts a translation that ran away to what can be trusted; it becomes the segment itself if that
/// would lose a placeholder.
fn cut_runaway(segment: &Segment, translation: &mut SegmentTranslation) {
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
