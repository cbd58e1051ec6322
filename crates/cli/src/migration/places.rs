//! Where a file is, and bringing one from one place to another.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_domain::{
    DocumentFile, DocumentFiles, DocumentId, JobFileWriter, MemoryJobId, MemoryJobStore,
    SharedFile, SharedFiles, StoreError, WrappedKey,
};
use dragoman_store::open_private;
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;

/// What is read at a time.
const PIECE: usize = 256 * 1024;

type Content = Box<dyn Read + Send>;

/// Where one file is or is to be, as who uses it sees it: decrypted. For threads that may wait.
pub(super) trait Place {
    /// What is in the file; none if there is no such file.
    fn open(&self) -> Result<Option<Content>>;

    /// Keeps what is read, in place of what was there.
    fn write(&self, content: &mut dyn Read) -> Result<()>;
}

/// What has become of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Brought {
    /// It is there now.
    Now,
    /// It was there before.
    Before,
    /// There is no such file.
    Missing,
}

/// Has a file be in another place, too, and reads it there.
pub(super) fn bring(from: &impl Place, to: &impl Place) -> Result<Brought> {
    let Some(mut content) = from.open()? else {
        return Ok(Brought::Missing);
    };
    // What cannot be read there is written anew; if that is impossible as well, it is said then.
    if let Ok(Some(there)) = digest_in(to) {
        if digest(content)? == there {
            return Ok(Brought::Before);
        }
        content = from.open()?.context("it has vanished")?;
    }
    let mut content = Hashing {
        content,
        digest: Sha256::new(),
    };
    to.write(&mut content)?;
    let written: [u8; 32] = content.digest.finalize().into();
    if digest_in(to)? != Some(written) {
        bail!("what was read back is not what was written");
    }
    Ok(Brought::Now)
}

fn digest_in(place: &impl Place) -> Result<Option<[u8; 32]>> {
    place.open()?.map(digest).transpose()
}

fn digest(content: Content) -> Result<[u8; 32]> {
    let mut content = Hashing {
        content,
        digest: Sha256::new(),
    };
    let mut piece = vec![0; PIECE];
    while content.read(&mut piece)? > 0 {}
    Ok(content.digest.finalize().into())
}

/// Computes the digest of what is read through it.
struct Hashing {
    content: Content,
    digest: Sha256,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.digest.update(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}

/// A file of a document.
pub(super) struct OfDocument {
    pub(super) files: Arc<dyn DocumentFiles>,
    pub(super) id: DocumentId,
    pub(super) key: WrappedKey,
    pub(super) file: DocumentFile,
}

impl Place for OfDocument {
    fn open(&self) -> Result<Option<Content>> {
        match self.files.open(self.id, &self.key, self.file) {
            Ok((content, _)) => Ok(Some(Box::new(content))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn write(&self, content: &mut dyn Read) -> Result<()> {
        let mut file = self.files.create(self.id, &self.key, self.file)?;
        io::copy(content, &mut file)?;
        Ok(file.keep()?)
    }
}

/// The content of a translation memory in a data folder.
pub(super) struct OfMemory(pub(super) PathBuf);

impl Place for OfMemory {
    fn open(&self) -> Result<Option<Content>> {
        match File::open(&self.0) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn write(&self, content: &mut dyn Read) -> Result<()> {
        // A server removes what was not finished under such a name.
        let part = self.0.with_extension("part");
        let mut file = open_private(&part, |options| options.create(true).truncate(true))?;
        io::copy(content, &mut file)?;
        file.sync_all()?;
        fs::rename(&part, &self.0)?;
        let folder = self.0.parent().unwrap_or(Path::new("."));
        Ok(File::open(folder)?.sync_all()?)
    }
}

/// The file of an import or export in a data folder.
pub(super) struct OfJob {
    pub(super) jobs: Arc<dyn MemoryJobStore>,
    pub(super) id: MemoryJobId,
    pub(super) runtime: Handle,
}

impl Place for OfJob {
    fn open(&self) -> Result<Option<Content>> {
        let opened = self.runtime.block_on(self.jobs.read_file(self.id));
        Ok(opened.map_err(why)?.map(|(content, _)| content))
    }

    fn write(&self, content: &mut dyn Read) -> Result<()> {
        let file = self.runtime.block_on(self.jobs.write_file(self.id));
        write_pieces(&self.runtime, file.map_err(why)?, content)
    }
}

/// A file of translation memories that several machines share.
pub(super) struct OfAll {
    pub(super) files: Arc<dyn SharedFiles>,
    pub(super) file: SharedFile,
    pub(super) runtime: Handle,
}

impl Place for OfAll {
    fn open(&self) -> Result<Option<Content>> {
        let opened = self.runtime.block_on(self.files.read(self.file));
        Ok(opened.map_err(why)?.map(|(content, _)| content))
    }

    fn write(&self, content: &mut dyn Read) -> Result<()> {
        let file = self.runtime.block_on(self.files.write(self.file));
        write_pieces(&self.runtime, file.map_err(why)?, content)
    }
}

fn write_pieces(
    runtime: &Handle,
    mut file: Box<dyn JobFileWriter>,
    content: &mut dyn Read,
) -> Result<()> {
    loop {
        let mut piece = Vec::new();
        content.take(PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        runtime.block_on(file.write(piece)).map_err(why)?;
    }
    runtime.block_on(file.keep()).map_err(why)
}

/// Why the store failed, which it otherwise says to the log only.
pub(super) fn why(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::Unavailable { reason } | StoreError::Failed { reason } => {
            anyhow::Error::msg(reason)
        }
        StoreError::Duplicate { .. } => error.into(),
    }
}
