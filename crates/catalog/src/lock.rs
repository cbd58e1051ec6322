//! Locks between processes.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::folder_error::FolderError;

/// Takes a lock for as long as the file is open; `None` if somebody else has it.
pub(crate) fn try_lock(path: &Path) -> Result<Option<File>, FolderError> {
    let failed = |error| FolderError::new(path, "locked", error);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
