use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use dragoman_language::LanguagePair;

use crate::address::PathError;
use crate::fetch::FetchError;
use crate::folder::BrokenError;
use crate::folder_error::FolderError;
use crate::listing::CatalogueError;
use crate::manifest::ManifestError;
use crate::unpack::UnpackError;

/// A model could not be installed. Nothing of it is visible; what was downloaded may be kept so
/// that the next attempt goes on from there.
#[derive(Debug, Clone, thiserror::Error)]
pub enum InstallError {
    /// There is no catalogue to choose from.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A file could not be downloaded.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// A file is not what it should be.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// The files do not make a model.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A name from outside is refused.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The folder of the models cannot be changed.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder to import is not a model.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The archive is not usable.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The catalogue has no such model.
    #[error("{catalogue} has no model from {pair} that fits")]
    NotOffered {
        /// From which language into which.
        pair: LanguagePair,
        /// Where it was looked for.
        catalogue: String,
    },
    /// The catalogue has such a model, but not the digest of every file of it.
    #[error(
        "the model from {pair} is refused: {catalogue} does not state the SHA-256 of {name}, and \
         models.catalogue_fallback names no catalogue that can be read and states it"
    )]
    Undigested {
        /// From which language into which.
        pair: LanguagePair,
        /// Which catalogue.
        catalogue: String,
        /// A file whose digest is not known.
        name: String,
    },
    /// The engine cannot use the model.
    #[error("the engine cannot use the model: {reason}")]
    Check {
        /// Why.
        reason: String,
    },
    /// Another process installs the same model.
    #[error("another process is installing the model {model}")]
    Busy {
        /// Which model.
        model: String,
    },
    /// There is a model in its place.
    #[error("there is a model in {} already", folder.display())]
    AlreadyInstalled {
        /// Its place.
        folder: PathBuf,
    },
    /// The model has a shortlist.
    #[error("the model {model} has a shortlist already; --replace puts another in its place")]
    HasShortlist {
        /// Which model.
        model: String,
    },
    /// The model is not what it was when something was made for it.
    #[error(
        "the model {model} was replaced, changed or removed meanwhile; nothing is installed, try again"
    )]
    Changed {
        /// Which model.
        model: String,
    },
    /// There is no room for it.
    #[error("the disk has no room: {needed} bytes are needed and {available} are free")]
    DiskFull {
        /// How many bytes are needed.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// It was installed, and then somebody removed or changed it.
    #[error("{} was changed while it was installed", folder.display())]
    Vanished {
        /// Its place.
        folder: PathBuf,
        /// What is wrong with it now.
        #[source]
        error: BrokenError,
    },
    /// The work was given up, because the program ends or has a fault.
    #[error("the installation was interrupted")]
    Interrupted,
}

impl InstallError {
    /// Whether the bytes that came are wrong, so that they are of no use for another attempt.
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            Self::Unpack(error) => !matches!(error, UnpackError::Write { .. }),
            Self::Check { .. } | Self::Manifest(_) => true,
            _ => false,
        }
    }
}

/// A folder is not a model.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// Which folder or file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// A file is missing.
    #[error("{} has no {expected}", folder.display())]
    Missing {
        /// Where it should be.
        folder: PathBuf,
        /// The names that it may have.
        expected: &'static str,
    },
    /// Several files could be meant.
    #[error("{} has several files for the same: {}; leave one", folder.display(), names.join(", "))]
    Ambiguous {
        /// Where they are.
        folder: PathBuf,
        /// Their names.
        names: Vec<String>,
    },
}

/// The most entries of a bundle that are read.
pub(crate) const MOST_ENTRIES: usize = 100_000;

/// A bundle cannot be written or read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BundleError {
    /// The file cannot be read, or is no archive.
    #[error("{} cannot be read; it may be damaged or cut off", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// The file cannot be written.
    #[error("{} cannot be written", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// It has something that is neither a file nor a folder.
    #[error("{entry} in the bundle is no file; links and devices are refused")]
    Kind {
        /// Its path in the bundle.
        entry: String,
    },
    /// It has a path that is refused.
    #[error(transparent)]
    Path(#[from] PathError),
    /// It has more entries than any bundle.
    #[error("the bundle has more than {MOST_ENTRIES} entries")]
    TooMany,
    /// It has a file where none is expected.
    #[error("{entry} in the bundle is out of place")]
    OutOfPlace {
        /// Its path in the bundle.
        entry: String,
    },
    /// A model in it is not complete.
    #[error("the model {model} in the bundle lacks {name}")]
    Incomplete {
        /// Which model.
        model: String,
        /// The first file that is missing.
        name: String,
    },
    /// It has no model of a pair that is wanted.
    #[error("the bundle has no model from {pair}")]
    NotThere {
        /// The pair.
        pair: LanguagePair,
    },
    /// It has no model at all.
    #[error("{} has no models", path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
    /// What was given to put into a bundle is no archive name.
    #[error("a model for the bundle is damaged")]
    Source(#[source] Arc<UnpackError>),
}
