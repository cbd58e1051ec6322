//! Which models exist, and fetching, checking, installing and bundling them.
//!
//! A *catalogue* lists models that can be pulled; two public ones are understood, and folders with
//! the layout of either. A model is *installed* when its folder in the [`ModelFolder`] has a
//! manifest and all files that the manifest lists. Everything that comes from outside, by network,
//! folder or archive, takes the same way: into a scratch folder, decompressed within bounds,
//! compared with what is known of it, read whole by the engine's [`ModelCheck`], and then moved to
//! its place at once.

mod address;
mod architecture;
pub mod bundle;
mod catalogue;
mod check;
mod codes;
mod download;
mod error;
mod fetch;
mod folder;
mod folder_error;
mod import;
mod installer;
mod listing;
mod lock;
mod manifest;
mod scratch;
mod shortlist;
mod stage;
mod unpack;

pub use address::{Address, AddressError, ObjectPath, PathError};
pub use architecture::{Architecture, Policy};
pub use bundle::Unbundle;
pub use catalogue::{Catalogue, Entry, ListingError, RemoteFile, Selection, Skipped};
pub use check::{EngineCheck, ModelCheck, ModelFiles, ModelSummary};
pub use codes::{code_of_pair, language_of_code, pair_of_code};
pub use error::{BundleError, ImportError, InstallError};
pub use fetch::{FetchError, NetworkOptions};
pub use folder::{BrokenError, BrokenModel, Installed, InstalledModel, ModelFolder};
pub use folder_error::FolderError;
pub use import::Import;
pub use installer::{Event, Installer, InstallerOptions, Progress, Silent};
pub use listing::CatalogueError;
pub use manifest::{
    Format, Licence, Manifest, ManifestError, ManifestFile, Metrics, Provenance, Role,
};
pub use shortlist::NewShortlist;
pub use unpack::UnpackError;
