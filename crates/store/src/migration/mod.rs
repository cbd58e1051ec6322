//! Moving what an installation keeps from the databases of its folder to one that several machines share, and back.
//!
//! Rows are copied in batches, each in a transaction of its own, and those that are there already stay as they are. So
//! whoever is interrupted goes on with another run. In the end all rows are read again on both sides and compared.

mod digest;
mod files;
mod folder;
mod shared;
mod side;
mod tables;
mod values;

use std::collections::HashSet;
use std::fmt;

use digest::TableDigest;
use dragoman_domain::StoreError;

use crate::PostgresStore;
pub use files::{DocumentWithFiles, JobWithFile, MemoryWithFile};
pub use folder::FolderDatabases;
use shared::SharedDatabase;
use side::{Pages, Side, copy, digest};
use tables::{TABLES, Table};
use values::{Record, Value};

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MigrationStep {
    /// So many rows of a table are there.
    Copied {
        /// What it is called in PostgreSQL.
        table: &'static str,
        /// The rows.
        rows: u64,
        /// The rows that there are to copy.
        all: u64,
    },
    /// All rows are there and are about to be compared.
    Comparing,
}

/// What has become of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableReport {
    /// What it is called in PostgreSQL.
    pub table: &'static str,
    /// Rows where they came from.
    pub rows: u64,
    /// Rows where they went to.
    pub rows_there: u64,
    /// How many of them were not there before.
    pub added: u64,
    /// Whether both have the same rows.
    pub is_same: bool,
}

/// Why nothing was moved, or not all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MigrationError {
    /// Servers work with the database, or have begun to in the meantime: on these machines.
    Served {
        /// The machines.
        machines: Vec<String>,
    },
    /// Servers have worked with what the database has, so that it is not what an interrupted run has left.
    WasServed,
    /// The target has an account that is not in what is to be moved.
    AnotherInstallation {
        /// The name of the account.
        account: String,
    },
    /// Somebody has changed what was already copied.
    Changed {
        /// The table.
        table: &'static str,
    },
    /// A database failed.
    Store {
        /// The table, if it is about one.
        table: Option<&'static str>,
        /// How it failed.
        error: StoreError,
    },
}

impl fmt::Display for MigrationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Served { machines } => write!(
                formatter,
                "servers work with the database, on {}: stop all of them first, and wait half a minute if one has died",
                machines.join(", ")
            ),
            Self::WasServed => formatter.write_str(
                "servers have worked with what is in the database already, and to move the folder into it once more would \
                 bring back what they have removed: name an empty database",
            ),
            Self::AnotherInstallation { account } => write!(
                formatter,
                "there are data of another installation: the account \"{account}\" is not one of those that are to be \
                 moved. Nothing was changed"
            ),
            Self::Changed { table } => write!(
                formatter,
                "the table {table} of the database was changed after it was copied, by a command on some machine perhaps: \
                 empty the target and begin anew"
            ),
            Self::Store { table, error } => {
                if let Some(table) = table {
                    write!(formatter, "the table {table}: ")?;
                }
                match error {
                    StoreError::Failed { reason } | StoreError::Unavailable { reason } => formatter.write_str(reason),
                    StoreError::Duplicate { .. } => write!(formatter, "{error}"),
                }
            }
        }
    }
}

impl std::error::Error for MigrationError {}

impl From<StoreError> for MigrationError {
    fn from(error: StoreError) -> Self {
        let table = None;
        Self::Store { table, error }
    }
}

/// A database on one side of the move, with which no server works.
pub struct Migration {
    store: PostgresStore,
    database: SharedDatabase,
    /// When this began, by the clock of the database.
    began: i64,
    /// What was read of the database, if it came from there.
    read: Vec<(&'static Table, TableDigest)>,
}

impl Migration {
    /// Begins, if no server works with the database.
    ///
    /// # Errors
    /// [`MigrationError::Served`] and [`MigrationError::Store`].
    pub async fn begin(store: &PostgresStore) -> Result<Self, MigrationError> {
        let mut database = SharedDatabase::connect(store).await?;
        let began = database.now().await?;
        let machines = database.serving(None).await?;
        if !machines.is_empty() {
            return Err(MigrationError::Served { machines });
        }
        Ok(Self {
            store: store.clone(),
            database,
            began,
            read: Vec::new(),
        })
    }

    /// Fails if the database has something that an interrupted run with this folder cannot have left.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn check_database(
        &mut self,
        folder: &mut FolderDatabases,
    ) -> Result<(), MigrationError> {
        check_accounts(&mut self.database, folder).await?;
        match self.database.was_served().await? {
            true => Err(MigrationError::WasServed),
            false => Ok(()),
        }
    }

