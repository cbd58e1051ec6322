//! The end of an account.

use dragoman_domain::{AccountId, DeletedAccount, DocumentId, StoreError, Timestamp};
use sqlx::postgres::PgConnection;

use super::connection::bounded;
use crate::rows::StoredRow;

/// Deletes all that is an account's own, within a transaction. `None` if it does not exist, or did no more.
pub(super) async fn delete(
    connection: &mut PgConnection,
    account: AccountId,
    at: Timestamp,
) -> Result<Option<DeletedAccount>, StoreError> {
    if !lock(connection, account).await? {
        return Ok(None);
    }
    // The name is free for another account, and this one's is unique.
    bounded(
        sqlx::query(
            "UPDATE accounts SET deleted = $2, name = name || ' (deleted ' || id || ')',
                 contacts = '', features = '', character_limit = 0
             WHERE id = $1",
        )
        .bind(account.0)
        .bind(at.as_millisecond())
        .execute(&mut *connection),
    )
    .await?;
    let documents = delete_documents(connection, account).await?;
    for statement in [
        "DELETE FROM document_turns WHERE key IN (SELECT id FROM keys WHERE account = $1)",
        "DELETE FROM limit_notices WHERE key IN (SELECT id FROM keys WHERE account = $1)",
        "DELETE FROM sessions WHERE key IN (SELECT id FROM keys WHERE account = $1)",
        "DELETE FROM sign_in_codes WHERE account = $1",
    ] {
        run(connection, statement, account).await?;
    }
    Ok(Some(DeletedAccount {
        glossaries: run(
            connection,
            "DELETE FROM glossaries WHERE account = $1",
            account,
        )
        .await?,
        style_lists: run(
            connection,
            "DELETE FROM style_lists WHERE account = $1",
            account,
        )
        .await?,
        // Counts and the audit log name the keys. Nobody has a secret with such a digest.
        keys: run(
            connection,
            "UPDATE keys
             SET digest = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
                 mask = '****', label = '', identity = NULL
             WHERE account = $1",
            account,
        )
        .await?,
        documents,
    }))
}

/// Locks an account and its keys, unless it does not exist: whether it does. It waits for whoever is about to add
/// something that refers to them, so that this is there to be deleted, and the others wait until the account has gone.
async fn lock(connection: &mut PgConnection, account: AccountId) -> Result<bool, StoreError> {
    let locked = run(
        connection,
        "SELECT FROM accounts WHERE id = $1 AND deleted IS NULL FOR UPDATE",
        account,
    )
    .await?;
    if locked == 0 {
        return Ok(false);
    }
    run(
        connection,
        "SELECT FROM keys WHERE account = $1 ORDER BY id FOR UPDATE",
        account,
    )
    .await?;
    Ok(true)
}

async fn delete_documents(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<Vec<DocumentId>, StoreError> {
    let rows = bounded(
        sqlx::query("DELETE FROM documents WHERE account = $1 RETURNING id")
            .bind(account.0)
            .fetch_all(connection),
    )
    .await?;
    rows.iter().map(|row| row.document_id("id")).collect()
}

/// Runs a statement about an account, and says how many rows it was about.
async fn run(
    connection: &mut PgConnection,
    statement: &'static str,
    account: AccountId,
) -> Result<u64, StoreError> {
    let result = bounded(sqlx::query(statement).bind(account.0).execute(connection)).await?;
    Ok(result.rows_affected())
}
