//! A folder that is filled with what several machines have shared.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use dragoman_store::{Database, SqliteStore, open_private};

use super::owner::explained;
use super::secrets::exists;
use super::{DataFolder, HOW_TO_NAME};

/// The name of the main database until all else is there: without it, no server takes the folder for its own. It says
/// that an interrupted "dragoman migrate" has left what else is there.
const UNFINISHED: &str = "dragoman.db.moving";

impl DataFolder {
    fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    /// Fails for a folder that was not filled to the end.
    pub(super) fn check_is_not_being_filled(&self) -> Result<()> {
        if exists(&self.unfinished())? {
            bail!(
                "the data folder {} has what an interrupted \"dragoman migrate --from\" has left: run that again. \
                 {HOW_TO_NAME}",
                self.path.display()
            );
        }
        Ok(())
    }

    /// Fails if the folder has data, unless filling it was begun.
    pub(crate) fn check_can_be_filled(&self) -> Result<()> {
        let found = match exists(&self.unfinished())? {
            true if self.has(Database::Main)? => Some(Database::Main.file().into()),
            true => None,
            false => self.first_of_data()?,
        };
        if let Some(entry) = found {
            bail!(
                "the data folder {} is not empty: it has {}. Name a folder without data with --data-dir",
                self.path.display(),
                entry.display()
            );
        }
        Ok(())
    }

    /// Makes the main database under another name, or brings the one up to date that is there.
    pub(crate) async fn begin_to_fill(&self) -> Result<PathBuf> {
        let path = self.unfinished();
        // SQLite gives the files beside it the same mode and owner.
        open_private(&path, |options| options.create(true))
            .map_err(|error| explained(error, &path, "cannot be opened"))?;
        let store = SqliteStore::open(&path, self.durability)
            .await
            .with_context(|| format!("the database {} cannot be opened", path.display()))?;
        store.close().await;
        Ok(path)
    }

    /// Gives the main database, which nobody has open, its name.
    pub(crate) fn end_filling(&self) -> Result<()> {
        let (from, to) = (self.unfinished(), self.path.join(Database::Main.file()));
        let moved = || {
            fs::File::open(&from)?.sync_all()?;
            fs::rename(&from, &to)?;
            fs::File::open(&self.path)?.sync_all()
        };
        moved().with_context(|| {
            format!(
                "{} cannot be renamed to {}",
                from.display(),
                Database::Main.file()
            )
        })
    }
}
