//! Translation memories: which there are, and the jobs that import and export them, in the database; what is in each in a
//! file that all machines share, of which each keeps copies of those that it reads.
//!
//! The file is the same as on one machine: it is put together here and never changes once it is there. It is shared
//! before the database names it, and unshared after the database has forgotten it: what nobody names is swept.
//!
//! A job at work is that of the copy that its row names. If that is gone, another copy takes the job up, and as this
//! counts an attempt, the first one cannot end it any more.

mod cache;
mod catalogue;
mod jobs;
mod scratch;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use dragoman_domain::{MemoryId, MemoryJobId, SharedFile, SharedFiles, StoreError, Timestamp};
use dragoman_tasks::TaskSet;
use sqlx::postgres::PgPool;
use uuid::Uuid;

use super::PostgresStore;
use super::connection::bounded;
use crate::memories::content::{Content, OpenContents};
use crate::memories::files::blocking;
use cache::{Cache, Pin};
use scratch::Scratch;

/// What belongs to nobody is removed when it is older than this: younger, it may be about to be named.
const ABANDONED: std::time::Duration = std::time::Duration::from_secs(3600);

/// Ids that are looked up at once.
const BATCH: usize = 1_000;

/// Translation memories and their jobs, shared by several machines.
///
/// Any number of processes may use the same folder.
#[derive(Clone)]
pub struct PostgresMemories {
    store: PostgresStore,
    shared: Arc<dyn SharedFiles>,
    scratch: Arc<Scratch>,
    cache: Arc<Cache>,
    contents: Arc<OpenContents>,
    /// Ends what goes on in the background with the last of these.
    _background: Arc<TaskSet<()>>,
}

impl PostgresMemories {
    /// Opens the memories of a database. In the folder are copies of those that are read here, so many bytes of them, and
    /// what is being put together.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the folder cannot be used.
    pub async fn open(
        store: &PostgresStore,
        files: Arc<dyn SharedFiles>,
        folder: &Path,
        cache_bytes: u64,
    ) -> Result<Self, StoreError> {
        let folder = folder.to_owned();
        let (scratch, cached) = blocking(move || {
            let scratch = Scratch::take(&folder.join("scratch"))?;
            scratch.clean_others()?;
            Ok((scratch, cache::prepare(folder.join("cache"))?))
        })
        .await?;
        let mut background = TaskSet::new();
        background.spawn(jobs::keep_jobs(store.clone()));
        Ok(Self {
            store: store.clone(),
            shared: files,
            scratch: Arc::new(scratch),
            cache: Arc::new(Cache::new(cached, cache_bytes)),
            contents: Arc::default(),
            _background: Arc::new(background),
        })
    }

    const fn pool(&self) -> &PgPool {
        &self.store.pool
    }

    /// What is in a memory, from a copy on this machine.
    async fn content(&self, id: MemoryId) -> Result<Arc<Content>, StoreError> {
        self.cache.note_use(id);
        if let Some(content) = self.contents.known(id) {
            return Ok(content);
        }
        let pin = match self.cache.pin(id).await? {
            Some(pin) => pin,
            None => self.fetch(id).await?,
        };
        let file = self.cache.path(id);
        self.contents.open(id, &file, Some(pin)).await
    }

    /// Fetches the file of a memory, once for all who ask meanwhile.
    async fn fetch(&self, id: MemoryId) -> Result<Pin, StoreError> {
        let memories = self.clone();
        // A task of its own: who asks may not wait as long, and who asks next finds what was fetched.
        let fetching = dragoman_tasks::spawn(async move {
            let fetched = memories.cache.once(id, memories.fetch_now(id));
            fetched.await
        });
        fetching
            .await
            .unwrap_or_else(|error| Err(failure(error.to_string())))
    }

    async fn fetch_now(&self, id: MemoryId) -> Result<Pin, StoreError> {
        // It may have been fetched since it was looked for.
        if let Some(pin) = self.cache.pin(id).await? {
            return Ok(pin);
        }
        let bytes = self.bytes_of(id).await?;
        let bytes = bytes.ok_or_else(|| failure(format!("there is no memory {}", id.0)))?;
        self.cache.make_room(bytes).await?;
        let part = self.scratch.part(id.0);
        if !self
            .shared
            .fetch(SharedFile::Memory(id), part.path())
            .await?
        {
            return Err(failure(format!(
                "the content of memory {} is not among the shared files",
                id.0
            )));
        }
        self.cache.take_in(id, part.path().to_owned()).await
    }

    /// Removes the shared files and the copies on this machine that the database does not name, and what dead processes
    /// have left in the folder.
    async fn sweep_all(&self, now: Timestamp) -> Result<(), StoreError> {
        let scratch = Arc::clone(&self.scratch);
        blocking(move || scratch.clean_others()).await?;
        self.sweep_cache().await?;
        let before = now.checked_sub(ABANDONED).unwrap_or(Timestamp::MIN);
        // Before it is asked who wants them: what was abandoned by then nobody begins to want.
        for files in self.shared.written_before(before).await?.chunks(BATCH) {
            let (memories, jobs) = split(files);
            let memories = self.known_memories(&memories).await?;
            let jobs = self.jobs_with_files(&jobs).await?;
            for file in files {
                let is_wanted = match file {
                    SharedFile::Memory(id) => memories.contains(&id.0),
                    SharedFile::Job(id) => jobs.contains(&id.0),
                };
                if !is_wanted {
                    self.shared.remove(*file).await?;
                    tracing::info!(?file, "a shared file that nothing belongs to was removed");
                }
            }
        }
        Ok(())
    }

    /// Removes copies of memories that were deleted elsewhere.
    async fn sweep_cache(&self) -> Result<(), StoreError> {
        let cached = self.cache.ids().await?;
        let known = self.known_memories(&cached).await?;
        for id in cached.into_iter().filter(|id| !known.contains(&id.0)) {
            self.forget(id).await?;
        }
        Ok(())
    }

    /// Closes a memory that is gone and removes the copy of it. Those who read it keep that until they have finished.
    async fn forget(&self, id: MemoryId) -> Result<(), StoreError> {
        self.contents.close(id);
        self.cache.remove(id).await
    }

    /// Ids of these that a statement finds.
    async fn found(&self, sql: &'static str, ids: &[Uuid]) -> Result<Vec<Uuid>, StoreError> {
        let mut found = Vec::new();
        for batch in ids.chunks(BATCH) {
            let ids = sqlx::query_scalar(sql).bind(batch).fetch_all(self.pool());
            found.extend::<Vec<Uuid>>(bounded(ids).await?);
        }
        Ok(found)
    }

    /// Closes what is open.
    pub async fn close(&self) {
        self.contents.close_all().await;
    }
}

fn split(files: &[SharedFile]) -> (Vec<MemoryId>, Vec<MemoryJobId>) {
    let (mut memories, mut jobs) = (Vec::new(), Vec::new());
    for file in files {
        match file {
            SharedFile::Memory(id) => memories.push(*id),
            SharedFile::Job(id) => jobs.push(*id),
        }
    }
    (memories, jobs)
}

const fn failure(reason: String) -> StoreError {
    StoreError::Failed { reason }
}
