//! A model on its way into the folder.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::check::ModelCheck;
use crate::error::InstallError;
use crate::folder::{InstalledModel, ModelFolder};
use crate::folder_error::FolderError;
use crate::manifest::{
    Description, MANIFEST, Manifest, ManifestError, ManifestFile, Role, model_files,
};
use crate::scratch::Scratch;
use crate::unpack::{Expected, unpack};

/// What a model that is finished may take the place of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Replace<'a> {
    Nothing,
    Anything,
    /// This model, as long as it is what it was.
    Only(&'a InstalledModel),
}

impl From<bool> for Replace<'_> {
    /// Anything if that is wanted.
    fn from(is_wanted: bool) -> Self {
        if is_wanted {
            Self::Anything
        } else {
            Self::Nothing
        }
    }
}

/// A model whose files are collected, and that becomes visible at once when it is complete.
/// Dropped before that, it leaves nothing.
pub(crate) struct Stage<'a> {
    folder: &'a ModelFolder,
    model: PathBuf,
    files: Vec<ManifestFile>,
    _scratch: Scratch,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(folder: &'a ModelFolder) -> Result<Self, InstallError> {
        let scratch = Scratch::new(&folder.make_partial()?)?;
        // Not the scratch folder itself, which nobody else may read.
        let model = scratch.path("model");
        fs::create_dir(&model).map_err(|error| FolderError::new(&model, "made", error))?;
        Ok(Self {
            folder,
            model,
            files: Vec::new(),
            _scratch: scratch,
        })
    }

    /// Adds a file, decompressed where it is compressed. `expected` bounds it together with the
    /// role. The name must have been checked.
    pub(crate) fn add(
        &mut self,
        role: Role,
        name: &str,
        input: impl Read,
        expected: &Expected,
    ) -> Result<(), InstallError> {
        let unpacked = unpack(input, name, &self.model.join(name), expected)?;
        self.files.push(ManifestFile {
            role,
            name: name.to_owned(),
            size: unpacked.size,
            sha256: unpacked.sha256,
        });
        Ok(())
    }

    /// Adds a file of an installed model as it is: the same file under a second name where the file system can do that, so
    /// that weights are not copied, and otherwise a copy.
    pub(crate) fn keep(&mut self, file: &ManifestFile, path: &Path) -> Result<(), InstallError> {
        if fs::hard_link(path, self.model.join(&file.name)).is_ok() {
            self.files.push(file.clone());
            return Ok(());
        }
        ensure_room(self.folder, file.size)?;
        let input = File::open(path).map_err(|error| FolderError::new(path, "read", error))?;
        let expected = Expected {
            limit: file.role.largest_size(),
            size: Some(file.size),
            sha256: Some(file.sha256.clone()),
        };
        self.add(file.role, &file.name, input, &expected)
    }

    /// Lets the engine read the model, writes the manifest and publishes the folder. A model
    /// without a name gets that of its architecture.
    pub(crate) fn finish(
        self,
        mut description: Description,
        check: &dyn ModelCheck,
        replace: Replace<'_>,
    ) -> Result<InstalledModel, InstallError> {
        let files = model_files(&self.model, description.format, &self.files)?;
        let summary = check
            .check(&files)
            .map_err(|reason| InstallError::Check { reason })?;
        description.architecture = description.architecture.or(summary.architecture);
        description.parameters = description.parameters.or(summary.parameters);
        if description.name.is_empty() {
            description.name = description
                .architecture
                .map_or("imported", crate::architecture::Architecture::as_str)
                .to_owned();
        }
        let pair = description.pair;
        let name = description.name.clone();
        let manifest = Manifest::new(description, self.files);
        let json = manifest.to_json()?;
        // What is written here must be readable later.
        Manifest::parse(&json)?;
        write(&self.model.join(MANIFEST), &json)?;
        let place = self.folder.place(pair, &name);
        let replaces = match replace {
            Replace::Nothing if place.exists() => {
                return Err(InstallError::AlreadyInstalled { folder: place });
            }
            Replace::Nothing => false,
            Replace::Anything => true,
            Replace::Only(model) if model.is_unchanged() => true,
            Replace::Only(model) => {
                return Err(InstallError::Changed {
                    model: model.label(),
                });
            }
        };
        self.folder.publish(&self.model, &place, replaces)?;
        InstalledModel::open(&place).map_err(|error| InstallError::Vanished {
            folder: place,
            error,
        })
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), InstallError> {
    File::create_new(path)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .map_err(|error| FolderError::new(path, "written", error).into())
}

/// Fails unless the disk has room for this many bytes more.
pub(crate) fn ensure_room(folder: &ModelFolder, needed: u64) -> Result<(), InstallError> {
    let partial = folder.make_partial()?;
    let disk = rustix::fs::statvfs(&partial)
        .map_err(|error| FolderError::new(&partial, "examined", error.into()))?;
    compare_room(disk.f_bavail.saturating_mul(disk.f_frsize), needed)
}

fn compare_room(available: u64, needed: u64) -> Result<(), InstallError> {
    if available < needed {
        return Err(InstallError::DiskFull { needed, available });
    }
    Ok(())
}

/// A model whose manifest is complete before its files come: the roles of the files by name.
pub(crate) fn find_file<'a>(
    manifest: &'a Manifest,
    name: &str,
) -> Result<&'a ManifestFile, ManifestError> {
    manifest
        .files
        .iter()
        .find(|file| file.name == name)
        .ok_or_else(|| ManifestError::Unlisted {
            name: name.chars().take(200).collect(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_does_not_fit_on_the_disk_is_refused_before_it_is_downloaded() {
        assert!(compare_room(100, 100).is_ok());
        assert!(matches!(
            compare_room(99, 100),
            Err(InstallError::DiskFull {
                needed: 100,
                available: 99
            })
        ));
        let parent = tempfile::tempdir().unwrap();
        let folder = ModelFolder::new(parent.path());
        assert!(ensure_room(&folder, 1).is_ok());
        assert!(ensure_room(&folder, u64::MAX).is_err());
    }

    #[test]
    fn what_a_crash_has_left_is_swept_and_what_is_in_use_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let folder = ModelFolder::new(parent.path());
        let left = folder.make_partial().unwrap().join("scratch-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("model.bin"), "half").unwrap();
        let in_use = Stage::new(&folder).unwrap();
        let other = Stage::new(&folder).unwrap();
        assert!(!left.exists());
        assert!(in_use.model.exists());
        let path = other.model.clone();
        drop(other);
        assert!(!path.exists());
    }
}
