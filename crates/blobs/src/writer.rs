use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use dragoman_domain::DocumentFileWriter;

use crate::stream::{CHUNK_LEN, ChunkCipher, Header, Place, SEALED_CHUNK_LEN};

/// How often a folder is made that another writer, which ends, takes away again.
const ATTEMPTS: usize = 8;

/// Where a file is written and where it is to be, both in the folder of its document.
pub(crate) struct Target {
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
        sync_folder(&self.target.folder)
    }
}

impl Drop for SealedWriter {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed now is found by its age. The folder stays if anything else is in it.
            let _ = fs::remove_file(&self.target.part);
            let _ = fs::remove_dir(&self.target.folder);
        }
    }
}

fn create_part(target: &Target) -> io::Result<File> {
    let mut attempts = 0;
    loop {
        make_folder(&target.folder)?;
        let created = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&target.part);
        attempts += 1;
        match created {
            Err(error) if error.kind() == ErrorKind::NotFound && attempts < ATTEMPTS => {}
            result => return result,
        }
    }
}

/// Makes the folder of a document in a way that a crash does not undo.
fn make_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => folder.parent().map_or(Ok(()), sync_folder),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
