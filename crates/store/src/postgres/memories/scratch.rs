//! A folder for files that are being written, which this process has for itself.
//!
//! Each process has a number that no other has at the same time, and the folder with that number. While it lives it has
//! the lock beside that; so what is in a folder whose lock can be had was left by a process that died.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::memories::files::{Files, remove};
use crate::owner::{give_to_owner_of_folder, open_private};

/// Processes that may use the folder at the same time, commands beside the server included.
const MOST_PROCESSES: u32 = 1_000;

pub(super) struct Scratch {
    /// The folder of all processes.
    folder: PathBuf,
    files: Files,
    own: PathBuf,
    number: u32,
    _lock: File,
}

/// A file in the folder. It is removed with the value, unless it was moved away by then.
pub(super) struct Part(PathBuf);

impl Part {
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // What cannot be removed now is when the process has ended.
        let _ = fs::remove_file(&self.0);
    }
}

impl Scratch {
    /// Takes the lowest number that is free.
    pub(super) fn take(folder: &Path) -> io::Result<Self> {
        make(folder)?;
        for number in 0..MOST_PROCESSES {
            let Some(lock) = lock(folder, number)? else {
                continue;
            };
            let own = folder.join(number.to_string());
            // Who had the number before may have left something.
            empty(&own)?;
            return Ok(Self {
                folder: folder.to_owned(),
                files: Files::new(own.clone())?,
                own,
                number,
                _lock: lock,
            });
        }
        Err(io::Error::other(format!(
            "{MOST_PROCESSES} processes use {}",
            folder.display()
        )))
    }

    /// Removes what dead processes have left.
    pub(super) fn clean_others(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let number = name.and_then(|name| name.parse().ok());
            if let Some(number) = number.filter(|number| *number != self.number)
                && let Some(_lock) = lock(&self.folder, number)?
            {
                empty(&path)?;
            }
        }
        Ok(())
    }

    /// Where memories are put together.
    pub(super) fn files(&self) -> Files {
        self.files.clone()
    }

    /// A place for a file, at which there is none. Nobody else asks for the same one meanwhile.
    pub(super) fn part(&self, id: Uuid) -> Part {
        Part(self.own.join(format!("{id}.fetched")))
    }
}

fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    give_to_owner_of_folder(folder);
    Ok(())
}

/// The lock of a number; none if a living process has it. Its file stays for good, so that all mean the same file.
fn lock(folder: &Path, number: u32) -> io::Result<Option<File>> {
    let path = folder.join(format!("{number}.lock"));
    let lock = open_private(&path, |options| options.create(true))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes everything from a folder, if there is one.
fn empty(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        remove(&entry?.path())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn what_the_dead_have_left_is_removed_and_what_the_living_write_stays() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("scratch");
        let id = Uuid::from_u128(7);
        let write = |scratch: &Scratch| {
            let path = scratch.part(id).path().to_owned();
            fs::write(&path, "half").unwrap();
            path
        };
        let first = Scratch::take(&folder).unwrap();
        let second = Scratch::take(&folder).unwrap();
        let third = Scratch::take(&folder).unwrap();
        let paths = [&first, &second, &third].map(write);
        drop(second);
        third.clean_others().unwrap();
        assert_eq!(
            paths.each_ref().map(|path| path.exists()),
            [true, false, true]
        );
        drop(first);
        // It has the place of the first one.
        let next = Scratch::take(&folder).unwrap();
        assert_eq!(next.part(id).path(), paths[0]);
        assert_eq!(
            paths.each_ref().map(|path| path.exists()),
            [false, false, true]
        );
    }

    #[test]
    fn a_part_is_removed_unless_it_was_moved_away() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Scratch::take(folder.path()).unwrap();
        let kept = folder.path().join("kept");
        for moves in [true, false] {
            let part = scratch.part(Uuid::from_u128(1));
            let path = part.path().to_owned();
            fs::write(&path, "whole").unwrap();
            if moves {
                fs::rename(&path, &kept).unwrap();
            }
            drop(part);
            assert!(!path.exists());
        }
        assert!(kept.exists());
    }
}
