//! The files of jobs on their way, by links that need no key.

use std::fmt;
use std::io::Read;

use dragoman_domain::{
    JobFileWriter, KeyId, MemoryJob, MemoryJobId, MemoryJobStatus, MemoryOperation, SourceFile,
    StoreError,
};

use uuid::Uuid;
use uuid::fmt::Simple;

use super::{MOST_UPLOADS_OF_ACCOUNT, Memories, MemoryError};
use crate::Kept;
use crate::storage::Claim;
use crate::transfers::{CHUNK, NoPlace, UploadPlace, read_chunk};

/// Which way a file goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Upload,
    Download,
}

/// The secret part of a link: who has it needs no key. It begins with the key for which the link was made, so that
/// it can end with that.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(pub(crate) String);

impl LinkToken {
    /// The text that stands in the link.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for LinkToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LinkToken(..)")
    }
}

impl Memories {
    pub(super) fn link(&self, direction: Direction, job: MemoryJobId, key: KeyId) -> LinkToken {
        let proof = self
            .inner
            .links
            .link_token(&purpose(direction, key.key), job.0);
        LinkToken(format!("{}{proof}", key.key.simple()))
    }

    /// The key for which the link was made.
    fn check_link(
        &self,
        direction: Direction,
        job: MemoryJobId,
        token: &str,
    ) -> Result<Uuid, MemoryError> {
        let (key, proof) = token
            .split_at_checked(Simple::LENGTH)
            .ok_or(MemoryError::UnknownLink)?;
        let key = Uuid::try_parse(key).map_err(|_| MemoryError::UnknownLink)?;
        let is_right = self
            .inner
            .links
            .is_link_token(&purpose(direction, key), job.0, proof);
        if is_right {
            Ok(key)
        } else {
            Err(MemoryError::UnknownLink)
        }
    }

    /// Begins to receive the file of an import.
    ///
    /// # Errors
    /// [`MemoryError::UnknownLink`], [`MemoryError::AlreadySent`], [`MemoryError::BeingSent`],
    /// [`MemoryError::OtherMediaType`], [`MemoryError::OtherLength`] if the length is announced,
    /// [`MemoryError::TooManyUploads`], [`MemoryError::TooManyUploadsOfAccount`], [`MemoryError::NoRoom`].
    pub async fn upload(
        &self,
        id: MemoryJobId,
        token: &str,
        media_type: Option<&str>,
        length: Option<u64>,
    ) -> Result<Upload, MemoryError> {
        let key = self.check_link(Direction::Upload, id, token)?;
        let jobs = &self.inner.ports.jobs;
        let job = jobs.job(id).await?.ok_or(MemoryError::UnknownLink)?;
        let MemoryOperation::Import { file, .. } = &job.operation else {
            return Err(MemoryError::UnknownLink);
        };
        match job.status {
            MemoryJobStatus::AwaitingInput if self.now() < job.expires => {}
            MemoryJobStatus::Processing | MemoryJobStatus::Imported { .. } => {
                return Err(MemoryError::AlreadySent);
            }
            _ => return Err(MemoryError::UnknownLink),
        }
        check_declaration(file, media_type, length)?;
        let declared = file.length;
        self.begin_upload(key, job, declared, true).await
    }

    /// Begins to receive the file of a job that awaits it.
    pub(super) async fn begin_upload(
        &self,
        key: Uuid,
        job: MemoryJob,
        declared: u64,
        is_exact: bool,
    ) -> Result<Upload, MemoryError> {
        let id = job.id;
        let place = self.inner.uploads.take(id, job.account);
        let place = place.map_err(|refusal| match refusal {
            NoPlace::SameFile => MemoryError::BeingSent,
            NoPlace::Account => MemoryError::TooManyUploadsOfAccount(MOST_UPLOADS_OF_ACCOUNT),
            NoPlace::Server => MemoryError::TooManyUploads,
        })?;
        let claim = self.room_for_import(job.account, declared).await?;
        let file = self.inner.ports.jobs.write_file(id).await?;
        Ok(Upload {
            memories: self.clone(),
            key,
            job,
            declared,
            is_exact,
            received: 0,
            waiting: Vec::new(),
            file,
            _place: place,
            _claim: claim,
        })
    }

    /// The file of an export.
    ///
    /// # Errors
    /// [`MemoryError::UnknownLink`].
    pub async fn download(&self, id: MemoryJobId, token: &str) -> Result<Download, MemoryError> {
        let key = self.check_link(Direction::Download, id, token)?;
        let jobs = &self.inner.ports.jobs;
        let job = jobs.job(id).await?.ok_or(MemoryError::UnknownLink)?;
        let is_there = matches!(
            job.status,
            MemoryJobStatus::Exported | MemoryJobStatus::Downloaded
        );
        if !is_there || self.now() >= job.expires {
            return Err(MemoryError::UnknownLink);
        }
        let (file, length) = jobs.read_file(id).await?.ok_or(MemoryError::UnknownLink)?;
        Ok(Download {
            memories: self.clone(),
            key,
            job,
            length,
            sent: 0,
            file: Some(file),
        })
    }

