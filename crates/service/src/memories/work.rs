//! The work on imports and exports.
//!
//! Where several machines share the store, a job may be taken up by another while this one is cut off. That counts an
//! attempt, so whatever is noted of a job is noted for the attempt that it is about, and of others nothing is touched.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{
    Memory, MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation, StoreError,
};
use dragoman_tasks::{Interrupted, TaskSet};

use super::jobs::later;
use super::{Memories, MemoryError};
use crate::wording::sentence;

/// How often a job is started. One during which the program died twice would have it do so again.
const MOST_ATTEMPTS: u32 = 2;

/// For how long after it was made a job is tried again when something that the server needs does not serve.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// The jobs that this process has in hand.
#[derive(Default)]
pub(super) struct Work {
    jobs: Mutex<HashSet<MemoryJobId>>,
    /// Finished ones up to the next start of one.
    tasks: Mutex<TaskSet<()>>,
}

impl Work {
    fn jobs(&self) -> MutexGuard<'_, HashSet<MemoryJobId>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tasks(&self) -> MutexGuard<'_, TaskSet<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that this process has in hand, until this is dropped.
struct InHand {
    memories: Memories,
    job: MemoryJobId,
}

impl Drop for InHand {
    fn drop(&mut self) {
        self.memories.inner.at_work.jobs().remove(&self.job);
    }
}

impl Memories {
    /// Has a job done in the background, unless this process has it in hand.
    pub(super) fn start_job(&self, job: MemoryJob) {
        let at_work = &self.inner.at_work;
        if !at_work.jobs().insert(job.id) {
            return;
        }
        let in_hand = InHand {
            memories: self.clone(),
            job: job.id,
        };
        let mut tasks = at_work.tasks();
        while tasks.try_join_next().is_some() {}
        tasks.spawn(async move {
            in_hand.memories.do_job(&job).await;
            drop(in_hand);
        });
    }

    /// Interrupts the jobs that are at work. The next process takes them up, and that they were
    /// interrupted does not count as an attempt.
    pub async fn stop(&self) {
        self.inner.stopping.send_replace(true);
        let tasks = std::mem::take(&mut *self.inner.at_work.tasks());
        tasks.join_all().await;
    }

    /// Does a job when it is its turn, and notes what came of it.
    async fn do_job(&self, job: &MemoryJob) {
        let turn = tokio::select! {
            biased;
            () = self.stopped() => return,
            turn = self.inner.work.acquire() => turn,
        };
        let Ok(_turn) = turn else { return };
        if job.attempts >= MOST_ATTEMPTS {
            let error = MemoryError::Interrupted(job.attempts);
            return self.conclude(job, Err(error)).await;
        }
        let started = match self.begin(job).await {
            Ok(Some(started)) => started,
            // Somebody else has it, or it has ended.
            Ok(None) => return,
            Err(error) => {
                // Whether it has begun is not known. It is taken up again.
                tracing::error!(job = %job.id, %error, "a translation memory job cannot be started");
                return;
            }
        };
        // A task of its own, so that a panic ends in a failed job and not in one that never ends.
        let mut working = dragoman_tasks::spawn({
            let (memories, started) = (self.clone(), started.clone());
            async move { memories.work(&started).await }
        });
        let result = tokio::select! {
            biased;
            result = &mut working => result,
            () = self.stopped() => {
                working.abort();
                working.await
            }
        };
        match result {
            Ok(result) => self.conclude(&started, result).await,
            Err(Interrupted::Stopped) => self.give_back(&started).await,
            Err(Interrupted::Panicked) => {
                let reason = Interrupted::Panicked.to_string();
                let error = StoreError::Failed { reason }.into();
                self.conclude(&started, Err(error)).await;
            }
        }
    }

    async fn stopped(&self) {
        let mut stopping = self.inner.stopping.subscribe();
        // The sender is where this is.
        let _ = stopping.wait_for(|stops| *stops).await;
    }

    /// Counts an attempt; none if the job is not what it was any more.
    async fn begin(&self, job: &MemoryJob) -> Result<Option<MemoryJob>, StoreError> {
        let started = MemoryJob {
            attempts: job.attempts.saturating_add(1),
            ..self.changed(job, MemoryJobStatus::Processing)
        };
        let jobs = &self.inner.ports.jobs;
        let is_begun = jobs.change_job(job, &started).await?;
        Ok(is_begun.then_some(started))
    }

