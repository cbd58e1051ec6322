//! How far the work of this process is, which is newer than what is kept of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{DocumentId, DocumentProgress};
use tokio::sync::Notify;

/// How far the work on a document is, and whether anybody still wants it.
#[derive(Default)]
pub(super) struct Progress {
    done: Mutex<DocumentProgress>,
    given_up: Notify,
}

impl Progress {
    pub(super) fn get(&self) -> DocumentProgress {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, progress: DocumentProgress) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }

    /// Ends when nobody wants the document any more.
    pub(super) async fn given_up(&self) {
        self.given_up.notified().await;
    }
}

/// The documents that are being translated.
#[derive(Default)]
pub(super) struct AtWork(Mutex<HashMap<DocumentId, Arc<Progress>>>);

/// That a document is being translated, until this is dropped.
pub(super) struct Working<'all> {
    all: &'all AtWork,
    id: DocumentId,
    progress: Arc<Progress>,
}

impl AtWork {
    pub(super) fn begin(&self, id: DocumentId) -> Working<'_> {
        let progress = Arc::<Progress>::default();
        self.lock().insert(id, Arc::clone(&progress));
        Working {
            all: self,
            id,
            progress,
        }
    }

    pub(super) fn progress(&self, id: DocumentId) -> Option<DocumentProgress> {
        self.lock().get(&id).map(|progress| progress.get())
    }

    /// Has the work on a document end that nobody wants any more, if this process does it.
    pub(super) fn give_up(&self, id: DocumentId) {
        if let Some(progress) = self.lock().get(&id) {
            progress.given_up.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<DocumentId, Arc<Progress>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Working<'_> {
    pub(super) fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        // Another worker may have it since the lease was lost.
        if let Some(progress) = all.get(&self.id)
            && Arc::ptr_eq(progress, &self.progress)
        {
            all.remove(&self.id);
        }
    }
}

/// How many seconds work will take that has gone on for some time, if it goes on like that. Before anything
/// is done, what is guessed is a thousand characters a second, and no less than it has taken already.
pub(super) fn seconds_remaining(elapsed: Duration, progress: DocumentProgress) -> u64 {
    let elapsed = elapsed.as_millis();
    let missing = u128::from(progress.total.saturating_sub(progress.translated));
    let milliseconds = match u128::from(progress.translated) {
        0 => elapsed.max(missing),
        translated => elapsed.saturating_mul(missing) / translated,
    };
    u64::try_from(milliseconds.div_ceil(1000))
        .unwrap_or(u64::MAX)
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_in_proportion_as_what_is_done() {
        for (elapsed, translated, total, seconds) in [
            (0, 0, 0, 1),
            (2_500, 0, 100, 3),
            (2_500, 0, 100_000, 100),
            (10_000, 25, 100, 30),
            (10_000, 99, 100, 1),
            (10_000, 100, 100, 1),
            (10_000, 101, 100, 1),
            (u64::MAX, 1, u64::MAX, u64::MAX),
        ] {
            let progress = DocumentProgress { translated, total };
            let elapsed = Duration::from_millis(elapsed);
            assert_eq!(seconds_remaining(elapsed, progress), seconds);
        }
    }

    #[test]
    fn work_that_goes_on_elsewhere_stays_known() {
        let all = AtWork::default();
        let id = DocumentId(1);
        let first = all.begin(id);
        let second = all.begin(id);
        drop(first);
        assert!(all.progress(id).is_some());
        drop(second);
        assert!(all.progress(id).is_none());
    }
}
