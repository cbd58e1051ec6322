//! The queue of one mode and the workers who serve it.
//!
//! A worker is *active* while it has a pipeline or starts one. Work goes to active workers first;
//! another is called in only when more waits than the active ones have in hand.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use super::ledger::{Need, Retirement};
use super::pipeline::Fault;

/// One request to a mode's pipelines.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) body: String,
    pub(super) reply: oneshot::Sender<Result<String, Fault>>,
    /// Its place in the queue.
    place: OwnedSemaphorePermit,
}

/// Requests that wait for one mode, in the order in which they came.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    places: Arc<Semaphore>,
    /// Wakes an active worker.
    work: Notify,
    /// Wakes a worker that is not active.
    call: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Request>,
    active: usize,
    closed: bool,
}

impl Queue {
    /// A queue with this many places.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::default(),
            places: Arc::new(Semaphore::new(capacity.clamp(1, Semaphore::MAX_PERMITS))),
            work: Notify::new(),
            call: Notify::new(),
        }
    }

    /// Whether no place is left, those of requests that were taken back not counted.
    pub(super) fn is_full(&self) -> bool {
        if self.places.available_permits() == 0 {
            self.state()
                .waiting
                .retain(|request| !request.reply.is_closed());
        }
        self.places.available_permits() == 0
    }

    /// Queues a request, waiting for a place, and waits for its answer. Dropping the future takes
    /// the request back unless a pipeline already works on it.
    pub(super) async fn ask(&self, body: String) -> Result<String, Fault> {
        let place = Arc::clone(&self.places)
            .acquire_owned()
            .await
            .map_err(|_| Fault::ShuttingDown)?;
        let (reply, answer) = oneshot::channel();
        self.push(Request { body, reply, place });
        answer.await.unwrap_or(Err(Fault::ShuttingDown))
    }

    /// Refuses what waits and whatever else comes.
    pub(super) fn close(&self) {
        self.places.close();
        let mut state = self.state();
        state.closed = true;
        state.waiting.clear();
    }

    fn push(&self, request: Request) {
        let mut state = self.state();
        if state.closed {
            return;
        }
        state.waiting.push_back(request);
        let (waiting, active) = (state.waiting.len(), state.active);
        drop(state);
        if active > 0 {
            self.work.notify_one();
        }
        if waiting > active {
            self.call.notify_one();
        }
    }

    /// Waits until one more worker is wanted and makes the caller active.
    pub(super) async fn enlist(&self) -> Need {
        loop {
            {
                let mut state = self.state();
                if state.waiting.len() > state.active {
                    state.active += 1;
                    return if state.active == 1 {
                        Need::Essential
                    } else {
                        Need::Extra
                    };
                }
            }
            self.call.notified().await;
        }
    }

    /// Waits until another request came that the active workers cannot take at once.
    pub(super) async fn called(&self) {
        self.call.notified().await;
    }

    /// Takes a worker out of active service.
    pub(super) fn discharge(&self) {
        let mut state = self.state();
        state.active = state.active.saturating_sub(1);
        let wanted = state.active == 0 && !state.waiting.is_empty();
        drop(state);
        if wanted {
            self.call.notify_one();
        } else {
            // A wake-up that the leaving worker may have taken.
            self.work.notify_one();
        }
    }

    /// The next requests for an active worker, at least one and at most `most`; `None` when the
    /// worker should leave, because there was nothing to do for `patience` or its memory is wanted.
    pub(super) async fn next(
        &self,
        most: usize,
        patience: Duration,
        retirement: &Retirement,
    ) -> Option<Vec<Request>> {
        let waiting = async {
            loop {
                let share = self.share(most);
                if !share.is_empty() {
                    return Some(share);
                }
                tokio::select! {
                    () = self.work.notified() => {}
                    () = retirement.wait() => return None,
                }
            }
        };
        timeout(patience, waiting).await.ok().flatten()
    }

    /// One worker's share of what waits, first come first, without what was taken back.
    fn share(&self, most: usize) -> Vec<Request> {
        let mut state = self.state();
        state.waiting.retain(|request| !request.reply.is_closed());
        let share = state.waiting.len().div_ceil(state.active.max(1)).min(most);
        state.waiting.drain(..share).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Request {
    /// Gives up the place in the queue: the request is being worked on.
    pub(super) fn begin(self) -> (String, oneshot::Sender<Result<String, Fault>>) {
        drop(self.place);
        (self.body, self.reply)
    }
}
