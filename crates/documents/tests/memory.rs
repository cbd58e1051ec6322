//! What a document takes of memory is borrowed from its overseer before it is taken, in every format and however the
//! document is made. One test: the memory is that of the whole process.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_documents::{Filters, Format, Options, Overseer, overseen};
use peak_alloc::PeakAlloc;

use common::options;
use common::repeated::{documents, translate_with};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The size of each document, in bytes, unpacked.
const SIZE: usize = 1 << 18;

/// What may be taken without being borrowed: buffers, tables and the like, which do not grow with a document.
const APART: u64 = 1 << 18;

/// Lends whatever is asked for.
#[derive(Default)]
struct Lender {
    lent: AtomicU64,
}

impl Overseer for Lender {
    fn has_given_up(&self) -> bool {
        false
    }

    fn lend(&self, bytes: u64) -> bool {
        self.lent.fetch_add(bytes, Ordering::Relaxed);
        true
    }

    // Taken back at the end only, when the most has been lent.
    fn take_back(&self, _: u64) {}
}

#[test]
fn what_a_document_takes_is_borrowed_before() {
    let mut faults = Vec::new();
    let filters = Filters::standard();
    let alone = filters.formats().map(|format| (format, false));
    let both = [Format::Docx, Format::Odt].map(|format| (format, true));
    let documents = alone.chain(both).flat_map(|(format, bilingual)| {
        let documents = documents(format, SIZE).into_iter();
        documents.map(move |document| (document, bilingual))
    });
    for (document, bilingual) in documents {
        let options = Options {
            bilingual,
            ..options("de")
        };
        let lender = Arc::<Lender>::default();
        let overseer = Arc::clone(&lender);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        // The file itself is the caller's.
        overseen(overseer, || {
            translate_with(options, document.format, document.file)
        })
        .unwrap();
        let taken = MEMORY.peak_usage().saturating_sub(before) as u64;
        let lent = lender.lent.load(Ordering::Relaxed);
        if taken > lent + APART {
            let way = if bilingual { " in both languages" } else { "" };
            let name = document.name;
            faults.push(format!("{name}{way}: {taken} taken, {lent} lent"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
