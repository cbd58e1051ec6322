use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};
use dragoman_grammar::GrammarChecker;

use crate::fair_thread_pool::{FairThreadPool, by_deadline};

/// The maximum length of a text, in bytes; requests are much smaller.
const MAX_LENGTH: usize = 1 << 20;

/// Proofreads English in general and its American and British variants.
///
/// In plain English both spellings are correct. The dictionary is created for the first text.
pub struct EnglishProofreader {
    checker: Arc<OnceLock<GrammarChecker>>,
    pool: FairThreadPool,
}

impl EnglishProofreader {
    /// Reads at most `threads` texts at a time. Harper's rules have mutable state, so that they check only one text of
    /// a dialect at a time; the other steps run in parallel.
    #[must_use]
    pub fn new(threads: NonZeroUsize) -> Self {
        Self {
            checker: Arc::new(OnceLock::new()),
            pool: FairThreadPool::new(threads),
        }
    }

    async fn read(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        let (checker, caller) = (Arc::clone(&self.checker), job.caller);
        let read = move |stop: &AtomicBool| {
            let checker = checker.get_or_init(GrammarChecker::new);
            checker.proofread(&job.text, job.language, &job.kept, stop)
        };
        self.pool.run(caller, read).await
    }
}

fn failure(reason: &str) -> EngineError {
    EngineError::Unavailable {
        reason: reason.to_owned(),
    }
}

#[async_trait]
impl Proofreader for EnglishProofreader {
    fn name(&self) -> &'static str {
        "grammar"
    }

    fn languages(&self) -> Vec<Language> {
        let tags = ["en", "en-GB", "en-US"].into_iter();
        tags.filter_map(|tag| Language::parse(tag).ok()).collect()
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        if !self.languages().contains(&job.language) {
            return Err(failure("only English is read"));
        }
        if job.text.len() > MAX_LENGTH {
            return Err(failure("the text is too long to be read"));
        }
        by_deadline(job.deadline, self.read(job)).await
    }
}
