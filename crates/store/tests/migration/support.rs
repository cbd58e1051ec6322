//! A folder and a database for a test, and what is in them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use dragoman_domain::{Clock, Timestamp};
use dragoman_postgres_testing::shared;
use dragoman_store::migration::{
    FolderDatabases, Migration, MigrationError, MigrationStep, TableReport,
};
use dragoman_store::{
    CopyOptions, Durability, LeaseClock, PostgresOptions, PostgresStore, SqliteMemories,
    SqliteStore,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};
use tempfile::TempDir;
use tokio::sync::OnceCell;

pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    /// A folder with databases and no rows.
    pub(crate) async fn empty() -> Self {
        let folder = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let store = SqliteStore::open(&folder.main(), Durability::ProcessCrash).await;
        store.unwrap().close().await;
        let memories = SqliteMemories::open(folder.folder.path(), Durability::ProcessCrash).await;
        memories.unwrap().close().await;
        folder
    }

    /// A folder with something in every table and column.
    pub(crate) async fn filled() -> Self {
        let folder = Self::empty().await;
        folder.execute(include_str!("main.sql")).await;
        folder
            .execute_in_memories(include_str!("memories.sql"))
            .await;
        folder
    }

    pub(crate) fn main(&self) -> PathBuf {
        self.folder.path().join("dragoman.db")
    }

    fn memories(&self) -> PathBuf {
        self.folder.path().join("memories.db")
    }

    pub(crate) async fn open(&self) -> FolderDatabases {
        FolderDatabases::open(&self.main(), &self.memories())
            .await
            .unwrap()
    }

    pub(crate) async fn execute(&self, sql: &str) {
        execute(self.main(), sql).await;
    }

    /// The same if nobody keeps this from it; who does is not waited for.
    pub(crate) async fn try_execute(&self, sql: &str) -> Result<(), sqlx::Error> {
        let options = SqliteConnectOptions::new().filename(self.main());
        let mut connection = options.busy_timeout(Duration::ZERO).connect().await?;
        connection.execute(AssertSqlSafe(sql)).await.map(drop)
    }

    pub(crate) async fn execute_in_memories(&self, sql: &str) {
        execute(self.memories(), sql).await;
    }

    /// Makes the rows such as they come back: nobody has a lease or is about to send something any more, and what
    /// PostgreSQL cannot hold is replaced.
    pub(crate) async fn forget_work(&self) {
        self.execute(
            "UPDATE documents SET lease_token = NULL, lease_start = NULL, lease_end = NULL;
             UPDATE limit_notices SET taken = 0;
             UPDATE accounts SET name = 'zweites ü\u{FFFD}!' WHERE name LIKE 'zweites%'",
        )
        .await;
    }

    /// All rows of all tables: what kind of value each column has, and its bytes.
    pub(crate) async fn rows(&self) -> Vec<String> {
        let mut all = Vec::new();
        for file in [self.main(), self.memories()] {
            let mut connection = connect(file).await;
            let tables = texts(
                &mut connection,
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' ORDER BY 1",
            )
            .await;
            for table in tables {
                let columns = texts(
                    &mut connection,
                    &format!(
                        "SELECT 'typeof(\"' || name || '\") || coalesce(hex(\"' || name || '\"), '''')'
                         FROM pragma_table_info('{table}')"
                    ),
                )
                .await;
                let columns = columns.join(" || ' ' || ");
                let sql = format!("SELECT '{table} ' || {columns} FROM {table} ORDER BY 1");
                all.extend(texts(&mut connection, &sql).await);
            }
            connection.close().await.unwrap();
        }
        all
    }
}

async fn connect(file: PathBuf) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap()
}

async fn execute(file: PathBuf, sql: &str) {
    let mut connection = connect(file).await;
    connection.execute(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
}

async fn texts(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(connection).await;
    rows.unwrap().iter().map(|row| row.get(0)).collect()
}

struct Standing;

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }
}

fn options(url: &str) -> PostgresOptions {
    PostgresOptions {
        url: url.to_owned(),
        certificate_authority: None,
        connections: 2,
        clock: LeaseClock::Database,
    }
}

/// A database without rows, in the server that all tests share.
pub(crate) struct Database {
    pub(crate) url: String,
    pub(crate) store: PostgresStore,
}

impl Database {
    pub(crate) async fn create() -> Self {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let template = TEMPLATE
            .get_or_init(async || {
                let url = shared().create_database();
                let store = PostgresStore::open(&options(&url)).await.unwrap();
                store.close().await;
                url.rsplit('/').next().unwrap().to_owned()
            })
            .await;
        // A copy of one that has the schema, which is quicker than to make it anew.
        let name = format!("of_test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        shared().execute("postgres", &create);
        Self::open(shared().url(&name)).await
    }

    /// Closes it, and opens it as another process.
    pub(crate) async fn reopen(mut self) -> Self {
        self.store.close().await;
        Self::open(std::mem::take(&mut self.url)).await
    }

    async fn open(url: String) -> Self {
        let store = PostgresStore::open(&options(&url)).await.unwrap();
        Self { url, store }
    }

    pub(crate) fn execute(&self, sql: &str) -> String {
        shared().execute(&self.url, sql)
    }

    /// Begins to serve.
    pub(crate) async fn join(&self) {
        let options = CopyOptions {
            machine: "web-1".to_owned(),
            configuration: [0; 32],
            answers: true,
            workers: 1,
            clock: Arc::new(Standing),
        };
        self.store.join(options).await.unwrap();
    }

    pub(crate) async fn begin(&self) -> Result<Migration, MigrationError> {
        Migration::begin(&self.store).await
    }

    /// Moves a folder here as the program does.
    pub(crate) async fn take(&self, folder: &Folder) -> Result<Vec<TableReport>, MigrationError> {
        let mut databases = folder.open().await;
        databases.hold().await.unwrap();
        let mut migration = self.begin().await?;
        migration.check_database(&mut databases).await?;
        let reports = migration.to_postgres(&mut databases, &mut |_| {}).await?;
        migration.end().await?;
        databases.close().await.unwrap();
        Ok(reports)
    }

    /// Moves what is here into a folder as the program does.
    pub(crate) async fn give(
        &self,
        folder: &Folder,
        observer: &mut dyn FnMut(MigrationStep),
    ) -> Result<Vec<TableReport>, MigrationError> {
        let mut databases = folder.open().await;
        let mut migration = self.begin().await?;
        migration.check_folder(&mut databases).await?;
        let reports = migration.from_postgres(&mut databases, observer).await?;
        migration.end().await?;
        databases.close_whole().await.unwrap();
        Ok(reports)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if !self.url.is_empty() && !std::thread::panicking() {
            shared().drop_database(&self.url);
        }
    }
}

/// The tables that are not the same on both sides.
pub(crate) fn differing(reports: &[TableReport]) -> Vec<&'static str> {
    reports
        .iter()
        .filter(|report| !report.is_same)
        .map(|report| report.table)
        .collect()
}

/// How many rows were added.
pub(crate) fn added(reports: &[TableReport]) -> u64 {
    reports.iter().map(|report| report.added).sum()
}
