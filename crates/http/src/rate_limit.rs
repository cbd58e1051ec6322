use std::num::NonZeroU32;
use std::sync::Arc;

use dragoman_domain::{ErrorKind, KeyId};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::error::ApiError;

/// How many requests one key may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests per second in the long run.
    pub per_second: NonZeroU32,
    /// Requests at once after a pause.
    pub burst: NonZeroU32,
}

/// Refuses the requests of a key that makes too many.
#[derive(Clone)]
pub struct RateLimiter {
    limiter: Option<Arc<DefaultKeyedRateLimiter<KeyId>>>,
    clock: DefaultClock,
}

impl RateLimiter {
    /// Allows each key this much; `None` is no limit.
    #[must_use]
    pub fn new(limit: Option<RateLimit>) -> Self {
        Self {
            limiter: limit.map(|limit| {
                let quota = Quota::per_second(limit.per_second).allow_burst(limit.burst);
                Arc::new(DefaultKeyedRateLimiter::keyed(quota))
            }),
            clock: DefaultClock::default(),
        }
    }

    /// # Errors
    /// 429 if the key has made too many requests.
    pub(crate) fn check(&self, key: KeyId) -> Result<(), ApiError> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        limiter.check_key(&key).map_err(|refused| {
            metrics::counter!("dragoman_requests_refused_total", "reason" => "rate_limited")
                .increment(1);
            ApiError::new(
                ErrorKind::RateLimited,
                "Too many requests with this key. Wait and send the request again.",
            )
            .retry_after(refused.wait_time_from(self.clock.now()))
        })
    }
}
