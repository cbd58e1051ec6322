use std::io::Read;
use std::path::Path;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{JobFileWriter, MemoryId, MemoryJobId, StoreError};

/// A file that several machines share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SharedFile {
    /// The content of a translation memory, which does not change once it is there.
    Memory(MemoryId),
    /// The file of an import or export.
    Job(MemoryJobId),
}

/// Keeps files of translation memories where every machine of an installation finds them, encrypted before anything of
/// them leaves this process. Nobody sees a file in part: it is there whole or not at all. Every wait is bounded.
#[async_trait]
pub trait SharedFiles: Send + Sync {
    /// Keeps a copy of a local file, in place of one that was there.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the local file cannot be read, [`StoreError::Unavailable`] if the files cannot be
    /// reached.
    async fn put(&self, file: SharedFile, local: &Path) -> Result<(), StoreError>;

    /// Writes a copy of the file to a local path at which there is none; false, and nothing is there, if there is no such
    /// file. What was changed since it was put is noticed, and then nothing is there, either.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    async fn fetch(&self, file: SharedFile, local: &Path) -> Result<bool, StoreError>;

    /// Begins to write a file.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    async fn write(&self, file: SharedFile) -> Result<Box<dyn JobFileWriter>, StoreError>;

    /// What is in a file, to be read where waiting is allowed, and its length in bytes; `None` if there is none.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    async fn read(
        &self,
        file: SharedFile,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError>;

    /// Removes a file if there is one.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    async fn remove(&self, file: SharedFile) -> Result<(), StoreError>;

    /// The files that were last written before a time.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    async fn written_before(&self, time: Timestamp) -> Result<Vec<SharedFile>, StoreError>;
}
