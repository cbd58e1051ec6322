use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use dragoman_domain::Clock;
use dragoman_store::Database;

use super::output::say;
use crate::arguments::{BackupArguments, RestoreArguments};
use crate::backup::{self, Restored, Taken};
use crate::configuration::Configuration;
use crate::data_folder::DataFolder;
use crate::progress::tell;
use crate::system::SystemClock;

/// Copies the data folder as it is at a moment, whether or not the server runs.
pub(super) async fn take(
    arguments: BackupArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    refuse_if_shared(configuration)?;
    let data = DataFolder::open(&configuration.data)?;
    if !data.has(Database::Main)? {
        bail!(
            "the data folder {} has no data that could be backed up",
            data.path().display()
        );
    }
    // Where no server was started yet. One that is there is left in the version that it has.
    if !data.has(Database::Memories)? {
        data.memories().await?.close().await;
    }
    let BackupArguments {
        folder,
        with_secrets,
    } = arguments;
    let target = folder.clone();
    let work = move || backup::take(&data, &target, with_secrets, SystemClock.now());
    let taken = on_a_thread(work).await?;
    say(format_args!("{}", TakenText(&taken, &folder)))?;
    if !with_secrets {
        tell(
            "The secrets, hashing.key and documents.key, are not in it: keep copies of them elsewhere, or add \
             --with-secrets.",
        );
    }
    Ok(status(&taken.missing))
}

/// What several machines share is not in a folder.
fn refuse_if_shared(configuration: &Configuration) -> Result<()> {
    if configuration.data.shared()?.is_some() {
        bail!(
            "this is for data in a folder, and data.database names a database. Use the tools of PostgreSQL and of the \
             object storage, as docs/several-machines.md says"
        );
    }
    Ok(())
}

/// Puts a backup into a data folder without data.
pub(super) async fn restore(
    arguments: RestoreArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    refuse_if_shared(configuration)?;
    let data = DataFolder::open_or_begin(&configuration.data)?;
    let place = data.path().to_owned();
    let work = move || backup::restore(&arguments.folder, &data);
    let restored = on_a_thread(work).await?;
    say(format_args!("{}", RestoredText(&restored, &place)))?;
    for (path, secret) in &restored.missing_secrets {
        tell(format_args!(
            "{} is not in the backup: put it there before the server starts. Without it {}.",
            path.display(),
            secret.loss
        ));
    }
    Ok(status(&restored.missing))
}

async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    dragoman_tasks::spawn_blocking(work)
        .await
        .context("the work did not end")?
}

/// Names what the databases name and is not there: all else is, but somebody has to know.
fn status(missing: &[PathBuf]) -> ExitCode {
    for path in missing {
        tell(format_args!(
            "{} was missing in the data folder when the backup was taken.",
            path.display()
        ));
    }
    if missing.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct TakenText<'a>(&'a Taken, &'a Path);

impl std::fmt::Display for TakenText<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(taken, folder) = self;
        write!(
            formatter,
            "{} has a backup: the databases, {} translation memories and {} documents, {} bytes in {} files, all read back.",
            folder.display(),
            taken.memories,
            taken.documents,
            taken.bytes,
            taken.files
        )
    }
}

struct RestoredText<'a>(&'a Restored, &'a Path);

impl std::fmt::Display for RestoredText<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(restored, folder) = self;
        write!(
            formatter,
            "{} has what was backed up at {} by Dragoman {}: the databases, {} translation memories and {} documents, {} bytes.",
            folder.display(),
            restored.taken,
            restored.program,
            restored.named.memories.len(),
            restored.named.documents.len(),
            restored.bytes
        )
    }
}
