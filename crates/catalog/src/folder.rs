//! The folder of the installed models.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_language::LanguagePair;
use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;
use sha2::{Digest, Sha256};

use crate::architecture::{Architecture, Policy};
use crate::catalogue::candidates;
use crate::check::{ModelCheck, ModelFiles, ModelSummary};
use crate::codes::code_of_pair;
use crate::folder_error::FolderError;
use crate::manifest::{Manifest, ManifestError, model_files};
use crate::scratch::Scratch;
use crate::unpack::{Expected, UnpackError, compare, digest};

/// What is not yet installed.
const PARTIAL: &str = ".partial";
/// Copies of the catalogues' listings.
const LISTINGS: &str = ".listings";

/// The folder of the models, `models` in the data folder: one folder for each pair, in it one for
/// each model. Whatever has no complete manifest is no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFolder {
    root: PathBuf,
}

/// A model in the folder.
#[derive(Debug, Clone, PartialEq)]
pub struct InstalledModel {
    /// From which language into which.
    pub pair: LanguagePair,
    /// The folder of its files.
    pub folder: PathBuf,
    /// What is known of it.
    pub manifest: Manifest,
    /// Its files by what they are for.
    pub files: ModelFiles,
}

/// A folder that should be a model and is not.
#[derive(Debug, Clone)]
pub struct BrokenModel {
    /// Which folder.
    pub folder: PathBuf,
    /// What is wrong.
    pub error: BrokenError,
}

/// Why an installed model is not usable.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BrokenError {
    /// Its manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// It is in the folder of another pair or name.
    #[error("its manifest is for {expected}")]
    Place {
        /// Where it should be.
        expected: String,
    },
    /// A file is not there.
    #[error("its file {name} cannot be read")]
    File {
        /// Which file.
        name: String,
        /// Why.
        source: Arc<io::Error>,
    },
    /// A file is not what the manifest says.
    #[error(transparent)]
    Content(#[from] UnpackError),
    /// The engine cannot use it.
    #[error("{reason}")]
    Check {
        /// Why.
        reason: String,
    },
}

/// All models of a folder.
#[derive(Debug, Clone, Default)]
pub struct Installed {
    /// The usable ones, by pair and name.
    pub models: Vec<InstalledModel>,
    /// The others.
    pub broken: Vec<BrokenModel>,
}

impl Installed {
    /// The model to use for a pair; for a regional variant of a target without a model of its own
    /// the one of its base language.
    #[must_use]
    pub fn find(&self, pair: LanguagePair, policy: Policy) -> Option<&InstalledModel> {
        candidates(pair).find_map(|pair| {
            self.models
                .iter()
                .filter(|model| model.pair == pair)
                .min_by_key(|model| policy.rank(model.manifest.architecture))
        })
    }

    /// The models of a pair.
    pub fn of(&self, pair: LanguagePair) -> impl Iterator<Item = &InstalledModel> {
        self.models.iter().filter(move |model| model.pair == pair)
    }
}

impl InstalledModel {
    /// Reads the manifest in a folder and looks whether its files are there, without reading them.
    ///
    /// # Errors
    /// [`BrokenError`] if something is missing or does not fit.
    pub fn open(folder: &Path) -> Result<Self, BrokenError> {
        let manifest = Manifest::read(folder)?;
        for file in &manifest.files {
            let found =
                fs::metadata(folder.join(&file.name)).map_err(|error| BrokenError::File {
                    name: file.name.clone(),
                    source: Arc::new(error),
                })?;
            if found.len() != file.size {
                return Err(BrokenError::Content(UnpackError::Size {
                    name: file.name.clone(),
                    expected: file.size,
                    actual: found.len(),
                }));
            }
        }
        let files = model_files(folder, manifest.format, &manifest.files)?;
        let Some(pair) = manifest.pair() else {
            return Err(BrokenError::Place {
                expected: "no known pair".to_owned(),
            });
        };
        Ok(Self {
            pair,
            folder: folder.to_owned(),
            manifest,
            files,
        })
    }

    /// The pair and the name, as commands spell them.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}/{}", code_of_pair(self.pair), self.manifest.name)
    }

    /// Whether the folder still has the model that was read from it, by its manifest and the sizes of its files.
    pub(crate) fn is_unchanged(&self) -> bool {
        Self::open(&self.folder).is_ok_and(|model| model == *self)
    }

    /// A digest of all files, in hexadecimal: another version of any of them has another.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        for file in &self.manifest.files {
            hasher.update(format!("{:?} {}\n", file.role, file.sha256));
        }
        let digest = hasher.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The architecture, where it is one that has a name.
    #[must_use]
    pub fn architecture(&self) -> Option<Architecture> {
        self.manifest.architecture
    }

    /// Reads every file, compares it with the manifest, and lets the engine read the model.
    ///
    /// # Errors
    /// [`BrokenError`] with the first difference.
    pub fn verify(&self, check: &dyn ModelCheck) -> Result<ModelSummary, BrokenError> {
        for file in &self.manifest.files {
            let opened =
                File::open(self.folder.join(&file.name)).map_err(|error| BrokenError::File {
                    name: file.name.clone(),
                    source: Arc::new(error),
                })?;
            let actual = digest(opened, &file.name, file.role.largest_size())?;
            let expected = Expected {
                limit: file.role.largest_size(),
                size: Some(file.size),
                sha256: Some(file.sha256.clone()),
            };
            compare(&file.name, &actual, &expected)?;
        }
        check
            .check(&self.files)
            .map_err(|reason| BrokenError::Check { reason })
    }
}

