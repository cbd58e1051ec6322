use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_store::{Database, NamedFiles};

use super::files::{checked, copy, listed, sync_names};
use super::list::{LIST, List, ListedFile};
use crate::data_folder::{DataFolder, Secret};

/// The name of the main database until all else is there: without it, no server takes a folder for its own.
const LAST: &str = "dragoman.db.part";

/// A backup that was restored.
pub(crate) struct Restored {
    pub(crate) taken: String,
    /// The version of the program that took it.
    pub(crate) program: String,
    pub(crate) named: NamedFiles,
    pub(crate) bytes: u64,
    /// What the databases name and the backup has not.
    pub(crate) missing: Vec<PathBuf>,
    /// Secrets that are neither in the backup nor in their place.
    pub(crate) missing_secrets: Vec<(PathBuf, Secret)>,
}

/// Puts a backup into a data folder that has nothing but, perhaps, its secrets and models. The backup is checked first,
/// and what is written is compared with its list. Only the owner may read what is made.
///
/// # Errors
/// If the backup is not complete or damaged, if the data folder has data, and if something cannot be read or written; then
/// what was written is removed.
pub(crate) fn restore(backup: &Path, data: &DataFolder) -> Result<Restored> {
    let list = List::read(backup)?;
    let _lock = data.lock()?;
    if let Some(entry) = data.first_of_data()? {
        bail!(
            "the data folder {} is not empty: it has {}. Name a folder without data with --data-dir",
            data.path().display(),
            entry.display()
        );
    }
    let (named, missing) = checked(backup, &list)?;
    let mut made = Vec::new();
    if let Err(error) = put(backup, &list, data, &mut made) {
        for path in made {
            // The reason is what matters; what stays is in the way of nothing but another attempt, which names it.
            let _ = fs::remove_file(path);
        }
        return Err(error);
    }
    let mut missing_secrets = Vec::new();
    for secret in Secret::ALL {
        let path = data.secret_path(secret)?;
        if !path.is_file() {
            missing_secrets.push((path, secret));
        }
    }
    Ok(Restored {
        bytes: list.bytes(),
        taken: list.taken,
        program: list.program,
        named,
        missing,
        missing_secrets,
    })
}

fn put(backup: &Path, list: &List, data: &DataFolder, made: &mut Vec<PathBuf>) -> Result<()> {
    let (folder, main) = (data.path(), Path::new(Database::Main.file()));
    for file in &list.files {
        let from = backup.join(&file.path);
        let secret = Secret::ALL
            .into_iter()
            .find(|secret| file.path == Path::new(secret.file));
        let copied = match secret {
            Some(secret) => put_secret(&from, file, &data.secret_path(secret)?, made)?,
            None => {
                let to = if file.path == main {
                    Path::new(LAST)
                } else {
                    &file.path
                };
                made.push(folder.join(to));
                copy(&from, folder, to)?
            }
        };
        if copied.sha256 != file.sha256 {
            bail!(
                "{} has changed since it was checked against {LIST}",
                from.display()
            );
        }
    }
    let finished = || {
        sync_names(folder)?;
        fs::rename(folder.join(LAST), folder.join(main))?;
        fs::File::open(folder)?.sync_all()
    };
    finished().with_context(|| format!("{} cannot be written", folder.display()))
}

/// Puts a secret into its place, unless the same is there.
fn put_secret(
    from: &Path,
    file: &ListedFile,
    place: &Path,
    made: &mut Vec<PathBuf>,
) -> Result<ListedFile> {
    let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
        bail!("{} is no place for a secret", place.display());
    };
    let name = Path::new(name);
    if place.is_file() {
        let there = listed(folder, name)?;
        if there.sha256 != file.sha256 {
            bail!(
                "{} is another secret than that of the backup. Move it away if it is not in use",
                place.display()
            );
        }
        return Ok(there);
    }
    made.push(place.to_owned());
    copy(from, folder, name)
}
