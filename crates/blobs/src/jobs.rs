//! The files of imports and exports, encrypted on their way to the store that keeps them.

use std::io::{self, Read};
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, JobFileWriter, JobRoom, MemoryId, MemoryJob, MemoryJobId, MemoryJobStore,
    MemoryStorage, RandomSource, StoreError,
};
use jiff::Timestamp;

use crate::front::{self, FRONT_LEN, Identity};
use crate::keys::{Purpose, WRAPPED_KEY_LEN, WrappingKey, damaged};
use crate::pieces::{SealedPieces, unusable};
use crate::reader::{Layout, end_is_damage};
use crate::stream::{ChunkCipher, Place};

/// Jobs of another store, whose files it gets encrypted only: each with a random key of its own, which is at
/// the beginning of the file, itself encrypted with the secret of the installation.
pub struct SealedJobs {
    jobs: Arc<dyn MemoryJobStore>,
    wrapping_key: Arc<WrappingKey>,
    random: Arc<dyn RandomSource>,
}

impl SealedJobs {
    /// Uses the store. What is in it can be read only with the secret with which it was written.
    ///
    /// # Errors
    /// If the library refuses to derive a key.
    pub fn new(
        jobs: Arc<dyn MemoryJobStore>,
        secret: &[u8; 32],
        random: Arc<dyn RandomSource>,
    ) -> io::Result<Self> {
        Ok(Self {
            jobs,
            wrapping_key: Arc::new(WrappingKey::new(secret)?),
            random,
        })
    }
}

#[async_trait]
impl MemoryJobStore for SealedJobs {
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

    async fn forget_jobs(
        &self,
        before: Timestamp,
        abandoned_before: Timestamp,
    ) -> Result<(), StoreError> {
        self.jobs.forget_jobs(before, abandoned_before).await
    }

    async fn memory_storage(&self, account: AccountId) -> Result<MemoryStorage, StoreError> {
        self.jobs.memory_storage(account).await
    }

    async fn write_file(&self, job: MemoryJobId) -> Result<Box<dyn JobFileWriter>, StoreError> {
        let file = self.jobs.write_file(job).await?;
        let begun = front::begin(&self.wrapping_key, self.random.as_ref(), identity(job));
        let (front, cipher) = begun.map_err(unusable)?;
        Ok(Box::new(SealedPieces::new(file, front, cipher)))
    }

    async fn read_file(
        &self,
        job: MemoryJobId,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        let Some((file, stored)) = self.jobs.read_file(job).await? else {
            return Ok(None);
        };
        let layout = stored
            .checked_sub(WRAPPED_KEY_LEN as u64)
            .ok_or_else(damaged)
            .and_then(Layout::of)
            .map_err(unusable)?;
        let reader = Reader {
            file,
            job,
            wrapping_key: Arc::clone(&self.wrapping_key),
            layout,
            cipher: None,
            next: Some(0),
            is_broken: false,
            chunk: Vec::new(),
            given: 0,
        };
        Ok(Some((Box::new(reader), layout.plain)))
    }

    async fn remove_file(&self, job: MemoryJobId) -> Result<(), StoreError> {
        self.jobs.remove_file(job).await
    }
}

const fn identity(job: MemoryJobId) -> Identity {
    Identity {
        purpose: Purpose::Job,
        id: job.0,
    }
}

/// Decrypts a file from its beginning to its end. A chunk is checked before a byte of it is given, the last
/// one also for being the last, so that what is missing is noticed before the end seems to come.
struct Reader {
    file: Box<dyn Read + Send>,
    job: MemoryJobId,
    wrapping_key: Arc<WrappingKey>,
    layout: Layout,
    /// Made with the first bytes that are read.
    cipher: Option<ChunkCipher>,
    /// The index of the next chunk; none behind the last.
    next: Option<u32>,
    /// Reading has failed, so that what is in the chunk may not be what was written.
    is_broken: bool,
    chunk: Vec<u8>,
    /// How much of the chunk was given.
    given: usize,
}

impl Reader {
    fn open(&mut self) -> io::Result<ChunkCipher> {
        let mut front = [0; FRONT_LEN];
        self.file.read_exact(&mut front).map_err(end_is_damage)?;
        front::cipher(&self.wrapping_key, &front, identity(self.job))
    }

    /// Decrypts the next chunk; an empty one at the end.
    fn advance(&mut self) -> io::Result<()> {
        self.chunk.clear();
        self.given = 0;
        let Some(index) = self.next.take() else {
            return Ok(());
        };
        let cipher = match self.cipher.take() {
            Some(cipher) => cipher,
            None => self.open()?,
        };
        self.chunk.resize(self.layout.sealed_len(index), 0);
        self.file
            .read_exact(&mut self.chunk)
            .map_err(end_is_damage)?;
        let is_last = index == self.layout.last;
        cipher.open(Place { index, is_last }, &mut self.chunk)?;
        self.cipher = Some(cipher);
        self.next = index.checked_add(1).filter(|_| !is_last);
        Ok(())
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_broken {
            return Err(damaged());
        }
        if self.given >= self.chunk.len() {
            self.is_broken = true;
            self.advance()?;
            self.is_broken = false;
        }
        let count = self
            .chunk
            .get(self.given..)
            .unwrap_or_default()
            .read(buffer)?;
        self.given += count;
        Ok(count)
    }
}
