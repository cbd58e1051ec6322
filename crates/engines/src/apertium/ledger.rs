//! Who holds how much memory, and who has to give it back.
//!
//! A pipeline is started only on a [`Lease`]. When the budget does not allow another one, those
//! used least recently are told to retire, and the newcomer waits until they are gone.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// What a pipeline is taken to need before its mode was ever measured.
const FIRST_ESTIMATE: u64 = 160 << 20;

/// The memory budget of all pipelines of one engine.
#[derive(Debug)]
pub(super) struct Ledger {
    budget: u64,
    engine: &'static str,
    /// Those who wait take turns, so that a large pipeline is not passed over for ever.
    turn: tokio::sync::Mutex<()>,
    state: Mutex<State>,
    released: Notify,
}

#[derive(Debug, Default)]
struct State {
    entries: Vec<Entry>,
    next_id: u64,
    uses: u64,
    measured: HashMap<String, u64>,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    bytes: u64,
    last_use: u64,
    busy: bool,
    retirement: Arc<Retirement>,
}

/// Tells the holder of a lease that its memory is wanted.
#[derive(Debug, Default)]
pub(super) struct Retirement {
    due: AtomicBool,
    came_due: Notify,
}

impl Retirement {
    pub(super) fn is_due(&self) -> bool {
        self.due.load(Ordering::Acquire)
    }

    /// Waits until it is due.
    pub(super) async fn wait(&self) {
        let mut came_due = pin!(self.came_due.notified());
        came_due.as_mut().enable();
        if !self.is_due() {
            came_due.await;
        }
    }

    fn set_due(&self) {
        self.due.store(true, Ordering::Release);
        self.came_due.notify_waiters();
    }
}

/// What a pipeline is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Without it the work cannot be done: others retire, busy ones after their request.
    Essential,
    /// It would make the work quicker: only idle ones retire, and there is no waiting.
    Extra,
}

impl Ledger {
    pub(super) fn new(budget: u64, engine: &'static str) -> Self {
        Self {
            budget,
            engine,
            turn: tokio::sync::Mutex::default(),
            state: Mutex::default(),
            released: Notify::new(),
        }
    }

    /// Room for one pipeline of `mode`; `None` only for an extra one.
    ///
    /// A single pipeline is always granted, even if it alone exceeds the budget.
    pub(super) async fn lease(self: &Arc<Self>, mode: &str, need: Need) -> Option<Lease> {
        let _turn = match need {
            Need::Essential => self.turn.lock().await,
            Need::Extra => self.turn.try_lock().ok()?,
        };
        loop {
            let mut released = pin!(self.released.notified());
            released.as_mut().enable();
            if let Some(lease) = self.try_lease(mode, need) {
                return Some(lease);
            }
            if need == Need::Extra {
                return None;
            }
            released.await;
        }
    }

    fn try_lease(self: &Arc<Self>, mode: &str, need: Need) -> Option<Lease> {
        let mut state = self.state();
        let bytes = state.measured.get(mode).copied().unwrap_or(FIRST_ESTIMATE);
        if state.entries.is_empty() || state.total().saturating_add(bytes) <= self.budget {
            return Some(self.enter(&mut state, mode, bytes));
        }
        let excess = state
            .total()
            .saturating_add(bytes)
            .saturating_sub(self.budget);
        state.retire(excess, need == Need::Essential);
        None
    }

    fn enter(self: &Arc<Self>, state: &mut State, mode: &str, bytes: u64) -> Lease {
        state.next_id += 1;
        state.uses += 1;
        let entry = Entry {
            id: state.next_id,
            bytes,
            last_use: state.uses,
            busy: true,
            retirement: Arc::default(),
        };
        let lease = Lease {
            ledger: Arc::clone(self),
            id: entry.id,
            mode: mode.to_owned(),
            retirement: Arc::clone(&entry.retirement),
        };
        state.entries.push(entry);
        self.publish(state);
        lease
    }

    /// How much memory is held, in bytes, as last measured or estimated.
    pub(super) fn held(&self) -> u64 {
        self.state().total()
    }

    /// What one pipeline of `mode` was last measured to hold, in bytes.
    pub(super) fn measured(&self, mode: &str) -> Option<u64> {
        self.state().measured.get(mode).copied()
    }

