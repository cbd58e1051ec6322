use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_domain::{DocumentId, Timestamp};
use dragoman_store::{Database, NamedFiles, Snapshot, open_private};

use super::files::{checked, copy, listed, make_folder, sync_names};
use super::list::{FORMAT, LIST, List, document_folder};
use crate::data_folder::{DataFolder, Secret};

/// Held while a backup is taken.
const LOCK: &str = "backup.lock";

/// Second names of the files that a backup takes, so that they stay there until it has them.
const HELD: &str = "backup.held";

/// A backup that was taken.
pub(crate) struct Taken {
    pub(crate) memories: usize,
    pub(crate) documents: usize,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    /// What the databases name and the data folder has not.
    pub(crate) missing: Vec<PathBuf>,
}

/// Copies all that is in the data folder but models, and secrets only if they are wanted, into a folder that is empty
/// or not there, as it was at one moment, while others go on working; then reads it back.
///
/// # Errors
/// If anything cannot be read or written, if what was read back is not what was written, and if another backup is being
/// taken. What was written then is removed.
pub(crate) fn take(
    data: &DataFolder,
    target: &Path,
    with_secrets: bool,
    now: Timestamp,
) -> Result<Taken> {
    let is_new = prepare(target)?;
    let taken = take_into(data, target, with_secrets, now);
    if taken.is_err() {
        // The reason is what matters; what cannot be removed has no list and so is no backup.
        let _ = clear(target);
        if is_new {
            let _ = fs::remove_dir(target);
        }
    }
    taken
}

/// Makes the folder; whether it was not there.
fn prepare(target: &Path) -> Result<bool> {
    let is_new = !target.exists();
    make_folder(target)
        .with_context(|| format!("the folder {} cannot be made", target.display()))?;
    let mut entries = fs::read_dir(target)
        .with_context(|| format!("the folder {} cannot be read", target.display()))?;
    if entries.next().is_some() {
        bail!(
            "the folder {} is not empty; each backup needs a folder of its own",
            target.display()
        );
    }
    Ok(is_new)
}

fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            fs::remove_dir_all(path)?;
        } else {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn take_into(
    data: &DataFolder,
    target: &Path,
    with_secrets: bool,
    now: Timestamp,
) -> Result<Taken> {
    let held = Held::new(data.path())?;
    let snapshot = Snapshot::take(data.path(), |named| held.hold(data.path(), named))
        .context("the databases cannot be read")?;
    snapshot
        .copy_to(target)
        .with_context(|| format!("the databases cannot be copied to {}", target.display()))?;
    drop(snapshot);
    let mut files = Vec::new();
    for database in Database::ALL {
        files.push(listed(target, Path::new(database.file()))?);
    }
    for path in held.files()? {
        files.push(copy(&held.folder.join(&path), target, &path)?);
    }
    if with_secrets {
        for secret in Secret::ALL {
            let path = data.secret_path(secret)?;
            if path.is_file() {
                files.push(copy(&path, target, Path::new(secret.file))?);
            }
        }
    }
    sync_names(target).with_context(|| format!("{} cannot be written", target.display()))?;
    let list = List {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        taken: now.to_string(),
        files,
    };
    let (named, missing) = checked(target, &list)?;
    write_list(target, &list)?;
    Ok(Taken {
        memories: named.memories.len(),
        documents: named.documents.len(),
        files: list.files.len(),
        bytes: list.bytes(),
        missing,
    })
}

fn write_list(target: &Path, list: &List) -> Result<()> {
    let path = target.join(LIST);
    let draft = target.join(format!("{LIST}.part"));
    let written = || -> Result<()> {
        fs::write(&draft, serde_json::to_vec_pretty(list)?)?;
        File::open(&draft)?.sync_all()?;
        fs::rename(&draft, &path)?;
        File::open(target)?.sync_all()?;
        Ok(())
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}

/// The files that are being backed up, under second names in a folder of their own on the same disk, until this is
/// dropped.
struct Held {
    folder: PathBuf,
    _lock: File,
}

impl Held {
    fn new(data: &Path) -> Result<Self> {
        let path = data.join(LOCK);
        let lock = open_private(&path, |options| options.create(true))
            .with_context(|| format!("{} cannot be opened", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another backup of the data folder {} is being taken; wait until it is done",
                data.display()
            ),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("{} cannot be locked", path.display()));
            }
        }
        let held = Self {
            folder: data.join(HELD),
            _lock: lock,
        };
        // One that was killed has left some.
        held.remove()
            .and_then(|()| make_folder(&held.folder))
            .with_context(|| format!("the folder {} cannot be made", held.folder.display()))?;
        Ok(held)
    }

    fn remove(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Holds the named files that are there.
    fn hold(&self, data: &Path, named: &NamedFiles) -> Result<()> {
        for path in named.memories.iter().chain(&named.memory_jobs) {
            self.hold_file(data, path)?;
        }
        for id in &named.documents {
            self.hold_document(data, *id)?;
        }
        Ok(())
    }

    fn hold_document(&self, data: &Path, id: DocumentId) -> Result<()> {
        let folder = document_folder(id);
        let entries = match fs::read_dir(data.join(&folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        for entry in entries {
            let name = PathBuf::from(entry?.file_name());
            // What is still being written belongs to nobody yet.
            if name.extension().is_none() {
                self.hold_file(data, &folder.join(name))?;
            }
        }
        Ok(())
    }

    fn hold_file(&self, data: &Path, path: &Path) -> Result<()> {
        let second = self.folder.join(path);
        if let Some(parent) = second.parent() {
            make_folder(parent)?;
        }
        match fs::hard_link(data.join(path), second) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
        .with_context(|| format!("{} cannot be held in the folder {HELD}", path.display()))
    }

    /// The files that are held, in the data folder.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(self.folder.join(&folder))
                .with_context(|| format!("{} cannot be read", self.folder.display()))?;
            for entry in entries {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                if entry.file_type()?.is_dir() {
                    folders.push(path);
                } else {
                    files.push(path);
                }
            }
        }
        files.sort();
        Ok(files)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // What stays is removed by the next backup.
        let _ = self.remove();
    }
}
