//! Memories and jobs of several copies over one database and the same shared files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod contents;
mod jobs;

use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, Clock, FinishedImport, IndexKey, JobFileWriter, JobRoom, Language, Memory,
    MemoryBuilder, MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryJobStore,
    MemoryOperation, MemoryStore, MemoryUse, NewSegment, SegmentQuery, SegmentTimes, SharedFile,
    SharedFiles, SourceFile, StoreError, Timestamp,
};
use dragoman_postgres_testing::shared;
use tempfile::TempDir;
use uuid::Uuid;

use super::PostgresMemories;
use crate::postgres::{CopyOptions, LeaseClock, PostgresOptions, PostgresStore};

const ACCOUNT: AccountId = AccountId(Uuid::from_u128(1));

/// More than any memory of these tests.
const AMPLE: u64 = 1 << 30;

const TWO_HOURS: Duration = Duration::from_secs(7200);

fn now() -> Timestamp {
    "2026-05-05T12:00:00Z".parse().unwrap()
}

struct Standing;

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        now()
    }
}

/// Shared files in a folder.
struct Folder {
    folder: TempDir,
    fetches: AtomicUsize,
    is_away: AtomicBool,
}

impl Folder {
    fn path(&self, file: SharedFile) -> std::path::PathBuf {
        self.folder.path().join(match file {
            SharedFile::Memory(id) => format!("{}.memory", id.0),
            SharedFile::Job(id) => format!("{}.job", id.0),
        })
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.is_away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable {
                reason: "away".to_owned(),
            });
        }
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }

    fn written(&self, name: &str) -> Timestamp {
        let metadata = fs::metadata(self.folder.path().join(name)).unwrap();
        metadata.modified().unwrap().try_into().unwrap()
    }

    fn last_written(&self) -> Timestamp {
        let names = self.names();
        names.iter().map(|name| self.written(name)).max().unwrap()
    }
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

struct Whole(std::path::PathBuf, Vec<u8>);

#[async_trait]
impl JobFileWriter for Whole {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.1.extend(bytes);
        Ok(())
    }

    async fn keep(self: Box<Self>) -> Result<(), StoreError> {
        fs::write(&self.0, &self.1).unwrap();
        Ok(())
    }
}

#[async_trait]
impl SharedFiles for Folder {
    async fn put(&self, file: SharedFile, local: &std::path::Path) -> Result<(), StoreError> {
        self.check()?;
        fs::copy(local, self.path(file)).unwrap();
        Ok(())
    }

    async fn fetch(&self, file: SharedFile, local: &std::path::Path) -> Result<bool, StoreError> {
        assert!(!local.exists());
        self.fetches.fetch_add(1, Ordering::SeqCst);
        // Long enough for others to ask for it.
        tokio::time::sleep(Duration::from_millis(50)).await;
        if !self.path(file).exists() {
            return Ok(false);
        }
        let whole = fs::read(self.path(file)).unwrap();
        // Breaks off in the middle, and does not even clean up.
        fs::write(local, &whole[..whole.len() / 2]).unwrap();
        self.check()?;
        fs::write(local, whole).unwrap();
        Ok(true)
    }

    async fn write(&self, file: SharedFile) -> Result<Box<dyn JobFileWriter>, StoreError> {
        Ok(Box::new(Whole(self.path(file), Vec::new())))
    }

    async fn read(
        &self,
        file: SharedFile,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        let Ok(file) = fs::File::open(self.path(file)) else {
            return Ok(None);
        };
        let length = file.metadata().unwrap().len();
        Ok(Some((Box::new(file), length)))
    }

    async fn remove(&self, file: SharedFile) -> Result<(), StoreError> {
        self.check()?;
        let _ = fs::remove_file(self.path(file));
        Ok(())
    }

    async fn written_before(&self, time: Timestamp) -> Result<Vec<SharedFile>, StoreError> {
        let mut found = Vec::new();
        for name in self.names() {
            let (id, kind) = name.split_once('.').unwrap();
            let id = id.parse().unwrap();
            if self.written(&name) < time {
                found.push(match kind {
                    "memory" => SharedFile::Memory(MemoryId(id)),
                    _ => SharedFile::Job(MemoryJobId(id)),
                });
            }
        }
        Ok(found)
    }
}

/// What all copies share, which goes with the test.
struct World {
    url: String,
    files: Arc<Folder>,
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            shared().drop_database(&self.url);
        }
    }
}

