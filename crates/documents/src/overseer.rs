//! Somebody who looks on while a document is read or written, and can end it.
//!
//! Filters are many functions that call one another, and each that takes long would have to be handed the overseer.
//! Since a document is read on one thread, the thread has it.

use std::cell::RefCell;
use std::sync::Arc;

use crate::DocumentError;

/// What is asked for at once, in bytes: units are small, and an overseer is shared between threads.
const STEP: usize = 64 << 10;

/// Says whether the work on a document goes on.
pub trait Overseer: Send + Sync {
    /// Whether nobody wants the document any more. It is asked very often.
    fn has_given_up(&self) -> bool;

    /// Lends memory to the document, in bytes, for as long as the document is there. False if there is none left.
    fn lend(&self, bytes: u64) -> bool;
}

/// An overseer, and what it has lent and is not used yet, in bytes.
struct Overseen {
    overseer: Arc<dyn Overseer>,
    left: usize,
}

thread_local! {
    static OVERSEEN: RefCell<Option<Overseen>> = const { RefCell::new(None) };
}

/// Does some work on a document under the eyes of an overseer. Reading and writing then end with
/// [`DocumentError::GivenUp`] soon after the document is given up, and with [`DocumentError::NoMemory`] where none is lent.
///
/// What is borrowed is an estimate of what a filter holds at its most: the part that is being read with what becomes of it,
/// and each unit with its translation.
pub fn overseen<T>(overseer: Arc<dyn Overseer>, work: impl FnOnce() -> T) -> T {
    /// Puts back who was there before, also after a panic.
    struct Restore(Option<Overseen>);

    impl Drop for Restore {
        fn drop(&mut self) {
            OVERSEEN.set(self.0.take());
        }
    }

    let new = Overseen { overseer, left: 0 };
    let _restore = Restore(OVERSEEN.replace(Some(new)));
    work()
}

/// Goes on unless the document was given up.
pub(crate) fn go_on() -> Result<(), DocumentError> {
    let has_given_up = OVERSEEN.with_borrow(|overseen| {
        let overseen = overseen.as_ref();
        overseen.is_some_and(|it| it.overseer.has_given_up())
    });
    match has_given_up {
        true => Err(DocumentError::GivenUp),
        false => Ok(()),
    }
}

/// Borrows memory for the document, and goes on unless there is none or the document was given up.
pub(crate) fn borrow(bytes: usize) -> Result<(), DocumentError> {
    go_on()?;
    OVERSEEN.with_borrow_mut(|overseen| match overseen {
        Some(overseen) => overseen.borrow(bytes),
        None => Ok(()),
    })
}

/// Borrows memory for some more elements of a list. While it grows there is its old room, and the new one, which is twice
/// as large.
pub(crate) fn borrow_for<T>(elements: usize) -> Result<(), DocumentError> {
    borrow(elements.saturating_mul(size_of::<T>()).saturating_mul(3))
}

impl Overseen {
    fn borrow(&mut self, bytes: usize) -> Result<(), DocumentError> {
        if let Some(missing) = bytes.checked_sub(self.left).filter(|missing| *missing > 0) {
            let asked = missing.checked_next_multiple_of(STEP).unwrap_or(missing);
            if !self.overseer.lend(u64::try_from(asked).unwrap_or(u64::MAX)) {
                return Err(DocumentError::NoMemory);
            }
            self.left = self.left.saturating_add(asked);
        }
        self.left = self.left.saturating_sub(bytes);
        Ok(())
    }
}
