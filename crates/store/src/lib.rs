//! The storage ports, on SQLite and on PostgreSQL.
//!
//! On SQLite accounts, keys, usage, what is said about documents, glossaries and style rule lists are in one file,
//! translation memories in others. On PostgreSQL several machines share all of it (feature `postgres`).
//!
//! This crate owns the schema and every SQL statement. It decides nothing about who may do what;
//! the one rule it enforces is that no limit is passed, because only the store can do that for
//! requests that run at the same time.

mod memories;
#[cfg(feature = "postgres")]
pub mod migration;
mod owner;
#[cfg(feature = "postgres")]
mod postgres;
mod rows;
mod schema;
mod snapshot;
mod sqlite;

pub use memories::SqliteMemories;
pub use owner::{give_to_owner_of_folder, open_private};
#[cfg(feature = "postgres")]
pub use postgres::{
    CopyOptions, CopyState, LeaseClock, PostgresMemories, PostgresOptions, PostgresStore,
    SecretDigests,
};
pub use snapshot::{Database, NamedFiles, Snapshot, check};
pub use sqlite::{Durability, SqliteStore};
