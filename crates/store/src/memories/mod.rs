//! Translation memories: a database that says which there are, and beside it a file for the content
//! of each.
//!
//! A file for each memory because a memory comes and goes as a whole: it is put together without a
//! journal and without keeping anybody waiting, it can be seen from the moment that the database
//! names it, and to remove it is to remove its file. Afterwards it never changes, so it is read
//! without locks. When its translations served is in the database.

pub(crate) mod build;
pub(crate) mod catalogue;
pub(crate) mod content;
pub(crate) mod files;
mod jobs;
mod postings;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{MemoryId, MemoryJobId, StoreError, Timestamp};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::Durability;
use crate::owner::open_private;
use crate::rows::faults::failed;
use crate::schema::{MEMORIES, bring_up_to_date};
use content::OpenContents;
use files::{Building, Files, Found, blocking, remove};

/// How long a statement waits for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

const CONNECTIONS: u32 = 2;

pub(crate) const DATABASE: &str = "memories.db";
pub(crate) const FOLDER: &str = "memories";

/// What becomes of a file at the start.
enum Fate {
    Keep,
    SetAside,
    Remove,
}

/// Translation memories and their jobs in SQLite files.
///
/// Any number of processes may open the same folder. Only one may run jobs.
#[derive(Clone)]
pub struct SqliteMemories {
    pool: SqlitePool,
    files: Files,
    durability: Durability,
    contents: Arc<OpenContents>,
}

impl SqliteMemories {
    /// Opens the memories of a data folder, creating what is missing and bringing the schema up to
    /// date if needed.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if a file cannot be opened, is not a database or comes from a newer
    /// version of this program.
    pub async fn open(data_folder: &Path, durability: Durability) -> Result<Self, StoreError> {
        let database = data_folder.join(DATABASE);
        let folder = data_folder.join(FOLDER);
        let options = SqliteConnectOptions::new()
            .filename(&database)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(match durability {
                Durability::PowerLoss => SqliteSynchronous::Full,
                Durability::ProcessCrash => SqliteSynchronous::Normal,
            })
            .busy_timeout(BUSY_TIMEOUT);
        let files = blocking(move || {
            // SQLite gives the files beside it the same mode and owner.
            open_private(&database, |options| options.create(true))?;
            Files::new(folder)
        })
        .await?;
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(failed)?;
        bring_up_to_date(&pool, MEMORIES).await?;
        Ok(Self {
            pool,
            files,
            durability,
            contents: Arc::default(),
        })
    }

    /// Removes what processes that died have left in the folder. What nobody can tell the origin of, such as the content of
    /// memories that the database does not know, is set aside for a day first, lest a database that was restored by hand costs
    /// the memories that it lacks. Only for the one process that runs jobs, before it does.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn clean_up(&self, now: Timestamp) -> Result<(), StoreError> {
        self.measure_memories().await?;
        let files = self.files.clone();
        let found = blocking(move || {
            files.remove_set_aside(now)?;
            files.list()
        })
        .await?;
        for (whose, path) in found {
            let fate = match whose {
                Found::Part => Fate::Remove,
                Found::Job(job) => self.fate_of_job(job).await?,
                Found::Content(id) => self.fate_of_content(id).await?,
            };
            let files = self.files.clone();
            blocking(move || match fate {
                Fate::Keep => Ok(()),
                Fate::SetAside => files.set_aside(&path, now),
                Fate::Remove => {
                    if let Found::Content(id) = whose {
                        remove(&files.lock(id))?;
                    }
                    remove(&path)
                }
            })
            .await?;
        }
        Ok(())
    }

    async fn fate_of_job(&self, job: MemoryJobId) -> Result<Fate, StoreError> {
        Ok(if self.needs_file(job).await? {
            Fate::Keep
        } else if self.has_job(job).await? {
            Fate::Remove
        } else {
            Fate::SetAside
        })
    }

    async fn fate_of_content(&self, id: MemoryId) -> Result<Fate, StoreError> {
        let files = self.files.clone();
        // In this order: a builder names its memory before it lets its lock go.
        let building = blocking(move || Ok(files.building(id))).await?;
        Ok(match building {
            Building::Now => Fate::Keep,
            _ if self.has_memory(id).await? => Fate::Keep,
            Building::BrokenOff => Fate::Remove,
            Building::Done => Fate::SetAside,
        })
    }

    /// Finishes what is being written and closes the files.
    pub async fn close(&self) {
        self.contents.close_all().await;
        self.pool.close().await;
    }
}