    pub(super) fn is_receiving(&self, job: MemoryJobId) -> bool {
        self.inner.uploads.is_taken(job)
    }
}

fn purpose(direction: Direction, key: Uuid) -> String {
    let direction = match direction {
        Direction::Upload => "upload",
        Direction::Download => "download",
    };
    format!("translation memory {direction} with {key}")
}

fn check_declaration(
    file: &SourceFile,
    media_type: Option<&str>,
    length: Option<u64>,
) -> Result<(), MemoryError> {
    // Parameters such as the character set do not make another type.
    let essence = |media_type: &str| {
        let essence = media_type.split(';').next().unwrap_or_default();
        essence.trim().to_ascii_lowercase()
    };
    if media_type.map(essence) != Some(essence(&file.media_type)) {
        return Err(MemoryError::OtherMediaType {
            declared: file.media_type.clone(),
        });
    }
    match length {
        Some(sent) if sent != file.length => Err(MemoryError::OtherLength {
            declared: file.length,
            sent,
        }),
        _ => Ok(()),
    }
}

/// Receives the file of an import. Nothing is left of one that is dropped.
pub struct Upload {
    memories: Memories,
    key: Uuid,
    job: MemoryJob,
    declared: u64,
    /// Whether the file has that length, and not at most that.
    is_exact: bool,
    received: u64,
    waiting: Vec<u8>,
    file: Box<dyn JobFileWriter>,
    _place: UploadPlace<MemoryJobId>,
    /// Room for all of the file.
    _claim: Claim,
}

impl Upload {
    /// The key for which the link was made.
    #[must_use]
    pub const fn key(&self) -> KeyId {
        KeyId {
            account: self.job.account,
            key: self.key,
        }
    }

    /// The job that imports the file.
    #[must_use]
    pub const fn job(&self) -> MemoryJobId {
        self.job.id
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// [`MemoryError::OtherLength`] if they are more than was declared, [`MemoryError::FileTooLarge`] if they are more than
    /// there may be of a file whose length was not, [`MemoryError::NoRoom`] if the disk is almost full.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), MemoryError> {
        self.received = self.received.saturating_add(bytes.len() as u64);
        if self.received > self.declared && self.is_exact {
            return Err(self.other_length());
        }
        if self.received > self.declared {
            return Err(MemoryError::FileTooLarge {
                length: self.received,
                most: self.declared,
            });
        }
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= CHUNK {
            let space = &self.memories.inner.ports.space;
            space.check(Kept::MemoryFiles, self.waiting.len() as u64)?;
            self.file.write(std::mem::take(&mut self.waiting)).await?;
        }
        Ok(())
    }

    /// Ends the file and starts the import.
    ///
    /// # Errors
    /// [`MemoryError::OtherLength`] if the file is shorter than was declared.
    pub async fn finish(mut self) -> Result<(), MemoryError> {
        if self.is_exact && self.received != self.declared {
            return Err(self.other_length());
        }
        self.file.write(std::mem::take(&mut self.waiting)).await?;
        self.file.keep().await?;
        let jobs = &self.memories.inner.ports.jobs;
        let sent = MemoryJob {
            bytes: self.received,
            ..self
                .memories
                .changed(&self.job, MemoryJobStatus::Processing)
        };
        if !jobs.change_job(&self.job, &sent).await? {
            self.memories.discard_file(self.job.id).await?;
            return Err(MemoryError::UnknownLink);
        }
        self.memories.start_job(sent);
        Ok(())
    }

    const fn other_length(&self) -> MemoryError {
        MemoryError::OtherLength {
            declared: self.declared,
            sent: self.received,
        }
    }
}

/// The file of an export.
pub struct Download {
    memories: Memories,
    key: Uuid,
    job: MemoryJob,
    length: u64,
    sent: u64,
    /// Absent after the end and after a failure.
    file: Option<Box<dyn Read + Send>>,
}

impl Download {
    /// The key for which the link was made.
    #[must_use]
    pub const fn key(&self) -> KeyId {
        KeyId {
            account: self.job.account,
            key: self.key,
        }
    }

    /// Its length in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// The next bytes; nothing at the end. With the last ones the job is downloaded.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, MemoryError> {
        let Some(mut file) = self.file.take() else {
            return Ok(None);
        };
        let read = dragoman_tasks::spawn_blocking(move || {
            let bytes = read_chunk(&mut *file)?;
            Ok((file, bytes))
        });
        let failed = |reason: String| StoreError::Failed { reason };
        let (file, bytes) = read
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error: std::io::Error| failed(error.to_string()))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.sent = self.sent.saturating_add(bytes.len() as u64);
        if self.sent >= self.length {
            // Not at the end of the file, for which nobody may ask who knows the length.
            let downloaded = self
                .memories
                .changed(&self.job, MemoryJobStatus::Downloaded);
            let jobs = &self.memories.inner.ports.jobs;
            jobs.change_job(&self.job, &downloaded).await?;
        }
        self.file = Some(file);
        Ok(Some(bytes))
    }
}
