//! Models in one archive, for machines without the internet.
//!
//! A bundle is a tar archive, plain or compressed with Zstandard. For each model it has
//! `PAIR/NAME/manifest.json` and then the files that the manifest lists, in the same folder.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use dragoman_domain::Timestamp;
use dragoman_language::LanguagePair;
use tar::{Archive, EntryType, Header};

use crate::address::ObjectPath;
use crate::check::ModelCheck;
use crate::codes::code_of_pair;
use crate::error::{BundleError, InstallError, MOST_ENTRIES};
use crate::folder::{InstalledModel, ModelFolder};
use crate::manifest::{Description, LARGEST_MANIFEST, MANIFEST, Manifest, ManifestFile};
use crate::stage::{Stage, ensure_room, find_file};
use crate::unpack::{Expected, compare, decompress, digest};

/// The longest extended header of an archive that is skipped, in bytes.
const LARGEST_EXTENSION: u64 = 1 << 20;

/// How hard Zstandard tries. Weights hardly get smaller, so not very.
const COMPRESSION_LEVEL: i32 = 3;

/// Writes models into a bundle, compressed if its name ends with `.zst`. The file appears when it
/// is complete. Every file is compared with its manifest on the way.
///
/// # Errors
/// [`BundleError`] if a model is damaged or the bundle cannot be written.
pub fn write(models: &[&InstalledModel], output: &Path) -> Result<(), BundleError> {
    let failed = |error| BundleError::Write {
        path: output.to_owned(),
        source: Arc::new(error),
    };
    let folder = match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut draft = tempfile::Builder::new()
        .prefix(".bundle-")
        .permissions(readable())
        .tempfile_in(folder)
        .map_err(failed)?;
    let target = BufWriter::new(draft.as_file_mut());
    if output
        .extension()
        .is_some_and(|extension| extension == "zst")
    {
        let encoder = zstd::Encoder::new(target, COMPRESSION_LEVEL).map_err(failed)?;
        let encoder = write_archive(models, encoder, output)?;
        let mut target = encoder.finish().map_err(failed)?;
        target.flush().map_err(failed)?;
    } else {
        let mut target = write_archive(models, target, output)?;
        target.flush().map_err(failed)?;
    }
    draft.as_file().sync_all().map_err(failed)?;
    draft.persist(output).map_err(|error| failed(error.error))?;
    Ok(())
}

/// The usual permissions of a new file, from which the process takes its mask away.
fn readable() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o644)
}

fn write_archive<W: Write>(
    models: &[&InstalledModel],
    target: W,
    output: &Path,
) -> Result<W, BundleError> {
    let unwritable = |error| BundleError::Write {
        path: output.to_owned(),
        source: Arc::new(error),
    };
    let mut archive = tar::Builder::new(target);
    for model in models {
        let prefix = model.label();
        let manifest = model
            .manifest
            .to_json()
            .map_err(|error| unwritable(io::Error::other(error)))?;
        let mut append = |name: &str, size: u64, content: &mut dyn Read| {
            let mut header = Header::new_ustar();
            header.set_size(size);
            header.set_mode(0o644);
            header.set_entry_type(EntryType::Regular);
            archive
                .append_data(&mut header, format!("{prefix}/{name}"), content)
                .map_err(unwritable)
        };
        append(MANIFEST, manifest.len() as u64, &mut manifest.as_slice())?;
        for file in &model.manifest.files {
            let path = model.folder.join(&file.name);
            let unreadable = |error| BundleError::Read {
                path: path.clone(),
                source: Arc::new(error),
            };
            verify(&path, file)?;
            let content = File::open(&path).map_err(unreadable)?;
            append(&file.name, file.size, &mut content.take(file.size))?;
        }
    }
    archive.into_inner().map_err(unwritable)
}

fn verify(path: &Path, file: &ManifestFile) -> Result<(), BundleError> {
    let content = File::open(path).map_err(|error| BundleError::Read {
        path: path.to_owned(),
        source: Arc::new(error),
    })?;
    digest(content, &file.name, file.role.largest_size())
        .and_then(|actual| compare(&file.name, &actual, &expected(file)))
        .map_err(|error| BundleError::Source(Arc::new(error)))
}

