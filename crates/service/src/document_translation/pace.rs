//! How much of a document is asked of an engine at a time, and how patiently.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dragoman_domain::EngineError;
use tokio::time::{Instant, sleep};

use crate::TranslationError;

/// How many batches are in flight: at the beginning and at most. The most is a fraction of what the queues of
/// engines hold, and keeps all processors of a large machine busy.
const FIRST: usize = 4;
const MOST: usize = 16;

/// More is asked for at a time when answers come sooner than this, and less when they come later than that. So
/// what is in flight is some seconds of work, for slow engines as for fast ones.
const SOON: Duration = Duration::from_secs(3);
const LATE: Duration = Duration::from_secs(10);

/// How long to wait for an engine that has too much work, whatever it says itself.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How long to wait in all for engines that have too much work while nothing of the document gets done. It is
/// long enough for a queue to empty and for a model to come, and then others are to have the turn: an engine
/// whose quota is used up says for days that it has too much work.
const LONGEST_STANDSTILL: Duration = Duration::from_mins(10);

/// How long to wait for an engine that fails, before each time that it is asked again.
const WAITS: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(20),
];

/// How an answer came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    /// How long the engine took for what it answered.
    took: Duration,
    /// Whether it had to be asked more than once.
    was_refused: bool,
}

/// How many batches to have in flight.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pace {
    batches: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self { batches: FIRST }
    }
}

impl Pace {
    /// So many.
    pub(super) const fn batches(&self) -> usize {
        self.batches
    }

    /// Learns from an answer.
    pub(super) fn adapt(&mut self, answer: Answer) {
        if answer.was_refused || answer.took > LATE {
            self.batches = self.batches.saturating_sub(1).max(1);
        } else if answer.took < SOON {
            self.batches = self.batches.saturating_add(1).min(MOST);
        }
    }
}

/// How many batches of a document are done, for those that wait to see that it goes on.
#[derive(Debug, Default)]
pub(super) struct FinishedBatches(AtomicUsize);

impl FinishedBatches {
    /// One more is done.
    pub(super) fn advance(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn batches(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// What an engine is forgiven with a batch.
#[derive(Debug)]
pub(super) struct Retries<'document> {
    waits: std::array::IntoIter<Duration, 3>,
    finished_batches: &'document FinishedBatches,
    /// How long engines with too much work were waited for since so many batches were done.
    waited: Duration,
    done: usize,
    was_refused: bool,
    asked: Instant,
}

impl<'document> Retries<'document> {
    /// An engine is asked now.
    pub(super) fn new(finished_batches: &'document FinishedBatches) -> Self {
        Self {
            waits: WAITS.into_iter(),
            finished_batches,
            waited: Duration::ZERO,
            done: finished_batches.batches(),
            was_refused: false,
            asked: Instant::now(),
        }
    }

    /// Waits until the engine can be asked again after an error.
    ///
    /// # Errors
    /// That error, if it does not pass or came too often. For an engine that had too much work for too long while
    /// the document stood still it is [`EngineError::Unavailable`].
    pub(super) async fn wait_after(
        &mut self,
        error: TranslationError,
    ) -> Result<(), TranslationError> {
        let wait = match &error {
            TranslationError::Engine(
                EngineError::Overloaded { retry_after, .. }
                | EngineError::ModelOnItsWay { retry_after, .. },
            ) => {
                let wait = (*retry_after).clamp(SHORTEST_WAIT, LONGEST_WAIT);
                self.stand_still(wait)?;
                wait
            }
            TranslationError::Engine(EngineError::Unavailable { .. }) => {
                self.waits.next().ok_or(error)?
            }
            _ => return Err(error),
        };
        self.was_refused = true;
        sleep(wait).await;
        self.asked = Instant::now();
        Ok(())
    }

    /// Notes that nothing happens with this batch for so long.
    fn stand_still(&mut self, wait: Duration) -> Result<(), EngineError> {
        let done = self.finished_batches.batches();
        if done != self.done {
            self.done = done;
            self.waited = Duration::ZERO;
        }
        self.waited = self.waited.saturating_add(wait);
        if self.waited <= LONGEST_STANDSTILL {
            return Ok(());
        }
        Err(EngineError::Unavailable {
            reason: "it has had too much work for too long".to_owned(),
        })
    }

    /// The engine has answered.
    pub(super) fn answer(&self) -> Answer {
        Answer {
            took: self.asked.elapsed(),
            was_refused: self.was_refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(seconds: u64, was_refused: bool) -> Answer {
        Answer {
            took: Duration::from_secs(seconds),
            was_refused,
        }
    }

    #[test]
    fn more_is_asked_of_a_fast_engine_and_less_of_a_slow_one() {
        let mut pace = Pace::default();
        for _ in 0..100 {
            pace.adapt(answer(1, false));
        }
        assert_eq!(pace.batches(), MOST);
        pace.adapt(answer(5, false));
        assert_eq!(pace.batches(), MOST);
        pace.adapt(answer(1, true));
        assert_eq!(pace.batches(), MOST - 1);
        for _ in 0..100 {
            pace.adapt(answer(11, false));
        }
        assert_eq!(pace.batches(), 1);
    }
}
