use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use dragoman_domain::{MemoryUse, Timestamp};

/// The most uses that wait to be written; further ones are not remembered.
const MOST_WAITING: usize = 100_000;

/// Which translations served lately. Look-ups only note it; it is written from time to time, many
/// at once. A crash loses what was noted last, which is no harm.
#[derive(Default)]
pub(super) struct Uses {
    waiting: Mutex<HashMap<MemoryUse, Timestamp>>,
}

impl Uses {
    pub(super) fn note(&self, used: MemoryUse, at: Timestamp) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_WAITING || waiting.contains_key(&used) {
            waiting.insert(used, at);
        }
    }

    /// Takes all that wait, those of one time together.
    pub(super) fn take(&self) -> HashMap<Timestamp, Vec<MemoryUse>> {
        let waiting =
            std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let mut by_time: HashMap<Timestamp, Vec<MemoryUse>> = HashMap::new();
        for (used, at) in waiting {
            by_time.entry(at).or_default().push(used);
        }
        by_time
    }
}
