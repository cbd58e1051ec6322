//! The list of the files of a backup.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_domain::DocumentId;
use dragoman_store::NamedFiles;
use serde::{Deserialize, Serialize};

/// The file with the list.
pub(super) const LIST: &str = "backup.json";

/// The version of the list and of the layout.
pub(super) const FORMAT: u32 = 1;

const DOCUMENTS: &str = "documents";

/// What a backup consists of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct List {
    pub(super) format: u32,
    /// The version of the program that made it.
    pub(super) program: String,
    /// When, in UTC.
    pub(super) taken: String,
    pub(super) files: Vec<ListedFile>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ListedFile {
    /// In the folder of the backup, and in the data folder.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    /// SHA-256, in hexadecimal digits.
    pub(super) sha256: String,
}

impl List {
    pub(super) fn read(backup: &Path) -> Result<Self> {
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

    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Those of the named files that are not here.
    pub(super) fn missing(&self, named: &NamedFiles) -> Vec<PathBuf> {
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
pub(super) fn document_folder(id: DocumentId) -> PathBuf {
    Path::new(DOCUMENTS).join(id.to_string())
}
