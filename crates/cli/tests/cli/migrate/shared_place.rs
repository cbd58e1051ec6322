//! What several machines share, and a table of it from which everybody is kept.

use std::thread::JoinHandle;

use dragoman_postgres_testing::shared;
use dragoman_s3_testing::S3Server;
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::{Installation, Outcome, eventually};

/// A database and an object storage.
pub(super) struct Place {
    pub(super) database: String,
    pub(super) objects: String,
    /// How to reach the storage.
    options: Vec<(&'static str, String)>,
    /// Of a storage that is one.
    _folder: Option<TempDir>,
}

impl Place {
    pub(super) fn of_folder(database: String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            database,
            objects: format!("file://{}", folder.path().join("objects").display()),
            options: Vec::new(),
            _folder: Some(folder),
        }
    }

    pub(super) fn of_s3(database: String, s3: &S3Server) -> Self {
        Self {
            database,
            objects: s3.bucket("documents-and-memories"),
            options: vec![
                ("data.s3.endpoint", s3.endpoint()),
                ("data.s3.allow_http", "true".to_owned()),
                ("data.s3.access_key_id", s3.access_key().to_owned()),
                ("data.s3.secret_access_key", s3.secret_key().to_owned()),
            ],
            _folder: None,
        }
    }

    /// Has an installation know how to reach the storage.
    pub(super) fn reached_from(&self, installation: Installation) -> Installation {
        let options = self.options.iter();
        options.fold(installation, |installation, (name, value)| {
            installation.option(name, value)
        })
    }

    fn arguments<'a>(&'a self, direction: &'a str) -> [&'a str; 5] {
        [
            "migrate",
            direction,
            &self.database,
            "--objects",
            &self.objects,
        ]
    }

    /// Moves what is in a folder here.
    pub(super) async fn to(&self, installation: &Installation) -> Outcome {
        installation.run(&self.arguments("--to")).await
    }

    /// Moves what is here into a folder.
    pub(super) async fn from(&self, installation: &Installation) -> Outcome {
        installation.run(&self.arguments("--from")).await
    }

    /// The same as [`to`](Self::to), not begun yet.
    pub(super) fn command_to(&self, installation: &Installation) -> Command {
        installation.command(&self.arguments("--to"))
    }

    /// The same as [`from`](Self::from), not begun yet.
    pub(super) fn command_from(&self, installation: &Installation) -> Command {
        installation.command(&self.arguments("--from"))
    }

    pub(super) fn execute(&self, sql: &str) -> String {
        shared().execute(&self.database, sql)
    }

    /// Removes the database at the end of a test that has not failed.
    pub(super) fn remove(self) {
        shared().drop_database(&self.database);
    }
}

/// Keeps everybody from a table.
pub(super) struct Locked<'a> {
    place: &'a Place,
    session: JoinHandle<()>,
}

impl<'a> Locked<'a> {
    pub(super) async fn table(place: &'a Place, table: &str) -> Self {
        let database = place.database.clone();
        let sql = format!("BEGIN; LOCK TABLE {table}; SELECT pg_sleep(3600)");
        let session = std::thread::spawn(move || {
            // It is broken off.
            let _ = shared().try_execute(&database, &sql);
        });
        let locked = Self { place, session };
        locked
            .until_there_is("granted AND mode = 'AccessExclusiveLock'")
            .await;
        locked
    }

    /// Waits until somebody wants something of the table.
    pub(super) async fn until_somebody_waits(&self) {
        self.until_there_is("NOT granted").await;
    }

    async fn until_there_is(&self, lock: &str) {
        let sql = format!(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
             WHERE datname = current_database() AND locktype = 'relation' AND {lock}"
        );
        eventually("there is such a lock", async || {
            (self.place.execute(&sql) != "0").then_some(())
        })
        .await;
    }

    /// Lets everybody go on.
    pub(super) fn release(self) {
        self.place.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE '%pg_sleep(3600)%' AND pid <> pg_backend_pid()",
        );
        self.session.join().unwrap();
    }
}
