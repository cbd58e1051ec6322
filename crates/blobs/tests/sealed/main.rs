//! The files of documents on a real disk: what is written is read again, and nothing else is.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod content;
mod folder;
mod form;
mod jobs;
mod tampering;

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_blobs::SealedFolder;
use dragoman_domain::{
    DocumentFile, DocumentFileWriter, DocumentFiles, DocumentId, RandomSource, ReadSeek, WrappedKey,
};
use tempfile::TempDir;

const CHUNK: usize = 64 * 1024;
const HEADER: usize = 32;
const TAG: usize = 16;

const ID: DocumentId = DocumentId(0xD0C);
const OTHER: DocumentId = DocumentId(0xD0D);
const SECRET: [u8; 32] = [3; 32];

/// SplitMix64 (Steele, Lea and Flood 2014): other bytes each time, the same in each run.
struct Sequence(AtomicU64);

impl RandomSource for Sequence {
    fn fill(&self, buffer: &mut [u8]) {
        for bytes in buffer.chunks_mut(8) {
            let state = self.0.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^= mixed >> 31;
            bytes.copy_from_slice(&mixed.to_le_bytes()[..bytes.len()]);
        }
    }
}

/// A folder with one document's key.
struct Installation {
    folder: TempDir,
    files: SealedFolder,
    key: WrappedKey,
}

impl Installation {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = open(folder.path().join("documents"), &SECRET);
        let key = files.new_key().unwrap();
        Self { folder, files, key }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("documents")
    }

    fn file(&self, id: DocumentId, file: DocumentFile) -> PathBuf {
        let name = match file {
            DocumentFile::Source => "source",
            DocumentFile::Translation => "translation",
        };
        self.path().join(id.to_string()).join(name)
    }

    fn source(&self) -> PathBuf {
        self.file(ID, DocumentFile::Source)
    }

    fn create(&self) -> Box<dyn DocumentFileWriter> {
        self.files
            .create(ID, &self.key, DocumentFile::Source)
            .unwrap()
    }

    fn write(&self, plain: &[u8]) {
        let mut writer = self.create();
        writer.write_all(plain).unwrap();
        writer.keep().unwrap();
    }

    fn open(&self) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        self.files.open(ID, &self.key, DocumentFile::Source)
    }

    /// The whole file, if all of it is as it was written.
    fn read(&self) -> io::Result<Vec<u8>> {
        let (mut reader, length) = self.open()?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        assert_eq!(bytes.len() as u64, length);
        Ok(bytes)
    }

    fn stored(&self) -> Vec<u8> {
        fs::read(self.source()).unwrap()
    }

    fn store(&self, bytes: &[u8]) {
        fs::write(self.source(), bytes).unwrap();
    }
}

fn open(folder: PathBuf, secret: &[u8; 32]) -> SealedFolder {
    SealedFolder::open(folder, secret, Arc::new(Sequence(AtomicU64::new(1)))).unwrap()
}

/// Content of which no two chunks are equal.
fn content(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    Sequence(AtomicU64::new(99)).fill(&mut bytes);
    bytes
}
