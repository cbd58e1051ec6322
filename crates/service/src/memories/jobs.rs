//! Imports and exports that go on in the background.

use std::sync::PoisonError;
use std::time::Duration;

use dragoman_domain::{
    AccountId, JobRoom, Memory, MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation,
    SourceFile, StoreError, Timestamp,
};
use dragoman_tasks::Interrupted;

use super::transfers::{Direction, Upload};
use super::{LinkToken, Memories, MemoryError};
use crate::wording::sentence;
use crate::{Caller, Kept, Permission};

/// How often a job is started. One during which the program died twice would have it do so again.
const MOST_ATTEMPTS: u32 = 2;

/// How often the links of jobs are checked, and uses written.
const UPKEEP: Duration = Duration::from_secs(30);

/// How long it is known what has become of a job.
const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 3600);

/// The same of an import whose file was not sent in time.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// An import to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImport {
    /// The file that will be sent.
    pub file: SourceFile,
    /// The name of the memory.
    pub name: String,
}

/// A job, with the secret part of the link for its file, where there is one at the moment.
#[derive(Debug, Clone)]
pub struct MemoryJobDetails {
    /// The job.
    pub job: MemoryJob,
    /// For an import that awaits its file, and for an export whose file can be fetched.
    pub link: Option<LinkToken>,
}

/// The job that exports a memory.
#[derive(Debug, Clone)]
pub struct ExportJob {
    /// The job.
    pub job: MemoryJob,
    /// Whether the file is there already.
    pub is_reused: bool,
}

