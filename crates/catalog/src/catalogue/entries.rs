//! What a catalogue offers, whichever catalogue it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dragoman_language::LanguagePair;

use crate::address::{Address, ObjectPath, PathError, check_file_name, without_compression};
use crate::architecture::{Architecture, Policy};
use crate::codes::language_of_code;
use crate::manifest::{Format, ManifestError, ManifestFile, Metrics, Role, is_sha256, model_files};

/// The models of a catalogue that this program can use.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalogue {
    /// Where it was read from.
    pub address: Address,
    /// When the catalogue says it was made.
    pub generated: Option<String>,
    /// Whether this is an old copy, because the catalogue could not be reached.
    pub stale: bool,
    /// Every usable model, by pair and then by architecture.
    pub entries: Vec<Entry>,
    /// The language codes in it for which there is no tag here.
    pub unknown_codes: BTreeSet<String>,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
    /// The pairs of models that were left out because the digest of a file is known neither here
    /// nor from the fallback, each with the name of such a file.
    pub undigested: BTreeMap<LanguagePair, String>,
}

/// An entry of a catalogue that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Which entry: its pair and architecture as the catalogue spells them.
    pub entry: String,
    /// Why.
    pub reason: String,
}

/// A model that can be pulled.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// From which language into which.
    pub pair: LanguagePair,
    /// Its architecture.
    pub architecture: Architecture,
    /// Whether it is released for use, and not only for trial.
    pub released: bool,
    /// The release status in the catalogue's words.
    pub release_status: Option<String>,
    /// The version in the catalogue.
    pub version: Option<String>,
    /// How many weights there are.
    pub parameters: Option<u64>,
    /// Its quality by data set and metric.
    pub metrics: Metrics,
    /// When the catalogue was made.
    pub generated: Option<String>,
    /// Its files.
    pub files: Vec<RemoteFile>,
    /// The address below which the files' paths lie.
    pub base: Address,
}

/// A file that can be downloaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    /// What it is for.
    pub role: Role,
    /// Its name once it is decompressed.
    pub name: String,
    /// Its path below the base of the entry.
    pub path: ObjectPath,
    /// The size in bytes of what is downloaded, where known.
    pub download_size: Option<u64>,
    /// The SHA-256 digest of what is downloaded, where known.
    pub download_sha256: Option<String>,
    /// The size in bytes of the decompressed file, where known.
    pub size: Option<u64>,
    /// The SHA-256 digest of the decompressed file, where known.
    pub sha256: Option<String>,
}

/// Which of several models to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// What to prefer.
    pub policy: Policy,
    /// Only this architecture.
    pub architecture: Option<Architecture>,
    /// Also models that are only for trial, where there is no released one.
    pub unreleased: bool,
}

/// A listing is not one.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListingError {
    /// It is not the JSON that it should be.
    #[error("the listing is not valid JSON of the expected shape")]
    Malformed(#[source] Arc<serde_json::Error>),
    /// It says that its files are at a place that is refused.
    #[error("the listing names an address for its files that is refused: {address}")]
    Base {
        /// The address.
        address: String,
    },
}

impl Catalogue {
    /// The model to pull for a pair; for a regional variant of a target without a model of its own
    /// the one of its base language.
    #[must_use]
    pub fn find(&self, pair: LanguagePair, selection: &Selection) -> Option<&Entry> {
        candidates(pair).find_map(|pair| self.best(pair, selection))
    }

    pub(super) fn best(&self, pair: LanguagePair, selection: &Selection) -> Option<&Entry> {
        self.entries
            .iter()
            .filter(|entry| entry.pair == pair)
            .filter(|entry| entry.released || selection.unreleased)
            .filter(|entry| {
                selection
                    .architecture
                    .is_none_or(|wanted| wanted == entry.architecture)
            })
            .min_by_key(|entry| {
                (
                    !entry.released,
                    selection.policy.rank(Some(entry.architecture)),
                )
            })
    }

    pub(super) fn new(address: Address, generated: Option<String>) -> Self {
        Self {
            address,
            generated,
            stale: false,
            entries: Vec::new(),
            unknown_codes: BTreeSet::new(),
            skipped: Vec::new(),
            undigested: BTreeMap::new(),
        }
    }

