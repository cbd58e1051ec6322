//! What writers and readers of files in an object storage have in memory. One test: the memory is that of the whole
//! process, in which the storage is a folder.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;

use dragoman_blobs::{ObjectOptions, ObjectStorage, SealedObjects};
use dragoman_domain::{
    DocumentFile, DocumentFiles, DocumentId, MemoryId, RandomSource, SharedFile, SharedFiles,
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ID: DocumentId = DocumentId(1);
const MIB: usize = 1024 * 1024;
/// The size of each file.
const SIZE: usize = 100 * MIB;
/// What is taken besides: chunks, and what the runtime and the library take.
const APART: usize = MIB;

struct Sevens;

impl RandomSource for Sevens {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

/// The most that is taken at a time while something is done.
fn taken<T>(work: impl FnOnce() -> T) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    work();
    MEMORY.peak_usage().saturating_sub(before)
}

fn assert_taken(what: &str, most: usize, work: impl FnOnce()) {
    let taken = taken(work);
    assert!(
        taken <= most + APART,
        "{what}: {taken} bytes, and not {most}"
    );
}

#[test]
fn what_writers_and_readers_take_does_not_grow_with_the_file() {
    let (folder, runtime) = (
        tempfile::tempdir().unwrap(),
        tokio::runtime::Runtime::new().unwrap(),
    );
    let url = format!("file://{}/objects", folder.path().display());
    let storage = ObjectStorage::open(&url, &ObjectOptions::default(), []).unwrap();
    let handle = runtime.handle().clone();
    let files = SealedObjects::new(storage, &[3; 32], Arc::new(Sevens), handle).unwrap();
    let key = files.new_key().unwrap();
    let piece = vec![42; MIB];

    assert_taken("writing 100 MiB", 16 * MIB, || {
        let mut writer = files.create(ID, &key, DocumentFile::Source).unwrap();
        for _ in 0..SIZE / MIB {
            writer.write_all(&piece).unwrap();
        }
        writer.keep().unwrap();
    });
    assert_taken("writing 1 MiB", 3 * MIB, || {
        let mut writer = files.create(ID, &key, DocumentFile::Translation).unwrap();
        writer.write_all(&piece).unwrap();
        writer.keep().unwrap();
    });
    assert_taken("reading", 2 * MIB, || {
        let (mut reader, _) = files.open(ID, &key, DocumentFile::Source).unwrap();
        io::copy(&mut reader, &mut io::sink()).unwrap();
    });

    let memory = SharedFile::Memory(MemoryId(uuid::Uuid::from_u128(7)));
    let local = folder.path().join("local");
    let mut file = File::create(&local).unwrap();
    io::copy(&mut io::repeat(42).take(SIZE as u64), &mut file).unwrap();
    assert_taken("putting a memory", 16 * MIB, || {
        runtime.block_on(files.put(memory, &local)).unwrap();
    });
    assert_taken("writing a memory in pieces", 18 * MIB, || {
        runtime.block_on(async {
            let mut writer = files.write(memory).await.unwrap();
            for _ in 0..SIZE / MIB {
                writer.write(piece.clone()).await.unwrap();
            }
            writer.keep().await.unwrap();
        });
    });
    assert_taken("fetching a memory", 16 * MIB, || {
        let fetched = folder.path().join("fetched");
        assert!(runtime.block_on(files.fetch(memory, &fetched)).unwrap());
    });
}
