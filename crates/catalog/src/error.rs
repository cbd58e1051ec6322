use std::path::PathBuf;

use dragoman_language::LanguagePair;

use crate::address::PathError;
use crate::bundle::BundleError;
use crate::fetch::FetchError;
use crate::folder::{BrokenError, FolderError};
use crate::import::ImportError;
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
