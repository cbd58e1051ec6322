//! The storage ports on SQLite: accounts, keys, usage, what is said about documents, glossaries and style rule
//! lists in one file, translation memories in others.
//!
//! This crate owns the schema and every SQL statement. It decides nothing about who may do what;
//! the one rule it enforces is that no limit is passed, because only the store can do that for
//! requests that run at the same time.

mod accounts;
mod audit;
mod columns;
mod consumption;
mod deletion;
mod document_room;
mod documents;
mod glossaries;
mod ledger;
mod memories;
mod notices;
mod owner;
mod schema;
mod sessions;
mod snapshot;
mod sqlite;
mod style_lists;
mod usage_ledger;
mod usage_reports;

pub use memories::SqliteMemories;
pub use owner::{give_to_owner_of_folder, open_private};
pub use snapshot::{Database, NamedFiles, Snapshot, check};
pub use sqlite::{Durability, SqliteStore};
