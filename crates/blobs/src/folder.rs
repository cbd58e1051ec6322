use std::fs::{self, DirBuilder, DirEntry, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, RandomSource, ReadSeek, WrappedKey,
};
use jiff::Timestamp;

use crate::documents::{DocumentKeys, name, named};
use crate::part_file::{FolderLock, PartFile, Target};
use crate::reader::{SealedReader, read_header};
use crate::writer::SealedWriter;

/// Keeps the files of documents in a folder, encrypted. Only the owner may read what is in it.
///
/// Each document has a folder with its id for a name. In it are its files, and *part files*: those that are
/// being written, or that a process left which died.
pub struct SealedFolder {
    path: PathBuf,
    keys: DocumentKeys,
    lock: FolderLock,
}

impl SealedFolder {
    /// Opens the folder, making it if there is none. What is in it can be read only with the secret with
    /// which it was written; that it is another is noticed with the first document.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn open(
        folder: PathBuf,
        secret: &[u8; 32],
        random: Arc<dyn RandomSource>,
    ) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)?;
        Ok(Self {
            path: folder,
            keys: DocumentKeys::new(secret, random)?,
            lock: FolderLock::default(),
        })
    }

    fn folder(&self, id: DocumentId) -> PathBuf {
        self.path.join(id.to_string())
    }
}

impl DocumentFiles for SealedFolder {
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
        let folder = self.folder(id);
        // Two may write the same file at a time, such as a worker that has lost its lease without knowing it yet.
        let part = format!("{}.{}.part", name(file), self.keys.random.guid().simple());
        let target = Target {
            lock: self.lock.clone(),
            part: folder.join(part),
            kept: folder.join(name(file)),
            folder,
        };
        let sink = PartFile::create(target)?;
        Ok(Box::new(SealedWriter::create(sink, &header.0, cipher)?))
    }

    fn open(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        let mut stored = File::open(self.folder(id).join(name(file)))?;
        let length = stored.metadata()?.len();
        let header = read_header(&mut stored)?;
        let cipher = self.keys.file_cipher(id, key, file, &header)?;
        let reader = SealedReader::open(stored, cipher, 0, length)?;
        let length = reader.len();
        Ok((Box::new(reader), length))
    }

    fn remove(&self, id: DocumentId) -> io::Result<()> {
        found(fs::remove_dir_all(self.folder(id))).map(Option::unwrap_or_default)
    }

    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>> {
        let time = SystemTime::from(time);
        let mut documents = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let Some(id) = document(&entry) else {
                continue;
            };
            if oldest(&entry)?.is_some_and(|written| written < time) {
                documents.push(id);
            }
        }
        Ok(documents)
    }
}

/// The document that a folder belongs to; none for what others have put there.
fn document(entry: &DirEntry) -> Option<DocumentId> {
    let name = entry.file_name();
    let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
    named(name.to_str()?).filter(|_| is_folder)
}

/// When the file of a document was written that was not written for longest; for an empty folder, when
/// something last was in it. None if the folder is gone by now.
fn oldest(folder: &DirEntry) -> io::Result<Option<SystemTime>> {
    let Some(entries) = found(fs::read_dir(folder.path()))? else {
        return Ok(None);
    };
    let mut oldest: Option<SystemTime> = None;
    for entry in entries {
        let written = found(entry?.metadata().and_then(|metadata| metadata.modified()))?;
        oldest = oldest.into_iter().chain(written).min();
    }
    match oldest {
        Some(written) => Ok(Some(written)),
        None => found(folder.metadata().and_then(|metadata| metadata.modified())),
    }
}

/// None for what is not there: another may have removed it meanwhile.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