impl Memories {
    /// Makes a job that imports a file, which is to be sent with [`upload`](Self::upload).
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::FileTooLarge`],
    /// [`MemoryError::TooManyMemories`], [`MemoryError::TooManyJobs`], [`MemoryError::NoRoom`].
    pub async fn create_import(
        &self,
        caller: &Caller,
        new: NewImport,
    ) -> Result<MemoryJobDetails, MemoryError> {
        caller.may(Permission::WriteMemories)?;
        let most = self.inner.limits.file_bytes;
        if new.file.length > most {
            return Err(MemoryError::FileTooLarge {
                length: new.file.length,
                most,
            });
        }
        self.check_room(caller.account.id).await?;
        let length = new.file.length;
        drop(self.room_for_import(caller.account.id, length).await?);
        let operation = MemoryOperation::Import {
            file: new.file,
            name: new.name,
        };
        let status = MemoryJobStatus::AwaitingInput;
        let lifetime = self.inner.limits.upload_lifetime;
        self.make_room(caller.account.id).await?;
        let job = self.create_job(caller, operation, status, lifetime).await?;
        Ok(self.details(caller, job))
    }

    /// Begins to receive a file to import from somebody who is here, with a name for the memory. How long it is shows at
    /// its end: at most so many bytes, and at most as many as a file may have.
    ///
    /// # Errors
    /// Those of [`create_import`](Self::create_import), [`MemoryError::TooManyUploads`],
    /// [`MemoryError::TooManyUploadsOfAccount`].
    pub async fn receive(
        &self,
        caller: &Caller,
        mut new: NewImport,
    ) -> Result<Upload, MemoryError> {
        new.file.length = new.file.length.min(self.inner.limits.file_bytes);
        let most = new.file.length;
        let MemoryJobDetails { job, .. } = self.create_import(caller, new).await?;
        self.begin_upload(caller.key.id.key, job, most, false).await
    }

    /// Has a memory written into a file, unless that has been done already.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::UnknownMemory`], [`MemoryError::TooManyJobs`],
    /// [`MemoryError::NoRoom`] if the disk is almost full.
    pub async fn create_export(
        &self,
        caller: &Caller,
        id: MemoryId,
    ) -> Result<ExportJob, MemoryError> {
        let memory = self.get(caller, id).await?;
        let last = self
            .inner
            .ports
            .jobs
            .last_export(memory.account, memory.id)
            .await?;
        if let Some(last) = last {
            let job = self.expire(last).await?;
            match job.status {
                MemoryJobStatus::Processing => {
                    return Ok(ExportJob {
                        job,
                        is_reused: false,
                    });
                }
                MemoryJobStatus::Exported | MemoryJobStatus::Downloaded => {
                    return Ok(ExportJob {
                        job,
                        is_reused: true,
                    });
                }
                _ => {}
            }
        }
        self.inner.ports.space.check(Kept::MemoryFiles, 0)?;
        let operation = MemoryOperation::Export { memory: memory.id };
        let status = MemoryJobStatus::Processing;
        let lifetime = self.inner.limits.download_lifetime;
        let job = self.create_job(caller, operation, status, lifetime).await?;
        self.start_job(job.clone());
        Ok(ExportJob {
            job,
            is_reused: false,
        })
    }

    /// One of the caller's jobs.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::UnknownJob`].
    pub async fn job(
        &self,
        caller: &Caller,
        id: MemoryJobId,
    ) -> Result<MemoryJobDetails, MemoryError> {
        caller.may(Permission::ReadMemories)?;
        let job = self.inner.ports.jobs.job(id).await?;
        let job = job
            .filter(|job| job.account == caller.account.id)
            .ok_or(MemoryError::UnknownJob(id))?;
        Ok(self.details(caller, self.expire(job).await?))
    }

    fn details(&self, caller: &Caller, job: MemoryJob) -> MemoryJobDetails {
        let direction = match job.status {
            MemoryJobStatus::AwaitingInput => Some(Direction::Upload),
            MemoryJobStatus::Exported | MemoryJobStatus::Downloaded => Some(Direction::Download),
            _ => None,
        };
        MemoryJobDetails {
            link: direction.map(|direction| self.link(direction, job.id, caller.key.id)),
            job,
        }
    }

    /// Ends the oldest links for files that nobody has sent, so that there is room for another. So
    /// links that are never used keep nobody waiting.
    async fn make_room(&self, account: AccountId) -> Result<(), MemoryError> {
        let most = self.inner.limits.open_jobs as usize;
        let mut open = self.inner.ports.jobs.live_jobs().await?;
        open.retain(|job| job.account == account);
        let (waiting, others): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|job| job.status == MemoryJobStatus::AwaitingInput);
        let at_work = others
            .iter()
            .filter(|job| job.status == MemoryJobStatus::Processing);
        if at_work.count() >= most {
            return Err(MemoryError::TooManyJobs(self.inner.limits.open_jobs));
        }
        let surplus = (waiting.len() + 1).saturating_sub(most);
        let unused = waiting.into_iter().filter(|job| !self.is_receiving(job.id));
        for job in unused.take(surplus) {
            self.end_link(job).await?;
        }
        Ok(())
    }

    async fn create_job(
        &self,
        caller: &Caller,
        operation: MemoryOperation,
        status: MemoryJobStatus,
        lifetime: Duration,
    ) -> Result<MemoryJob, MemoryError> {
        let now = self.now();
        let job = MemoryJob {
            id: MemoryJobId(self.new_guid()),
            account: caller.account.id,
            operation,
            status,
            created: now,
            changed: now,
            expires: later(now, lifetime),
            attempts: 0,
            bytes: 0,
        };
        let room = JobRoom {
            open: self.inner.limits.open_jobs,
            ended: self.inner.limits.ended_jobs,
        };
        match self.inner.ports.jobs.create_job(&job, room).await {
            Ok(()) => Ok(job),
            Err(StoreError::Duplicate { .. }) => Err(MemoryError::TooManyJobs(room.open)),
            Err(error) => Err(error.into()),
        }
    }

    /// The job as it is now: expired if its time is over.
    async fn expire(&self, job: MemoryJob) -> Result<MemoryJob, MemoryError> {
        let has_link = matches!(
            job.status,
            MemoryJobStatus::AwaitingInput
                | MemoryJobStatus::Exported
                | MemoryJobStatus::Downloaded
        );
        // A file that is being received may come to its end.
        if !has_link || self.now() < job.expires || self.is_receiving(job.id) {
            return Ok(job);
        }
        self.end_link(job).await
    }

    /// Ends the link of a job before its time, and removes the file.
    async fn end_link(&self, job: MemoryJob) -> Result<MemoryJob, MemoryError> {
        let expired = self.changed(&job, MemoryJobStatus::Expired);
        let jobs = &self.inner.ports.jobs;
        if jobs.change_job(&job, &expired).await? {
            jobs.remove_file(job.id).await?;
            Ok(expired)
        } else {
            Ok(jobs.job(job.id).await?.unwrap_or(expired))
        }
    }

    /// Ends the links to what was exported of a memory that is gone, and removes the files.
    pub(super) async fn withdraw_exports(&self, memory: MemoryId) -> Result<(), MemoryError> {
        for job in self.inner.ports.jobs.live_jobs().await? {
            if job.operation != (MemoryOperation::Export { memory }) {
                continue;
            }
            let mut job = job;
            // The first attempt is in vain if the file has been fetched just now.
            while matches!(
                job.status,
                MemoryJobStatus::Exported | MemoryJobStatus::Downloaded
            ) {
                job = self.end_link(job).await?;
            }
        }
        Ok(())
    }

    /// Ends all imports and exports of an account, and removes their files.
    pub(super) async fn end_jobs_of(&self, account: AccountId) -> Result<(), MemoryError> {
        for mut job in self.inner.ports.jobs.live_jobs().await? {
            // The first attempt is in vain if it has gone on just now.
            while job.account == account && is_live(&job.status) {
                job = self.end_link(job).await?;
            }
        }
        Ok(())
    }

    /// The job with another status, from now on.
    pub(super) fn changed(&self, job: &MemoryJob, status: MemoryJobStatus) -> MemoryJob {
        MemoryJob {
            status,
            changed: self.now(),
            ..job.clone()
        }
    }

    /// Has a job done in the background.
    pub(super) fn start_job(&self, job: MemoryJob) {
        let memories = self.clone();
        let mut stopping = self.inner.stopping.subscribe();
        let mut at_work = self
            .inner
            .at_work
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while at_work.try_join_next().is_some() {}
        at_work.spawn(async move {
            // A task of its own, so that a panic ends in a failed job and not in one that never ends.
            let mut working = dragoman_tasks::spawn({
                let (memories, job) = (memories.clone(), job.clone());
                async move { memories.work(job).await }
            });
            let stopped = async { stopping.wait_for(|stops| *stops).await.map(drop) };
            let result = tokio::select! {
                biased;
                result = &mut working => result,
                _ = stopped => {
                    working.abort();
                    working.await
                }
            };
            match result {
                Ok(Ok(())) => {}
                Ok(Err(error)) => memories.fail(job.id, &error).await,
                Err(Interrupted::Stopped) => memories.give_back(&job).await,
                Err(Interrupted::Panicked) => {
                    let reason = Interrupted::Panicked.to_string();
                    let error = StoreError::Failed { reason }.into();
                    memories.fail(job.id, &error).await;
                }
            }
        });
    }

    /// Interrupts the jobs that are at work. The next process takes them up, and that they were
    /// interrupted does not count as an attempt.
    pub async fn stop(&self) {
        self.inner.stopping.send_replace(true);
        let at_work = std::mem::take(
            &mut *self
                .inner
                .at_work
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        at_work.join_all().await;
    }

    /// Leaves an interrupted job as it was before it was started.
    async fn give_back(&self, job: &MemoryJob) {
        if let Err(error) = self.try_give_back(job).await {
            tracing::warn!(job = %job.id, %error, "an interrupted job counts as an attempt");
        }
    }

    async fn try_give_back(&self, job: &MemoryJob) -> Result<(), StoreError> {
        let jobs = &self.inner.ports.jobs;
        // It may have been done in the last moment.
        if let Some(started) = jobs.job(job.id).await?
            && started.status == MemoryJobStatus::Processing
        {
            let waiting = MemoryJob {
                attempts: job.attempts,
                ..started.clone()
            };
            jobs.change_job(&started, &waiting).await?;
        }
        Ok(())
    }

    async fn work(&self, job: MemoryJob) -> Result<(), MemoryError> {
        let Ok(_turn) = self.inner.work.acquire().await else {
            return Ok(());
        };
        let jobs = &self.inner.ports.jobs;
        if job.attempts >= MOST_ATTEMPTS {
            return Err(MemoryError::Interrupted(job.attempts));
        }
        let started = MemoryJob {
            attempts: job.attempts.saturating_add(1),
            ..self.changed(&job, MemoryJobStatus::Processing)
        };
        if !jobs.change_job(&job, &started).await? {
            return Ok(());
        }
        match &started.operation {
            MemoryOperation::Import { name, .. } => self.run_import(&started, name).await,
            MemoryOperation::Export { memory } => self.run_export(&started, *memory).await,
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
        self.import_for(job.account, name.to_owned(), file, Some(job.id))
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
            jobs.remove_file(job.id).await?;
        }
        // Who deletes the memory meanwhile does not see that there is a file.
        match self.of_account(memory.account, memory.id).await {
            Err(MemoryError::UnknownMemory(id)) => self.withdraw_exports(id).await,
            result => result.map(drop),
        }
    }

    async fn fail(&self, id: MemoryJobId, error: &MemoryError) {
        if let Err(failure) = self.try_fail(id, error).await {
            // The job is taken up again at the next start.
            tracing::error!(job = %id, reason = %failure, "a failed job could not be noted");
        }
    }

    async fn try_fail(&self, id: MemoryJobId, error: &MemoryError) -> Result<(), StoreError> {
        let jobs = &self.inner.ports.jobs;
        let Some(job) = jobs.job(id).await? else {
            return Ok(());
        };
        // An import whose memory is there is done, whatever failed afterwards.
        if job.status == MemoryJobStatus::Processing {
            let message = message(id, error);
            let failed = self.changed(&job, MemoryJobStatus::Failed { message });
            jobs.change_job(&job, &failed).await?;
        }
        jobs.remove_file(id).await
    }

    /// Takes up the jobs that the last process left, and from then on keeps times and writes down
    /// what was used until the task is dropped. Only one process may do so.
    ///
    /// # Errors
    /// [`MemoryError::Store`] if the jobs cannot be read.
    pub async fn start(&self) -> Result<impl Future<Output = ()> + Send + 'static, MemoryError> {
        for job in self.inner.ports.jobs.live_jobs().await? {
            if job.status == MemoryJobStatus::Processing {
                self.start_job(job);
            }
        }
        let memories = self.clone();
        Ok(async move {
            let mut interval = tokio::time::interval(UPKEEP);
            loop {
                interval.tick().await;
                if let Err(error) = memories.keep_up().await {
                    tracing::error!(%error, "translation memories cannot be kept up");
                }
            }
        })
    }

    /// Expires what is due, forgets old jobs, and writes down what was used.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn keep_up(&self) -> Result<(), MemoryError> {
        self.write_uses().await?;
        let jobs = &self.inner.ports.jobs;
        for job in jobs.live_jobs().await? {
            self.expire(job).await?;
        }
        let before = |duration| self.now().checked_sub(duration).unwrap_or(Timestamp::MIN);
        Ok(jobs
            .forget_jobs(before(REMEMBERED), before(ABANDONED))
            .await?)
    }

    /// Writes down which translations served since the last time.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn write_uses(&self) -> Result<(), MemoryError> {
        for (at, uses) in self.inner.uses.take() {
            self.inner.ports.memories.record_uses(&uses, at).await?;
        }
        Ok(())
    }
}

/// Whether a job waits for something or has a file to fetch.
const fn is_live(status: &MemoryJobStatus) -> bool {
    matches!(
        status,
        MemoryJobStatus::AwaitingInput
            | MemoryJobStatus::Processing
            | MemoryJobStatus::Exported
            | MemoryJobStatus::Downloaded
    )
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

fn later(time: Timestamp, duration: Duration) -> Timestamp {
    time.checked_add(duration).unwrap_or(Timestamp::MAX)
}
