//! The files of translation memories that several machines share.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use dragoman_blobs::{ObjectOptions, ObjectStorage, SealedObjects};
use dragoman_domain::{MemoryId, MemoryJobId, RandomSource, SharedFile, SharedFiles, StoreError};
use dragoman_s3_testing::{Fault, S3Server};
use jiff::Timestamp;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use uuid::Uuid;

use super::{BUCKET, FEW_RETRIES, sealed};
use crate::installation::runtime;
use crate::{CHUNK, MIB, SECRET, Sequence, TAG, content, entries, shows, timestamp};

/// The wrapped key and the header.
const FRONT: usize = 61 + 32;

const GUID: Uuid = Uuid::from_u128(7);
const MEMORY: SharedFile = SharedFile::Memory(MemoryId(GUID));
const JOB: SharedFile = SharedFile::Job(MemoryJobId(GUID));
const MEMORY_KEY: &str = "installation/memories/00000000-0000-0000-0000-000000000007";
const JOB_KEY: &str = "installation/memory-jobs/00000000-0000-0000-0000-000000000007";

/// Files in a bucket of a real S3 server, and a local folder.
struct Machine {
    files: SealedObjects,
    folder: TempDir,
    runtime: Runtime,
    server: S3Server,
}

impl Machine {
    fn new() -> Self {
        let (server, runtime) = (S3Server::start(), runtime());
        server.bucket(BUCKET);
        Self {
            files: sealed(&server, &runtime, FEW_RETRIES),
            folder: tempfile::tempdir().unwrap(),
            runtime,
            server,
        }
    }

    fn put(&self, file: SharedFile, content: &[u8]) -> Result<(), StoreError> {
        let local = self.folder.path().join("from");
        fs::write(&local, content).unwrap();
        self.runtime.block_on(self.files.put(file, &local))
    }

    /// What is there of a file that is fetched, and nothing else.
    fn fetch(&self, file: SharedFile) -> Result<Option<Vec<u8>>, StoreError> {
        let folder = self.folder.path().join("to");
        fs::create_dir(&folder).unwrap();
        let local = folder.join("memory");
        let found = self.runtime.block_on(self.files.fetch(file, &local));
        let there = entries(&folder);
        let content = fs::read(&local).ok();
        fs::remove_dir_all(&folder).unwrap();
        match found {
            Ok(true) => {
                assert_eq!(there, [local]);
                Ok(content)
            }
            Ok(false) => {
                assert_eq!(there, [] as [&Path; 0]);
                Ok(None)
            }
            Err(error) => {
                assert_eq!(there, [] as [&Path; 0], "{error}");
                Err(error)
            }
        }
    }

    fn write(&self, file: SharedFile, content: &[u8], piece: usize) -> Result<(), StoreError> {
        self.runtime.block_on(async {
            let mut writer = self.files.write(file).await?;
            for piece in content.chunks(piece) {
                writer.write(piece.to_vec()).await?;
            }
            writer.keep().await
        })
    }

    fn read(&self, file: SharedFile) -> Result<Option<Vec<u8>>, StoreError> {
        let Some((mut reader, length)) = self.runtime.block_on(self.files.read(file))? else {
            return Ok(None);
        };
        let mut content = Vec::new();
        reader.read_to_end(&mut content).unwrap();
        assert_eq!(content.len() as u64, length);
        Ok(Some(content))
    }

    fn remove(&self, file: SharedFile) -> Result<(), StoreError> {
        self.runtime.block_on(self.files.remove(file))
    }

    fn written_before(&self, time: Timestamp) -> Vec<SharedFile> {
        let found = self.runtime.block_on(self.files.written_before(time));
        let mut found = found.unwrap();
        found.sort();
        found
    }
}

fn text(length: usize) -> Vec<u8> {
    let words = b"a sentence of a customer; ".iter().copied().cycle();
    words.take(length).collect()
}

#[test]
fn what_is_put_is_fetched_and_read_and_cannot_be_read_there() {
    let machine = Machine::new();
    for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5, 20 * MIB] {
        let content = text(length);
        machine.put(MEMORY, &content).unwrap();
        assert!(machine.fetch(MEMORY).unwrap().unwrap() == content);
        assert!(machine.read(MEMORY).unwrap().unwrap() == content);
        assert_eq!(machine.server.objects(BUCKET), [MEMORY_KEY]);
        let stored = machine.server.content(BUCKET, MEMORY_KEY);
        let chunks = length.div_ceil(CHUNK).max(1);
        assert_eq!(stored.len(), FRONT + length + chunks * TAG, "{length}");
        for bytes in machine.server.everything() {
            assert!(!shows(&bytes, b"sentence of a customer"));
        }
    }
    machine.remove(MEMORY).unwrap();
    machine.remove(MEMORY).unwrap();
    assert_eq!(machine.server.objects(BUCKET), [] as [String; 0]);
}

