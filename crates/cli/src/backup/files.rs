//! Copying, reading and checking the files of a backup.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_store::NamedFiles;
use sha2::{Digest, Sha256};

use super::list::{List, ListedFile};

/// Makes a folder that only its owner may read, with those above it.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// Copies a file to a new one that only its owner may read, waits until it is on the disk, and lists it.
pub(super) fn copy(from: &Path, folder: &Path, path: &Path) -> Result<ListedFile> {
    let to = folder.join(path);
    let copied = || -> io::Result<ListedFile> {
        if let Some(parent) = to.parent() {
            make_folder(parent)?;
        }
        let mut target = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&to)?;
        let listed = pass_on(File::open(from)?, path, &mut target)?;
        target.sync_all()?;
        Ok(listed)
    };
    copied().with_context(|| format!("{} cannot be copied to {}", from.display(), to.display()))
}

/// Reads a file and lists it.
pub(super) fn listed(folder: &Path, path: &Path) -> Result<ListedFile> {
    let file = folder.join(path);
    File::open(&file)
        .and_then(|opened| pass_on(opened, path, &mut io::sink()))
        .with_context(|| format!("{} cannot be read", file.display()))
}

fn pass_on(mut from: File, path: &Path, to: &mut impl Write) -> io::Result<ListedFile> {
    let (mut digest, mut bytes) = (Sha256::new(), 0);
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let piece = buffer.get(..read).unwrap_or_default();
        digest.update(piece);
        to.write_all(piece)?;
        bytes += read as u64;
    }
    let digest = digest.finalize();
    Ok(ListedFile {
        path: path.to_owned(),
        bytes,
        sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
    })
}

/// Waits until the names in a folder and in those within are on the disk.
pub(super) fn sync_names(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_names(&entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}

/// Compares the files of a backup with its list, and checks its databases.
pub(super) fn checked(backup: &Path, list: &List) -> Result<(NamedFiles, Vec<PathBuf>)> {
    for file in &list.files {
        if listed(backup, &file.path)? != *file {
            bail!(
                "{} is damaged: it is not what was written there",
                backup.join(&file.path).display()
            );
        }
    }
    let named = dragoman_store::check(backup)
        .with_context(|| format!("the backup in {} cannot be used", backup.display()))?;
    let missing = list.missing(&named);
    Ok((named, missing))
}
