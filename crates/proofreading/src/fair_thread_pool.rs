use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use dragoman_domain::{EngineError, KeyId};
use dragoman_tasks::{Interrupted, spawn_blocking};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

/// How long a client should wait before it asks again after a missed deadline.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The caller on whose behalf a text is read: a key, or the operator for `None`.
type Caller = Option<KeyId>;

/// Runs proofreading on threads for blocking work, because rules are CPU-bound, and limits the number of concurrent
/// texts. The pool is fair: only one text of each caller at a time is in the common queue, and the other texts of the
/// caller wait for that one.
#[derive(Debug, Clone)]
pub(crate) struct FairThreadPool {
    /// The common queue: one permit for each text that can be read at a time.
    permits: Arc<Semaphore>,
    /// A queue for each caller, of which only the first text is in the common queue.
    queues: Arc<Mutex<HashMap<Caller, Weak<Semaphore>>>>,
}

impl FairThreadPool {
    /// A pool that reads at most `threads` texts at a time.
    #[must_use]
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(threads.get())),
            queues: Arc::default(),
        }
    }

    async fn acquire(&self, caller: Caller) -> Result<OwnedSemaphorePermit, EngineError> {
        let closed = |_| failure("no texts are read any more");
        let queue = self.queue_of(caller);
        let _first = queue.acquire().await.map_err(closed)?;
        Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(closed)
    }

    fn queue_of(&self, caller: Caller) -> Arc<Semaphore> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(&caller).and_then(Weak::upgrade) {
            return queue;
        }
        queues.retain(|_, queue| queue.strong_count() > 0);
        let queue = Arc::new(Semaphore::new(1));
        queues.insert(caller, Arc::downgrade(&queue));
        queue
    }

    /// A pool that reads as many texts at a time as there are processors.
    #[must_use]
    pub(crate) fn per_processor() -> Self {
        Self::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Runs `read` on a thread when it is the caller's turn. Dropping the returned future sets the flag; `read` may
    /// then return early, with any result.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] if `read` panics: rules meet any text.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: Option<KeyId>,
        read: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let permit = self.acquire(caller).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let _cancellation = CancelOnDrop(Arc::clone(&stop));
        let reading = spawn_blocking(move || {
            // The permit is held until the work ends, even if no caller waits for the result.
            let _permit = permit;
            read(&stop)
        });
        reading.await.map_err(|interrupted| match interrupted {
            Interrupted::Panicked => failure("a rule panicked"),
            Interrupted::Stopped => failure("the reading was interrupted"),
        })
    }
}

/// The result of `work`, if it is ready by the deadline. Without a deadline there is no time limit.
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

/// Sets the flag when dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
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
        let pool = FairThreadPool::new(NonZeroUsize::MIN);
        let read = pool.run(None, |_| panic!("as a rule might")).await;
        assert!(matches!(read, Err(EngineError::Unavailable { .. })));
        let read = pool.run(None, |_| "read".to_owned()).await;
        assert_eq!(read.unwrap(), "read");
    }

    #[tokio::test]
    async fn after_the_deadline_the_reading_is_told_to_stop_and_its_permit_comes_back() {
        let pool = FairThreadPool::new(NonZeroUsize::MIN);
        let (stopped, was_stopped) = mpsc::channel();
        let endless = pool.run(None, move |stop| {
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
        let next = pool.run(None, |_| "next".to_owned()).await;
        assert_eq!(next.unwrap(), "next");
        assert_eq!(was_stopped.try_recv(), Ok(()));
    }

    #[tokio::test]
    async fn a_caller_with_many_texts_keeps_another_waiting_for_one_of_them() {
        use std::future::poll_fn;
        use std::pin::pin;
        use std::task::Poll;

        let pool = FairThreadPool::new(NonZeroUsize::MIN);
        let other = KeyId {
            account: dragoman_domain::AccountId(uuid::Uuid::nil()),
            key: uuid::Uuid::nil(),
        };
        let reading = pool.acquire(None).await.unwrap();
        let mut many: Vec<_> = (0..9).map(|_| Box::pin(pool.acquire(None))).collect();
        let mut late = pin!(pool.acquire(Some(other)));
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
