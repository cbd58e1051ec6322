//! The files of documents in a folder, encrypted: what somebody sent, and what is sent back; and those of
//! imports and exports of translation memories.
//!
//! Each document has a random key of its own, which is kept elsewhere and is itself encrypted with the secret
//! of the installation; a file of an import or export has one at its beginning. A file is a header and then chunks of 64 KiB, each sealed with AES-256-GCM by the
//! STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár ("Online Authenticated-Encryption
//! and its Nonce-Reuse Misuse-Resistance", 2015). So a file can be read from anywhere in it, and whoever
//! changes, cuts, lengthens or rearranges it, or puts it in the place of another, is noticed.

mod folder;
mod jobs;
mod keys;
mod reader;
mod stream;
mod writer;

pub use folder::SealedFolder;
pub use jobs::SealedJobs;
