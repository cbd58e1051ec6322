use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;

use crate::reader::Reader;

/// The longest text that is read, in bytes; requests have far less.
const LONGEST: usize = 1 << 20;

/// After how long it is worth asking again when a deadline was missed.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Proofreads English, in general and in the variants of the United States and of Britain.
///
/// In plain English the spelling of either variant is right. Texts are read on threads for blocking work, a limited number
/// at a time. The dictionary is made for the first text.
pub struct EnglishProofreader {
    reader: Arc<OnceLock<Reader>>,
    turns: Arc<Semaphore>,
}

impl EnglishProofreader {
    /// Reads no more than `threads` texts at a time.
    #[must_use]
    pub fn new(threads: NonZeroUsize) -> Self {
        Self {
            reader: Arc::new(OnceLock::new()),
            turns: Arc::new(Semaphore::new(threads.get())),
        }
    }

    async fn read(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|_| failure("no texts are read any more"))?;
        let reader = Arc::clone(&self.reader);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Stop(Arc::clone(&stop));
        let work = spawn_blocking(move || {
            // The turn ends with the work, not with the interest in it.
            let _turn = turn;
            let ProofreadingJob {
                text,
                language,
                kept,
                ..
            } = job;
            caught(|| {
                reader
                    .get_or_init(Reader::new)
                    .proofread(&text, language, &kept, &stop)
            })
        });
        let read = work.await;
        drop(stopped);
        read.unwrap_or_else(|_| Err(failure("proofreading was interrupted")))
    }
}

/// What comes out, or an error if a rule panics: those of other people meet any text here.
fn caught(read: impl FnOnce() -> String) -> Result<String, EngineError> {
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| failure("a rule of grammar panicked"))
}

fn failure(reason: &str) -> EngineError {
    EngineError::Unavailable {
        reason: reason.to_owned(),
    }
}

/// Ends the work when nobody waits for it any more.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
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
        if job.text.len() > LONGEST {
            return Err(failure("the text is too long to be read"));
        }
        let deadline = job.deadline;
        let work = self.read(job);
        match deadline {
            None => work.await,
            Some(deadline) => timeout_at(deadline.into(), work).await.unwrap_or_else(|_| {
                Err(EngineError::Overloaded {
                    reason: "proofreading took too long".to_owned(),
                    retry_after: RETRY_AFTER,
                })
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_panics_is_an_error() {
        assert!(matches!(
            caught(|| panic!("as a rule might")),
            Err(EngineError::Unavailable { .. })
        ));
        assert_eq!(caught(|| "read".to_owned()).unwrap(), "read");
    }
}
