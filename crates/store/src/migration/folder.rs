//! The databases of a data folder.

use std::path::Path;
use std::time::Duration;

use dragoman_domain::StoreError;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqlSafeStr, Sqlite};

use super::side::Side;
use super::tables::{File, Table, placeholders};
use super::values::{Record, Value, read};
use crate::rows::faults::failed;

/// How long a statement waits for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The two databases of a data folder, of the newest schema.
pub struct FolderDatabases {
    pub(super) main: SqliteConnection,
    pub(super) memories: SqliteConnection,
}

impl FolderDatabases {
    /// Opens both files, which must be there.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn open(main: &Path, memories: &Path) -> Result<Self, StoreError> {
        Ok(Self {
            main: connect(main).await?,
            memories: connect(memories).await?,
        })
    }

    /// Has nobody change anything until this is closed or dropped. Others can read.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if somebody else is writing all the time.
    pub async fn hold(&mut self) -> Result<(), StoreError> {
        for connection in [&mut self.main, &mut self.memories] {
            run(connection, "BEGIN IMMEDIATE").await?;
        }
        Ok(())
    }

    /// Closes both files.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn close(self) -> Result<(), StoreError> {
        self.main.close().await.map_err(failed)?;
        self.memories.close().await.map_err(failed)
    }

    /// The same, so that all that the main database has is in its file and that can be moved.
    ///
    /// # Errors
    /// [`StoreError::Failed`], also if somebody else has it open.
    pub async fn close_whole(mut self) -> Result<(), StoreError> {
        run(&mut self.main, "PRAGMA journal_mode = DELETE").await?;
        self.close().await
    }

    fn of(&mut self, table: &Table) -> &mut SqliteConnection {
        match table.file {
            File::Main => &mut self.main,
            File::Memories => &mut self.memories,
        }
    }
}

async fn connect(file: &Path) -> Result<SqliteConnection, StoreError> {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .connect()
        .await
        .map_err(failed)
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    let done = sqlx::raw_sql(sql).execute(connection).await;
    done.map(drop).map_err(failed)
}

type Statement<'q> = Query<'q, Sqlite, SqliteArguments>;

fn bind(statement: Statement<'_>, value: Value) -> Statement<'_> {
    match value {
        Value::Null => statement.bind(None::<i64>),
        Value::Integer(number) => statement.bind(number),
        Value::Text(text) => statement.bind(text),
        Value::Bytes(bytes) => statement.bind(bytes),
        Value::Boolean(is_so) => statement.bind(is_so),
        Value::Guid(id) => statement.bind(id.to_string()),
        Value::DocumentId(id) => statement.bind(id.to_string()),
    }
}

impl Side for FolderDatabases {
    async fn page(
        &mut self,
        table: &Table,
        after: Option<&[Value]>,
    ) -> Result<Vec<Record>, StoreError> {
        let sql = table.page_sql(table.in_folder, after.is_none());
        let statement = sqlx::query(AssertSqlSafe(sql));
        let key = after.unwrap_or_default().iter().cloned();
        let rows = key
            .fold(statement, bind)
            .fetch_all(self.of(table))
            .await
            .map_err(failed)?;
        rows.iter().map(|row| read(table, row)).collect()
    }

    async fn add(&mut self, table: &Table, rows: Vec<Record>) -> Result<u64, StoreError> {
        let values = format!("VALUES ({})", placeholders(table.columns.len()));
        let sql = AssertSqlSafe(table.insert_sql(table.in_folder, &values)).into_sql_str();
        let mut transaction = self
            .of(table)
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)?;
        let mut added = 0;
        for row in rows {
            let added_one = row
                .into_iter()
                .fold(sqlx::query(sql.clone()), bind)
                .execute(&mut *transaction)
                .await
                .map_err(failed)?;
            added += added_one.rows_affected();
        }
        transaction.commit().await.map_err(failed)?;
        Ok(added)
    }

    async fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.in_folder);
        let row = sqlx::query(AssertSqlSafe(sql))
            .fetch_one(self.of(table))
            .await
            .map_err(failed)?;
        let count: i64 = row.try_get(0).map_err(failed)?;
        Ok(count.unsigned_abs())
    }
}
