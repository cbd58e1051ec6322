//! A PostgreSQL database for a test, in a server that all tests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use dragoman_domain::{Clock, Timestamp};
use dragoman_postgres_testing::shared;
use dragoman_store::{CopyOptions, LeaseClock, PostgresOptions, PostgresStore};
use tokio::sync::OnceCell;

use super::{Database, Ports};
use crate::time;

#[async_trait]
impl Ports for PostgresStore {
    async fn close(&self) {
        Self::close(self).await;
    }
}

/// A clock that stands still.
struct Standing;

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        time("2026-05-05T12:00:00Z")
    }
}

/// How tests reach a database, in which time passes as they say.
pub(crate) fn options(url: &str) -> PostgresOptions {
    PostgresOptions {
        url: url.to_owned(),
        certificate_authority: None,
        connections: 4,
        clock: LeaseClock::Caller,
    }
}

/// What the copy of a test says of itself.
pub(crate) fn copy(machine: &str) -> CopyOptions {
    CopyOptions {
        machine: machine.to_owned(),
        configuration: [0; 32],
        answers: true,
        workers: 0,
        clock: Arc::new(Standing),
    }
}

/// Opens a database as one more copy.
pub(crate) async fn open_copy(url: &str, machine: &str) -> PostgresStore {
    let store = PostgresStore::open(&options(url)).await.unwrap();
    store.join(copy(machine)).await.unwrap();
    store
}

/// A database of the shared server.
pub(crate) struct PostgresDatabase {
    url: String,
    copies: AtomicU32,
}

impl PostgresDatabase {
    /// One with nothing in it, not even the schema.
    pub(crate) fn empty() -> Self {
        Self::at(shared().create_database())
    }

    const fn at(url: String) -> Self {
        Self {
            url,
            copies: AtomicU32::new(0),
        }
    }

    /// One with the schema only: a copy of another, which is quicker than to make it anew.
    pub(crate) async fn create() -> Self {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let template = TEMPLATE
            .get_or_init(async || {
                let url = shared().create_database();
                PostgresStore::open(&options(&url))
                    .await
                    .unwrap()
                    .close()
                    .await;
                url.rsplit('/').next().unwrap().to_owned()
            })
            .await;
        let name = format!("of_test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        shared().execute("postgres", &create);
        Self::at(shared().url(&name))
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        // What a failed test leaves can be looked at as long as its process runs.
        if !std::thread::panicking() {
            shared().drop_database(&self.url);
        }
    }
}

#[async_trait]
impl Database for PostgresDatabase {
    async fn open(&self) -> Arc<dyn Ports> {
        // They are "copy 1", "copy 2" and so on.
        let number = self.copies.fetch_add(1, Ordering::Relaxed) + 1;
        Arc::new(open_copy(&self.url, &format!("copy {number}")).await)
    }

    async fn processes_have_died(&self) {
        self.execute("UPDATE copies SET lease_end = 0").await;
    }

    async fn execute(&self, sql: &str) {
        shared().execute(&self.url, sql);
    }

    async fn numbers(&self, sql: &str) -> Vec<Vec<i64>> {
        let rows = shared().execute(&self.url, sql);
        rows.lines()
            .map(|row| {
                row.split('|')
                    .map(|number| number.parse().unwrap())
                    .collect()
            })
            .collect()
    }

    async fn fail_after(&self, event: &str, table: &str) {
        self.execute(&format!(
            "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'no room on the disk'; END $$;
             CREATE TRIGGER fail AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION fail()"
        ))
        .await;
    }

    async fn fail_no_more(&self, table: &str) {
        self.execute(&format!("DROP TRIGGER fail ON {table}")).await;
    }
}
