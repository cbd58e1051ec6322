//! What failed, and for how long it is left alone.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Things that failed lately, and why. Each is withdrawn for a while, after every further failure for twice
/// as long.
#[derive(Debug)]
pub(super) struct Withdrawals<K, R = String> {
    first: Duration,
    longest: Duration,
    failures: HashMap<K, Failure<R>>,
}

#[derive(Debug)]
struct Failure<R> {
    reason: R,
    until: Instant,
    pause: Duration,
}

impl<K: Eq + Hash, R> Withdrawals<K, R> {
    /// Nothing has failed. The first pause is `first`, none is longer than `longest`.
    pub(super) fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            failures: HashMap::new(),
        }
    }

    /// Withdraws something that has just failed.
    pub(super) fn fail(&mut self, key: K, reason: R, now: Instant) {
        let pause = self.failures.get(&key).map_or(self.first, |last| {
            last.pause.saturating_mul(2).min(self.longest)
        });
        let failure = Failure {
            reason,
            until: now + pause,
            pause,
        };
        self.failures.insert(key, failure);
    }

    /// Forgets the failures of what works now.
    pub(super) fn succeed(&mut self, key: &K) {
        self.failures.remove(key);
    }

    /// Forgets the failures of all others.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&K) -> bool) {
        self.failures.retain(|key, _| is_kept(key));
    }

    /// Why something is withdrawn, if it is.
    pub(super) fn reason(&self, key: &K, now: Instant) -> Option<&R> {
        let failure = self.failures.get(key).filter(|failure| now < failure.until);
        failure.map(|failure| &failure.reason)
    }

    /// Why something failed when it was last tried, whether or not it is still withdrawn.
    pub(super) fn last_failure(&self, key: &K) -> Option<&R> {
        self.failures.get(key).map(|failure| &failure.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_further_failure_withdraws_for_twice_as_long_up_to_the_longest() {
        let second = Duration::from_secs(1);
        let mut withdrawals = Withdrawals::new(second, 3 * second);
        let mut now = Instant::now();
        for pause in [second, 2 * second, 3 * second, 3 * second] {
            withdrawals.fail("a", "broken", now);
            let last_moment = now + pause - Duration::from_millis(1);
            assert_eq!(withdrawals.reason(&"a", last_moment), Some(&"broken"));
            now += pause;
            assert_eq!(withdrawals.reason(&"a", now), None);
            assert_eq!(withdrawals.last_failure(&"a"), Some(&"broken"));
        }
        withdrawals.succeed(&"a");
        assert_eq!(withdrawals.last_failure(&"a"), None);
    }
}
