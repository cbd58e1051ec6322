//! The files in an object storage: one of S3's kind, Google's or Azure's, or a folder that stands for one.

mod failure;
mod listing;
mod options;
mod providers;
mod sealed;
mod shared;
mod source;
mod storage;
mod upload;
mod waiting;

pub use options::{ObjectOptions, ObjectStorageError, ObjectWaits};
pub use sealed::SealedObjects;
pub use storage::ObjectStorage;
