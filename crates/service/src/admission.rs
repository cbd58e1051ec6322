use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// After how long it is worth asking a full server again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The number of requests that have room.
const IN_PROGRESS: &str = "dragoman_requests_in_progress";

/// How much work the server takes on at a time. Together with the largest body of a request these
/// two bound the memory that requests can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdmissionLimits {
    /// Requests in progress or waiting for an engine.
    pub requests: usize,
    /// Characters of all their texts together.
    pub characters: u32,
}

/// The server has as much work as it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the server has as much work as it takes")]
pub struct Overloaded {
    /// After how long it is worth asking again.
    pub retry_after: Duration,
}

/// Refuses work at once when there is too much, rather than letting it wait until it is useless.
#[derive(Debug, Clone)]
pub struct Admission {
    limits: AdmissionLimits,
    requests: Arc<Semaphore>,
    characters: Arc<Semaphore>,
}

/// Room for one request; given back when dropped.
#[derive(Debug)]
pub(crate) struct Admitted {
    _request: OwnedSemaphorePermit,
    _characters: OwnedSemaphorePermit,
}

impl Admission {
    /// Takes on at most this much.
    #[must_use]
    pub fn new(limits: AdmissionLimits) -> Self {
        Self {
            limits,
            requests: Arc::new(Semaphore::new(limits.requests)),
            characters: Arc::new(Semaphore::new(limits.characters as usize)),
        }
    }

    /// Room for a request with that many characters. One that alone is larger than the limit gets
    /// all the room, when nothing else is in progress.
    pub(crate) fn admit(&self, characters: u64) -> Result<Admitted, Overloaded> {
        let wanted = u32::try_from(characters)
            .unwrap_or(u32::MAX)
            .min(self.limits.characters);
        let admitted = Arc::clone(&self.requests)
            .try_acquire_owned()
            .and_then(|request| {
                let characters = Arc::clone(&self.characters).try_acquire_many_owned(wanted)?;
                metrics::gauge!(IN_PROGRESS).increment(1);
                Ok(Admitted {
                    _request: request,
                    _characters: characters,
                })
            });
        admitted.map_err(|_| {
            metrics::counter!("dragoman_requests_refused_total", "reason" => "overloaded")
                .increment(1);
            Overloaded {
                retry_after: RETRY_AFTER,
            }
        })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        metrics::gauge!(IN_PROGRESS).decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_until_something_ends() {
        let admission = Admission::new(AdmissionLimits {
            requests: 2,
            characters: 10,
        });
        let first = admission.admit(6).unwrap();
        assert!(admission.admit(5).is_err(), "too many characters");
        let second = admission.admit(4).unwrap();
        assert!(admission.admit(0).is_err(), "too many requests");
        drop(first);
        assert!(admission.admit(6).is_ok());
        drop(second);
        assert!(admission.admit(u64::MAX).is_ok(), "a large one gets all");
    }
}
