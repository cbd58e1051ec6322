//! The schemas of the databases, and bringing one up to date.

use dragoman_domain::StoreError;
use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::SqlitePool;

/// The files of a folder of migrations: their names and what they say.
macro_rules! migrations {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".sql")))),*]
    };
}

/// The changes that make the schema of a database, each after the one before, which are never changed themselves:
/// the version and what it brings, and SQL.
pub(crate) type Changes = [(&'static str, &'static str)];

/// Of accounts, keys, usage, glossaries, style rule lists and documents.
pub(crate) const ACCOUNTS: &Changes = migrations!("migrations-sqlite":
    "0001_accounts_keys_usage"
    "0002_glossaries"
    "0003_reporting_tags"
    "0004_style_lists"
    "0005_administration"
    "0006_documents"
    "0007_key_expiry"
    "0008_storage_limits"
    "0009_deleted_accounts"
    "0010_document_warnings"
    "0011_sessions");

/// Of the list of translation memories.
pub(crate) const MEMORIES: &Changes = migrations!("migrations-memories":
    "0001_memories_jobs_uses"
    "0002_bytes");

/// Of everything, where several machines share a database.
#[cfg(feature = "postgres")]
pub(crate) const SHARED: &Changes = migrations!("migrations-postgres":
    "0001_tables"
    "0002_functions");

/// What the SQL library applies and writes down. A macro of its own makes these from a folder, and compiles SQLite once
/// more for that, into the compiler.
pub(crate) fn migrator(changes: &'static Changes) -> Result<Migrator, StoreError> {
    let migration = |&(name, sql): &(&'static str, &'static str)| {
        let (version, description) = name.split_once('_')?;
        Some(Migration::new(
            version.parse().ok()?,
            description.replace('_', " ").into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        ))
    };
    let migrations: Option<Vec<Migration>> = changes.iter().map(migration).collect();
    migrations
        .map(Migrator::with_migrations)
        .ok_or_else(|| StoreError::Failed {
            reason: "a migration has no version".to_owned(),
        })
}

/// Applies what a database lacks.
///
/// # Errors
/// [`StoreError::Failed`], also if a newer version of this program has changed the database.
pub(crate) async fn bring_up_to_date(
    pool: &SqlitePool,
    changes: &'static Changes,
) -> Result<(), StoreError> {
    migrator(changes)?.run(pool).await.map_err(|error| {
        let reason = match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => {
                "a newer version of Dragoman has brought it up to date, which cannot be taken back. Start that version, \
                 or restore the backup from before the upgrade into another folder"
                    .to_owned()
            }
            error => error.to_string(),
        };
        StoreError::Failed { reason }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_migrations_is_applied() {
        for (folder, changes) in [
            ("migrations-sqlite", ACCOUNTS),
            ("migrations-memories", MEMORIES),
            #[cfg(feature = "postgres")]
            ("migrations-postgres", SHARED),
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let files: BTreeSet<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            let applied = changes.iter().map(|(name, _)| format!("{name}.sql"));
            assert_eq!(files, applied.collect());
        }
    }
}
