//! The files of imports and exports, encrypted on their way to the store that keeps them.

use std::io::{self, Read};
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, DocumentId, JobFileWriter, JobRoom, MemoryId, MemoryJob, MemoryJobId,
    MemoryJobStore, MemoryStorage, RandomSource, StoreError, WrappedKey,
};
use jiff::Timestamp;

use crate::keys::{Purpose, WRAPPED_KEY_LEN, WrappingKey, damaged};
use crate::reader::Layout;
use crate::stream::{CHUNK_LEN, ChunkCipher, HEADER_LEN, Header, Place};

/// What is before the chunks: the key of the file, encrypted, and the header.
const FRONT_LEN: usize = WRAPPED_KEY_LEN + HEADER_LEN;

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

    fn writer(&self, job: MemoryJobId, file: Box<dyn JobFileWriter>) -> io::Result<Writer> {
        let key = self.wrapping_key.new_key(self.random.as_ref())?;
        let header = Header::new(self.random.as_ref());
        let cipher = cipher(&self.wrapping_key, &key, job, &header)?;
        Ok(Writer {
            file,
            cipher,
            sealed: [&key.0[..], &header.0].concat(),
            pending: Vec::new(),
            next: 0,
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
        Ok(Box::new(self.writer(job, file).map_err(unusable)?))
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

fn cipher(
    wrapping_key: &WrappingKey,
    key: &WrappedKey,
    job: MemoryJobId,
    header: &Header,
) -> io::Result<ChunkCipher> {
    let key = wrapping_key.unwrap(key)?;
    // The purpose keeps it apart from a document with the same number.
    ChunkCipher::new(&key, Purpose::Job, DocumentId(job.0.as_u128()), header)
}

fn unusable(error: io::Error) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}

/// Encrypts a file on its way.
struct Writer {
    file: Box<dyn JobFileWriter>,
    cipher: ChunkCipher,
    /// What can be passed on.
    sealed: Vec<u8>,
    /// What is not encrypted yet, because it is not known whether more follows.
    pending: Vec<u8>,
    /// The index of the next chunk.
    next: u32,
}

impl Writer {
    fn seal(&mut self, chunk: &mut Vec<u8>, is_last: bool) -> io::Result<()> {
        let index = self.next;
        self.next = index.checked_add(1).ok_or(io::ErrorKind::FileTooLarge)?;
        self.cipher.seal(Place { index, is_last }, chunk)?;
        self.sealed.append(chunk);
        Ok(())
    }
}

#[async_trait]
impl JobFileWriter for Writer {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.pending.extend_from_slice(&bytes);
        // A full chunk stays until it is known that it is not the last.
        let whole = self.pending.len().saturating_sub(1) / CHUNK_LEN;
        let rest = self.pending.split_off(whole * CHUNK_LEN);
        let full = std::mem::replace(&mut self.pending, rest);
        for chunk in full.chunks(CHUNK_LEN) {
            self.seal(&mut chunk.to_vec(), false).map_err(unusable)?;
        }
        match self.sealed.is_empty() {
            true => Ok(()),
            false => self.file.write(std::mem::take(&mut self.sealed)).await,
        }
    }

    async fn keep(mut self: Box<Self>) -> Result<(), StoreError> {
        let mut last = std::mem::take(&mut self.pending);
        self.seal(&mut last, true).map_err(unusable)?;
        self.file.write(std::mem::take(&mut self.sealed)).await?;
        self.file.keep().await
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
        let (key, header) = front
            .split_first_chunk::<WRAPPED_KEY_LEN>()
            .ok_or_else(damaged)?;
        let header = Header(header.try_into().map_err(|_| damaged())?);
        let key = WrappedKey(key.to_vec());
        cipher(&self.wrapping_key, &key, self.job, &header)
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

fn end_is_damage(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(),
        _ => error,
    }
}