/// One copy with a folder of its own.
struct OneCopy {
    store: PostgresStore,
    memories: PostgresMemories,
    folder: TempDir,
}

impl World {
    fn new() -> Self {
        Self {
            url: shared().create_database(),
            files: Arc::new(Folder {
                folder: tempfile::tempdir().unwrap(),
                fetches: AtomicUsize::new(0),
                is_away: AtomicBool::new(false),
            }),
        }
    }

    async fn copy(&self) -> OneCopy {
        self.copy_with(AMPLE).await
    }

    async fn copy_with(&self, cache_bytes: u64) -> OneCopy {
        let options = PostgresOptions {
            url: self.url.clone(),
            certificate_authority: None,
            connections: 4,
            clock: LeaseClock::Caller,
        };
        let store = PostgresStore::open(&options).await.unwrap();
        let this = CopyOptions {
            machine: "test".to_owned(),
            configuration: [0; 32],
            answers: true,
            workers: 1,
            clock: Arc::new(Standing),
        };
        store.join(this).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let memories = self.open(&store, &folder, cache_bytes).await;
        OneCopy {
            store,
            memories,
            folder,
        }
    }

    async fn open(
        &self,
        store: &PostgresStore,
        folder: &TempDir,
        cache_bytes: u64,
    ) -> PostgresMemories {
        let files = Arc::clone(&self.files) as _;
        PostgresMemories::open(store, files, folder.path(), cache_bytes)
            .await
            .unwrap()
    }

    fn fetches(&self) -> usize {
        self.files.fetches.load(Ordering::SeqCst)
    }

    fn execute(&self, sql: &str) -> String {
        shared().execute(&self.url, sql)
    }
}

impl OneCopy {
    fn cached(&self) -> Vec<String> {
        names(&self.folder.path().join("cache"))
    }

    async fn build(&self, number: u128) -> Memory {
        self.try_build(number, None).await.unwrap()
    }

    /// Builds a memory with one segment.
    async fn try_build(
        &self,
        number: u128,
        job: Option<FinishedImport>,
    ) -> Result<Memory, StoreError> {
        let id = MemoryId(Uuid::from_u128(number));
        let mut builder = self.memories.build_memory(id).await.unwrap();
        add_segment(&mut *builder, number).await;
        let memory = Memory {
            id,
            account: ACCOUNT,
            name: "na\0me".to_owned(),
            source: language("de"),
            targets: Vec::new(),
            segment_count: 0,
            created: now(),
        };
        builder.finish(memory, job).await
    }

    async fn sources(&self, memory: MemoryId) -> Result<Vec<String>, StoreError> {
        let query = SegmentQuery {
            from: 0,
            most: 9,
            filter: None,
        };
        let page = self.memories.segments(memory, &query).await?;
        Ok(page.segments.into_iter().map(|one| one.source).collect())
    }

    async fn abandoned(&self) -> Vec<MemoryJobId> {
        let jobs = self.memories.abandoned_jobs().await.unwrap();
        jobs.into_iter().map(|job| job.id).collect()
    }

    /// Starts a job as it is now: what it is then, if that was possible.
    async fn start(&self, job: &MemoryJob) -> Option<MemoryJob> {
        let started = MemoryJob {
            status: MemoryJobStatus::Processing,
            attempts: job.attempts + 1,
            ..job.clone()
        };
        let is_started = self.memories.change_job(job, &started).await.unwrap();
        is_started.then_some(started)
    }
}

async fn add_segment(builder: &mut dyn MemoryBuilder, number: u128) {
    let segment = NewSegment {
        source: format!("source {number}"),
        targets: vec![(language("en"), format!("translation {number}"))],
        times: SegmentTimes::default(),
        hash: 7,
        features: vec![1, 2],
        length: 3,
    };
    builder.add(vec![segment]).await.unwrap();
}

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn job(number: u128, status: MemoryJobStatus) -> MemoryJob {
    MemoryJob {
        id: MemoryJobId(Uuid::from_u128(number)),
        account: ACCOUNT,
        operation: MemoryOperation::Import {
            file: SourceFile {
                name: "a.tmx".to_owned(),
                length: 9,
                media_type: "application/xml".to_owned(),
            },
            name: "a".to_owned(),
        },
        status,
        created: now(),
        changed: now(),
        expires: now() + Duration::from_secs(3600),
        attempts: 0,
        bytes: 0,
    }
}

const ROOM: JobRoom = JobRoom { open: 9, ended: 9 };
