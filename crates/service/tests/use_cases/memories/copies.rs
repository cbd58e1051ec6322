//! Jobs of which two processes believe that they are theirs, and what the server needs that does not serve for a while.

use std::io::Read;
use std::sync::atomic::AtomicBool;

use async_trait::async_trait;
use dragoman_domain::{JobFileWriter, JobRoom, MemoryJob, MemoryJobId, MemoryStorage, StoreError};
use tokio::sync::Semaphore;

use super::*;

/// Jobs whose files can be away, and which can keep who works on one waiting in the middle of it.
struct Jobs {
    jobs: SqliteMemories,
    are_files_away: AtomicBool,
    is_slow: AtomicBool,
    /// Those who wait, and those who need wait no more.
    waiting: Semaphore,
    may_pass: Semaphore,
}

impl Jobs {
    async fn pause(&self) {
        if self.is_slow.swap(false, Ordering::SeqCst) {
            self.waiting.add_permits(1);
            self.may_pass.acquire().await.unwrap().forget();
        }
    }

    /// Waits until somebody waits.
    async fn is_waited_for(&self) {
        self.waiting.acquire().await.unwrap().forget();
    }
}

#[async_trait]
impl MemoryJobStore for Jobs {
    async fn create_job(&self, job: &MemoryJob, room: JobRoom) -> Result<(), StoreError> {
        self.jobs.create_job(job, room).await
    }

    async fn job(&self, id: MemoryJobId) -> Result<Option<MemoryJob>, StoreError> {
        self.jobs.job(id).await
    }

    async fn last_export(
        &self,
        account: AccountId,
        memory: MemoryId,
    ) -> Result<Option<MemoryJob>, StoreError> {
        self.jobs.last_export(account, memory).await
    }

    async fn live_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        self.jobs.live_jobs().await
    }

    async fn abandoned_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        self.jobs.abandoned_jobs().await
    }

    async fn change_job(&self, before: &MemoryJob, after: &MemoryJob) -> Result<bool, StoreError> {
        self.jobs.change_job(before, after).await
    }

    async fn forget_jobs(&self, before: Timestamp, abandoned: Timestamp) -> Result<(), StoreError> {
        self.jobs.forget_jobs(before, abandoned).await
    }

    async fn memory_storage(&self, account: AccountId) -> Result<MemoryStorage, StoreError> {
        self.pause().await;
        self.jobs.memory_storage(account).await
    }

    async fn write_file(&self, job: MemoryJobId) -> Result<Box<dyn JobFileWriter>, StoreError> {
        self.jobs.write_file(job).await
    }

    async fn read_file(
        &self,
        job: MemoryJobId,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        if self.are_files_away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable {
                reason: "the files are away".to_owned(),
            });
        }
        self.jobs.read_file(job).await
    }

    async fn remove_file(&self, job: MemoryJobId) -> Result<(), StoreError> {
        self.jobs.remove_file(job).await
    }
}

/// Another process with the same store.
fn other_process(stage: &Stage) -> (Arc<Jobs>, Memories) {
    let jobs = Arc::new(Jobs {
        jobs: stage.store.clone(),
        are_files_away: AtomicBool::new(false),
        is_slow: AtomicBool::new(false),
        waiting: Semaphore::new(0),
        may_pass: Semaphore::new(0),
    });
    let ports = MemoryPorts {
        memories: Arc::new(stage.store.clone()),
        jobs: Arc::clone(&jobs) as _,
        clock: Arc::clone(&stage.clock) as _,
        random: Arc::clone(&stage.random) as _,
        space: stage.disk.floor(),
    };
    let memories = Memories::new(ports, KeyHasher::new(&[7; 32]), MemoryLimits::default());
    (jobs, memories)
}

impl Stage {
    /// An import whose file is there and on which nobody works.
    async fn sent(&self) -> MemoryJob {
        let file = greetings();
        let import = self
            .memories
            .create_import(&caller(1), new_import(file.len()))
            .await
            .unwrap();
        let waiting = import.job;
        let mut writer = self.store.write_file(waiting.id).await.unwrap();
        writer.write(file.into_bytes()).await.unwrap();
        writer.keep().await.unwrap();
        let sent = MemoryJob {
            status: MemoryJobStatus::Processing,
            ..waiting.clone()
        };
        assert!(self.store.change_job(&waiting, &sent).await.unwrap());
        sent
    }

