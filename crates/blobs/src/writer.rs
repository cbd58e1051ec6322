use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::DocumentFileWriter;

use crate::stream::{CHUNK_LEN, ChunkCipher, Header, Place, SEALED_CHUNK_LEN};

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

/// Writes a file in its part file until it is kept.
pub(crate) struct SealedWriter {
    file: File,
    target: Target,
    cipher: ChunkCipher,
    /// What the next chunk has. A full one waits until it is known whether another follows.
    pending: Vec<u8>,
    /// The index of the next chunk; none if there can be no other.
    next: Option<u32>,
    /// A chunk may have been written in part: nothing can follow it.
    is_broken: bool,
    is_kept: bool,
}

impl SealedWriter {
    pub(crate) fn create(target: Target, header: &Header, cipher: ChunkCipher) -> io::Result<Self> {
        let mut writer = Self {
            file: create_part(&target)?,
            target,
            cipher,
            pending: Vec::with_capacity(SEALED_CHUNK_LEN),
            next: Some(0),
            is_broken: false,
            is_kept: false,
        };
        writer.file.write_all(&header.0)?;
        Ok(writer)
    }

    fn write_chunk(&mut self, is_last: bool) -> io::Result<()> {
        if self.is_broken {
            return Err(io::Error::other("writing this file has failed before"));
        }
        let index = self.next.ok_or(ErrorKind::FileTooLarge)?;
        self.next = index.checked_add(1);
        self.is_broken = true;
        self.cipher
            .seal(Place { index, is_last }, &mut self.pending)?;
        self.file.write_all(&self.pending)?;
        self.pending.clear();
        self.is_broken = false;
        Ok(())
    }
}

impl Write for SealedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if self.pending.len() >= CHUNK_LEN {
            self.write_chunk(false)?;
        }
        let room = CHUNK_LEN.saturating_sub(self.pending.len());
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.pending.extend_from_slice(taken);
        Ok(taken.len())
    }

    /// Does nothing: what is not written yet can be encrypted only when it is known what follows.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl DocumentFileWriter for SealedWriter {
    fn keep(mut self: Box<Self>) -> io::Result<()> {
        self.write_chunk(true)?;
        self.file.sync_all()?;
        fs::rename(&self.target.part, &self.target.kept)?;
        self.is_kept = true;
        sync_folder(&self.target.folder)?;
        // The folder itself may be new.
        self.target.folder.parent().map_or(Ok(()), sync_folder)
    }
}

impl Drop for SealedWriter {
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
    use dragoman_domain::{DocumentId, RandomSource, WrappedKey};

    use super::*;
    use crate::keys::{Purpose, WrappingKey};

    struct Sevens;

    impl RandomSource for Sevens {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill(7);
        }
    }

    fn cipher(header: &Header) -> ChunkCipher {
        let wrapping = WrappingKey::new(&[3; 32]).unwrap();
        let key: WrappedKey = wrapping.new_key(&Sevens).unwrap();
        let key = wrapping.unwrap(&key).unwrap();
        ChunkCipher::new(&key, Purpose::Source, DocumentId(1), header).unwrap()
    }

    #[test]
    fn after_a_write_that_failed_nothing_is_written_and_the_file_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target {
            lock: FolderLock::default(),
            folder: folder.path().join("document"),
            part: folder.path().join("document/part"),
            kept: folder.path().join("document/kept"),
        };
        let kept = target.kept.clone();
        let header = Header::new(&Sevens);
        let mut writer = SealedWriter::create(target, &header, cipher(&header)).unwrap();
        writer.write_all(&[1; CHUNK_LEN]).unwrap();
        let file = std::mem::replace(
            &mut writer.file,
            OpenOptions::new().write(true).open("/dev/full").unwrap(),
        );
        let error = writer.write_all(&[1; CHUNK_LEN]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);

        // There is room again, but part of a chunk may be there already.
        writer.file = file;
        let written = writer.file.metadata().unwrap().len();
        for _ in 0..2 {
            writer.write_all(&[1; CHUNK_LEN]).unwrap_err();
        }
        assert_eq!(writer.file.metadata().unwrap().len(), written);
        Box::new(writer).keep().unwrap_err();
        assert!(!kept.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_ends_where_the_counter_of_chunks_does() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target {
            lock: FolderLock::default(),
            folder: folder.path().join("document"),
            part: folder.path().join("document/part"),
            kept: folder.path().join("document/kept"),
        };
        let header = Header::new(&Sevens);
        let mut writer = SealedWriter::create(target, &header, cipher(&header)).unwrap();
        writer.next = Some(u32::MAX);
        writer.write_all(&[1; 2 * CHUNK_LEN]).unwrap();
        let error = writer.write_all(&[1]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        Box::new(writer).keep().unwrap_err();
    }
}