#[test]
fn what_is_written_in_pieces_is_read_again() {
    let machine = Machine::new();
    for (length, piece) in [
        (0, 1),
        (CHUNK, 1000),
        (2 * CHUNK, CHUNK),
        (3 * CHUNK + 5, 4 * CHUNK),
        (20 * MIB, MIB),
        (20 * MIB, 20 * MIB),
    ] {
        let content = text(length);
        machine.write(JOB, &content, piece).unwrap();
        assert!(machine.read(JOB).unwrap().unwrap() == content);
        assert!(machine.fetch(JOB).unwrap().unwrap() == content);
        assert_eq!(machine.server.objects(BUCKET), [JOB_KEY]);
        for bytes in machine.server.everything() {
            assert!(!shows(&bytes, b"sentence of a customer"));
        }
    }
}

#[test]
fn a_file_that_is_not_there_is_none() {
    let machine = Machine::new();
    for file in [MEMORY, JOB] {
        assert_eq!(machine.fetch(file).unwrap(), None);
        assert_eq!(machine.read(file).unwrap(), None);
        machine.remove(file).unwrap();
    }
    machine.put(MEMORY, b"text").unwrap();
    assert_eq!(machine.read(JOB).unwrap(), None);
}

#[test]
fn nothing_is_left_of_a_file_that_is_dropped_before_it_is_kept() {
    let machine = Machine::new();
    for length in [0, 100, 20 * MIB] {
        machine.runtime.block_on(async {
            let mut writer = machine.files.write(JOB).await.unwrap();
            writer.write(text(length)).await.unwrap();
        });
        machine.server.until_nothing_is_unfinished();
        assert_eq!(machine.server.objects(BUCKET), [] as [String; 0]);
    }
}

#[test]
fn after_a_piece_that_failed_nothing_is_written_and_the_file_is_not_kept() {
    let machine = Machine::new();
    machine.runtime.block_on(async {
        let mut writer = machine.files.write(JOB).await.unwrap();
        writer.write(text(7 * MIB)).await.unwrap();
        machine.server.set_fault(Fault::Refuse);
        let error = writer.write(text(7 * MIB)).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
        machine.server.set_fault(Fault::None);
        // Something in the middle would be missing.
        writer.write(text(7 * MIB)).await.unwrap_err();
        writer.keep().await.unwrap_err();
    });
    machine.server.until_nothing_is_unfinished();
    assert_eq!(machine.server.objects(BUCKET), [] as [String; 0]);
}

#[test]
fn no_two_files_share_a_key_and_none_passes_for_another() {
    let machine = Machine::new();
    machine.put(MEMORY, &text(CHUNK)).unwrap();
    let first = machine.server.content(BUCKET, MEMORY_KEY);
    machine.put(MEMORY, &text(CHUNK)).unwrap();
    let second = machine.server.content(BUCKET, MEMORY_KEY);
    assert_ne!(first[..61], second[..61]);
    assert_ne!(first[FRONT..], second[FRONT..]);

    let other = SharedFile::Memory(MemoryId(Uuid::from_u128(8)));
    let other_key = MEMORY_KEY.replace("007", "008");
    for (key, file) in [(other_key.as_str(), other), (JOB_KEY, JOB)] {
        machine.server.store(BUCKET, key, &second);
        assert!(matches!(
            machine.fetch(file),
            Err(StoreError::Failed { .. })
        ));
        let read = machine.runtime.block_on(machine.files.read(file));
        assert!(matches!(read.map(drop), Err(StoreError::Failed { .. })));
    }
}

