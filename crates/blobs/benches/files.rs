//! How fast files are written and read, the disk's part included, and what one small read costs.

#![allow(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use dragoman_blobs::SealedFolder;
use dragoman_domain::{DocumentFile, DocumentFiles, DocumentId, RandomSource, WrappedKey};
use tempfile::TempDir;

const ID: DocumentId = DocumentId(1);
const MIB: usize = 1024 * 1024;

fn main() {
    divan::main();
}

struct Sevens;

impl RandomSource for Sevens {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

struct Bench {
    _folder: TempDir,
    files: SealedFolder,
    key: WrappedKey,
    plain: Vec<u8>,
}

impl Bench {
    fn new(length: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("documents");
        let files = SealedFolder::open(path, &[3; 32], Arc::new(Sevens)).unwrap();
        let key = files.new_key().unwrap();
        let bench = Self {
            _folder: folder,
            files,
            key,
            plain: vec![42; length],
        };
        bench.write();
        bench
    }

    fn write(&self) {
        let mut writer = self
            .files
            .create(ID, &self.key, DocumentFile::Source)
            .unwrap();
        writer.write_all(&self.plain).unwrap();
        writer.keep().unwrap();
    }
}

#[divan::bench(args = [64 * 1024, 16 * MIB])]
fn write(bencher: Bencher<'_, '_>, length: usize) {
    let bench = Bench::new(length);
    bencher
        .counter(BytesCount::new(length))
        .bench(|| bench.write());
}

/// Without the wait for the disk with which a file is kept.
#[divan::bench(args = [64 * 1024, 16 * MIB])]
fn write_and_drop(bencher: Bencher<'_, '_>, length: usize) {
    let bench = Bench::new(length);
    bencher.counter(BytesCount::new(length)).bench(|| {
        let mut writer = bench
            .files
            .create(ID, &bench.key, DocumentFile::Source)
            .unwrap();
        writer.write_all(&bench.plain).unwrap();
    });
}

#[divan::bench(args = [64 * 1024, 16 * MIB])]
fn read(bencher: Bencher<'_, '_>, length: usize) {
    let bench = Bench::new(length);
    bencher.counter(BytesCount::new(length)).bench(|| {
        let (mut reader, _) = bench
            .files
            .open(ID, &bench.key, DocumentFile::Source)
            .unwrap();
        io::copy(&mut reader, &mut io::sink()).unwrap()
    });
}

/// A hundred bytes each from places all over the file, the worst for a reader.
#[divan::bench]
fn read_here_and_there(bencher: Bencher<'_, '_>) {
    let bench = Bench::new(16 * MIB);
    let (mut reader, length) = bench
        .files
        .open(ID, &bench.key, DocumentFile::Source)
        .unwrap();
    let mut place = 0;
    bencher.bench_local(|| {
        place = (place + 5 * MIB as u64 + 4321) % (length - 100);
        reader.seek(SeekFrom::Start(place)).unwrap();
        let mut bytes = [0; 100];
        reader.read_exact(&mut bytes).unwrap();
        black_box(bytes)
    });
}
