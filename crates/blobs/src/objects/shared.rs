//! The files of translation memories that several machines share.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use async_trait::async_trait;
use dragoman_domain::{
    DocumentFileWriter, JobFileWriter, MemoryId, MemoryJobId, SharedFile, SharedFiles, StoreError,
};
use jiff::Timestamp;
use tokio::sync::oneshot;

use crate::front::{self, FRONT_LEN, Identity};
use crate::keys::{Purpose, WRAPPED_KEY_LEN, damaged};
use crate::objects::failure::store_error;
use crate::objects::sealed::SealedObjects;
use crate::objects::source::{ObjectSource, READ_AHEAD, READ_ALL};
use crate::objects::upload::ObjectSink;
use crate::objects::waiting::stopped;
use crate::pieces::{SealedPieces, unusable};
use crate::reader::{SealedReader, Source};
use crate::stream::ChunkCipher;
use crate::writer::SealedWriter;

const MEMORIES: &str = "memories";
const JOBS: &str = "memory-jobs";
/// What is read of a local file at a time.
const PIECE: usize = 256 * 1024;

type Reader = SealedReader<ObjectSource>;

impl SealedObjects {
    fn shared_path(&self, file: SharedFile) -> object_store::path::Path {
        match file {
            SharedFile::Memory(id) => self.storage.path([MEMORIES, &id.to_string()]),
            SharedFile::Job(id) => self.storage.path([JOBS, &id.to_string()]),
        }
    }

    /// None if there is no such file.
    async fn reader(&self, file: SharedFile, ahead: u64) -> io::Result<Option<Reader>> {
        let (storage, path) = (self.storage.clone(), self.shared_path(file));
        let mut source = match ObjectSource::open(storage, path, self.blocking.clone(), ahead).await
        {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let size = source.size();
        let stored = size.checked_sub(WRAPPED_KEY_LEN as u64);
        let stored = stored.ok_or_else(damaged)?;
        // Both are there already, so nothing waits.
        let mut front = [0; FRONT_LEN];
        source.read_exact_at(&mut front, 0)?;
        let cipher = front::cipher(&self.keys.wrapping_key, &front, identity(file))?;
        SealedReader::open(source, cipher, WRAPPED_KEY_LEN as u64, stored).map(Some)
    }

    /// Encrypts a local file into the storage, on a thread that may wait.
    fn put_now(&self, file: SharedFile, local: &Path) -> Result<(), StoreError> {
        let mut from = File::open(local).map_err(unusable)?;
        let (front, cipher) = self.begin(file)?;
        let sink = ObjectSink::new(self.upload(self.shared_path(file)));
        let mut writer = SealedWriter::create(sink, &front, cipher).map_err(store_error)?;
        let mut piece = vec![0; PIECE];
        loop {
            // What the local disk says is no word of the storage.
            let count = from.read(&mut piece).map_err(unusable)?;
            match piece.get(..count) {
                Some(read) if count > 0 => writer.write_all(read).map_err(store_error)?,
                _ => return Box::new(writer).keep().map_err(store_error),
            }
        }
    }

    /// What comes before the chunks of a new file, and what they are encrypted with.
    fn begin(&self, file: SharedFile) -> Result<(Vec<u8>, ChunkCipher), StoreError> {
        let (keys, random) = (&self.keys.wrapping_key, self.keys.random.as_ref());
        front::begin(keys, random, identity(file)).map_err(unusable)
    }

    /// Does work on a thread that may wait.
    async fn on_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, receiver) = oneshot::channel();
        let this = self.clone();
        self.blocking.runtime.spawn_blocking(move || {
            // Nobody may wait for it any more.
            let _ = sender.send(work(&this));
        });
        receiver.await.map_err(|_| unusable(stopped()))?
    }
}

#[async_trait]
impl SharedFiles for SealedObjects {
    async fn put(&self, file: SharedFile, local: &Path) -> Result<(), StoreError> {
        let local = local.to_owned();
        self.on_thread(move |this| this.put_now(file, &local)).await
    }

