//! Folders in which programs work. There is nothing in them that outlives its document.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// What the names of folders of processes begin with. Short, since sockets are made in them, whose paths may have 107
/// bytes.
const PREFIX: &str = "dragoman-";

/// The file that a process keeps locked in its folder.
const LOCK: &str = "lock";

/// Makes folders for programs, all in one that only this user can look into, and that goes with the process. What another
/// process has left that died is removed.
#[derive(Debug)]
pub struct JobFolders {
    parent: PathBuf,
    /// Made when the first is wanted.
    own: Mutex<Option<Own>>,
}

#[derive(Debug)]
struct Own {
    folder: TempDir,
    _lock: File,
}

impl JobFolders {
    /// In this folder, which is for what is of short life, as `/tmp`.
    #[must_use]
    pub const fn new(parent: PathBuf) -> Self {
        Self {
            parent,
            own: Mutex::new(None),
        }
    }

    /// A folder for a job, which goes when it is dropped.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn folder(&self) -> io::Result<TempDir> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let own = match &mut *own {
            // Somebody may have tidied up.
            Some(own) if own.folder.path().is_dir() => own,
            own => own.insert(self.make()?),
        };
        tempfile::Builder::new()
            .prefix("")
            .tempdir_in(own.folder.path())
    }

    fn make(&self) -> io::Result<Own> {
        self.sweep();
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(&self.parent)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Own {
            folder,
            _lock: lock,
        })
    }

    /// Removes what processes have left that died.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.parent) else {
            return;
        };
        for entry in entries.flatten() {
            let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
            if is_ours && is_left(&entry.path()) {
                // What others have made cannot be removed, and need not be.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Whether a folder belongs to no process any more. One that is being made has no lock yet.
fn is_left(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)).map(|lock| lock.try_lock()) {
        Ok(Ok(())) => true,
        Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) | Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_process_has_left_is_removed_and_what_a_living_one_has_stays() {
        let parent = tempfile::tempdir().unwrap();
        let dead = parent.path().join("dragoman-dead");
        fs::create_dir(&dead).unwrap();
        fs::write(dead.join(LOCK), "").unwrap();
        fs::write(dead.join("in.doc"), "a document").unwrap();
        let other = parent.path().join("other");
        fs::create_dir(&other).unwrap();
        let living = JobFolders::new(parent.path().to_owned());
        let job = living.folder().unwrap();
        let second = JobFolders::new(parent.path().to_owned());
        drop(second.folder().unwrap());
        assert!(job.path().is_dir() && other.is_dir() && !dead.exists());
        let path = job.path().to_owned();
        drop(job);
        assert!(!path.exists());
        drop((living, second));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
