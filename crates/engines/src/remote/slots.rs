//! How many questions are asked at a time, and how many may wait for that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::is_within_share;
use tokio::sync::oneshot;

use dragoman_domain::WorkOwner;
use dragoman_fairness::FairQueue;

/// Room for questions. Callers whose questions wait take turns, and none has all of the queue.
#[derive(Debug)]
pub(super) struct Slots {
    state: Arc<Mutex<State>>,
    most_waiting: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: FairQueue<WorkOwner, oneshot::Sender<Slot>>,
}

/// Room for a question, given up when dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    state: Arc<Mutex<State>>,
}

impl Slots {
    pub(super) fn new(at_a_time: usize, most_waiting: usize) -> Self {
        Self {
            state: Arc::new(Mutex::new(State {
                free: at_a_time,
                waiting: FairQueue::new(),
            })),
            most_waiting,
        }
    }

    /// Waits for a slot; nothing if too many wait already.
    pub(super) async fn take(&self, caller: WorkOwner) -> Option<Slot> {
        let slot = {
            let mut state = lock(&self.state);
            if let Some(free) = state.free.checked_sub(1) {
                state.free = free;
                return Some(Slot {
                    state: Arc::clone(&self.state),
                });
            }
            state.waiting.retain(|waiting| !waiting.is_closed());
            let held = state.waiting.len_of(caller) as u64;
            let free = self.most_waiting.saturating_sub(state.waiting.len()) as u64;
            if !is_within_share(held, 1, free) {
                return None;
            }
            let (grant, slot) = oneshot::channel();
            state.waiting.push(caller, 1, grant);
            slot
        };
        slot.await.ok()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        // Before a turn is given, so that what was taken back costs none.
        state.waiting.retain(|waiting| !waiting.is_closed());
        let Some(grant) = state.waiting.pop() else {
            state.free += 1;
            return;
        };
        drop(state);
        let slot = Self {
            state: Arc::clone(&self.state),
        };
        // Whoever has gone meanwhile hands it on by dropping it.
        let _ = grant.send(slot);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // Every change to the state is complete before anything could panic.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use dragoman_domain::KeyId;
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn so_many_wait_and_no_more() {
        let slots = Slots::new(1, 1);
        let first = slots.take(None).await.unwrap();
        let mut second = Box::pin(slots.take(None));
        assert!((&mut second).now_or_never().is_none(), "the second waits");
        assert!(slots.take(None).await.is_none(), "the third is refused");
        drop(first);
        assert!(second.await.is_some(), "the second has its turn");
    }

    #[tokio::test]
    async fn who_goes_away_makes_room_in_the_queue() {
        let slots = Slots::new(1, 1);
        let first = slots.take(None).await.unwrap();
        let mut second = Box::pin(slots.take(None));
        assert!((&mut second).now_or_never().is_none());
        drop(second);
        let mut third = Box::pin(slots.take(None));
        assert!((&mut third).now_or_never().is_none(), "the third waits");
        drop(first);
        assert!(third.await.is_some());
    }

    fn key(number: u8) -> WorkOwner {
        let id = format!(
            "00000000-0000-0000-0000-000000000001:00000000-0000-0000-0000-0000000000{number:02}"
        );
        Some(id.parse::<KeyId>().unwrap())
    }

    #[tokio::test]
    async fn a_key_with_many_questions_leaves_room_and_turns_to_others() {
        let slots = Slots::new(1, 8);
        let first = slots.take(key(1)).await.unwrap();
        let mut many: Vec<_> = (0..4).map(|_| Box::pin(slots.take(key(1)))).collect();
        for waiting in &mut many {
            assert!(waiting.now_or_never().is_none());
        }
        assert!(slots.take(key(1)).await.is_none(), "it has its share");
        let mut other = Box::pin(slots.take(key(2)));
        assert!((&mut other).now_or_never().is_none());
        drop(first);
        let second = (&mut many[0]).now_or_never().unwrap();
        assert!((&mut other).now_or_never().is_none());
        drop(second);
        assert!(other.now_or_never().unwrap().is_some(), "before the rest");
        assert!((&mut many[1]).now_or_never().unwrap().is_some());
    }

    #[tokio::test]
    async fn a_question_that_was_taken_back_costs_its_key_no_turn() {
        let slots = Slots::new(1, 8);
        let first = slots.take(key(1)).await.unwrap();
        let mut gone = Box::pin(slots.take(key(1)));
        let mut kept = Box::pin(slots.take(key(1)));
        let mut other = Box::pin(slots.take(key(2)));
        for waiting in [&mut gone, &mut kept, &mut other] {
            assert!(waiting.now_or_never().is_none());
        }
        drop(gone);
        drop(first);
        let second = kept.now_or_never().expect("it came before the other's");
        assert!((&mut other).now_or_never().is_none());
        drop(second);
        assert!(other.now_or_never().unwrap().is_some());
    }
}
