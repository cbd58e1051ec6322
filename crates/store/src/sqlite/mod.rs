mod accounts;
mod audit;
mod deletion;
mod document_room;
mod documents;
mod glossaries;
mod ledger;
mod notices;
mod sessions;
mod style_lists;
mod usage_ledger;
mod usage_reports;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::StoreError;
use sqlx::SqliteTransaction;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::Notify;

use crate::rows::faults::failed;
use crate::schema::{ACCOUNTS, bring_up_to_date};
use ledger::LedgerWriter;

/// How long a statement waits for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections for look-ups and for the rare change of an account or key.
const POOL_CONNECTIONS: u32 = 4;

/// Connections for what moves megabytes or waits for others that do.
const BULK_CONNECTIONS: u32 = 2;

/// Connections that write what is said about documents: one, for SQLite has one writer at a time, and who waits
/// for it here does not occupy a connection that look-ups need.
const DOCUMENT_CONNECTIONS: u32 = 1;

/// What a committed count survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A crash of the machine: every commit waits for the disk.
    #[default]
    PowerLoss,
    /// A crash of this program only: the last commits may be lost with the machine's power.
    ProcessCrash,
}

/// Accounts, keys, usage, documents, glossaries and style rule lists in one SQLite file.
///
/// Any number of processes may open the file to look up and change all but usage. Only one may use
/// the usage ledger, since reservations live in its memory.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    pool: SqlitePool,
    /// Apart from the others, so that no look-up of a key waits behind a large glossary.
    bulk: SqlitePool,
    /// What is deleted with it is overwritten, so that the key of a document that is removed is gone from the file, and
    /// from the log beside it once that is used anew.
    documents: SqlitePool,
    ledger: LedgerWriter,
    /// A document has been added.
    added: Arc<Notify>,
}

impl SqliteStore {
    /// Opens the file, creating it and bringing its schema up to date if needed.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the file cannot be opened, is not a database or comes from a
    /// newer version of this program.
    pub async fn open(file: &Path, durability: Durability) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(match durability {
                Durability::PowerLoss => SqliteSynchronous::Full,
                Durability::ProcessCrash => SqliteSynchronous::Normal,
            })
            .busy_timeout(BUSY_TIMEOUT);
        // A file does not hang up, and a test is one more way to another thread and back.
        let pools = SqlitePoolOptions::new().test_before_acquire(false);
        let pool = pools
            .clone()
            .max_connections(POOL_CONNECTIONS)
            .connect_with(options.clone())
            .await
            .map_err(failed)?;
        bring_up_to_date(&pool, ACCOUNTS).await?;
        let documents = pools
            .clone()
            .max_connections(DOCUMENT_CONNECTIONS)
            .connect_lazy_with(options.clone().pragma("secure_delete", "ON"));
        let bulk = pools
            .max_connections(BULK_CONNECTIONS)
            .connect_lazy_with(options.clone());
        let ledger = LedgerWriter::start(options, documents.clone()).await?;
        Ok(Self {
            pool,
            bulk,
            documents,
            ledger,
            added: Arc::default(),
        })
    }

    /// A transaction that will write: it waits for its turn now and not at its first change, when
    /// what it has read might be out of date.
    async fn begin(&self) -> Result<SqliteTransaction<'static>, StoreError> {
        self.bulk
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)
    }

    /// Finishes what is being written and closes the file.
    pub async fn close(&self) {
        self.ledger.stop().await;
        self.documents.close().await;
        self.bulk.close().await;
        self.pool.close().await;
    }
}