    async fn work(&self, job: &MemoryJob) -> Result<(), MemoryError> {
        match &job.operation {
            MemoryOperation::Import { name, .. } => self.run_import(job, name).await,
            MemoryOperation::Export { memory } => self.run_export(job, *memory).await,
        }
    }

    async fn run_import(&self, job: &MemoryJob, name: &str) -> Result<(), MemoryError> {
        let jobs = &self.inner.ports.jobs;
        let (file, _) = jobs
            .read_file(job.id)
            .await?
            .ok_or_else(|| StoreError::Failed {
                reason: "the file of an import is gone".to_owned(),
            })?;
        self.import_for(job.account, name.to_owned(), file, Some(job))
            .await?;
        Ok(jobs.remove_file(job.id).await?)
    }

    async fn run_export(&self, job: &MemoryJob, memory: MemoryId) -> Result<(), MemoryError> {
        let memory: Memory = self.of_account(job.account, memory).await?;
        let jobs = &self.inner.ports.jobs;
        let mut file = jobs.write_file(job.id).await?;
        let mut growth = self.growing_file(job.account);
        let bytes = self
            .write_export(&memory, &mut *file, Some(&mut growth))
            .await?;
        file.keep().await?;
        let exported = MemoryJob {
            bytes,
            expires: later(self.now(), self.inner.limits.download_lifetime),
            ..self.changed(job, MemoryJobStatus::Exported)
        };
        if !jobs.change_job(job, &exported).await? {
            return Ok(self.discard_file(job.id).await?);
        }
        // Who deletes the memory meanwhile does not see that there is a file.
        match self.of_account(memory.account, memory.id).await {
            Ok(_) => Ok(()),
            Err(MemoryError::UnknownMemory(id)) => self.withdraw_exports(id).await,
            Err(error) => {
                // It cannot be told whether the file may be there.
                jobs.remove_file(job.id).await?;
                Err(error)
            }
        }
    }

    /// Removes a file that came too late for its job, but not one that the job has from elsewhere.
    pub(super) async fn discard_file(&self, id: MemoryJobId) -> Result<(), StoreError> {
        let jobs = &self.inner.ports.jobs;
        let status = jobs.job(id).await?.map(|job| job.status);
        if matches!(
            status,
            Some(
                MemoryJobStatus::Processing
                    | MemoryJobStatus::Exported
                    | MemoryJobStatus::Downloaded
            )
        ) {
            return Ok(());
        }
        jobs.remove_file(id).await
    }

    /// Notes how an attempt ended that the work has not noted itself.
    async fn conclude(&self, job: &MemoryJob, result: Result<(), MemoryError>) {
        let Err(error) = result else { return };
        let is_passing = matches!(error, MemoryError::Store(StoreError::Unavailable { .. }));
        if is_passing && self.now() < later(job.created, PATIENCE) {
            tracing::warn!(job = %job.id, reason = %error, "a translation memory job is tried again later");
            return self.give_back(job).await;
        }
        if let Err(failure) = self.fail(job, &error).await {
            // The job is taken up again.
            tracing::error!(job = %job.id, reason = %failure, "a failed job could not be noted");
        }
    }

    /// Leaves an interrupted job as it was before it was started.
    async fn give_back(&self, started: &MemoryJob) {
        let waiting = MemoryJob {
            attempts: started.attempts.saturating_sub(1),
            ..started.clone()
        };
        // It may have been done in the last moment, and then stays as it is.
        if let Err(error) = self.inner.ports.jobs.change_job(started, &waiting).await {
            tracing::warn!(job = %started.id, %error, "an interrupted job counts as an attempt");
        }
    }

    async fn fail(&self, job: &MemoryJob, error: &MemoryError) -> Result<(), StoreError> {
        let jobs = &self.inner.ports.jobs;
        let message = message(job.id, error);
        let failed = self.changed(job, MemoryJobStatus::Failed { message });
        if jobs.change_job(job, &failed).await? {
            return jobs.remove_file(job.id).await;
        }
        // An import whose memory is there is done, whatever failed afterwards. What others do with a job is not touched.
        self.discard_file(job.id).await
    }
}

/// What the one who waits for a job is told.
fn message(id: MemoryJobId, error: &MemoryError) -> String {
    match error {
        MemoryError::Store(error) => {
            tracing::error!(job = %id, reason = %error, "a translation memory job failed");
            "The server failed; its log has the reason under the id of this job. Try again."
                .to_owned()
        }
        MemoryError::UnknownMemory(_) => "The translation memory has been deleted.".to_owned(),
        error => sentence(error),
    }
}
