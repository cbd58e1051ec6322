//! Moving an installation from its data folder to what several machines share, and back: the rows, which the store
//! carries, and the files that they name.

mod files;
mod places;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_domain::Clock;
use dragoman_store::migration::{FolderDatabases, Migration, MigrationStep, TableReport};
use dragoman_store::{Database, SqliteMemories};

use crate::data_folder::{DataFolder, Secret, give_all_to_owner};
use crate::data_options::{DataOptions, SharedOptions};
use crate::progress::tell;
use crate::storage::Shared;
use crate::system::{SystemClock, SystemRandom};
use files::Files;
pub(crate) use files::MovedFiles;
use places::why;

/// After so many rows of a table it is said how many there are by now.
const TOLD: u64 = 50_000;

/// Where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    ToShared,
    ToFolder,
}

/// What was moved.
#[derive(Debug)]
pub(crate) struct Moved {
    /// The rows, which are the same in both databases.
    pub(crate) tables: Vec<TableReport>,
    pub(crate) files: MovedFiles,
    /// The files of the secrets.
    pub(crate) secrets: Vec<PathBuf>,
}

/// Copies what is in the data folder to a database and an object storage. What is there stays as it is, so that whoever
/// was interrupted goes on.
///
/// # Errors
/// If the folder has no data or its server runs, if the database has other data or servers work with it, if anything
/// cannot be read or written, and if the tables are not the same in the end.
pub(crate) async fn to_shared(options: &DataOptions, shared: SharedOptions) -> Result<Moved> {
    let Some(folder) = DataFolder::open_if_begun(options)? else {
        bail!(
            "the data folder {} has no data that could be moved",
            options.folder.display()
        );
    };
    let _lock = folder.lock()?;
    folder.store().await?.close().await;
    let memories = folder.memories().await?;
    memories.clean_up(SystemClock.now()).await?;
    let shared = connect(shared).await?;
    let mut databases = open(&folder, &folder.path().join(Database::Main.file())).await?;
    databases.hold().await?;
    let mut migration = Migration::begin(shared.store()).await?;
    migration.check_database(&mut databases).await?;
    let files = files(Direction::ToShared, &folder, &shared, &memories)?;
    shared.check_secrets(&folder).await?;
    shared.check_objects().await?;

    let tables = migration
        .to_postgres(&mut databases, &mut tell_step)
        .await
        .context(INTERRUPTED)?;
    check_tables(&tables, "empty the database")?;
    let files = files.bring_all(&mut databases).await.context(INTERRUPTED)?;
    migration.end().await?;
    databases.close().await?;
    memories.close().await;
    shared.close().await;
    moved(&folder, tables, files)
}

/// Copies what is in a database and an object storage to a data folder without data. Until it is done, the folder is not
/// one that a server takes for its own.
///
/// # Errors
/// If the folder has data, if it has not the secrets that belong to the database, and as [`to_shared`].
pub(crate) async fn to_folder(options: &DataOptions, shared: SharedOptions) -> Result<Moved> {
    let folder = DataFolder::open_or_begin(options)?;
    let _lock = folder.lock()?;
    folder.check_can_be_filled()?;
    let shared = connect(shared).await?;
    let mut migration = Migration::begin(shared.store()).await?;
    if !shared.store().has_secrets().await? {
        bail!("the database has no data of Dragoman that could be moved");
    }
    shared.check_secrets(&folder).await?;
    let main = folder.begin_to_fill().await?;
    let memories = folder.memories().await?;
    let mut databases = open(&folder, &main).await?;
    migration.check_folder(&mut databases).await?;
    let files = files(Direction::ToFolder, &folder, &shared, &memories)?;

    let tables = migration
        .from_postgres(&mut databases, &mut tell_step)
        .await
        .context(INTERRUPTED)?;
    check_tables(
        &tables,
        "remove what is in the data folder but for the secrets",
    )?;
    let files = files.bring_all(&mut databases).await.context(INTERRUPTED)?;
    migration.end().await?;
    databases.close_whole().await?;
    memories.close().await;
    shared.close().await;
    folder.end_filling()?;
    give_all_to_owner(folder.path());
    moved(&folder, tables, files)
}

/// What is so after a failure in the middle.
const INTERRUPTED: &str =
    "not all was copied. What was stays, and the same command goes on from there";

async fn connect(shared: SharedOptions) -> Result<Shared> {
    let connected = Shared::connect(shared).await;
    connected
        .map_err(why)
        .context("the database cannot be used")
}

async fn open(folder: &DataFolder, main: &Path) -> Result<FolderDatabases> {
    let memories = folder.path().join(Database::Memories.file());
    let opened = FolderDatabases::open(main, &memories).await;
    opened.map_err(why).with_context(|| {
        format!(
            "the databases in {} cannot be opened",
            folder.path().display()
        )
    })
}

fn files(
    direction: Direction,
    folder: &DataFolder,
    shared: &Shared,
    memories: &SqliteMemories,
) -> Result<Files> {
    Ok(Files {
        direction,
        folder: folder.path().to_owned(),
        documents: Arc::new(folder.documents(Arc::new(SystemRandom))?),
        jobs: Arc::new(folder.sealed_jobs(memories, Arc::new(SystemRandom))?),
        shared: shared.objects(folder)?,
    })
}

fn moved(folder: &DataFolder, tables: Vec<TableReport>, files: MovedFiles) -> Result<Moved> {
    let secrets = Secret::ALL.map(|secret| folder.secret_path(secret));
    Ok(Moved {
        tables,
        files,
        secrets: secrets.into_iter().collect::<Result<_>>()?,
    })
}

fn tell_step(step: MigrationStep) {
    match step {
        MigrationStep::Copied { table, rows, all } if rows >= all => {
            tell(format_args!("{table}: {rows} rows"));
        }
        MigrationStep::Copied { table, rows, all } if rows % TOLD == 0 => {
            tell(format_args!("{table}: {rows} of {all} rows"));
        }
        MigrationStep::Copied { .. } => {}
        MigrationStep::Comparing => tell("Reading all rows again on both sides"),
    }
}

/// Fails if tables are not the same on both sides. Rows that were there before are never changed, so that it has to be
/// begun anew.
fn check_tables(tables: &[TableReport], remedy: &str) -> Result<()> {
    let differing: Vec<String> = tables
        .iter()
        .filter(|table| !table.is_same)
        .map(|table| {
            format!(
                "{} ({} rows to be copied, {} there)",
                table.table, table.rows, table.rows_there
            )
        })
        .collect();
    if !differing.is_empty() {
        bail!(
            "what is there now is not what was to be copied, in the tables {}. Others have changed one of the two: \
             {remedy}, and begin anew",
            differing.join(", ")
        );
    }
    Ok(())
}
