use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use async_trait::async_trait;
use dragoman_correction::{Correction, Dictionaries, languages};
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};

use crate::fair_thread_pool::{FairThreadPool, by_deadline};

/// Proofreads the languages that [`dragoman_correction`] has rules for, with the dictionaries of a speller.
pub struct RuleProofreader {
    speller: Arc<dyn Speller>,
    pool: FairThreadPool,
}

impl RuleProofreader {
    /// Creates a proofreader that reads as many texts at a time as there are processors.
    #[must_use]
    pub fn new(speller: Arc<dyn Speller>) -> Self {
        Self {
            speller,
            pool: FairThreadPool::per_processor(),
        }
    }

    async fn read(
        &self,
        mut correction: Correction,
        caller: Option<KeyId>,
    ) -> Result<String, EngineError> {
        if correction.needs_dictionary() {
            let replace = move |stop: &AtomicBool| correction.replace_known_misspellings(stop);
            correction = self.pool.run(caller, replace).await?;
            let dictionaries = DictionariesFor {
                speller: &*self.speller,
                caller,
            };
            correction = correction.correct_spelling(&dictionaries).await?;
        }
        let read = move |stop: &AtomicBool| correction.apply_rules(stop);
        self.pool.run(caller, read).await
    }
}

#[async_trait]
impl Proofreader for RuleProofreader {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn languages(&self) -> Vec<Language> {
        languages(self.speller.languages())
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        let ProofreadingJob {
            language,
            text,
            kept,
            caller,
            deadline,
        } = job;
        match Correction::new(text, kept, language) {
            Ok(correction) => by_deadline(deadline, self.read(correction, caller)).await,
            Err(text) => Ok(text),
        }
    }
}

/// The dictionaries of a speller, bound to a caller: a key, or the operator for `None`.
struct DictionariesFor<'a> {
    speller: &'a dyn Speller,
    caller: Option<KeyId>,
}

impl Dictionaries for DictionariesFor<'_> {
    type Error = EngineError;

    fn languages(&self) -> Vec<Language> {
        self.speller.languages()
    }

    async fn look_up(
        &self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<Spelling>, EngineError> {
        self.speller.look_up(language, words, self.caller).await
    }

    async fn are_known(
        &self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<bool>, EngineError> {
        self.speller.are_known(language, words, self.caller).await
    }
}