    /// Fails if the folder has something that an interrupted run with this database cannot have left.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn check_folder(
        &mut self,
        folder: &mut FolderDatabases,
    ) -> Result<(), MigrationError> {
        check_accounts(folder, &mut self.database).await
    }

    /// Copies the folder's rows into the database, and compares both. If all are the same, it makes what follows from
    /// them.
    ///
    /// # Errors
    /// [`MigrationError::Store`].
    pub async fn to_postgres(
        &mut self,
        folder: &mut FolderDatabases,
        observer: &mut dyn FnMut(MigrationStep),
    ) -> Result<Vec<TableReport>, MigrationError> {
        let compared = move_rows(folder, &mut self.database, observer).await?;
        let reports: Vec<_> = compared.iter().map(Compared::report).collect();
        if reports.iter().all(|report| report.is_same) {
            self.database.finish().await?;
        }
        Ok(reports)
    }

    /// Copies the database's rows into the folder, and compares both.
    ///
    /// # Errors
    /// [`MigrationError::Store`].
    pub async fn from_postgres(
        &mut self,
        folder: &mut FolderDatabases,
        observer: &mut dyn FnMut(MigrationStep),
    ) -> Result<Vec<TableReport>, MigrationError> {
        let compared = move_rows(&mut self.database, folder, observer).await?;
        self.read = compared.iter().map(|one| (one.table, one.here)).collect();
        Ok(compared.iter().map(Compared::report).collect())
    }

    /// Ends it: fails if servers have worked with the database meanwhile, or if it is where the rows came from and has
    /// changed.
    ///
    /// # Errors
    /// [`MigrationError::Served`], [`MigrationError::Changed`] and [`MigrationError::Store`].
    pub async fn end(self) -> Result<(), MigrationError> {
        self.database.close().await;
        // The one before has done nothing for as long as the files took.
        let mut database = SharedDatabase::connect(&self.store).await?;
        for (table, before) in self.read {
            let now = digest(table, &mut database)
                .await
                .map_err(in_table(table))?;
            if now != before {
                let table = table.in_database;
                return Err(MigrationError::Changed { table });
            }
        }
        let machines = database.serving(Some(self.began)).await?;
        database.close().await;
        match machines.is_empty() {
            true => Ok(()),
            false => Err(MigrationError::Served { machines }),
        }
    }
}

/// Fails if the target has an account that the origin has not.
async fn check_accounts(
    target: &mut impl Side,
    origin: &mut impl Side,
) -> Result<(), MigrationError> {
    let Some(accounts) = TABLES.first() else {
        return Ok(());
    };
    let mut known = HashSet::new();
    let mut pages = Pages::of(accounts);
    loop {
        let rows = pages.next(origin).await.map_err(in_table(accounts))?;
        if rows.is_empty() {
            break;
        }
        known.extend(rows.iter().filter_map(|row| match row.first() {
            Some(Value::Guid(id)) => Some(*id),
            _ => None,
        }));
    }
    let is_foreign = |row: &&Record| match row.first() {
        Some(Value::Guid(id)) => !known.contains(id),
        _ => true,
    };
    let mut pages = Pages::of(accounts);
    loop {
        let rows = pages.next(target).await.map_err(in_table(accounts))?;
        if rows.is_empty() {
            return Ok(());
        }
        if let Some(row) = rows.iter().find(is_foreign) {
            let account = match row.get(1) {
                Some(Value::Text(name)) => name.clone(),
                _ => String::new(),
            };
            return Err(MigrationError::AnotherInstallation { account });
        }
    }
}

/// A table as both sides have it.
struct Compared {
    table: &'static Table,
    added: u64,
    here: TableDigest,
    there: TableDigest,
}

impl Compared {
    fn report(&self) -> TableReport {
        TableReport {
            table: self.table.in_database,
            rows: self.here.rows,
            rows_there: self.there.rows,
            added: self.added,
            is_same: self.here == self.there,
        }
    }
}

async fn move_rows(
    from: &mut impl Side,
    to: &mut impl Side,
    observer: &mut dyn FnMut(MigrationStep),
) -> Result<Vec<Compared>, MigrationError> {
    let mut copied = Vec::with_capacity(TABLES.len());
    for table in TABLES {
        let name = table.in_database;
        let all = from.count(table).await.map_err(in_table(table))?;
        let tell = |rows| {
            observer(MigrationStep::Copied {
                table: name,
                rows,
                all,
            });
        };
        let added = copy(table, from, to, tell).await.map_err(in_table(table))?;
        copied.push((table, added));
    }
    observer(MigrationStep::Comparing);
    let mut compared = Vec::with_capacity(copied.len());
    for (table, added) in copied {
        let here = digest(table, from).await.map_err(in_table(table))?;
        let there = digest(table, to).await.map_err(in_table(table))?;
        compared.push(Compared {
            table,
            added,
            here,
            there,
        });
    }
    Ok(compared)
}

fn in_table(table: &Table) -> impl FnOnce(StoreError) -> MigrationError + use<> {
    let table = Some(table.in_database);
    move |error| MigrationError::Store { table, error }
}
