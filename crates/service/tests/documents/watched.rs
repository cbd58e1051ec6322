//! Files that tell when one is opened, read and closed.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, ReadSeek, Timestamp, WrappedKey,
};

/// Does something before a file is opened, on the thread that opens it.
pub(crate) struct Watched<Before> {
    files: Arc<dyn DocumentFiles>,
    before: Before,
    reader: Option<Arc<dyn Reader>>,
}

/// Is told what becomes of the files that are opened, by their numbers in that order.
pub(crate) trait Reader: Send + Sync {
    fn opens(&self, file: DocumentFile) -> usize;

    /// Before something is read.
    fn reads(&self, number: usize);

    fn closes(&self, number: usize);
}

struct WatchedFile {
    file: Box<dyn ReadSeek>,
    number: usize,
    reader: Arc<dyn Reader>,
}

impl Read for WatchedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.reads(self.number);
        self.file.read(buffer)
    }
}

impl Seek for WatchedFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

impl Drop for WatchedFile {
    fn drop(&mut self) {
        self.reader.closes(self.number);
    }
}

impl<Before: Fn(DocumentFile) + Send + Sync> Watched<Before> {
    pub(crate) fn new(files: Arc<dyn DocumentFiles>, before: Before) -> Self {
        let reader = None;
        Self {
            files,
            before,
            reader,
        }
    }

    /// The same, and tells somebody of what is read.
    pub(crate) fn with_reader(mut self, reader: Arc<dyn Reader>) -> Self {
        self.reader = Some(reader);
        self
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
        let (opened, length) = self.files.open(id, key, file)?;
        let Some(reader) = &self.reader else {
            return Ok((opened, length));
        };
        let watched = WatchedFile {
            file: opened,
            number: reader.opens(file),
            reader: Arc::clone(reader),
        };
        Ok((Box::new(watched), length))
    }

    fn remove(&self, id: DocumentId) -> io::Result<()> {
        self.files.remove(id)
    }

    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>> {
        self.files.written_before(time)
    }
}
