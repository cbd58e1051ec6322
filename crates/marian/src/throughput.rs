//! How fast the workers are, for those who have to be told when to come back.

use std::time::Duration;

/// Source tokens after which older measurements count half.
const HALF_LIFE: f64 = 20_000.0;

/// What a core does before anything was measured, in source tokens per second: a slow core with
/// the largest student.
const FIRST_ESTIMATE: f64 = 1_000.0;

/// The shortest and the longest time that anybody is sent away for, in seconds.
const SHORTEST_WAIT: f64 = 1.0;
const LONGEST_WAIT: f64 = 60.0;

/// Source tokens that one busy worker translates in a second, by what was measured last.
#[derive(Debug, Default)]
pub(super) struct Throughput {
    tokens: f64,
    seconds: f64,
}

impl Throughput {
    /// Adds what a worker has done: the source tokens of what it finished, and for how long it was
    /// busy since it last said so.
    pub(super) fn record(&mut self, tokens: usize, busy: Duration) {
        let tokens = as_f64(tokens);
        let decay = 0.5_f64.powf(tokens / HALF_LIFE);
        self.tokens = self.tokens * decay + tokens;
        self.seconds = self.seconds * decay + busy.as_secs_f64();
    }

    /// Source tokens per second of one worker.
    pub(super) fn per_worker(&self) -> f64 {
        if self.seconds > 0.0 && self.tokens > 0.0 {
            self.tokens / self.seconds
        } else {
            FIRST_ESTIMATE
        }
    }

    /// When `tokens` will be translated by so many workers: 1 to 60 seconds.
    pub(super) fn time_for(&self, tokens: usize, workers: usize) -> Duration {
        let seconds = as_f64(tokens) / (self.per_worker() * as_f64(workers.max(1)));
        Duration::from_secs_f64(seconds.clamp(SHORTEST_WAIT, LONGEST_WAIT).ceil())
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of tokens in memory")]
const fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_follows_from_what_was_measured() {
        let mut throughput = Throughput::default();
        assert_eq!(throughput.time_for(10_000, 2), Duration::from_secs(5));
        throughput.record(1_000, Duration::from_millis(500));
        assert_eq!(throughput.time_for(10_000, 1), Duration::from_secs(5));
        assert_eq!(throughput.time_for(0, 1), Duration::from_secs(1));
        assert_eq!(throughput.time_for(usize::MAX, 0), Duration::from_secs(60));
    }

    #[test]
    fn what_was_measured_long_ago_counts_less() {
        let mut throughput = Throughput::default();
        throughput.record(20_000, Duration::from_secs(20));
        for _ in 0..10 {
            throughput.record(20_000, Duration::from_secs(2));
        }
        assert!(throughput.per_worker() > 9_000.0);
    }
}
