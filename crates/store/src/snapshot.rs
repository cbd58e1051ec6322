//! All databases of a data folder as they were at one moment, copied while others go on writing.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dragoman_domain::{DocumentId, StoreError};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::memories;
use crate::memories::files::{CONTENT, JOB};

/// How long to wait for others that write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// Pages copied at a time, and how long to wait if the file is busy.
const PAGES: i32 = 1024;
const PAUSE: Duration = Duration::from_millis(20);

/// A database of a data folder, by the name of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// Accounts, keys, usage, documents, glossaries and style rule lists.
    Main,
    /// Which translation memories there are.
    Memories,
}

impl Database {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Main, Self::Memories];

    /// The name of its file.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Main => "dragoman.db",
            Self::Memories => memories::DATABASE,
        }
    }
}

/// The files that the databases name, at the same moment.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct NamedFiles {
    /// The contents of translation memories, in the data folder.
    pub memories: Vec<PathBuf>,
    /// Files on their way in or out of memories, in the data folder; those that are there are part of the state.
    pub memory_jobs: Vec<PathBuf>,
    /// Documents that have files.
    pub documents: Vec<DocumentId>,
}

/// The databases of a data folder as they all were at one moment. Others may write meanwhile; what they write is
/// kept beside the databases until this is dropped.
pub struct Snapshot {
    connections: Vec<(Database, Connection)>,
}

impl Snapshot {
    /// Takes the snapshot, and lets `hold` keep the files that the databases name before anybody can remove one:
    /// while it runs, nobody can change the databases. To be called where blocking is allowed.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if a database is missing or cannot be read, or others write without a pause; and
    /// what `hold` returns.
    pub fn take<E: From<StoreError>>(
        data_folder: &Path,
        hold: impl FnOnce(&NamedFiles) -> Result<(), E>,
    ) -> Result<Self, E> {
        let writer = open(data_folder, Database::Main).map_err(failed)?;
        writer
            .execute(
                "ATTACH ? AS memories",
                [data_folder
                    .join(Database::Memories.file())
                    .to_string_lossy()],
            )
            .map_err(failed)?;
        writer.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
        let mut connections = Vec::new();
        for database in Database::ALL {
            let connection = open(data_folder, database).map_err(failed)?;
            // The first reading makes the snapshot.
            connection
                .execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")
                .map_err(failed)?;
            connections.push((database, connection));
        }
        let snapshot = Self { connections };
        let held = snapshot
            .named_files()
            .map_err(E::from)
            .and_then(|files| hold(&files));
        writer.execute_batch("ROLLBACK").map_err(failed)?;
        held?;
        Ok(snapshot)
    }

    /// The files that the databases name.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub fn named_files(&self) -> Result<NamedFiles, StoreError> {
        let mut files = NamedFiles::default();
        for (database, connection) in &self.connections {
            match database {
                Database::Main => files.documents = documents(connection)?,
                Database::Memories => {
                    files.memories = memory_files(connection, "SELECT id FROM memories", CONTENT)?;
                    files.memory_jobs = memory_files(
                        connection,
                        "SELECT id FROM jobs WHERE status IN ('processing', 'exported', 'downloaded')",
                        JOB,
                    )?;
                }
            }
        }
        Ok(files)
    }

    /// Writes the databases into a folder in which there are none. To be called where blocking is allowed.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub fn copy_to(&self, folder: &Path) -> Result<(), StoreError> {
        for (database, source) in &self.connections {
            let path = folder.join(database.file());
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&path)
                .map_err(failed)?;
            let mut copy = Connection::open(&path).map_err(failed)?;
            {
                let backup = Backup::new(source, &mut copy).map_err(failed)?;
                loop {
                    match backup.step(PAGES).map_err(failed)? {
                        StepResult::Done => break,
                        StepResult::More => {}
                        _ => std::thread::sleep(PAUSE),
                    }
                }
            }
            // One file, whole: nothing of it may be in a log beside it.
            copy.pragma_update(None, "journal_mode", "DELETE")
                .map_err(failed)?;
            copy.close().map_err(|(_, error)| failed(error))?;
        }
        Ok(())
    }
}

/// Checks the databases in a folder for damage, and gives the files that they name. To be called where blocking is
/// allowed, on databases that nobody has open.
///
/// # Errors
/// [`StoreError::Failed`] if one is missing, damaged or no database of this program.
pub fn check(folder: &Path) -> Result<NamedFiles, StoreError> {
    let mut connections = Vec::new();
    for database in Database::ALL {
        let path = folder.join(database.file());
        let connection =
            Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        let verdict: String = connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(failed)?;
        if verdict != "ok" {
            return Err(StoreError::Failed {
                reason: format!("{} is damaged: {verdict}", database.file()),
            });
        }
        connections.push((database, connection));
    }
    Snapshot { connections }.named_files()
}

fn open(folder: &Path, database: Database) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(database.file()), flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

fn column(connection: &Connection, sql: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare(sql).map_err(failed)?;
    let rows = statement.query_map([], |row| row.get(0)).map_err(failed)?;
    rows.collect::<Result<_, _>>().map_err(failed)
}

fn memory_files(
    connection: &Connection,
    sql: &str,
    extension: &str,
) -> Result<Vec<PathBuf>, StoreError> {
    let path = |id: String| Path::new(memories::FOLDER).join(format!("{id}.{extension}"));
    Ok(column(connection, sql)?.into_iter().map(path).collect())
}

fn documents(connection: &Connection) -> Result<Vec<DocumentId>, StoreError> {
    column(
        connection,
        "SELECT id FROM documents WHERE outcome IS NOT 'failed'",
    )?
    .iter()
    .map(|id| id.parse().map_err(|_| crate::rows::faults::corrupt("id")))
    .collect()
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}
