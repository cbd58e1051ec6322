//! Runs each test against every database.

#[cfg(feature = "postgres")]
pub(crate) mod postgres;
pub(crate) mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountStore, ApiKey, DocumentStore, GlossaryStore, KeyChange, KeyDigest, KeyId,
    NoticeOutbox, SessionStore, StyleListStore, UsageLedger, UsageReports,
};

use crate::entry;

/// Has functions of the module run as tests against each database: `sqlite::name` and `postgres::name`. Those after
/// `threads:` have a runtime with two threads, and those after `blocking:` none.
macro_rules! tests {
    ($($name:ident),* $(,)?
     $(; threads: $($threaded:ident),* $(,)?)?
     $(; blocking: $($blocking:ident),* $(,)?)?) => {
        mod sqlite {
            tests!(@each Sqlite; $($name)*; $($($threaded)*)?; $($($blocking)*)?);
        }
        #[cfg(feature = "postgres")]
        mod postgres {
            tests!(@each Postgres; $($name)*; $($($threaded)*)?; $($($blocking)*)?);
        }
    };
    (@each $backend:ident; $($name:ident)*; $($threaded:ident)*; $($blocking:ident)*) => {
        $(#[tokio::test]
        async fn $name() {
            Box::pin(super::$name(crate::Backend::$backend)).await;
        })*
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $threaded() {
            Box::pin(super::$threaded(crate::Backend::$backend)).await;
        })*
        $(#[test]
        fn $blocking() {
            super::$blocking(crate::Backend::$backend);
        })*
    };
}

/// All that the store is for, behind which no test sees the database.
#[async_trait]
pub(crate) trait Ports:
    AccountStore
    + UsageLedger
    + UsageReports
    + NoticeOutbox
    + GlossaryStore
    + StyleListStore
    + DocumentStore
    + SessionStore
{
    /// Ends what is in progress and closes the database.
    async fn close(&self);
}

/// A kind of database.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Backend {
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

impl Backend {
    /// A database with nothing in it.
    async fn create(self) -> Box<dyn Database> {
        match self {
            Self::Sqlite => Box::new(sqlite::SqliteFile::create()),
            #[cfg(feature = "postgres")]
            Self::Postgres => Box::new(postgres::PostgresDatabase::create().await),
        }
    }
}

/// A database that goes with its test, and what can be done to it past the ports.
#[async_trait]
pub(crate) trait Database: Send + Sync {
    /// Opens it as another process.
    async fn open(&self) -> Arc<dyn Ports>;

    /// All processes that have opened it have died.
    async fn processes_have_died(&self);

    /// Runs statements.
    async fn execute(&self, sql: &str);

    /// What a statement gives, whose columns are whole numbers.
    async fn numbers(&self, sql: &str) -> Vec<Vec<i64>>;

    /// Has statements of this kind fail, as `UPDATE OF characters`, after they have changed a row of the table.
    async fn fail_after(&self, event: &str, table: &str);

    /// Ends what [`fail_after`](Self::fail_after) has begun on a table.
    async fn fail_no_more(&self, table: &str);
}

pub(crate) struct TestStore {
    pub(crate) store: Arc<dyn Ports>,
    pub(crate) database: Box<dyn Database>,
}

impl TestStore {
    pub(crate) async fn new(backend: Backend) -> Self {
        let database = backend.create().await;
        Self {
            store: database.open().await,
            database,
        }
    }

    pub(crate) async fn with_key(
        backend: Backend,
        account: &Account,
        key: &ApiKey,
        digest: &KeyDigest,
    ) -> Self {
        let test = Self::new(backend).await;
        test.add_account(account).await;
        test.add_key(key, digest).await;
        test
    }

    /// Opens the database anew without closing it first, as after a crash.
    pub(crate) async fn reopen(self) -> Self {
        self.database.processes_have_died().await;
        Self {
            store: self.database.open().await,
            database: self.database,
        }
    }

    pub(crate) async fn add_account(&self, account: &Account) {
        self.store
            .create_account(account, &entry(account.id))
            .await
            .unwrap();
    }

    pub(crate) async fn add_key(&self, key: &ApiKey, digest: &KeyDigest) {
        self.store
            .create_key(key, digest, None, u32::MAX, &entry(key.id.account))
            .await
            .unwrap();
    }

    pub(crate) async fn change_key(&self, id: KeyId, change: KeyChange) -> Option<ApiKey> {
        self.store
            .change_key(id, &change, &entry(id.account))
            .await
            .unwrap()
    }
}