impl ModelFolder {
    /// The folder of the models at this path. It need not exist yet.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Where a model belongs.
    #[must_use]
    pub fn place(&self, pair: LanguagePair, name: &str) -> PathBuf {
        self.root.join(code_of_pair(pair)).join(name)
    }

    /// Whether the data folder around it is there.
    pub(crate) fn has_data_folder(&self) -> bool {
        match self.root.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.is_dir(),
            // The current folder, or the root.
            _ => true,
        }
    }

    pub(crate) fn listings(&self) -> PathBuf {
        self.root.join(LISTINGS)
    }

    pub(crate) fn partial(&self) -> PathBuf {
        self.root.join(PARTIAL)
    }

    /// Makes the folder for what is not yet installed.
    pub(crate) fn make_partial(&self) -> Result<PathBuf, FolderError> {
        let partial = self.partial();
        fs::create_dir_all(&partial).map_err(|error| FolderError::new(&partial, "made", error))?;
        Ok(partial)
    }

    /// Every model in the folder. What is broken is reported and keeps no other model away.
    ///
    /// # Errors
    /// [`FolderError`] if the folder is there and cannot be read.
    pub fn scan(&self) -> Result<Installed, FolderError> {
        let mut installed = Installed::default();
        for pair_folder in subfolders(&self.root)? {
            for folder in subfolders(&pair_folder)? {
                let opened = InstalledModel::open(&folder).and_then(|model| {
                    if self.place(model.pair, &model.manifest.name) == folder {
                        Ok(model)
                    } else {
                        Err(BrokenError::Place {
                            expected: model.label(),
                        })
                    }
                });
                match opened {
                    Ok(model) => installed.models.push(model),
                    // Removed while this was looking.
                    Err(_) if !folder.exists() => {}
                    Err(error) => installed.broken.push(BrokenModel { folder, error }),
                }
            }
        }
        installed.models.sort_by(|left, right| {
            (left.pair, &left.manifest.name).cmp(&(right.pair, &right.manifest.name))
        });
        Ok(installed)
    }

    /// Removes a model. Programs that have its files mapped can go on using them.
    ///
    /// # Errors
    /// [`FolderError`] if that fails; the model then is there whole or not at all.
    pub fn remove(&self, folder: &Path) -> Result<(), FolderError> {
        let failed = |error| FolderError::new(folder, "removed", error);
        let scratch = Scratch::new(&self.make_partial()?)?;
        fs::rename(folder, scratch.path("removed")).map_err(failed)?;
        if let Some(parent) = folder.parent() {
            sync_folder(parent)?;
            // The folder of the pair goes with its last model.
            let _ = fs::remove_dir(parent);
        }
        Ok(())
    }

    /// Puts a finished folder in its place at once, in place of what is there if that is wanted.
    pub(crate) fn publish(
        &self,
        finished: &Path,
        place: &Path,
        replace: bool,
    ) -> Result<(), FolderError> {
        let failed = |error| FolderError::new(place, "installed", error);
        let parent = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent).map_err(failed)?;
        sync_folder(finished)?;
        match fs::rename(finished, place) {
            Err(error) if is_occupied(&error) && replace => {
                exchange(finished, place).map_err(failed)?;
            }
            result => result.map_err(failed)?,
        }
        sync_folder(parent)?;
        sync_folder(&self.root)
    }
}

/// Puts a finished folder in the place of another one, which goes where its owner removes it. On
/// file systems that cannot exchange two folders, the place is empty for a moment.
fn exchange(finished: &Path, place: &Path) -> io::Result<()> {
    match rustix::fs::renameat_with(CWD, finished, CWD, place, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            let aside = finished.with_extension("replaced");
            fs::rename(place, &aside)?;
            fs::rename(finished, place).inspect_err(|_| {
                // As it was, if that is still possible.
                let _ = fs::rename(&aside, place);
            })
        }
        result => result.map_err(Into::into),
    }
}

/// Whether a rename failed because there is something at its destination.
pub(crate) fn is_occupied(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists
    )
}

/// Waits until the disk has the entries of a folder.
pub(crate) fn sync_folder(path: &Path) -> Result<(), FolderError> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| FolderError::new(path, "written", error))
}

/// The folders in a folder, without hidden ones; none if it does not exist.
fn subfolders(path: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let failed = |error| FolderError::new(path, "read", error);
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !is_hidden && entry.path().is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}