    async fn job(&self, id: MemoryJobId) -> MemoryJob {
        self.store.job(id).await.unwrap().unwrap()
    }

    async fn is_processing(&self, id: MemoryJobId) -> bool {
        self.job(id).await.status == MemoryJobStatus::Processing
    }
}

/// Has a process that was kept waiting go on, until it has ended what it had in hand.
async fn go_on(stage: &Stage, jobs: &Jobs, memories: &Memories) {
    jobs.may_pass.add_permits(1);
    // It does one after the other.
    let next = stage.sent().await;
    memories.keep_up().await.unwrap();
    is_imported(&wait(memories, next.id).await);
}

fn is_imported(status: &MemoryJobStatus) {
    assert!(
        matches!(status, MemoryJobStatus::Imported { .. }),
        "{status:?}"
    );
}

#[tokio::test]
async fn a_job_that_nobody_works_on_is_taken_up_by_and_by_and_one_in_hand_only_once() {
    let stage = Stage::new().await;
    let (jobs, other) = other_process(&stage);
    let sent = stage.sent().await;
    jobs.is_slow.store(true, Ordering::SeqCst);
    other.keep_up().await.unwrap();
    jobs.is_waited_for().await;
    other.keep_up().await.unwrap();
    go_on(&stage, &jobs, &other).await;
    is_imported(&stage.job(sent.id).await.status);
    assert_eq!(stage.job(sent.id).await.attempts, 1);
}

#[tokio::test]
async fn who_has_lost_an_import_to_another_does_not_end_it() {
    let stage = Stage::new().await;
    let (jobs, paused) = other_process(&stage);
    let sent = stage.sent().await;
    jobs.is_slow.store(true, Ordering::SeqCst);
    paused.keep_up().await.unwrap();
    jobs.is_waited_for().await;
    stage.memories.keep_up().await.unwrap();
    is_imported(&wait(&stage.memories, sent.id).await);
    let done = stage.job(sent.id).await;
    assert_eq!(done.attempts, 2);
    go_on(&stage, &jobs, &paused).await;
    assert_eq!(stage.job(sent.id).await, done);
    // That, and the next one.
    let page = stage.store.memories(account(1), 0, 9).await.unwrap();
    assert_eq!(page.total, 2);
}

#[tokio::test]
async fn who_has_lost_an_export_to_another_leaves_the_file_of_that_one() {
    let stage = Stage::new().await;
    let (jobs, paused) = other_process(&stage);
    let memory = stage.import(&greetings()).await;
    jobs.is_slow.store(true, Ordering::SeqCst);
    let export = paused.create_export(&caller(1), memory.id).await.unwrap();
    jobs.is_waited_for().await;
    stage.memories.keep_up().await.unwrap();
    let status = wait(&stage.memories, export.job.id).await;
    assert_eq!(status, MemoryJobStatus::Exported);
    go_on(&stage, &jobs, &paused).await;
    let details = stage.memories.job(&caller(1), export.job.id).await.unwrap();
    let link = details.link.unwrap();
    let download = stage.memories.download(export.job.id, link.expose()).await;
    assert!(download.unwrap().length() > 0);
}

#[tokio::test]
async fn a_job_waits_for_what_does_not_serve_but_not_forever() {
    let stage = Stage::new().await;
    let (jobs, memories) = other_process(&stage);
    let [first, second] = [stage.sent().await, stage.sent().await];
    jobs.are_files_away.store(true, Ordering::SeqCst);
    for _ in 0..5 {
        memories.keep_up().await.unwrap();
        // Others have their turn meanwhile.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    for job in [&first, &second] {
        assert_eq!(stage.job(job.id).await.status, MemoryJobStatus::Processing);
    }
    jobs.are_files_away.store(false, Ordering::SeqCst);
    // One of them may be in hand from the last time, and is given back only now.
    while stage.is_processing(first.id).await || stage.is_processing(second.id).await {
        memories.keep_up().await.unwrap();
        tokio::task::yield_now().await;
    }
    is_imported(&stage.job(first.id).await.status);
    is_imported(&stage.job(second.id).await.status);
    let late = stage.sent().await;
    jobs.are_files_away.store(true, Ordering::SeqCst);
    stage.clock.0.store(24 * 3600, Ordering::SeqCst);
    memories.keep_up().await.unwrap();
    let status = wait(&memories, late.id).await;
    assert!(
        matches!(status, MemoryJobStatus::Failed { .. }),
        "{status:?}"
    );
}
