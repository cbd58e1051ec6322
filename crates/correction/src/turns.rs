use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dragoman_domain::EngineError;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;

/// After how long it is worth asking again when a deadline was missed.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Has texts read on threads for blocking work, a limited number at a time: rules keep a processor busy.
#[derive(Debug, Clone)]
pub struct Turns {
    turns: Arc<Semaphore>,
}

impl Turns {
    /// No more than `threads` texts at a time.
    #[must_use]
    pub fn new(threads: NonZeroUsize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(threads.get())),
        }
    }

    /// As many texts at a time as there are processors.
    #[must_use]
    pub fn per_processor() -> Self {
        Self::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// What `read` makes of a text, once it is its turn. It is told by the flag that nobody waits any more, and may then
    /// return whatever it has.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] if `read` panics: rules meet any text.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|_| failure("no texts are read any more"))?;
        let stop = Arc::new(AtomicBool::new(false));
        let _interest = Interest(Arc::clone(&stop));
        let reading = spawn_blocking(move || {
            // The turn ends with the work, not with the interest in it.
            let _turn = turn;
            catch_unwind(AssertUnwindSafe(|| read(&stop)))
        });
        let read = reading.await;
        let read = read.map_err(|_| failure("the reading was interrupted"))?;
        read.map_err(|_| failure("a rule panicked"))
    }
}

/// What comes of `work` by a deadline, if there is one.
///
/// # Errors
/// [`EngineError::Overloaded`] if the deadline passes, and those of `work`.
pub async fn by_deadline(
    deadline: Option<Instant>,
    work: impl Future<Output = Result<String, EngineError>>,
) -> Result<String, EngineError> {
    let Some(deadline) = deadline else {
        return work.await;
    };
    let late = |_| EngineError::Overloaded {
        reason: "proofreading took too long".to_owned(),
        retry_after: RETRY_AFTER,
    };
    timeout_at(deadline.into(), work)
        .await
        .map_err(late)
        .flatten()
}

fn failure(reason: &str) -> EngineError {
    EngineError::Unavailable {
        reason: reason.to_owned(),
    }
}

/// Somebody waits; the flag is set when nobody does any more.
struct Interest(Arc<AtomicBool>);

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_rule_that_panics_is_an_error_and_the_next_text_is_read() {
        let turns = Turns::new(NonZeroUsize::MIN);
        let read = turns.read(|_| panic!("as a rule might")).await;
        assert!(matches!(read, Err(EngineError::Unavailable { .. })));
        let read = turns.read(|_| "read".to_owned()).await;
        assert_eq!(read.unwrap(), "read");
    }

    #[tokio::test]
    async fn after_the_deadline_the_reading_is_told_to_stop_and_its_turn_comes_back() {
        let turns = Turns::new(NonZeroUsize::MIN);
        let (stopped, was_stopped) = mpsc::channel();
        let endless = turns.read(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            stopped.send(()).ok();
            String::new()
        });
        let past = Instant::now();
        let read = by_deadline(Some(past), endless).await;
        // Work whose deadline has passed is begun at most.
        assert!(matches!(read, Err(EngineError::Overloaded { .. })));
        let next = turns.read(|_| "next".to_owned()).await;
        assert_eq!(next.unwrap(), "next");
        assert_eq!(was_stopped.try_recv(), Ok(()));
    }
}
