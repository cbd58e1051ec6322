//! How many programs run at a time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_documents::{DocumentError, overseer};

/// How often who waits looks whether somebody still waits for them.
const LOOK: Duration = Duration::from_millis(100);

/// So many turns at a time.
#[derive(Debug)]
pub(crate) struct Turns {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A turn, until this is dropped.
pub(crate) struct Turn<'turns>(&'turns Turns);

impl Turns {
    pub(crate) fn new(at_a_time: usize) -> Self {
        Self {
            free: Mutex::new(at_a_time.max(1)),
            freed: Condvar::new(),
        }
    }

    /// Waits for a turn, as long as somebody waits for the document.
    ///
    /// # Errors
    /// [`DocumentError::GivenUp`].
    pub(crate) fn take(&self) -> Result<Turn<'_>, DocumentError> {
        let mut free = self.free();
        loop {
            if let Some(left) = free.checked_sub(1) {
                *free = left;
                return Ok(Turn(self));
            }
            overseer::go_on()?;
            let waited = self.freed.wait_timeout(free, LOOK);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free();
        *free = free.saturating_add(1);
        drop(free);
        self.0.freed.notify_one();
    }
}
