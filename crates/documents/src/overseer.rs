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

    /// Takes back bytes that were lent and are not used any more.
    fn take_back(&self, bytes: u64);
}

/// An overseer, and what it has lent, in bytes.
struct Overseen {
    overseer: Arc<dyn Overseer>,
    used: usize,
    left: usize,
}

thread_local! {
    static OVERSEEN: RefCell<Option<Overseen>> = const { RefCell::new(None) };
}

/// Does some work on a document under the eyes of an overseer. Reading and writing then end with
/// [`DocumentError::GivenUp`] soon after the document is given up, and with [`DocumentError::NoMemory`] where none is lent.
/// What is not used at the end is given back.
///
/// What is borrowed is an estimate of what a filter holds at its most: the part that is being read with what becomes of it,
/// and each unit with its translation.
pub fn overseen<T>(overseer: Arc<dyn Overseer>, work: impl FnOnce() -> T) -> T {
    /// Puts back who was there before, also after a panic.
    struct Restore(Option<Overseen>);

    impl Drop for Restore {
        fn drop(&mut self) {
            if let Some(ended) = OVERSEEN.replace(self.0.take()) {
                ended.overseer.take_back(in_bytes(ended.left));
            }
        }
    }

    let new = Overseen {
        overseer,
        used: 0,
        left: 0,
    };
    let _restore = Restore(OVERSEEN.replace(Some(new)));
    work()
}

/// Goes on unless the document was given up.
///
/// # Errors
/// [`DocumentError::GivenUp`].
pub fn go_on() -> Result<(), DocumentError> {
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
///
/// # Errors
/// [`DocumentError::NoMemory`], [`DocumentError::GivenUp`].
pub fn borrow(bytes: usize) -> Result<(), DocumentError> {
    go_on()?;
    OVERSEEN.with_borrow_mut(|overseen| match overseen {
        Some(overseen) => overseen.borrow(bytes),
        None => Ok(()),
    })
}

/// Does some work after which nothing is left of what it has borrowed, so that this serves again.
pub fn for_a_while<T>(work: impl FnOnce() -> T) -> T {
    let used = || OVERSEEN.with_borrow(|overseen| overseen.as_ref().map_or(0, |it| it.used));
    let before = used();
    let result = work();
    OVERSEEN.with_borrow_mut(|overseen| {
        if let Some(overseen) = overseen {
            overseen.left = overseen
                .left
                .saturating_add(overseen.used.saturating_sub(before));
            overseen.used = before;
        }
    });
    result
}

/// Borrows memory for some more elements of a list. While it grows there is its old room, and the new one, which is twice
/// as large.
///
/// # Errors
/// As [`borrow`].
pub fn borrow_for<T>(elements: usize) -> Result<(), DocumentError> {
    borrow(elements.saturating_mul(size_of::<T>()).saturating_mul(3))
}

impl Overseen {
    fn borrow(&mut self, bytes: usize) -> Result<(), DocumentError> {
        if let Some(missing) = bytes.checked_sub(self.left).filter(|missing| *missing > 0) {
            let asked = missing.checked_next_multiple_of(STEP).unwrap_or(missing);
            if !self.overseer.lend(in_bytes(asked)) {
                return Err(DocumentError::NoMemory);
            }
            self.left = self.left.saturating_add(asked);
        }
        self.left = self.left.saturating_sub(bytes);
        self.used = self.used.saturating_add(bytes);
        Ok(())
    }
}

/// A length, as overseers count.
fn in_bytes(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[derive(Default)]
    struct Lender(AtomicU64);

    impl Overseer for Lender {
        fn has_given_up(&self) -> bool {
            false
        }

        fn lend(&self, bytes: u64) -> bool {
            self.0.fetch_add(bytes, Ordering::Relaxed);
            true
        }

        fn take_back(&self, bytes: u64) {
            self.0.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    #[test]
    fn what_was_borrowed_for_a_while_serves_again_and_what_is_left_is_given_back() {
        let lender = Arc::<Lender>::default();
        let lent = || lender.0.load(Ordering::Relaxed);
        overseen(Arc::clone(&lender) as _, || {
            borrow(STEP).unwrap();
            for _ in 0..3 {
                for_a_while(|| borrow(3 * STEP)).unwrap();
                assert_eq!(lent(), in_bytes(4 * STEP));
            }
            borrow(3 * STEP + 1).unwrap();
            assert_eq!(lent(), in_bytes(5 * STEP));
        });
        assert_eq!(lent(), in_bytes(4 * STEP + 1));
        assert!(borrow(usize::MAX).is_ok(), "without anybody who looks on");
    }
}
