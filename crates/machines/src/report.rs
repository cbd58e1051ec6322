//! What a trial found out, a line for each promise.

use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Prints what a trial finds out as it does so, and counts.
#[derive(Debug)]
pub(crate) struct Report {
    trial: &'static str,
    kept: AtomicUsize,
    broken: AtomicUsize,
    skipped: AtomicUsize,
}

impl Report {
    pub(crate) const fn of(trial: &'static str) -> Self {
        Self {
            trial,
            kept: AtomicUsize::new(0),
            broken: AtomicUsize::new(0),
            skipped: AtomicUsize::new(0),
        }
    }

    /// A promise, whether it was kept, and what was measured.
    pub(crate) fn promise(&self, is_kept: bool, promise: &str, measured: impl Display) {
        let (word, counter) = if is_kept {
            ("kept", &self.kept)
        } else {
            ("BROKEN", &self.broken)
        };
        counter.fetch_add(1, Ordering::Relaxed);
        println!("{}: {word}: {promise}: {measured}", self.trial);
    }

    /// What was measured besides.
    pub(crate) fn note(&self, measured: impl Display) {
        println!("{}: {measured}", self.trial);
    }

    /// What cannot be tried here, and why.
    pub(crate) fn skip(&self, what: &str, why: impl Display) {
        self.skipped.fetch_add(1, Ordering::Relaxed);
        println!("{}: SKIPPED: {what}: {why}", self.trial);
    }

    /// The trial could not be brought to its end.
    pub(crate) fn fail(&self, why: impl Display) {
        self.broken.fetch_add(1, Ordering::Relaxed);
        println!("{}: FAILED: {why}", self.trial);
    }

    /// How many promises were kept, broken and not tried.
    pub(crate) fn counts(&self) -> [usize; 3] {
        [&self.kept, &self.broken, &self.skipped].map(|counter| counter.load(Ordering::Relaxed))
    }
}

/// A time in words.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