    async fn fetch(&self, file: SharedFile, local: &Path) -> Result<bool, StoreError> {
        let reader = self.reader(file, READ_ALL).await.map_err(store_error)?;
        let Some(reader) = reader else {
            return Ok(false);
        };
        let local = local.to_owned();
        self.on_thread(move |this| {
            let suffix = this.keys.random.guid().simple().to_string();
            copy(reader, &local, &suffix)
        })
        .await?;
        Ok(true)
    }

    async fn write(&self, file: SharedFile) -> Result<Box<dyn JobFileWriter>, StoreError> {
        let (front, cipher) = self.begin(file)?;
        let upload = self.upload(self.shared_path(file));
        Ok(Box::new(SealedPieces::new(Box::new(upload), front, cipher)))
    }

    async fn read(
        &self,
        file: SharedFile,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        let reader = self.reader(file, READ_AHEAD).await.map_err(store_error)?;
        Ok(reader.map(|reader| {
            let length = reader.len();
            (Box::new(reader) as Box<dyn Read + Send>, length)
        }))
    }

    async fn remove(&self, file: SharedFile) -> Result<(), StoreError> {
        let removed = self.storage.remove(&self.shared_path(file)).await;
        removed.map_err(|failure| store_error(failure.into()))
    }

    async fn written_before(&self, time: Timestamp) -> Result<Vec<SharedFile>, StoreError> {
        let time = SystemTime::from(time);
        let mut files = Vec::new();
        for folder in [MEMORIES, JOBS] {
            let mut listing = self.storage.list(self.storage.path([folder]));
            loop {
                let page = listing.page().await;
                let page = page.map_err(|failure| store_error(failure.into()))?;
                if page.is_empty() {
                    break;
                }
                let old = page.iter().filter(|object| object.written < time);
                files.extend(old.filter_map(|object| match object.names.as_slice() {
                    [name] => named(folder, name),
                    _ => None,
                }));
            }
        }
        Ok(files)
    }
}

/// The file that is called so in a folder; none for what others have put there.
fn named(folder: &str, name: &str) -> Option<SharedFile> {
    let id: MemoryId = name.parse().ok()?;
    let file = match folder {
        MEMORIES => SharedFile::Memory(id),
        _ => SharedFile::Job(MemoryJobId(id.0)),
    };
    (id.to_string() == name).then_some(file)
}

const fn identity(file: SharedFile) -> Identity {
    match file {
        SharedFile::Memory(id) => Identity {
            purpose: Purpose::Memory,
            id: id.0,
        },
        SharedFile::Job(id) => Identity {
            purpose: Purpose::Job,
            id: id.0,
        },
    }
}

/// Writes a whole file beside its place and then moves it there, so that nobody finds it in part, whatever happens.
fn copy(mut from: Reader, local: &Path, suffix: &str) -> Result<(), StoreError> {
    let part = Part::beside(local, suffix);
    let mut to = part.create().map_err(unusable)?;
    let mut piece = vec![0; PIECE];
    loop {
        // What the storage says is no word of the local disk.
        let count = from.read(&mut piece).map_err(store_error)?;
        match piece.get(..count) {
            Some(read) if count > 0 => to.write_all(read).map_err(unusable)?,
            _ => break,
        }
    }
    // Otherwise a name without content may be what a machine finds that has lost its power.
    to.sync_all().map_err(unusable)?;
    fs::rename(&part.0, local).map_err(unusable)
}

/// A local file that is removed with this, if it is still there.
struct Part(PathBuf);

impl Part {
    fn beside(local: &Path, suffix: &str) -> Self {
        let mut name = local.as_os_str().to_owned();
        name.push(format!(".{suffix}.part"));
        Self(name.into())
    }

    fn create(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        options.open(&self.0)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It has moved, or nobody looks for a file of that name.
        let _ = fs::remove_file(&self.0);
    }
}
