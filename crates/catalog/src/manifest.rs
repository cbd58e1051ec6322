//! What is kept about a model beside its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_language::{Language, LanguagePair, UnknownLanguage};
use serde::{Deserialize, Serialize};

use crate::address::{PathError, check_file_name};
use crate::architecture::Architecture;
use crate::check::ModelFiles;

/// The name of the manifest in a model's folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The version of the manifest that this crate writes and reads.
const VERSION: u32 = 1;

/// The longest manifest that is read, in bytes.
pub(crate) const LARGEST_MANIFEST: u64 = 1 << 20;

/// Numbers of an evaluation by data set and metric, as the publisher states them.
pub type Metrics = BTreeMap<String, BTreeMap<String, f64>>;

/// What is known of an installed model: `manifest.json` in its folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this structure, 1.
    pub version: u32,
    /// The tag of the source language.
    source: String,
    /// The tag of the target language.
    target: String,
    /// The name of the model among those of its pair; its folder has the same.
    pub name: String,
    /// How the weights are stored.
    pub format: Format,
    /// The architecture, where it is one that has a name.
    pub architecture: Option<Architecture>,
    /// How many weights there are.
    pub parameters: Option<u64>,
    /// Every file of the model, without the manifest.
    pub files: Vec<ManifestFile>,
    /// Where it came from.
    pub provenance: Provenance,
    /// Its licence, where somebody said so.
    pub licence: Option<Licence>,
    /// Its quality, where the publisher says so.
    #[serde(default)]
    pub metrics: Metrics,
}

/// How a model's weights are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// 8-bit integers in Marian's binary format.
    Intgemm,
    /// 32-bit floats in a NumPy archive.
    Npz,
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The weights.
    Model,
    /// The lexical shortlist.
    Shortlist,
    /// The SentencePiece model of both languages.
    Vocabulary,
    /// The SentencePiece model of the source language.
    SourceVocabulary,
    /// The SentencePiece model of the target language.
    TargetVocabulary,
    /// The numbers of the pieces.
    VocabularyTable,
    /// The settings of the search.
    DecoderSettings,
}

impl Role {
    /// The largest file of this kind in bytes. Several times what any published model has: it
    /// bounds what a broken catalogue or a hostile archive can fill the disk with.
    #[must_use]
    pub const fn largest_size(self) -> u64 {
        const MEBIBYTE: u64 = 1 << 20;
        match self {
            Self::Model => 4096 * MEBIBYTE,
            Self::Shortlist => 512 * MEBIBYTE,
            Self::Vocabulary | Self::SourceVocabulary | Self::TargetVocabulary => 64 * MEBIBYTE,
            Self::VocabularyTable => 64 * MEBIBYTE,
            Self::DecoderSettings => MEBIBYTE,
        }
    }

    /// The role in words, for messages.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Model => "the model",
            Self::Shortlist => "the shortlist",
            Self::Vocabulary => "the vocabulary",
            Self::SourceVocabulary => "the vocabulary of the source language",
            Self::TargetVocabulary => "the vocabulary of the target language",
            Self::VocabularyTable => "the table of the vocabulary",
            Self::DecoderSettings => "the settings of the decoder",
        }
    }
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// What it is for.
    pub role: Role,
    /// Its name in the model's folder.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 digest of its bytes, in lower-case hexadecimal.
    #[serde(default)]
    pub sha256: String,
}

/// Where a model came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The address of the catalogue, or the folder that it was imported from.
    pub origin: String,
    /// The path of the weights below the origin.
    pub path: Option<String>,
    /// When the catalogue says it was made.
    pub generated: Option<String>,
    /// The version in the catalogue.
    pub version: Option<String>,
    /// The release status in the catalogue.
    pub release_status: Option<String>,
    /// When it was installed, in UTC.
    pub installed: String,
}

/// The licence of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Licence {
    /// The identifier, from the list of SPDX where it is there.
    pub identifier: String,
    /// Who says so.
    pub basis: String,
}

/// A manifest cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ManifestError {
    /// It cannot be read.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// It is longer than any manifest.
    #[error("the manifest has more than {LARGEST_MANIFEST} bytes")]
    TooLarge,
    /// It is not the JSON that it should be.
    #[error("the manifest is not valid")]
    Malformed(#[source] Arc<serde_json::Error>),
    /// A later version of this program wrote it.
    #[error("the manifest has version {version}; this program reads version {VERSION}")]
    Version {
        /// The version in it.
        version: u32,
    },
    /// It names a language that is not known.
    #[error(transparent)]
    Language(#[from] UnknownLanguage),
    /// A name in it could lead somewhere else.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Two files have the same name.
    #[error("the manifest has two files named {name}")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// The digest of a file that needs one is not stated.
    #[error(
        "the SHA-256 of {name} is not stated, and without it nothing tells whether the file is right"
    )]
    Digest {
        /// Which file.
        name: String,
    },
    /// A file belongs to no model.
    #[error("{name} is not in the manifest")]
    Unlisted {
        /// Which file.
        name: String,
    },
    /// A file is larger than any of its kind.
    #[error("{name} has {size} bytes, more than any file of its kind")]
    FileTooLarge {
        /// Which file.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// The files do not make a model.
    #[error("{} is missing", role.description())]
    Missing {
        /// What is missing.
        role: Role,
    },
    /// There is more than one file for the same thing.
    #[error("{} is there twice", role.description())]
    Ambiguous {
        /// What is there twice.
        role: Role,
    },
}

