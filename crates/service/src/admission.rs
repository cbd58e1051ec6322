use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{ErrorKind, KeyId, is_within_share};

/// After how long it is worth asking again.
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

/// Why there is no room for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The server has as much work as it takes.
    #[error("the server has as much work as it takes")]
    Overloaded {
        /// After how long it is worth asking again.
        retry_after: Duration,
    },
    /// There is room, and it is for other keys.
    #[error(
        "this key has as much work in progress as it may have at the moment; wait until some of it \
         is done"
    )]
    KeyShare {
        /// After how long it is worth asking again.
        retry_after: Duration,
    },
}

impl NoRoom {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Overloaded { .. } => ErrorKind::Overloaded,
            Self::KeyShare { .. } => ErrorKind::RateLimited,
        }
    }

    /// After how long it is worth asking again.
    #[must_use]
    pub const fn retry_after(&self) -> Duration {
        match self {
            Self::Overloaded { retry_after } | Self::KeyShare { retry_after } => *retry_after,
        }
    }

    /// The word for it in metrics.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Overloaded { .. } => "overloaded",
            Self::KeyShare { .. } => "key_share",
        }
    }
}

/// Refuses work at once when there is too much, rather than letting it wait until it is useless. No
/// key may have more in progress than is left for others; see [`is_within_share`].
#[derive(Debug, Clone)]
pub struct Admission {
    limits: Amount,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    free: Amount,
    /// What is in progress, by key; only keys that have something.
    keys: HashMap<KeyId, Amount>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Amount {
    requests: u64,
    characters: u64,
}

impl Amount {
    const fn plus(self, other: Self) -> Self {
        Self {
            requests: self.requests.saturating_add(other.requests),
            characters: self.characters.saturating_add(other.characters),
        }
    }

    const fn minus(self, other: Self) -> Self {
        Self {
            requests: self.requests.saturating_sub(other.requests),
            characters: self.characters.saturating_sub(other.characters),
        }
    }

    const fn fits(self, free: Self) -> bool {
        self.requests <= free.requests && self.characters <= free.characters
    }
}

/// Room for one request; given back when dropped.
#[derive(Debug)]
pub(crate) struct Admitted {
    state: Arc<Mutex<State>>,
    key: KeyId,
    amount: Amount,
}

impl State {
    fn take(&mut self, key: KeyId, wanted: Amount) -> Result<(), NoRoom> {
        let retry_after = RETRY_AFTER;
        let free = self.free;
        if !wanted.fits(free) {
            return Err(NoRoom::Overloaded { retry_after });
        }
        let held = self.keys.get(&key).copied().unwrap_or_default();
        let is_within = is_within_share(held.requests, wanted.requests, free.requests)
            && is_within_share(held.characters, wanted.characters, free.characters);
        if !is_within {
            return Err(NoRoom::KeyShare { retry_after });
        }
        self.free = free.minus(wanted);
        self.keys.insert(key, held.plus(wanted));
        Ok(())
    }

    fn give_back(&mut self, key: KeyId, amount: Amount) {
        self.free = self.free.plus(amount);
        if let Some(held) = self.keys.get_mut(&key) {
            *held = held.minus(amount);
            if held.requests == 0 {
                self.keys.remove(&key);
            }
        }
    }
}

impl Admission {
    /// Takes on at most this much.
    #[must_use]
    pub fn new(limits: AdmissionLimits) -> Self {
        let limits = Amount {
            requests: limits.requests as u64,
            characters: limits.characters.into(),
        };
        Self {
            limits,
            state: Arc::new(Mutex::new(State {
                free: limits,
                keys: HashMap::new(),
            })),
        }
    }

    /// Room for a key's request with that many characters. One that alone is larger than the limit
    /// gets all the room, when nothing else is in progress.
    pub(crate) fn admit(&self, key: KeyId, characters: u64) -> Result<Admitted, NoRoom> {
        let amount = Amount {
            requests: 1,
            characters: characters.min(self.limits.characters),
        };
        lock(&self.state).take(key, amount).inspect_err(|refusal| {
            metrics::counter!("dragoman_requests_refused_total", "reason" => refusal.as_str())
                .increment(1);
        })?;
        metrics::gauge!(IN_PROGRESS).increment(1);
        Ok(Admitted {
            state: Arc::clone(&self.state),
            key,
            amount,
        })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        lock(&self.state).give_back(self.key, self.amount);
        metrics::gauge!(IN_PROGRESS).decrement(1);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // Every change to the state is complete before anything could panic.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use dragoman_domain::AccountId;
    use uuid::Uuid;

    use super::*;

    const FULL: NoRoom = NoRoom::Overloaded {
        retry_after: RETRY_AFTER,
    };
    const SHARE: NoRoom = NoRoom::KeyShare {
        retry_after: RETRY_AFTER,
    };

    fn key(number: u128) -> KeyId {
        KeyId {
            account: AccountId(Uuid::from_u128(0)),
            key: Uuid::from_u128(number),
        }
    }

    fn admission(requests: usize, characters: u32) -> Admission {
        Admission::new(AdmissionLimits {
            requests,
            characters,
        })
    }

    #[test]
    fn what_does_not_fit_is_refused_until_something_ends() {
        let admission = admission(2, 10);
        let first = admission.admit(key(1), 6).unwrap();
        assert_eq!(admission.admit(key(2), 5).unwrap_err(), FULL, "characters");
        let second = admission.admit(key(2), 4).unwrap();
        assert_eq!(admission.admit(key(3), 0).unwrap_err(), FULL, "requests");
        drop(first);
        assert!(admission.admit(key(1), 6).is_ok());
        drop(second);
        let large = admission.admit(key(1), u64::MAX);
        assert!(large.is_ok(), "a large one gets all");
    }

    #[test]
    fn a_key_with_its_share_of_requests_is_refused_and_others_are_not() {
        let admission = admission(6, 1_000);
        let mut first: Vec<_> = (0..3)
            .map(|_| admission.admit(key(1), 1).unwrap())
            .collect();
        assert_eq!(admission.admit(key(1), 1).unwrap_err(), SHARE);
        let second = admission.admit(key(2), 1).unwrap();
        assert_eq!(admission.admit(key(2), 1).unwrap_err(), SHARE);
        assert!(admission.admit(key(3), 1).is_ok());
        first.pop();
        assert_eq!(admission.admit(key(1), 1).unwrap_err(), SHARE);
        drop(second);
        assert!(admission.admit(key(1), 1).is_ok());
    }

    #[test]
    fn a_key_with_its_share_of_characters_is_refused_and_others_are_not() {
        let admission = admission(100, 100);
        let first = admission.admit(key(1), 40).unwrap();
        assert_eq!(admission.admit(key(1), 11).unwrap_err(), SHARE);
        let more = admission.admit(key(1), 10).unwrap();
        let other = admission.admit(key(2), 50).unwrap();
        assert_eq!(admission.admit(key(1), 1).unwrap_err(), FULL);
        drop((first, more, other));
        assert_eq!(lock(&admission.state).free, admission.limits);
        assert!(lock(&admission.state).keys.is_empty());
    }
}
