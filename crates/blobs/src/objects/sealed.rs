use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::SystemTime;

use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, RandomSource, ReadSeek, WrappedKey,
};
use jiff::Timestamp;
use object_store::path::Path;
use tokio::runtime::Handle;

use crate::documents::{DocumentKeys, name, named};
use crate::objects::listing::Listed;
use crate::objects::source::{ObjectSource, READ_AHEAD};
use crate::objects::storage::ObjectStorage;
use crate::objects::upload::{ObjectSink, Upload};
use crate::objects::waiting::Blocking;
use crate::reader::{SealedReader, read_header};
use crate::writer::SealedWriter;

const DOCUMENTS: &str = "documents";
const FILES: [DocumentFile; 2] = [DocumentFile::Source, DocumentFile::Translation];
/// An object is opened with its beginning and its end, and a page of a list may come in two.
const REQUESTS: u32 = 2;

/// Keeps files in an object storage, encrypted before anything of them leaves the process: those of documents below
/// `documents`, those of translation memories below `memories` and `memory-jobs`.
///
/// A file is seen by nobody before it is whole. One that is read is the same to the end: if it is replaced or removed
/// meanwhile, reading fails. Of an upload whose process dies, parts may stay in the storage, unseen: it should have a
/// rule that removes uploads that are not finished for a day.
///
/// A writer has at most 16 MiB and a chunk in memory, and of a file that is smaller about as much as it has so far; a
/// reader at most 2 MiB and two chunks, or 16 MiB while a whole memory is fetched. Each wait for the storage has an end.
#[derive(Clone)]
pub struct SealedObjects {
    pub(crate) storage: ObjectStorage,
    pub(crate) keys: Arc<DocumentKeys>,
    pub(crate) blocking: Blocking,
}

impl SealedObjects {
    /// Uses the storage. What is in it can be read only with the secret with which it was written. What others wait for on
    /// threads is done in tasks of the runtime.
    ///
    /// # Errors
    /// If the library refuses to derive a key.
    pub fn new(
        storage: ObjectStorage,
        secret: &[u8; 32],
        random: Arc<dyn RandomSource>,
        runtime: Handle,
    ) -> io::Result<Self> {
        let patience = storage.patience();
        Ok(Self {
            storage,
            keys: Arc::new(DocumentKeys::new(secret, random)?),
            blocking: Blocking { runtime, patience },
        })
    }

    pub(crate) fn upload(&self, path: Path) -> Upload {
        Upload::new(self.storage.clone(), path, self.blocking.clone())
    }

    fn path(&self, id: DocumentId, file: DocumentFile) -> Path {
        self.storage.path([DOCUMENTS, &id.to_string(), name(file)])
    }
}

impl DocumentFiles for SealedObjects {
    fn new_key(&self) -> io::Result<WrappedKey> {
        self.keys.new_key()
    }

    fn seal(&self, id: DocumentId, key: &WrappedKey, plain: &[u8]) -> io::Result<Vec<u8>> {
        self.keys.seal(id, key, plain)
    }

    fn unseal(&self, id: DocumentId, key: &WrappedKey, sealed: &[u8]) -> io::Result<Vec<u8>> {
        self.keys.unseal(id, key, sealed)
    }

    fn create(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<Box<dyn DocumentFileWriter>> {
        let (header, cipher) = self.keys.begin(id, key, file)?;
        let sink = ObjectSink::new(self.upload(self.path(id, file)));
        Ok(Box::new(SealedWriter::create(sink, &header.0, cipher)?))
    }

    fn open(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        let (storage, path) = (self.storage.clone(), self.path(id, file));
        let opened = ObjectSource::open(storage, path, self.blocking.clone(), READ_AHEAD);
        let mut source = self.blocking.wait(REQUESTS, opened)?;
        let stored = source.size();
        let header = read_header(&mut source)?;
        let cipher = self.keys.file_cipher(id, key, file, &header)?;
        let reader = SealedReader::open(source, cipher, 0, stored)?;
        let length = reader.len();
        Ok((Box::new(reader), length))
    }

    fn remove(&self, id: DocumentId) -> io::Result<()> {
        let storage = self.storage.clone();
        let paths = FILES.map(|file| self.path(id, file));
        self.blocking.wait(REQUESTS, async move {
            for path in &paths {
                storage.remove(path).await?;
            }
            Ok(())
        })
    }

    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>> {
        let time = SystemTime::from(time);
        let mut documents = BTreeSet::new();
        let mut listing = self.storage.list(self.storage.path([DOCUMENTS]));
        loop {
            let (rest, page) = self.blocking.wait(REQUESTS, async move {
                let page = listing.page().await?;
                Ok((listing, page))
            })?;
            if page.is_empty() {
                return Ok(documents.into_iter().collect());
            }
            listing = rest;
            let old = page.iter().filter(|object| object.written < time);
            documents.extend(old.filter_map(document));
        }
    }
}

/// The document that an object belongs to; none for what others have put there.
fn document(object: &Listed) -> Option<DocumentId> {
    let [folder, file] = object.names.as_slice() else {
        return None;
    };
    let is_ours = FILES.iter().any(|ours| name(*ours) == file);
    named(folder).filter(|_| is_ours)
}
