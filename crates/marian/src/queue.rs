//! The queue of everything that is to be decoded, which the scheduler fills and its workers empty.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dragoman_domain::{Priority, WorkOwner};
use dragoman_fairness::Permit;
use dragoman_nmt::{Helper, Model, SearchOptions, Source, TokenTranslation};
use tokio::sync::oneshot;

use super::lanes::{Lanes, Policy};
use super::throughput::Throughput;

/// Tells models apart: where in memory they are. Whoever waits for a model keeps it there.
pub(super) type ModelKey = usize;

/// The key of a model.
pub(super) fn key_of(model: &Arc<Model>) -> ModelKey {
    Arc::as_ptr(model).addr()
}

/// Why sources were not decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// Too much waits already.
    #[error("the queue is full")]
    Full {
        /// When there will be room again.
        retry_after: Duration,
    },
    /// Too much of the caller's waits already.
    #[error("as much work of this key is waiting as is allowed")]
    Share {
        /// When there will be room again.
        retry_after: Duration,
    },
    /// The computation failed.
    #[error("the decoder failed")]
    Failed,
    /// The threads end.
    #[error("the engine is shutting down")]
    ShuttingDown,
}

/// The translations of a source, or why there are none.
pub(super) type Reply = Result<Vec<TokenTranslation>, Fault>;

/// A source on its way to a worker.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) model: Arc<Model>,
    pub(super) source: Source,
    pub(super) options: SearchOptions,
    pub(super) arrived: Instant,
    pub(super) reply: oneshot::Sender<Reply>,
    /// Held for its room in the queue.
    pub(super) _room: Permit<WorkOwner>,
}

/// What waits to be decoded: those who give orders put it in, and threads take it out.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Wakes threads that have nothing to do.
    wake: Condvar,
    /// How often threads were called for: those that help others see it, and come.
    calls: AtomicU64,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) lanes: Lanes<WorkOwner, ModelKey, Work>,
    pub(super) throughput: Throughput,
    /// Threads that sleep.
    pub(super) idle: usize,
    /// What idle threads can do while nothing waits: help others.
    helpers: Vec<Helper>,
    pub(super) closed: bool,
}

impl State {
    /// Whether a thread is idle that nobody has asked for help.
    pub(super) fn can_help(&self) -> bool {
        self.idle > self.helpers.len() && !self.lanes.is_waiting() && !self.closed
    }

    /// Whom an idle thread can help.
    pub(super) fn take_helper(&mut self) -> Option<Helper> {
        self.helpers.pop()
    }
}

impl Queue {
    /// One in which nothing waits, and which gives work out by this policy.
    pub(super) fn new(policy: Policy) -> Self {
        Self {
            state: Mutex::new(State {
                lanes: Lanes::new(policy),
                throughput: Throughput::default(),
                idle: 0,
                helpers: Vec::new(),
                closed: false,
            }),
            wake: Condvar::new(),
            calls: AtomicU64::new(0),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until something may have come, and gives the state back.
    pub(super) fn sleep<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.idle += 1;
        let mut state = self
            .wake
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        state
    }

    /// Calls as many of the idle threads as there are sources, and those that help others.
    pub(super) fn wake(&self, sources: usize, idle: usize) {
        self.calls.fetch_add(1, Ordering::Release);
        if sources >= idle {
            self.wake.notify_all();
        } else {
            (0..sources).for_each(|_| self.wake.notify_one());
        }
    }

    /// Has an idle thread help another one.
    pub(super) fn ask_for_help(&self, mut state: MutexGuard<'_, State>, helper: Helper) {
        state.helpers.push(helper);
        drop(state);
        self.wake.notify_one();
    }

    /// Calls all threads that do not compute for themselves.
    pub(super) fn wake_all(&self) {
        self.calls.fetch_add(1, Ordering::Release);
        self.wake.notify_all();
    }

    /// How often threads were called for.
    pub(super) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Acquire)
    }
}

/// Publishes how much waits in a lane.
#[expect(clippy::cast_precision_loss, reason = "a metric need not be exact")]
pub(super) fn gauge_queue(state: &State, lane: Priority) {
    metrics::gauge!("dragoman_neural_queue_tokens", "priority" => lane.as_str())
        .set(state.lanes.tokens(lane) as f64);
}