    fn publish(&self, state: &State) {
        // A gauge has the precision of a float anyway.
        #[allow(clippy::cast_precision_loss)]
        let (count, bytes) = (state.entries.len() as f64, state.total() as f64);
        metrics::gauge!("dragoman_engine_pipelines", "engine" => self.engine).set(count);
        metrics::gauge!("dragoman_engine_memory_bytes", "engine" => self.engine).set(bytes);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn total(&self) -> u64 {
        self.entries.iter().map(|entry| entry.bytes).sum()
    }

    /// Tells pipelines to retire until `excess` bytes are on their way out: idle ones first, and
    /// among those the least recently used.
    fn retire(&mut self, excess: u64, may_take_busy: bool) {
        let leaving: u64 = self
            .entries
            .iter()
            .filter(|entry| entry.retirement.is_due())
            .map(|entry| entry.bytes)
            .sum();
        let mut missing = excess.saturating_sub(leaving);
        let mut candidates: Vec<&Entry> = self
            .entries
            .iter()
            .filter(|entry| !entry.retirement.is_due() && (may_take_busy || !entry.busy))
            .collect();
        candidates.sort_by_key(|entry| (entry.busy, entry.last_use));
        for entry in candidates {
            if missing == 0 {
                break;
            }
            missing = missing.saturating_sub(entry.bytes);
            entry.retirement.set_due();
        }
    }
}

/// Room for one pipeline, given back on drop: drop it after the pipeline's processes are gone.
#[derive(Debug)]
pub(super) struct Lease {
    ledger: Arc<Ledger>,
    id: u64,
    mode: String,
    retirement: Arc<Retirement>,
}

impl Lease {
    pub(super) fn retirement(&self) -> &Retirement {
        &self.retirement
    }

    /// Says that the pipeline now works on a request, or no longer does.
    pub(super) fn set_busy(&self, busy: bool) {
        let mut state = self.ledger.state();
        state.uses += 1;
        let uses = state.uses;
        if let Some(entry) = state.entries.iter_mut().find(|entry| entry.id == self.id) {
            entry.busy = busy;
            entry.last_use = uses;
        }
    }

    /// Replaces the estimate by what the pipeline really holds, in bytes. If that exceeds the
    /// budget, others that are idle retire.
    pub(super) fn set_bytes(&self, bytes: u64) {
        let mut state = self.ledger.state();
        state.measured.insert(self.mode.clone(), bytes);
        if let Some(entry) = state.entries.iter_mut().find(|entry| entry.id == self.id) {
            entry.bytes = bytes;
        }
        let excess = state.total().saturating_sub(self.ledger.budget);
        if excess > 0 {
            state.retire(excess, false);
        }
        self.ledger.publish(&state);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut state = self.ledger.state();
        state.entries.retain(|entry| entry.id != self.id);
        self.ledger.publish(&state);
        drop(state);
        self.ledger.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(budget: u64) -> Arc<Ledger> {
        Arc::new(Ledger::new(budget, "test"))
    }

    #[tokio::test]
    async fn a_single_pipeline_is_granted_whatever_the_budget() {
        assert!(ledger(0).lease("a", Need::Essential).await.is_some());
    }

    #[tokio::test]
    async fn the_least_recently_used_idle_pipeline_retires_first() {
        let ledger = ledger(2 * FIRST_ESTIMATE);
        let old = ledger.lease("a", Need::Essential).await.unwrap();
        let new = ledger.lease("b", Need::Essential).await.unwrap();
        new.set_busy(false);
        old.set_busy(false);
        new.set_busy(true);
        new.set_busy(false);
        let waiting = tokio::spawn({
            let ledger = Arc::clone(&ledger);
            async move { ledger.lease("c", Need::Essential).await }
        });
        old.retirement().wait().await;
        assert!(!new.retirement().is_due());
        drop(old);
        assert!(waiting.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn an_extra_pipeline_neither_waits_nor_takes_from_the_busy() {
        let ledger = ledger(FIRST_ESTIMATE);
        let busy = ledger.lease("a", Need::Essential).await.unwrap();
        assert!(ledger.lease("a", Need::Extra).await.is_none());
        assert!(!busy.retirement().is_due());
    }

    #[tokio::test]
    async fn a_busy_pipeline_retires_for_essential_work() {
        let ledger = ledger(FIRST_ESTIMATE);
        let busy = ledger.lease("a", Need::Essential).await.unwrap();
        let waiting = tokio::spawn({
            let ledger = Arc::clone(&ledger);
            async move { ledger.lease("b", Need::Essential).await }
        });
        busy.retirement().wait().await;
        drop(busy);
        assert!(waiting.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn what_was_measured_is_the_next_estimate() {
        let ledger = ledger(100);
        let first = ledger.lease("a", Need::Essential).await.unwrap();
        first.set_bytes(40);
        let second = ledger.lease("a", Need::Extra).await;
        assert!(second.is_some());
        assert_eq!(ledger.held(), 80);
        assert!(ledger.lease("a", Need::Extra).await.is_none());
    }
}
