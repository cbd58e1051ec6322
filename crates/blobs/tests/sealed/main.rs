//! The files of documents on a real disk and in a real S3 server: what is written is read again, and nothing else is.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod conformance;
mod folder;
mod form;
mod installation;
mod jobs;
mod objects;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use dragoman_blobs::SealedFolder;
use dragoman_domain::{DocumentId, RandomSource};
use jiff::Timestamp;

const CHUNK: usize = 64 * 1024;
const HEADER: usize = 32;
const TAG: usize = 16;
const MIB: usize = 1024 * 1024;

const ID: DocumentId = DocumentId(0xD0C);
const OTHER: DocumentId = DocumentId(0xD0D);
const SECRET: [u8; 32] = [3; 32];

/// SplitMix64 (Steele, Lea and Flood 2014): other bytes each time, the same in each run.
struct Sequence(AtomicU64);

impl Sequence {
    fn new() -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(1)))
    }
}

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

fn open(folder: PathBuf, secret: &[u8; 32]) -> SealedFolder {
    SealedFolder::open(folder, secret, Sequence::new()).unwrap()
}

/// Content of which no two chunks are equal.
fn content(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    Sequence(AtomicU64::new(99)).fill(&mut bytes);
    bytes
}

fn timestamp(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// All that is in a folder and in those in it.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(entries(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

/// As if a file or folder had last been written then.
fn age(path: &Path, written: Timestamp) {
    let written = SystemTime::from(written);
    File::open(path).unwrap().set_modified(written).unwrap();
}

fn shows(bytes: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(bytes, word).is_some()
}