fn expected(file: &ManifestFile) -> Expected {
    Expected {
        limit: file.role.largest_size(),
        size: Some(file.size),
        sha256: Some(file.sha256.clone()),
    }
}

/// What to install from a bundle.
#[derive(Debug, Clone)]
pub struct Unbundle<'a> {
    /// The bundle.
    pub bundle: &'a Path,
    /// Only the models of these pairs; all if there are none.
    pub pairs: &'a [LanguagePair],
    /// Whether to replace models of the same name that are others.
    pub replace: bool,
}

/// A model of the bundle whose files are coming.
struct Incoming<'a> {
    prefix: String,
    pair: LanguagePair,
    manifest: Manifest,
    missing: BTreeSet<String>,
    /// `None` for a model that is not wanted: its files are skipped.
    stage: Option<Stage<'a>>,
}

impl Unbundle<'_> {
    /// Installs the models one after the other and gives those that are installed now. A model
    /// that is there already, with the same files, is left as it is.
    ///
    /// # Errors
    /// [`InstallError`] at the first model that cannot be installed; those before it are.
    pub fn run(
        &self,
        folder: &ModelFolder,
        check: &dyn ModelCheck,
        now: Timestamp,
    ) -> Result<Vec<InstalledModel>, InstallError> {
        let file = File::open(self.bundle).map_err(|error| self.unreadable(error))?;
        let name = self.bundle.display().to_string();
        let mut archive = Archive::new(decompress(BufReader::new(file), &name)?);
        // Raw: without the library's long names, which it would read into memory whatever
        // their length, and without sparse files.
        let entries = archive
            .entries()
            .map_err(|error| self.unreadable(error))?
            .raw(true);
        let mut installed = Vec::new();
        let mut seen = BTreeSet::new();
        let mut current: Option<Incoming<'_>> = None;
        for (number, entry) in entries.enumerate() {
            if number >= MOST_ENTRIES {
                return Err(BundleError::TooMany.into());
            }
            let mut entry = entry.map_err(|error| self.unreadable(error))?;
            let Some(path) = self.path(&mut entry)? else {
                continue;
            };
            if path.file_name() == MANIFEST {
                self.complete(current.take())?;
                let incoming = self.begin(folder, &path, &mut entry)?;
                seen.insert(incoming.pair);
                current = Some(incoming);
            } else {
                let incoming = current.as_mut().ok_or_else(|| out_of_place(&path))?;
                incoming.add(&path, entry)?;
            }
            if let Some(incoming) = current.take_if(|incoming| incoming.missing.is_empty()) {
                installed.extend(self.finish(incoming, folder, check, now)?);
            }
        }
        self.complete(current.take())?;
        if seen.is_empty() {
            let path = self.bundle.to_owned();
            return Err(BundleError::Empty { path }.into());
        }
        match self.pairs.iter().find(|pair| !seen.contains(*pair)) {
            Some(pair) => Err(BundleError::NotThere { pair: *pair }.into()),
            None => Ok(installed),
        }
    }

    /// The path of a file; `None` for what can be skipped.
    fn path(
        &self,
        entry: &mut tar::Entry<'_, impl Read>,
    ) -> Result<Option<ObjectPath>, BundleError> {
        let bytes = entry.path_bytes().into_owned();
        let path = String::from_utf8_lossy(&bytes).into_owned();
        match entry.header().entry_type() {
            EntryType::Regular => Ok(Some(ObjectPath::parse(
                path.strip_prefix("./").unwrap_or(&path),
            )?)),
            EntryType::Directory => Ok(None),
            // What other programs add to a file: times, owners. Its path fits without.
            EntryType::XHeader | EntryType::XGlobalHeader
                if entry
                    .header()
                    .size()
                    .is_ok_and(|size| size <= LARGEST_EXTENSION) =>
            {
                Ok(None)
            }
            _ => Err(BundleError::Kind {
                entry: path.chars().take(200).collect(),
            }),
        }
    }

    fn begin<'f>(
        &self,
        folder: &'f ModelFolder,
        path: &ObjectPath,
        entry: &mut tar::Entry<'_, impl Read>,
    ) -> Result<Incoming<'f>, InstallError> {
        let mut json = Vec::new();
        entry
            .take(LARGEST_MANIFEST + 1)
            .read_to_end(&mut json)
            .map_err(|error| self.unreadable(error))?;
        let manifest = Manifest::parse(&json)?;
        let pair = manifest.pair().ok_or_else(|| out_of_place(path))?;
        let prefix = format!("{}/{}", code_of_pair(pair), manifest.name);
        if path.as_str() != format!("{prefix}/{MANIFEST}") {
            return Err(out_of_place(path).into());
        }
        let is_wanted = self.pairs.is_empty() || self.pairs.contains(&pair);
        let stage = if is_wanted && !is_there(folder, pair, &manifest) {
            ensure_room(folder, manifest.size())?;
            Some(Stage::new(folder)?)
        } else {
            None
        };
        Ok(Incoming {
            prefix,
            pair,
            missing: manifest
                .files
                .iter()
                .map(|file| file.name.clone())
                .collect(),
            manifest,
            stage,
        })
    }

    fn finish(
        &self,
        incoming: Incoming<'_>,
        folder: &ModelFolder,
        check: &dyn ModelCheck,
        now: Timestamp,
    ) -> Result<Option<InstalledModel>, InstallError> {
        let Incoming {
            pair,
            manifest,
            stage,
            ..
        } = incoming;
        let Some(stage) = stage else {
            let place = folder.place(pair, &manifest.name);
            let is_wanted = self.pairs.is_empty() || self.pairs.contains(&pair);
            return Ok(is_wanted
                .then(|| InstalledModel::open(&place).ok())
                .flatten());
        };
        let mut provenance = manifest.provenance;
        provenance.installed = now.to_string();
        let description = Description {
            pair,
            name: manifest.name,
            format: manifest.format,
            architecture: manifest.architecture,
            parameters: manifest.parameters,
            provenance,
            licence: manifest.licence,
            metrics: manifest.metrics,
        };
        stage
            .finish(description, check, self.replace.into())
            .map(Some)
    }

    /// Fails if a model is still waiting for a file.
    fn complete(&self, incoming: Option<Incoming<'_>>) -> Result<(), BundleError> {
        match incoming {
            Some(Incoming {
                prefix, missing, ..
            }) => Err(BundleError::Incomplete {
                model: prefix,
                name: missing.into_iter().next().unwrap_or_default(),
            }),
            None => Ok(()),
        }
    }

    fn unreadable(&self, error: io::Error) -> BundleError {
        BundleError::Read {
            path: self.bundle.to_owned(),
            source: Arc::new(error),
        }
    }
}

impl Incoming<'_> {
    fn add(
        &mut self,
        path: &ObjectPath,
        entry: tar::Entry<'_, impl Read>,
    ) -> Result<(), InstallError> {
        let name = path.file_name();
        if path.as_str() != format!("{}/{name}", self.prefix) || !self.missing.remove(name) {
            return Err(out_of_place(path).into());
        }
        let file = find_file(&self.manifest, name)?;
        let expected = expected(file);
        match &mut self.stage {
            Some(stage) => stage.add(file.role, name, entry, &expected),
            None => {
                compare(name, &digest(entry, name, file.size)?, &expected)?;
                Ok(())
            }
        }
    }
}

fn out_of_place(path: &ObjectPath) -> BundleError {
    BundleError::OutOfPlace {
        entry: path.to_string(),
    }
}

/// Whether the very same model is installed.
fn is_there(folder: &ModelFolder, pair: LanguagePair, manifest: &Manifest) -> bool {
    InstalledModel::open(&folder.place(pair, &manifest.name))
        .is_ok_and(|model| model.manifest.files == manifest.files)
}
