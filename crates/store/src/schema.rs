//! Bringing a database up to date.

use dragoman_domain::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::SqlitePool;

/// Applies what a database lacks.
///
/// # Errors
/// [`StoreError::Failed`], also if a newer version of this program has changed the database.
pub(crate) async fn bring_up_to_date(
    pool: &SqlitePool,
    migrations: &Migrator,
) -> Result<(), StoreError> {
    migrations.run(pool).await.map_err(|error| {
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
