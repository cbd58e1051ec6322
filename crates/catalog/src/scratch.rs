//! Folders for unfinished work, which do not outlive their makers.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::folder_error::FolderError;
use crate::lock::try_lock;

const PREFIX: &str = "scratch-";
const LOCK: &str = "lock";
/// Held while scratch folders are made or swept, so that none is swept before it has its lock.
const SWEEP_LOCK: &str = "sweep.lock";

/// A folder on the disk of the models that is removed with everything in it when it is dropped,
/// or by the next one to make such a folder after a crash.
pub(crate) struct Scratch {
    directory: TempDir,
    _lock: Option<File>,
}

impl Scratch {
    /// A new one in `partial`, the folder for unfinished work.
    pub(crate) fn new(partial: &Path) -> Result<Self, FolderError> {
        let failed = |error| FolderError::new(partial, "written", error);
        let sweeping = File::create(partial.join(SWEEP_LOCK)).map_err(failed)?;
        sweeping.lock().map_err(failed)?;
        sweep(partial)?;
        let directory = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(partial)
            .map_err(failed)?;
        let lock = try_lock(&directory.path().join(LOCK))?;
        Ok(Self {
            directory,
            _lock: lock,
        })
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }
}

/// Removes what crashed processes have left.
fn sweep(partial: &Path) -> Result<(), FolderError> {
    let failed = |error| FolderError::new(partial, "read", error);
    for entry in fs::read_dir(partial).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_scratch = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
        // One that cannot be locked belongs to somebody who is at work; one that cannot be removed
        // takes room and does no other harm.
        if is_scratch && matches!(try_lock(&path.join(LOCK)), Ok(Some(_)) | Err(_)) {
            let _ = fs::remove_dir_all(&path);
        }
    }
    Ok(())
}
