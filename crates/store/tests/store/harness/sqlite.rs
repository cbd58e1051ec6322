//! A SQLite file for a test.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_store::{Durability, SqliteStore};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, Row};
use tempfile::TempDir;

use super::{Database, Ports};

#[async_trait]
impl Ports for SqliteStore {
    async fn close(&self) {
        Self::close(self).await;
    }
}

pub(crate) struct SqliteFile {
    folder: TempDir,
}

impl SqliteFile {
    pub(crate) fn create() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("test.db")
    }

    async fn connect(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(self.path());
        options.connect().await.unwrap()
    }
}

#[async_trait]
impl Database for SqliteFile {
    async fn open(&self) -> Arc<dyn Ports> {
        let store = SqliteStore::open(&self.path(), Durability::ProcessCrash).await;
        Arc::new(store.unwrap())
    }

    async fn processes_have_died(&self) {}

    async fn execute(&self, sql: &str) {
        let mut connection = self.connect().await;
        connection.execute(AssertSqlSafe(sql)).await.unwrap();
    }

    async fn numbers(&self, sql: &str) -> Vec<Vec<i64>> {
        let rows = sqlx::query(AssertSqlSafe(sql))
            .fetch_all(&mut self.connect().await)
            .await
            .unwrap();
        rows.iter()
            .map(|row| (0..row.len()).map(|column| row.get(column)).collect())
            .collect()
    }

    async fn fail_after(&self, event: &str, table: &str) {
        self.execute(&format!(
            "CREATE TRIGGER fail AFTER {event} ON {table}
             BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END"
        ))
        .await;
    }

    async fn fail_no_more(&self, _table: &str) {
        self.execute("DROP TRIGGER fail").await;
    }
}
