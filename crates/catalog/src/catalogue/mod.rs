//! Catalogues: what they offer, and reading the two public ones.

mod database;
mod digests;
mod entries;
mod remote_settings;

pub(crate) use database::parse as parse_database;
pub(crate) use entries::candidates;
pub use entries::{Catalogue, Entry, ListingError, RemoteFile, Selection, Skipped};
pub(crate) use remote_settings::{attachments_base, parse as parse_remote_settings};
