//! The queue of one mode and the workers who serve it.
//!
//! A worker is *active* while it has a pipeline or starts one, and *busy* while it works on
//! requests. Work goes to active workers first; another is called in only when more waits than
//! there are active workers that are not busy.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::fault::Fault;
use super::ledger::{Need, Retirement};
use super::relay::{Answer, Body};
use dragoman_domain::WorkOwner;
use dragoman_fairness::FairQueue;
use dragoman_fairness::{Closed, Permit, Refusal, Room};

/// A request that a worker works on: its body, and where the answer goes.
pub(super) type Begun = (Body, oneshot::Sender<Result<Answer, Fault>>);

/// One request to a mode's pipelines.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) body: Body,
    pub(super) reply: oneshot::Sender<Result<Answer, Fault>>,
    /// Held for its place in the queue.
    _place: Permit<WorkOwner>,
}

/// Requests that wait for one mode. Callers share it fairly, by the bytes of what is to be
/// translated; the requests of each keep their order.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    places: Arc<Room<WorkOwner>>,
    /// Wakes an active worker.
    work: Notify,
    /// Wakes a worker that is not active.
    call: Notify,
}

#[derive(Debug)]
struct State {
    waiting: FairQueue<WorkOwner, Request>,
    active: usize,
    busy: usize,
    closed: bool,
}

impl State {
    /// Whether one more worker is wanted.
    fn calls_for_more(&self) -> bool {
        self.waiting.len() > self.active.saturating_sub(self.busy)
    }
}

/// Requests that a worker has taken on. It is busy until it drops this.
#[derive(Debug)]
pub(super) struct Share<'a> {
    queue: &'a Queue,
    requests: Vec<Request>,
}

impl Share<'_> {
    /// The bodies of the requests and where their answers go. Their places in the queue are free.
    pub(super) fn begin(&mut self) -> VecDeque<Begun> {
        self.requests
            .drain(..)
            .map(|request| (request.body, request.reply))
            .collect()
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.busy = state.busy.saturating_sub(1);
    }
}

impl Queue {
    /// A queue with this many places.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: FairQueue::new(),
                active: 0,
                busy: 0,
                closed: false,
            }),
            places: Room::new(capacity),
            work: Notify::new(),
            call: Notify::new(),
        }
    }

    /// Whether a caller may have a place, those of requests that were taken back not counted.
    pub(super) fn check(&self, caller: WorkOwner) -> Result<(), Refusal> {
        self.places.check(caller, 1).or_else(|_| {
            self.state()
                .waiting
                .retain(|request| !request.reply.is_closed());
            self.places.check(caller, 1)
        })
    }

    /// Queues a caller's request, waiting for a place, and waits for its answer. Dropping the future
    /// takes the request back unless a pipeline already works on it.
    pub(super) async fn ask(&self, caller: WorkOwner, body: Body) -> Result<Answer, Fault> {
        let place = self.places.take(caller, 1).await;
        let place = place.map_err(|Closed| Fault::ShuttingDown)?;
        let (reply, answer) = oneshot::channel();
        self.push(
            caller,
            Request {
                body,
                reply,
                _place: place,
            },
        );
        answer.await.unwrap_or(Err(Fault::ShuttingDown))
    }

    /// Refuses what waits and whatever else comes.
    pub(super) fn close(&self) {
        self.places.close();
        let mut state = self.state();
        state.closed = true;
        state.waiting = FairQueue::new();
    }

    fn push(&self, caller: WorkOwner, request: Request) {
        let mut state = self.state();
        if state.closed {
            return;
        }
        let bytes = u64::try_from(request.body.text.len()).unwrap_or(u64::MAX);
        state.waiting.push(caller, bytes, request);
        let (has_workers, calls_for_more) = (state.active > 0, state.calls_for_more());
        drop(state);
        if has_workers {
            self.work.notify_one();
        }
        if calls_for_more {
            self.call.notify_one();
        }
    }

    /// Waits until one more worker is wanted and makes the caller active.
    pub(super) async fn enlist(&self) -> Need {
        loop {
            {
                let mut state = self.state();
                if state.calls_for_more() {
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

    /// Calls another worker in if there is work for it, too. Only for one who has a pipeline: one
    /// who has none and went on to call others would be called by itself, for ever.
    pub(super) fn call_more(&self) {
        if self.state().calls_for_more() {
            self.call.notify_one();
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
    ) -> Option<Share<'_>> {
        let waiting = async {
            loop {
                if let Some(share) = self.share(most) {
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

    /// One worker's share of what waits, without what was taken back.
    fn share(&self, most: usize) -> Option<Share<'_>> {
        let mut state = self.state();
        state.waiting.retain(|request| !request.reply.is_closed());
        let idle = state.active.saturating_sub(state.busy).max(1);
        let share = state.waiting.len().div_ceil(idle).min(most);
        if share == 0 {
            return None;
        }
        state.busy += 1;
        Some(Share {
            queue: self,
            requests: (0..share).filter_map(|_| state.waiting.pop()).collect(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
