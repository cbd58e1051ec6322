use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::writer::Sink;

/// Held while the folder of a document is made or taken away, so that nobody takes away what another has just
/// made.
#[derive(Clone, Default)]
pub(crate) struct FolderLock(Arc<Mutex<()>>);

impl FolderLock {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a file is written and where it is to be, both in the folder of its document.
pub(crate) struct Target {
    pub(crate) lock: FolderLock,
    pub(crate) folder: PathBuf,
    pub(crate) part: PathBuf,
    pub(crate) kept: PathBuf,
}

/// A file that is written in its part file until it is kept.
pub(crate) struct PartFile {
    file: File,
    target: Target,
    is_kept: bool,
}

impl PartFile {
    pub(crate) fn create(target: Target) -> io::Result<Self> {
        Ok(Self {
            file: create_part(&target)?,
            target,
            is_kept: false,
        })
    }
}

impl Sink for PartFile {
    fn write(&mut self, sealed: &[u8]) -> io::Result<()> {
        self.file.write_all(sealed)
    }

    fn keep(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.target.part, &self.target.kept)?;
        self.is_kept = true;
        sync_folder(&self.target.folder)?;
        // The folder itself may be new.
        self.target.folder.parent().map_or(Ok(()), sync_folder)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed now is found by its age. The folder stays if anything else is in it.
            let _lock = self.target.lock.lock();
            let _ = fs::remove_file(&self.target.part);
            let _ = fs::remove_dir(&self.target.folder);
        }
    }
}

fn create_part(target: &Target) -> io::Result<File> {
    let _lock = target.lock.lock();
    match DirBuilder::new().mode(0o700).create(&target.folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&target.part)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_not_kept_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target {
            lock: FolderLock::default(),
            folder: folder.path().join("document"),
            part: folder.path().join("document/part"),
            kept: folder.path().join("document/kept"),
        };
        let kept = target.kept.clone();
        let mut part = PartFile::create(target).unwrap();
        part.write(b"sealed").unwrap();
        part.file = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = part.write(b"sealed").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        drop(part);
        assert!(!kept.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
