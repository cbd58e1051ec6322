//! The jobs of an engine: their passages, several at a time.

use dragoman_domain::TranslationJob;
use futures_util::{StreamExt, stream};

use super::batches::passages;
use super::engine::LanguageModel;
use super::passage::{Attempt, Passage};

impl LanguageModel {
    /// Translates what can be translated of a job.
    pub(crate) async fn attempt(&self, job: &TranslationJob) -> Attempt {
        let deadline = self.deadline(job.priority, job.deadline);
        let passages = passages(&job.segments).into_iter().map(|range| {
            let segments = job.segments.get(range).unwrap_or_default();
            Passage::new(self, job, segments, deadline).translate()
        });
        let mut attempts = stream::iter(passages).buffered(self.config().concurrency);
        let mut attempt = Attempt {
            translations: Vec::with_capacity(job.segments.len()),
            fault: None,
        };
        while let Some(of_passage) = attempts.next().await {
            attempt.translations.extend(of_passage.translations);
            attempt.fault = attempt.fault.or(of_passage.fault);
        }
        attempt
    }
}
