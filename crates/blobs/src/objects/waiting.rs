use std::io::{self, ErrorKind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use tokio::runtime::Handle;

/// What is added to the time that work takes at most, so that its own error comes first.
const GRACE: Duration = Duration::from_secs(2);

/// Has asynchronous work done for threads that may wait. It works on any thread, also on one of the runtime itself,
/// where the work may not get on as long as that waits; then the time is over.
#[derive(Clone)]
pub(crate) struct Blocking {
    pub(crate) runtime: Handle,
    /// How long a request takes at most, with all its attempts.
    pub(crate) patience: Duration,
}

impl Blocking {
    /// Waits for work of so many requests at most.
    pub(crate) fn wait<T, W>(&self, requests: u32, work: W) -> io::Result<T>
    where
        T: Send + 'static,
        W: Future<Output = io::Result<T>> + Send + 'static,
    {
        let longest = self.patience.saturating_mul(requests).saturating_add(GRACE);
        let (sender, receiver) = sync_channel(1);
        let task = self.runtime.spawn(async move {
            // Nobody may wait for it any more.
            let _ = sender.send(work.await);
        });
        match receiver.recv_timeout(longest) {
            Ok(result) => result,
            Err(RecvTimeoutError::Disconnected) => Err(stopped()),
            Err(RecvTimeoutError::Timeout) => {
                task.abort();
                Err(ErrorKind::TimedOut.into())
            }
        }
    }
}

/// The work on it panicked, or the program ends.
pub(crate) fn stopped() -> io::Error {
    io::Error::other("the work on it was stopped")
}