/// What a manifest says beside the pair and the files.
pub(crate) struct Description {
    pub(crate) pair: LanguagePair,
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) architecture: Option<Architecture>,
    pub(crate) parameters: Option<u64>,
    pub(crate) provenance: Provenance,
    pub(crate) licence: Option<Licence>,
    pub(crate) metrics: Metrics,
}

impl Manifest {
    pub(crate) fn new(description: Description, files: Vec<ManifestFile>) -> Self {
        Self {
            version: VERSION,
            source: description.pair.source.tag().to_owned(),
            target: description.pair.target.tag().to_owned(),
            name: description.name,
            format: description.format,
            architecture: description.architecture,
            parameters: description.parameters,
            files,
            provenance: description.provenance,
            licence: description.licence,
            metrics: description.metrics,
        }
    }

    /// Reads and checks the manifest in a model's folder.
    ///
    /// # Errors
    /// [`ManifestError`] if there is none or something in it cannot be right.
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join(MANIFEST);
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(LARGEST_MANIFEST + 1).read_to_end(&mut bytes))
            .map_err(|error| ManifestError::Unreadable {
                path,
                source: Arc::new(error),
            })?;
        Self::parse(&bytes)
    }

    /// Checks the bytes of a manifest: what it says is possible, every name is a plain file name,
    /// and the files make a model.
    ///
    /// # Errors
    /// [`ManifestError`] if something in it cannot be right.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        if bytes.len() as u64 > LARGEST_MANIFEST {
            return Err(ManifestError::TooLarge);
        }
        let manifest: Self = serde_json::from_slice(bytes)
            .map_err(|error| ManifestError::Malformed(Arc::new(error)))?;
        if manifest.version != VERSION {
            return Err(ManifestError::Version {
                version: manifest.version,
            });
        }
        manifest.languages()?;
        check_file_name(&manifest.name)?;
        for (index, file) in manifest.files.iter().enumerate() {
            check_file_name(&file.name)?;
            let is_known = |other: &ManifestFile| other.name == file.name;
            if file.name == MANIFEST || manifest.files.iter().take(index).any(is_known) {
                return Err(ManifestError::Duplicate {
                    name: file.name.clone(),
                });
            }
            if file.size > file.role.largest_size() {
                return Err(ManifestError::FileTooLarge {
                    name: file.name.clone(),
                    size: file.size,
                });
            }
            if !is_sha256(&file.sha256) {
                return Err(ManifestError::Digest {
                    name: file.name.clone(),
                });
            }
        }
        model_files(Path::new(""), manifest.format, &manifest.files)?;
        Ok(manifest)
    }

    fn languages(&self) -> Result<LanguagePair, UnknownLanguage> {
        Ok(LanguagePair::new(
            Language::parse(&self.source)?,
            Language::parse(&self.target)?,
        ))
    }

    /// From which language into which; `None` only for a manifest that was never checked.
    #[must_use]
    pub fn pair(&self) -> Option<LanguagePair> {
        self.languages().ok()
    }

    /// The size of all files in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.files
            .iter()
            .fold(0, |sum, file| sum.saturating_add(file.size))
    }

    /// The digest of the weights.
    #[must_use]
    pub fn model_sha256(&self) -> Option<&str> {
        self.files
            .iter()
            .find(|file| file.role == Role::Model)
            .map(|file| file.sha256.as_str())
    }

    /// The manifest as it is written: JSON for people, with a line break at the end.
    pub(crate) fn to_json(&self) -> Result<Vec<u8>, ManifestError> {
        let mut bytes = serde_json::to_vec_pretty(self)
            .map_err(|error| ManifestError::Malformed(Arc::new(error)))?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// Whether a text is a SHA-256 digest in hexadecimal.
pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Puts the files in a folder where the engine wants them.
pub(crate) fn model_files(
    folder: &Path,
    format: Format,
    files: &[ManifestFile],
) -> Result<ModelFiles, ManifestError> {
    let optional = |role: Role| {
        let mut found = files.iter().filter(|file| file.role == role);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(ManifestError::Ambiguous { role }),
            (file, _) => Ok(file.map(|file| folder.join(&file.name))),
        }
    };
    let required = |role: Role| optional(role)?.ok_or(ManifestError::Missing { role });
    let model = required(Role::Model)?;
    match format {
        Format::Intgemm => {
            let shortlist = required(Role::Shortlist)?;
            let (source_vocabulary, target_vocabulary) = match optional(Role::Vocabulary)? {
                Some(shared) => (shared.clone(), shared),
                None if optional(Role::SourceVocabulary)?.is_none()
                    && optional(Role::TargetVocabulary)?.is_none() =>
                {
                    return Err(ManifestError::Missing {
                        role: Role::Vocabulary,
                    });
                }
                None => (
                    required(Role::SourceVocabulary)?,
                    required(Role::TargetVocabulary)?,
                ),
            };
            Ok(ModelFiles::Intgemm {
                model,
                shortlist,
                source_vocabulary,
                target_vocabulary,
            })
        }
        Format::Npz => Ok(ModelFiles::Npz {
            model,
            source_vocabulary: required(Role::SourceVocabulary)?,
            target_vocabulary: required(Role::TargetVocabulary)?,
            vocabulary_table: required(Role::VocabularyTable)?,
            shortlist: optional(Role::Shortlist)?,
            decoder_settings: optional(Role::DecoderSettings)?,
        }),
    }
}
