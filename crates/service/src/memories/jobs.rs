//! Imports and exports that go on in the background: which there are, and when they end.

use std::time::Duration;

use dragoman_domain::{
    AccountId, JobRoom, MemoryId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation,
    SourceFile, StoreError, Timestamp,
};

use super::transfers::{Direction, Upload};
use super::{LinkToken, Memories, MemoryError};
use crate::{Caller, Kept, Permission};

/// How often the links of jobs are checked, jobs taken up that others have left, and uses written.
const UPKEEP: Duration = Duration::from_secs(30);

/// How often it is looked for files that belong to nothing.
const SWEEP: Duration = Duration::from_secs(3600);

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

    /// Takes up the jobs that nobody works on any more, and from then on keeps times, takes up those of other processes
    /// that are gone, and writes down what was used until the task is dropped. Only for a process that may run jobs beside
    /// those that do.
    ///
    /// # Errors
    /// [`MemoryError::Store`] if the jobs cannot be read.
    pub async fn start(&self) -> Result<impl Future<Output = ()> + Send + 'static, MemoryError> {
        self.take_up().await?;
        let memories = self.clone();
        Ok(async move {
            let mut upkeep = tokio::time::interval(UPKEEP);
            let mut sweep = tokio::time::interval(SWEEP);
            loop {
                let result = tokio::select! {
                    _ = upkeep.tick() => memories.keep_up().await,
                    _ = sweep.tick() => memories.sweep().await,
                };
                if let Err(error) = result {
                    tracing::error!(%error, "translation memories cannot be kept up");
                }
            }
        })
    }

    /// Expires what is due, takes up and forgets old jobs, and writes down what was used.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn keep_up(&self) -> Result<(), MemoryError> {
        self.write_uses().await?;
        self.take_up().await?;
        let jobs = &self.inner.ports.jobs;
        for job in jobs.live_jobs().await? {
            self.expire(job).await?;
        }
        let before = |duration| self.now().checked_sub(duration).unwrap_or(Timestamp::MIN);
        Ok(jobs
            .forget_jobs(before(REMEMBERED), before(ABANDONED))
            .await?)
    }

    /// Starts the jobs that nobody works on.
    async fn take_up(&self) -> Result<(), MemoryError> {
        for job in self.inner.ports.jobs.abandoned_jobs().await? {
            self.start_job(job);
        }
        Ok(())
    }

    /// Removes files that belong to no memory and no job.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn sweep(&self) -> Result<(), MemoryError> {
        Ok(self.inner.ports.memories.sweep(self.now()).await?)
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

pub(super) fn later(time: Timestamp, duration: Duration) -> Timestamp {
    time.checked_add(duration).unwrap_or(Timestamp::MAX)
}
