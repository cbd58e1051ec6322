//! The files of imports and exports, in the folder of a real store.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use dragoman_blobs::SealedJobs;
use dragoman_domain::{MemoryJobId, MemoryJobStore};
use dragoman_store::{Durability, SqliteMemories};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{CHUNK, SECRET, Sequence, TAG, shows};

/// The wrapped key and the header.
const FRONT: usize = 61 + 32;

const JOB: MemoryJobId = MemoryJobId(Uuid::from_u128(7));
const OTHER: MemoryJobId = MemoryJobId(Uuid::from_u128(8));

struct Place {
    folder: TempDir,
    store: SqliteMemories,
    jobs: SealedJobs,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteMemories::open(folder.path(), Durability::ProcessCrash);
        let store = store.await.unwrap();
        let jobs = sealed(&store, &SECRET);
        Self {
            folder,
            store,
            jobs,
        }
    }

    fn path(&self, job: MemoryJobId) -> PathBuf {
        self.folder.path().join(format!("memories/{}.file", job.0))
    }

    async fn write(&self, job: MemoryJobId, content: &[u8], piece: usize) {
        let mut file = self.jobs.write_file(job).await.unwrap();
        for piece in content.chunks(piece) {
            file.write(piece.to_vec()).await.unwrap();
        }
        file.keep().await.unwrap();
    }
}

fn sealed(store: &SqliteMemories, secret: &[u8; 32]) -> SealedJobs {
    SealedJobs::new(Arc::new(store.clone()), secret, Sequence::new()).unwrap()
}

/// What is given of a file before its end or its first failure, and whether it fails. Who goes on after
/// a failure must not take it for the end.
async fn read(jobs: &SealedJobs, job: MemoryJobId) -> (Vec<u8>, bool) {
    let Ok(Some((mut file, length))) = jobs.read_file(job).await.map_err(drop) else {
        return (Vec::new(), true);
    };
    let mut given = Vec::new();
    let failed = file.read_to_end(&mut given).is_err();
    if failed {
        file.read(&mut [0; 10]).unwrap_err();
    } else {
        assert_eq!(given.len() as u64, length);
    }
    (given, failed)
}

fn text(length: usize) -> Vec<u8> {
    let words = b"a sentence of a customer; ".iter().copied().cycle();
    words.take(length).collect()
}

#[tokio::test]
async fn what_is_written_is_read_again_and_is_not_on_the_disk() {
    let place = Place::new().await;
    for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5] {
        for piece in [1000, CHUNK, 4 * CHUNK] {
            let content = text(length);
            place.write(JOB, &content, piece).await;
            assert_eq!(read(&place.jobs, JOB).await, (content, false), "{length}");
            let stored = fs::read(place.path(JOB)).unwrap();
            let chunks = length.div_ceil(CHUNK).max(1);
            assert_eq!(stored.len(), FRONT + length + chunks * TAG, "{length}");
            let known = b"sentence of a customer";
            assert!(!shows(&stored, known));
        }
    }
    assert!(place.jobs.read_file(OTHER).await.unwrap().is_none());
    place.jobs.remove_file(JOB).await.unwrap();
    assert!(!place.path(JOB).exists());
}

#[tokio::test]
async fn no_two_files_share_a_key() {
    let place = Place::new().await;
    place.write(JOB, &text(CHUNK), CHUNK).await;
    let first = fs::read(place.path(JOB)).unwrap();
    place.write(JOB, &text(CHUNK), CHUNK).await;
    let second = fs::read(place.path(JOB)).unwrap();
    assert_ne!(first[..61], second[..61]);
    assert_ne!(first[FRONT..], second[FRONT..]);
}

#[tokio::test]
async fn what_was_changed_cut_off_or_exchanged_is_not_given() {
    let place = Place::new().await;
    let content = text(2 * CHUNK + 100);
    place.write(JOB, &content, CHUNK).await;
    place.write(OTHER, &content, CHUNK).await;
    let stored = fs::read(place.path(JOB)).unwrap();
    let sealed_chunk = CHUNK + TAG;
    let mut wrong = vec![
        stored[..stored.len() - 1].to_vec(),
        [&stored[..], b"x"].concat(),
        // At the border of two chunks, where only the mark of the last one tells.
        stored[..FRONT + sealed_chunk].to_vec(),
        stored[..FRONT + 2 * sealed_chunk].to_vec(),
        stored[..FRONT].to_vec(),
        stored[..10].to_vec(),
        Vec::new(),
        // Two chunks in each other's place.
        [
            &stored[..FRONT],
            &stored[FRONT + sealed_chunk..FRONT + 2 * sealed_chunk],
            &stored[FRONT..FRONT + sealed_chunk],
            &stored[FRONT + 2 * sealed_chunk..],
        ]
        .concat(),
        fs::read(place.path(OTHER)).unwrap(),
        // As it would be if it had never been encrypted.
        content.clone(),
    ];
    for position in [
        0,
        1,
        60,
        61,
        FRONT - 1,
        FRONT,
        FRONT + sealed_chunk,
        stored.len() - 1,
    ] {
        let mut changed = stored.clone();
        changed[position] ^= 1;
        wrong.push(changed);
    }
    for (case, bytes) in wrong.iter().enumerate() {
        fs::write(place.path(JOB), bytes).unwrap();
        let (given, failed) = read(&place.jobs, JOB).await;
        assert!(failed, "{case}");
        assert!(content.starts_with(&given), "{case}");
        assert!(given.len() < content.len(), "{case}");
    }
    fs::write(place.path(JOB), &stored).unwrap();
    assert_eq!(read(&place.jobs, JOB).await, (content, false));
    let (given, failed) = read(&sealed(&place.store, &[4; 32]), JOB).await;
    assert!(failed && given.is_empty());
}
