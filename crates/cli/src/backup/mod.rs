//! Backups: what a data folder holds, copied as it was at one moment, and put back.
//!
//! A backup is a folder with the same layout as a data folder and a list of its files, which is written last: without
//! it a backup is not complete.

mod restore;
mod take;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_domain::DocumentId;
use dragoman_store::NamedFiles;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub(crate) use restore::{Restored, restore};
pub(crate) use take::{Taken, take};

/// The list of the files of a backup.
const LIST: &str = "backup.json";

/// The version of the list and of the layout.
const FORMAT: u32 = 1;

const DOCUMENTS: &str = "documents";

/// What a backup consists of.
#[derive(Debug, Serialize, Deserialize)]
struct List {
    format: u32,
    /// The version of the program that made it.
    program: String,
    /// When, in UTC.
    taken: String,
    files: Vec<ListedFile>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ListedFile {
    /// In the folder of the backup, and in the data folder.
    path: PathBuf,
    bytes: u64,
    /// SHA-256, in hexadecimal digits.
    sha256: String,
}

impl List {
    fn read(backup: &Path) -> Result<Self> {
        let path = backup.join(LIST);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
                "{} has no complete backup: there is no {LIST} in it",
                backup.display()
            ),
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be read", path.display()));
            }
        };
        let list: Self = serde_json::from_slice(&text)
            .with_context(|| format!("{} is damaged", path.display()))?;
        if list.format > FORMAT {
            bail!(
                "the backup in {} was made by Dragoman {}, which is newer than this program; use that version",
                backup.display(),
                list.program
            );
        }
        // Nothing is ever written outside of the folder that is restored.
        for file in &list.files {
            let is_inside = file
                .path
                .components()
                .all(|component| matches!(component, Component::Normal(_)));
            if !is_inside || file.path.as_os_str().is_empty() {
                bail!(
                    "{} is damaged: it names {}",
                    path.display(),
                    file.path.display()
                );
            }
        }
        Ok(list)
    }

    fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Those of the named files that are not here.
    fn missing(&self, named: &NamedFiles) -> Vec<PathBuf> {
        let has = |path: &Path| self.files.iter().any(|file| file.path == path);
        let has_document = |id: &DocumentId| {
            let folder = document_folder(*id);
            self.files.iter().any(|file| file.path.starts_with(&folder))
        };
        let memories = named.memories.iter().filter(|path| !has(path)).cloned();
        let documents = named.documents.iter().filter(|id| !has_document(id));
        memories
            .chain(documents.map(|id| document_folder(*id)))
            .collect()
    }
}

/// The folder with the files of a document, in the data folder.
fn document_folder(id: DocumentId) -> PathBuf {
    Path::new(DOCUMENTS).join(id.to_string())
}

/// Makes a folder that only its owner may read, with those above it.
fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// Copies a file to a new one that only its owner may read, waits until it is on the disk, and lists it.
fn copy(from: &Path, folder: &Path, path: &Path) -> Result<ListedFile> {
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
fn listed(folder: &Path, path: &Path) -> Result<ListedFile> {
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
fn sync_names(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_names(&entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}
