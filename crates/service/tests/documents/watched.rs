//! Files that tell when one is opened.

use std::io;
use std::sync::Arc;

use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, ReadSeek, Timestamp, WrappedKey,
};

/// Does something before a file is opened, on the thread that opens it.
pub(crate) struct Watched<Before> {
    files: Arc<dyn DocumentFiles>,
    before: Before,
}

impl<Before: Fn(DocumentFile) + Send + Sync> Watched<Before> {
    pub(crate) fn new(files: Arc<dyn DocumentFiles>, before: Before) -> Self {
        Self { files, before }
    }
}

impl<Before: Fn(DocumentFile) + Send + Sync> DocumentFiles for Watched<Before> {
    fn new_key(&self) -> io::Result<WrappedKey> {
        self.files.new_key()
    }

    fn seal(&self, id: DocumentId, key: &WrappedKey, plain: &[u8]) -> io::Result<Vec<u8>> {
        self.files.seal(id, key, plain)
    }

    fn unseal(&self, id: DocumentId, key: &WrappedKey, sealed: &[u8]) -> io::Result<Vec<u8>> {
        self.files.unseal(id, key, sealed)
    }

    fn create(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<Box<dyn DocumentFileWriter>> {
        self.files.create(id, key, file)
    }

    fn open(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        (self.before)(file);
        self.files.open(id, key, file)
    }

    fn remove(&self, id: DocumentId) -> io::Result<()> {
        self.files.remove(id)
    }

    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>> {
        self.files.written_before(time)
    }
}
