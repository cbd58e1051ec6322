use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use dragoman_domain::{AccountId, ApiKey, KeyId, KeyKind};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

/// After so many requests, those who have made none for long are forgotten.
const REQUESTS_BETWEEN_CLEANINGS: u32 = 10_000;

/// How many requests may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests per second in the long run.
    pub per_second: NonZeroU32,
    /// Requests at once after a pause.
    pub burst: NonZeroU32,
}

/// Whose requests are limited; `None` is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RateLimits {
    /// Those of each key.
    pub key: Option<RateLimit>,
    /// Those of all developer keys of each account together.
    pub account: Option<RateLimit>,
}

/// Too many requests, and after what time there may be another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RateLimited {
    /// With one key.
    #[error("too many requests with this key")]
    Key(Duration),
    /// With the keys of one account.
    #[error("too many requests with the keys of this account")]
    Account(Duration),
}

impl RateLimited {
    /// After what time there may be another request.
    #[must_use]
    pub const fn retry_after(self) -> Duration {
        match self {
            Self::Key(wait) | Self::Account(wait) => wait,
        }
    }
}

/// Refuses the requests of a key or an account that makes too many.
#[derive(Clone)]
pub struct RateLimiter {
    keys: Option<Arc<Limiter<KeyId>>>,
    accounts: Option<Arc<Limiter<AccountId>>>,
    /// How many servers share the limits.
    servers: Arc<AtomicU32>,
}

impl RateLimiter {
    /// Allows this much.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self {
            keys: limits.key.map(|limit| Arc::new(Limiter::new(limit))),
            accounts: limits.account.map(|limit| Arc::new(Limiter::new(limit))),
            servers: Arc::new(AtomicU32::new(1)),
        }
    }

    /// Allows only this server's part of the limits, of as many servers as the number says at the moment: so much as
    /// requests come to all of them alike. A server allows one request at a time at least.
    #[must_use]
    pub fn shared_by(self, servers: Arc<AtomicU32>) -> Self {
        Self { servers, ..self }
    }

    /// Counts a request with this key.
    ///
    /// # Errors
    /// [`RateLimited`] if the key or its account has made too many requests.
    pub fn check(&self, key: &ApiKey) -> Result<(), RateLimited> {
        let checked = self.count(key);
        if checked.is_err() {
            metrics::counter!("dragoman_requests_refused_total", "reason" => "rate_limited")
                .increment(1);
        }
        checked
    }

    fn count(&self, key: &ApiKey) -> Result<(), RateLimited> {
        let servers =
            NonZeroU32::new(self.servers.load(Ordering::Relaxed)).unwrap_or(NonZeroU32::MIN);
        // The key first: what is refused to it is not counted against its account.
        if let Some(keys) = &self.keys {
            keys.check(key.id, servers).map_err(RateLimited::Key)?;
        }
        // Admin keys do not share the account's: it is with them that a key is ended that uses it up.
        if let Some(accounts) = &self.accounts
            && key.kind != KeyKind::Admin
        {
            accounts
                .check(key.id.account, servers)
                .map_err(RateLimited::Account)?;
        }
        Ok(())
    }
}

/// A limit for each of many.
struct Limiter<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    burst: NonZeroU32,
    clock: DefaultClock,
    requests: AtomicU32,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    fn new(limit: RateLimit) -> Self {
        let quota = Quota::per_second(limit.per_second).allow_burst(limit.burst);
        Self {
            limiter: DefaultKeyedRateLimiter::keyed(quota),
            burst: limit.burst,
            clock: DefaultClock::default(),
            requests: AtomicU32::new(0),
        }
    }

    /// Counts a request, or says after what time there may be one. Each counts as often as there are servers, so that all
    /// together allow what one alone would.
    fn check(&self, of: K, servers: NonZeroU32) -> Result<(), Duration> {
        let before = self.requests.fetch_add(1, Ordering::Relaxed);
        if before % REQUESTS_BETWEEN_CLEANINGS == REQUESTS_BETWEEN_CLEANINGS - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        match self.limiter.check_key_n(&of, servers.min(self.burst)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => Err(refused.wait_time_from(self.clock.now())),
            // No request counts more than there may be at once.
            Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_have_made_no_request_for_long_are_forgotten() {
        let most = NonZeroU32::new(1_000_000).unwrap();
        // Everybody's share is whole again after a microsecond.
        let limiter = Limiter::new(RateLimit {
            per_second: most,
            burst: most,
        });
        for number in 0..3 * REQUESTS_BETWEEN_CLEANINGS {
            assert_eq!(limiter.check(number, NonZeroU32::MIN), Ok(()));
        }
        let known = limiter.limiter.len();
        assert!(known < 2 * REQUESTS_BETWEEN_CLEANINGS as usize, "{known}");
    }

    #[test]
    fn of_several_servers_each_allows_its_part() {
        let limit = RateLimit {
            per_second: NonZeroU32::MIN,
            burst: NonZeroU32::new(12).unwrap(),
        };
        for (servers, allowed) in [(1, 12), (3, 4), (5, 2), (12, 1), (100, 1)] {
            let limiter = Limiter::new(limit);
            let servers = NonZeroU32::new(servers).unwrap();
            let passed = (0..20).filter(|_| limiter.check("key", servers).is_ok());
            assert_eq!(passed.count(), allowed, "{servers} servers");
        }
    }
}
