//! What clients know of their requests, to be compared with what is counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Fate;

/// What became of the requests of all clients.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// Answers of any kind: how far the clients are.
    pub(super) answers: AtomicU64,
    /// Whether the clients are to begin nothing any more.
    pub(super) is_over: AtomicBool,
    texts: Mutex<Texts>,
    documents: Mutex<Documents>,
}

#[derive(Debug, Default, Clone)]
pub(super) struct Texts {
    /// Characters of answers that came.
    pub(super) delivered: u64,
    /// Characters of requests whose answers were lost, and how many those are.
    pub(super) lost: u64,
    pub(super) lost_requests: u64,
    /// How requests ended, by word.
    pub(super) ends: BTreeMap<String, u64>,
    /// The longest time in which no text was delivered.
    pub(super) longest_gap: Duration,
    last_success: Option<Instant>,
}

#[derive(Debug, Default, Clone)]
pub(super) struct Documents {
    /// That were accepted, as far as their senders know.
    pub(super) accepted: u64,
    /// Whose acceptance nobody knows.
    pub(super) unknown: u64,
    /// That were fetched, and their characters.
    pub(super) fetched: u64,
    pub(super) delivered: u64,
    /// That were gone after a download of them had been lost: counted, and nobody's fault.
    pub(super) lost_downloads: u64,
    pub(super) lost: u64,
    /// Why others failed.
    pub(super) failed: BTreeMap<String, u64>,
    /// What must not be, in words.
    pub(super) faults: Vec<String>,
    /// How uploads ended, by word.
    pub(super) ends: BTreeMap<String, u64>,
}

impl Records {
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub(super) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Notes what became of a request to translate a text of so many characters.
    pub(super) fn text(&self, characters: u64, fate: &Fate) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        *texts.ends.entry(fate.word()).or_default() += 1;
        match fate {
            Fate::Answered(answer) => {
                self.answers.fetch_add(1, Ordering::Relaxed);
                if answer.status == 200 {
                    texts.delivered += characters;
                    let last = texts.last_success.replace(Instant::now());
                    let gap = last.map(|last| last.elapsed()).unwrap_or_default();
                    texts.longest_gap = texts.longest_gap.max(gap);
                }
            }
            Fate::Lost(_) => {
                texts.lost += characters;
                texts.lost_requests += 1;
            }
            Fate::NotSent => {}
        }
    }

    pub(super) fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn texts(&self) -> Texts {
        self.texts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
