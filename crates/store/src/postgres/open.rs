//! Opening a database: whether it can be used, and bringing its schema up to date.

use dragoman_domain::StoreError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};

use super::connection::bounded_sql;
use crate::rows::StoredRow;
use crate::rows::faults::failed;
use crate::schema::{SHARED, migrator};

/// The oldest server that is served, as it writes its version.
const OLDEST_SERVER: i64 = 150_000;

/// Fails if the database cannot be used, and applies what its schema lacks. Programs that do so at the same time wait for
/// each other.
pub(super) async fn prepare(options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut connection = bounded_sql(options.connect())
        .await
        .map_err(|error| cannot_connect(&error))?;
    check_server(&mut connection).await?;
    // One machine makes the schema while the others wait, longer than a statement may otherwise take.
    run(&mut connection, "SET statement_timeout = '10min'").await?;
    run(&mut connection, "SET lock_timeout = '10min'").await?;
    let mut migrations = migrator(SHARED)?;
    // What a later version has added: whether this one can live with it, the database says itself.
    migrations.set_ignore_missing(true);
    migrations
        .run_direct(None, &mut connection, false)
        .await
        .map_err(|error| StoreError::Failed {
            reason: format!(
                "the schema of the database cannot be made or brought up to date: {error}"
            ),
        })?;
    check_schema(&mut connection).await?;
    let _ = connection.close().await;
    Ok(())
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> Result<(), StoreError> {
    bounded_sql(sqlx::query(sql).execute(connection))
        .await
        .map_err(failed)?;
    Ok(())
}

fn cannot_connect(error: &sqlx::Error) -> StoreError {
    StoreError::Failed {
        reason: format!("the database cannot be reached: {error}"),
    }
}

async fn check_server(connection: &mut PgConnection) -> Result<(), StoreError> {
    let row = bounded_sql(
        sqlx::query(
            "SELECT current_setting('server_version_num')::bigint AS version,
                    current_setting('server_version') AS name,
                    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS only_reads",
        )
        .fetch_one(connection),
    )
    .await
    .map_err(failed)?;
    check_version(row.integer("version")?, row.text("name")?)?;
    if row.boolean("only_reads")? {
        return Err(StoreError::Failed {
            reason: "the database is read-only, as a standby is; name the primary".to_owned(),
        });
    }
    Ok(())
}

fn check_version(number: i64, name: &str) -> Result<(), StoreError> {
    if number < OLDEST_SERVER {
        return Err(StoreError::Failed {
            reason: format!(
                "the database is PostgreSQL {name}, and {} is the oldest that can be used; upgrade it",
                OLDEST_SERVER / 10_000
            ),
        });
    }
    Ok(())
}

/// Fails if a later version has made the schema one that this version would not understand.
async fn check_schema(connection: &mut PgConnection) -> Result<(), StoreError> {
    let row = bounded_sql(
        sqlx::query("SELECT oldest_schema, oldest_version FROM installation").fetch_one(connection),
    )
    .await
    .map_err(failed)?;
    check_oldest(row.integer("oldest_schema")?, row.text("oldest_version")?)
}

fn check_oldest(schema: i64, version: &str) -> Result<(), StoreError> {
    let known = i64::try_from(SHARED.len()).unwrap_or(i64::MAX);
    if schema > known {
        return Err(StoreError::Failed {
            reason: format!(
                "the database belongs to a newer version of Dragoman: {version} is the oldest that can use it, and \
                 this is {}. Start that version",
                env!("CARGO_PKG_VERSION")
            ),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_is_the_oldest_version_that_is_served() {
        for (number, name) in [(150_000, "15.0"), (150_018, "15.18"), (180_001, "18.1")] {
            assert_eq!(check_version(number, name), Ok(()));
        }
        for (number, name) in [(140_019, "14.19"), (90_624, "9.6.24")] {
            let Err(StoreError::Failed { reason }) = check_version(number, name) else {
                panic!("{name} was taken");
            };
            assert!(reason.contains(name), "{reason}");
            assert!(reason.contains("15 is the oldest"), "{reason}");
        }
    }

    #[test]
    fn a_schema_that_needs_a_later_version_is_refused_with_its_name() {
        let known = i64::try_from(SHARED.len()).unwrap();
        assert_eq!(check_oldest(known, "0.1.0"), Ok(()));
        let Err(StoreError::Failed { reason }) = check_oldest(known + 1, "9.8.7") else {
            panic!("it was taken");
        };
        assert!(reason.contains("9.8.7"), "{reason}");
    }
}