    pub(super) fn skip(&mut self, entry: &str, reason: impl ToString) {
        self.skipped.push(Skipped {
            entry: entry.chars().take(100).collect(),
            reason: reason.to_string(),
        });
    }

    /// The pair of two codes; a code that is not known is noted.
    pub(super) fn pair(&mut self, source: &str, target: &str) -> Option<LanguagePair> {
        let mut language = |code: &str| {
            let language = language_of_code(code);
            if language.is_none() {
                self.unknown_codes.insert(code.chars().take(40).collect());
            }
            language
        };
        let (source, target) = (language(source), language(target));
        Some(LanguagePair::new(source?, target?))
    }

    pub(super) fn sort(&mut self) {
        self.entries.sort_by(|left, right| {
            (left.pair, left.architecture, !left.released).cmp(&(
                right.pair,
                right.architecture,
                !right.released,
            ))
        });
    }
}

impl Entry {
    /// The size of the installed files in bytes, as far as the catalogue says: one of the public
    /// ones says it only of the weights, which are nearly all of it.
    #[must_use]
    pub fn known_size(&self) -> u64 {
        self.files
            .iter()
            .filter_map(|file| file.size)
            .fold(0, u64::saturating_add)
    }

    /// The path of the weights below the base.
    #[must_use]
    pub fn model_path(&self) -> Option<&ObjectPath> {
        self.model().map(|file| &file.path)
    }

    /// The file of the weights.
    pub(crate) fn model(&self) -> Option<&RemoteFile> {
        self.files.iter().find(|file| file.role == Role::Model)
    }
}

/// The pair, and the one of the target's base language if a model of that also serves the target.
/// Another script is not served: it would be the wrong letters.
pub(crate) fn candidates(pair: LanguagePair) -> impl Iterator<Item = LanguagePair> {
    let base = pair.target.base();
    let serves = base != pair.target && pair.target.tag() != "zh-Hant";
    std::iter::once(pair).chain(serves.then(|| LanguagePair::new(pair.source, base)))
}

/// A file of a catalogue, with its path checked.
pub(super) fn remote_file(
    role: Role,
    path: &str,
    name: Option<&str>,
) -> Result<RemoteFile, PathError> {
    let path = ObjectPath::parse(path)?;
    let name = without_compression(name.unwrap_or(path.file_name())).to_owned();
    check_file_name(&name)?;
    Ok(RemoteFile {
        role,
        name,
        path,
        download_size: None,
        download_sha256: None,
        size: None,
        sha256: None,
    })
}

/// Whether the files make a model, none is larger than it may be, and the digest of the weights is
/// known, by which the model is known in another catalogue. The others may follow from there.
pub(super) fn check_files(files: &[RemoteFile]) -> Result<(), ManifestError> {
    let lacks_digest = |file: &&RemoteFile| file.role == Role::Model && file.sha256.is_none();
    if let Some(file) = files.iter().find(lacks_digest) {
        return Err(ManifestError::Digest {
            name: file.name.clone(),
        });
    }
    for (index, file) in files.iter().enumerate() {
        if files
            .iter()
            .take(index)
            .any(|other| other.name == file.name)
        {
            return Err(ManifestError::Duplicate {
                name: file.name.clone(),
            });
        }
        let size = file.size.into_iter().chain(file.download_size).max();
        if let Some(size) = size
            && size > file.role.largest_size()
        {
            return Err(ManifestError::FileTooLarge {
                name: file.name.clone(),
                size,
            });
        }
    }
    let as_installed: Vec<ManifestFile> = files
        .iter()
        .map(|file| ManifestFile {
            role: file.role,
            name: file.name.clone(),
            size: 0,
            sha256: String::new(),
        })
        .collect();
    model_files("".as_ref(), Format::Intgemm, &as_installed).map(drop)
}

/// A digest from a listing, if it looks like one.
pub(super) fn sha256(text: Option<String>) -> Option<String> {
    text.filter(|text| is_sha256(text))
        .map(|text| text.to_ascii_lowercase())
}
