//! How many questions are asked at a time, and how many may wait for that.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Room for questions.
#[derive(Debug)]
pub(super) struct Slots {
    free: Semaphore,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// A place in the queue, given up when dropped.
struct Place<'slots>(&'slots AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Slots {
    pub(super) fn new(at_a_time: usize, most_waiting: usize) -> Self {
        Self {
            free: Semaphore::new(at_a_time),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// Waits for a slot; nothing if too many wait already.
    pub(super) async fn take(&self) -> Option<SemaphorePermit<'_>> {
        if let Ok(permit) = self.free.try_acquire() {
            return Some(permit);
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _place = Place(&self.waiting);
        if before >= self.most_waiting {
            return None;
        }
        // The semaphore is never closed.
        self.free.acquire().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn so_many_wait_and_no_more() {
        let slots = Slots::new(1, 1);
        let first = slots.take().await.unwrap();
        let mut second = Box::pin(slots.take());
        assert!((&mut second).now_or_never().is_none(), "the second waits");
        assert!(slots.take().await.is_none(), "the third is refused");
        drop(first);
        assert!(second.await.is_some(), "the second has its turn");
    }

    #[tokio::test]
    async fn who_goes_away_makes_room_in_the_queue() {
        let slots = Slots::new(1, 1);
        let first = slots.take().await.unwrap();
        let mut second = Box::pin(slots.take());
        assert!((&mut second).now_or_never().is_none());
        drop(second);
        let mut third = Box::pin(slots.take());
        assert!((&mut third).now_or_never().is_none(), "the third waits");
        drop(first);
        assert!(third.await.is_some());
    }
}