#[test]
fn what_was_changed_or_cut_off_is_noticed_and_not_fetched() {
    let machine = Machine::new();
    let content = content(2 * CHUNK + 100);
    machine.put(MEMORY, &content).unwrap();
    let stored = machine.server.content(BUCKET, MEMORY_KEY);
    let sealed_chunk = CHUNK + TAG;
    let mut wrong = vec![
        [&stored[..], b"x"].concat(),
        // As it would be if it had never been encrypted.
        content.clone(),
    ];
    let lengths = [0, 10, 61, FRONT, FRONT + sealed_chunk, stored.len() - 1];
    wrong.extend(lengths.map(|length| stored[..length].to_vec()));
    for position in [0, 60, 61, FRONT, FRONT + sealed_chunk, stored.len() - 1] {
        let mut changed = stored.clone();
        changed[position] ^= 1;
        wrong.push(changed);
    }
    for (case, bytes) in wrong.iter().enumerate() {
        machine.server.store(BUCKET, MEMORY_KEY, bytes);
        let fetched = machine.fetch(MEMORY);
        assert!(matches!(fetched, Err(StoreError::Failed { .. })), "{case}");
    }
    machine.server.store(BUCKET, MEMORY_KEY, &stored);
    assert!(machine.fetch(MEMORY).unwrap().unwrap() == content);
}

#[test]
fn what_was_last_written_before_a_time_is_found() {
    let machine = Machine::new();
    let then = timestamp("2026-01-02T03:00:00Z");
    let after = timestamp("2026-01-02T04:00:00Z");
    machine.put(MEMORY, b"text").unwrap();
    machine.put(JOB, b"text").unwrap();
    let others = ["memories/notes", "memories/7/notes", "memory-jobs/NOTES"];
    for key in others {
        let key = format!("installation/{key}");
        machine.server.store(BUCKET, &key, b"another's");
        machine.server.date(BUCKET, &key, then.into());
    }
    assert_eq!(machine.written_before(after), []);
    machine.server.date(BUCKET, JOB_KEY, then.into());
    assert_eq!(machine.written_before(after), [JOB]);
    assert_eq!(machine.written_before(Timestamp::MAX), [MEMORY, JOB]);
}

#[test]
fn what_the_storage_is_to_blame_for_can_be_tried_again_and_what_the_local_disk_is_not() {
    let machine = Machine::new();
    machine.put(MEMORY, b"text").unwrap();
    let is_unavailable = |error: StoreError| {
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    };
    for fault in [Fault::Busy, Fault::Refuse, Fault::Away] {
        machine.server.set_fault(fault);
        for length in [100, 20 * MIB] {
            is_unavailable(machine.put(JOB, &text(length)).unwrap_err());
            is_unavailable(machine.write(JOB, &text(length), MIB).unwrap_err());
        }
        is_unavailable(machine.fetch(MEMORY).unwrap_err());
        is_unavailable(machine.read(MEMORY).unwrap_err());
        is_unavailable(machine.remove(MEMORY).unwrap_err());
        let found = machine.files.written_before(Timestamp::MAX);
        is_unavailable(machine.runtime.block_on(found).unwrap_err());
    }
    machine.server.set_fault(Fault::None);
    assert_eq!(machine.fetch(MEMORY).unwrap().unwrap(), b"text");
    assert_eq!(machine.server.objects(BUCKET), [MEMORY_KEY]);

    let nowhere = machine.folder.path().join("no/such/folder");
    let put = machine.runtime.block_on(machine.files.put(JOB, &nowhere));
    assert!(matches!(put, Err(StoreError::Failed { .. })), "{put:?}");
    let fetch = machine.files.fetch(MEMORY, &nowhere);
    let fetch = machine.runtime.block_on(fetch);
    assert!(matches!(fetch, Err(StoreError::Failed { .. })), "{fetch:?}");
}

#[test]
fn a_folder_of_objects_is_shared_in_the_same_way() {
    let (folder, runtime) = (tempfile::tempdir().unwrap(), runtime());
    let url = format!("file://{}/objects", folder.path().display());
    let open = |random: Arc<dyn RandomSource>| {
        let storage = ObjectStorage::open(&url, &ObjectOptions::default(), []).unwrap();
        SealedObjects::new(storage, &SECRET, random, runtime.handle().clone()).unwrap()
    };
    let random = Sequence::new();
    let (one, other) = (open(random.clone()), open(random));
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let content = content(20 * MIB);
    fs::write(&from, &content).unwrap();
    runtime.block_on(async {
        one.put(MEMORY, &from).await.unwrap();
        assert!(other.fetch(MEMORY, &to).await.unwrap());
        assert!(fs::read(&to).unwrap() == content);
        let found = other.written_before(Timestamp::MAX).await.unwrap();
        assert_eq!(found, [MEMORY]);
        other.remove(MEMORY).await.unwrap();
        other.remove(MEMORY).await.unwrap();
        assert!(one.read(MEMORY).await.unwrap().is_none());
    });
    assert_eq!(entries(&folder.path().join("objects")).len(), 0);
}
