//! Work on documents ends where its overseer says so.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_documents::{DocumentError, Filters, Overseer, overseen};

use common::repeated::{Repeated, documents, translate};

/// The size of each document, in bytes, unpacked.
const SIZE: usize = 1 << 16;

/// Lends so many bytes.
struct Lender(AtomicU64);

impl Overseer for Lender {
    fn has_given_up(&self) -> bool {
        false
    }

    fn lend(&self, bytes: u64) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(bytes), Ordering::Relaxed);
        bytes <= left
    }

    fn take_back(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

#[test]
fn a_document_without_memory_says_so() {
    for format in Filters::standard().formats() {
        for document in documents(format, SIZE) {
            let lender = Arc::new(Lender(AtomicU64::new(SIZE as u64)));
            let ended = overseen(lender, || translate(format, document.file));
            let name = document.name;
            assert!(
                matches!(ended, Err(DocumentError::NoMemory)),
                "{name}: {ended:?}"
            );
        }
    }
}

/// Gives up when it has been asked so often.
struct Impatient {
    asked: AtomicU64,
    patience: u64,
}

impl Overseer for Impatient {
    fn has_given_up(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience
    }

    fn lend(&self, _: u64) -> bool {
        true
    }

    fn take_back(&self, _: u64) {}
}

#[test]
fn a_document_that_nobody_waits_for_is_left_at_once() {
    let translated = |document: &Repeated, patience: u64| {
        let asked = AtomicU64::new(0);
        let overseer = Arc::new(Impatient { asked, patience });
        let counted = Arc::clone(&overseer);
        let file = document.file.clone();
        let ended = overseen(overseer, || translate(document.format, file));
        (counted.asked.load(Ordering::Relaxed), ended)
    };
    let filters = Filters::standard();
    let documents = filters.formats().flat_map(|format| documents(format, SIZE));
    for document in documents {
        let name = &document.name;
        let (whole, ended) = translated(&document, u64::MAX);
        assert!(ended.is_ok(), "{name}: {ended:?}");
        // At its beginning, and late: what is an archive is being written by then.
        for patience in [whole / 10, whole / 10 * 9] {
            let (asked, ended) = translated(&document, patience);
            assert!(
                matches!(ended, Err(DocumentError::GivenUp)),
                "{name}: {ended:?}"
            );
            assert!(
                asked < patience + 4,
                "{name}: asked {asked} times, not {patience}"
            );
        }
    }
}
