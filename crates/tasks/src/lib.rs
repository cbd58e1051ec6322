//! Work on threads and in tasks of its own, and how it ended.
//!
//! The message of a panic may quote a customer's text: a text that is cut in the middle of a character is in it, and
//! so it is in the words of tokio's error for a task that panicked. Here neither leaves: who waits for work learns
//! that it panicked, and the log has the place, from the program's panic hook. A test keeps everything else from naming
//! what it could be read from.

mod set;

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio::task::{JoinError, JoinHandle};

pub use set::TaskSet;

/// Why work has no result. It says nothing of what the work was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// It panicked, which is a fault of this program.
    #[error("the work on it panicked")]
    Panicked,
    /// It was stopped, or the program ends.
    #[error("the work on it was stopped")]
    Stopped,
}

impl From<JoinError> for Interrupted {
    fn from(error: JoinError) -> Self {
        if error.is_panic() {
            Self::Panicked
        } else {
            Self::Stopped
        }
    }
}

/// Work in a task or on a thread of its own. It goes on when this is dropped.
#[derive(Debug)]
pub struct Task<T>(JoinHandle<T>);

impl<T> Task<T> {
    /// Stops the work at the next point where it waits. On a thread for work that takes a while it is only
    /// stopped if it has not begun.
    pub fn abort(&self) {
        self.0.abort();
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Interrupted>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|result| result.map_err(Interrupted::from))
    }
}

/// Does work in a task of its own.
///
/// # Panics
/// Outside of a runtime.
pub fn spawn<F>(work: F) -> Task<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    Task(tokio::spawn(work))
}

/// Does work that takes a while on a thread for it, so that nobody else waits.
///
/// # Panics
/// Outside of a runtime.
pub fn spawn_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
    Task(tokio::task::spawn_blocking(work))
}

/// Does work that may panic. What it has changed by then is left as it is.
///
/// # Errors
/// [`Interrupted::Panicked`].
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Interrupted::Panicked)
}

/// Waits for work that may panic.
///
/// # Errors
/// [`Interrupted::Panicked`].
pub async fn catch_async<F: Future>(work: F) -> Result<F::Output, Interrupted> {
    let mut work = pin!(work);
    poll_fn(
        |context| match catch(|| work.as_mut().poll(&mut *context)) {
            Ok(poll) => poll.map(Ok),
            Err(interrupted) => Poll::Ready(Err(interrupted)),
        },
    )
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "Fliederwäsche";

    fn cut() -> usize {
        // In the middle of a character: the panic quotes the text.
        SECRET[..9].len()
    }

    fn is_silent(interrupted: &Interrupted) -> bool {
        let words = format!("{interrupted} {interrupted:?}");
        !words.contains("Flieder") && words.contains("panicked")
    }

    #[tokio::test]
    async fn tokio_says_what_a_panic_says_and_this_does_not() {
        // What this crate is for: if it were not so, it could go.
        let error = tokio::spawn(async { cut() }).await.unwrap_err();
        assert!(error.to_string().contains(SECRET), "{error}");

        let in_a_task = spawn(async { cut() }).await.unwrap_err();
        let on_a_thread = spawn_blocking(cut).await.unwrap_err();
        let caught = catch(cut).unwrap_err();
        let awaited = async {
            tokio::task::yield_now().await;
            cut()
        };
        let awaited = catch_async(awaited).await.unwrap_err();
        let mut set = TaskSet::new();
        set.spawn(async { cut() });
        let in_a_set = set.join_next().await.unwrap().unwrap_err();
        for interrupted in [in_a_task, on_a_thread, caught, awaited, in_a_set] {
            assert_eq!(interrupted, Interrupted::Panicked);
            assert!(is_silent(&interrupted), "{interrupted}");
        }
    }

    #[tokio::test]
    async fn work_that_ends_gives_its_result_and_work_that_is_stopped_says_so() {
        assert_eq!(spawn(async { 1 }).await, Ok(1));
        assert_eq!(spawn_blocking(|| 2).await, Ok(2));
        assert_eq!(catch(|| 3), Ok(3));
        assert_eq!(catch_async(async { 4 }).await, Ok(4));
        let endless = spawn(std::future::pending::<()>());
        endless.abort();
        assert_eq!(endless.await, Err(Interrupted::Stopped));
    }

    #[tokio::test]
    async fn a_set_is_waited_for_to_the_last_whatever_becomes_of_each() {
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let mut set = TaskSet::new();
        set.spawn(async { panic!("first") });
        set.spawn(async move {
            tokio::task::yield_now().await;
            sender.send(()).unwrap();
        });
        set.join_all().await;
        assert_eq!(receiver.try_recv(), Ok(()));
    }
}
