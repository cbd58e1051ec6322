//! The files of documents, encrypted: what somebody sent, and what is sent back; and those of translation memories, and
//! of their imports and exports. They lie in a folder ([`SealedFolder`], [`SealedJobs`]), or in an object storage that
//! several machines share ([`SealedObjects`]).
//!
//! Each document has a random key of its own, which is kept elsewhere and is itself encrypted with the secret
//! of the installation; a file of a memory, import or export has one at its beginning. A file is a header and then chunks
//! of 64 KiB, each sealed with AES-256-GCM by the
//! STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár ("Online Authenticated-Encryption
//! and its Nonce-Reuse Misuse-Resistance", 2015). So a file can be read from anywhere in it, and whoever
//! changes, cuts, lengthens or rearranges it, or puts it in the place of another, is noticed.

mod documents;
mod folder;
mod front;
mod jobs;
mod keys;
mod objects;
mod part_file;
mod pieces;
mod reader;
mod sealer;
mod stream;
mod writer;

pub use folder::SealedFolder;
pub use jobs::SealedJobs;
pub use objects::{ObjectOptions, ObjectStorage, ObjectStorageError, ObjectWaits, SealedObjects};
