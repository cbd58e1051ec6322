use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use dragoman_domain::{EngineError, KeyId};
use dragoman_tasks::{Interrupted, spawn_blocking};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

/// After how long it is worth asking again when a deadline was missed.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// For whom a text is read: a key, or the operator.
type Caller = Option<KeyId>;

/// Has texts read on threads for blocking work, a limited number at a time: rules keep a processor busy. Callers take
/// turns: of each only one text at a time waits among those of others, and its further ones behind that.
#[derive(Debug, Clone)]
pub(crate) struct ReadingThreads {
    turns: Arc<Semaphore>,
    /// What the texts of a caller pass through before they wait among those of others.
    doors: Arc<Mutex<HashMap<Caller, Weak<Semaphore>>>>,
}

impl ReadingThreads {
    /// No more than `threads` texts at a time.
    #[must_use]
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(threads.get())),
            doors: Arc::default(),
        }
    }

    async fn take(&self, caller: Caller) -> Result<OwnedSemaphorePermit, EngineError> {
        let closed = |_| failure("no texts are read any more");
        let door = self.door(caller);
        let _at_the_door = door.acquire().await.map_err(closed)?;
        Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(closed)
    }

    fn door(&self, caller: Caller) -> Arc<Semaphore> {
        let mut doors = self.doors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(door) = doors.get(&caller).and_then(Weak::upgrade) {
            return door;
        }
        doors.retain(|_, door| door.strong_count() > 0);
        let door = Arc::new(Semaphore::new(1));
        doors.insert(caller, Arc::downgrade(&door));
        door
    }

    /// As many texts at a time as there are processors.
    #[must_use]
    pub(crate) fn per_processor() -> Self {
        Self::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// What `read` makes of a text, once it is its turn. It is told by the flag that nobody waits any more, and may then
    /// return whatever it has.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] if `read` panics: rules meet any text.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        caller: Option<KeyId>,
        read: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let turn = self.take(caller).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let _interest = Interest(Arc::clone(&stop));
        let reading = spawn_blocking(move || {
            // The turn ends with the work, not with the interest in it.
            let _turn = turn;
            read(&stop)
        });
        reading.await.map_err(|interrupted| match interrupted {
            Interrupted::Panicked => failure("a rule panicked"),
            Interrupted::Stopped => failure("the reading was interrupted"),
        })
    }
}

/// What comes of `work` by a deadline, if there is one.
///
/// # Errors
/// [`EngineError::Overloaded`] if the deadline passes, and those of `work`.
pub(crate) async fn by_deadline(
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
        let turns = ReadingThreads::new(NonZeroUsize::MIN);
        let read = turns.read(None, |_| panic!("as a rule might")).await;
        assert!(matches!(read, Err(EngineError::Unavailable { .. })));
        let read = turns.read(None, |_| "read".to_owned()).await;
        assert_eq!(read.unwrap(), "read");
    }

    #[tokio::test]
    async fn after_the_deadline_the_reading_is_told_to_stop_and_its_turn_comes_back() {
        let turns = ReadingThreads::new(NonZeroUsize::MIN);
        let (stopped, was_stopped) = mpsc::channel();
        let endless = turns.read(None, move |stop| {
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
        let next = turns.read(None, |_| "next".to_owned()).await;
        assert_eq!(next.unwrap(), "next");
        assert_eq!(was_stopped.try_recv(), Ok(()));
    }

    #[tokio::test]
    async fn a_caller_with_many_texts_keeps_another_waiting_for_one_of_them() {
        use std::future::poll_fn;
        use std::pin::pin;
        use std::task::Poll;

        let turns = ReadingThreads::new(NonZeroUsize::MIN);
        let other = KeyId {
            account: dragoman_domain::AccountId(uuid::Uuid::nil()),
            key: uuid::Uuid::nil(),
        };
        let reading = turns.take(None).await.unwrap();
        let mut many: Vec<_> = (0..9).map(|_| Box::pin(turns.take(None))).collect();
        let mut late = pin!(turns.take(Some(other)));
        // All wait, in this order.
        poll_fn(|context| {
            for waiting in &mut many {
                assert!(waiting.as_mut().poll(context).is_pending());
            }
            assert!(late.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        drop(reading);
        drop(many.remove(0).await.unwrap());
        drop(late.await.unwrap());
        drop(many.remove(0).await.unwrap());
    }
}
