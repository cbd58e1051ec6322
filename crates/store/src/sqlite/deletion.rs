//! The end of an account.

use dragoman_domain::{AccountId, DeletedAccount, StoreError, Timestamp};
use sqlx::{Row, SqliteConnection};

use crate::rows::faults::failed;

/// Deletes all that is an account's own, within a transaction. `None` if it does not exist, or did no more.
pub(crate) async fn delete(
    connection: &mut SqliteConnection,
    account: AccountId,
    at: Timestamp,
) -> Result<Option<DeletedAccount>, StoreError> {
    let id = account.to_string();
    // The name is free for another account, and this one's is unique.
    let renamed = sqlx::query(
        "UPDATE accounts SET deleted = ?2, name = name || ' (deleted ' || id || ')',
             contacts = '', features = '', character_limit = 0
         WHERE id = ?1 AND deleted IS NULL",
    )
    .bind(&id)
    .bind(at.as_millisecond())
    .execute(&mut *connection)
    .await
    .map_err(failed)?;
    if renamed.rows_affected() == 0 {
        return Ok(None);
    }
    let documents = sqlx::query("DELETE FROM documents WHERE account = ? RETURNING id")
        .bind(&id)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?
        .iter()
        .filter_map(|row| row.get::<&str, _>("id").parse().ok())
        .collect();
    for statement in [
        "DELETE FROM document_turns WHERE key IN (SELECT id FROM keys WHERE account = ?)",
        "DELETE FROM limit_notices WHERE key IN (SELECT id FROM keys WHERE account = ?)",
        "DELETE FROM sessions WHERE key IN (SELECT id FROM keys WHERE account = ?)",
        "DELETE FROM sign_in_codes WHERE account = ?",
    ] {
        run(connection, statement, &id).await?;
    }
    Ok(Some(DeletedAccount {
        glossaries: run(connection, "DELETE FROM glossaries WHERE account = ?", &id).await?,
        style_lists: run(connection, "DELETE FROM style_lists WHERE account = ?", &id).await?,
        // Counts and the audit log name the keys. Nobody has a secret with such a digest.
        keys: run(
            connection,
            "UPDATE keys SET digest = randomblob(32), mask = '****', label = '', identity = NULL
             WHERE account = ?",
            &id,
        )
        .await?,
        documents,
    }))
}

/// Runs a statement about an account, and says how many rows it was about.
async fn run(
    connection: &mut SqliteConnection,
    statement: &'static str,
    account: &str,
) -> Result<u64, StoreError> {
    let result = sqlx::query(statement)
        .bind(account)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(result.rows_affected())
}
