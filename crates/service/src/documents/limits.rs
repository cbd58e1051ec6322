use std::collections::BTreeMap;
use std::time::Duration;

use dragoman_documents::Limits;
use dragoman_domain::{Account, DocumentRoom};

use crate::DocumentFormat;

/// How large the documents of a plan may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSizes {
    /// Bytes of a file, by format. None of a format that is not in it is accepted.
    pub bytes: BTreeMap<DocumentFormat, u64>,
    /// Characters of the text of a document.
    pub characters: u64,
    /// Characters of documents of one key that were sent on the same day in UTC, are translated or to be, and are not
    /// downloaded. One that fails or expires is one of them for the rest of the day.
    pub unfetched_characters: u64,
}

impl DocumentSizes {
    /// The most bytes of a file of a format.
    #[must_use]
    pub fn of(&self, format: DocumentFormat) -> u64 {
        self.bytes.get(&format).copied().unwrap_or_default()
    }

    /// The most bytes of any file.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.bytes.values().copied().max().unwrap_or_default()
    }
}

/// How much documents may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLimits {
    /// How large they may be with the free plan.
    pub free: DocumentSizes,
    /// How large they may be with the other plans.
    pub pro: DocumentSizes,
    /// How many there may be of a key.
    pub documents_of_key: u32,
    /// How many bytes there may be of them all.
    pub bytes: u64,
    /// How long a document is kept after it was sent, and after it was translated.
    pub retention: Duration,
    /// Documents that are translated at the same time.
    pub workers: usize,
    /// Documents that are taken apart or put together at the same time, those of an account half of them at most: that
    /// keeps a core busy.
    pub readers: usize,
    /// The memory of all documents that are read, translated or written, in bytes, of which those of an account have half
    /// at most. A document that needs more than there is at the moment waits; one that needs more than half fails.
    pub memory: u64,
    /// How long the request that sends a document may take it apart to count its characters, the wait for a reader
    /// included. One that takes longer is accepted uncounted, and counted when it is translated; with zero each is.
    pub counting: Duration,
    /// What a document may need while it is read.
    pub reading: Limits,
    /// How long the work on a document may give no sign of life before somebody else takes it up.
    pub lease: Duration,
    /// How long an answer about a document that has just come may wait for it to be translated.
    pub first_look: Duration,
}

impl DocumentLimits {
    /// What operators decide, and beside it what is the same everywhere: as many readers as processors, but at least two, three
    /// seconds to count, a minute for a lease and a second for the first look.
    #[must_use]
    pub fn new(
        free: DocumentSizes,
        pro: DocumentSizes,
        documents_of_key: u32,
        bytes: u64,
        retention: Duration,
        workers: usize,
        memory: u64,
    ) -> Self {
        Self {
            free,
            pro,
            documents_of_key,
            bytes,
            retention,
            workers,
            readers: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            memory,
            counting: Duration::from_secs(3),
            reading: Limits::default(),
            lease: Duration::from_secs(60),
            first_look: Duration::from_secs(1),
        }
    }

    /// How many documents there may be, for a key of an account.
    pub(super) fn room(&self, account: &Account) -> DocumentRoom {
        DocumentRoom {
            documents_of_key: self.documents_of_key,
            bytes: self.bytes,
            unfetched_characters: self.sizes(account).unfetched_characters,
        }
    }

    /// How large the documents of an account may be.
    #[must_use]
    pub fn sizes(&self, account: &Account) -> &DocumentSizes {
        if account.plan.is_pro() {
            &self.pro
        } else {
            &self.free
        }
    }
}
