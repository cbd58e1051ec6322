//! How many documents there may be, how large all of them, and how many characters of a key's that nobody fetches.
//!
//! Whoever locks several of these rows locks the account first, then documents, then unfetched characters.

use dragoman_domain::{
    AccountId, CreateDocumentError, Date, DocumentBytes, DocumentId, DocumentRoom, StorageRoom,
    StoreError, StoredDocument, day_of,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::connection::bounded;
use crate::rows::columns::{from_count, from_day, time_of, to_count};
use crate::rows::{StoredRow, to_kept};

/// Locks an account until the end of the transaction.
pub(super) async fn lock_account(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<(), StoreError> {
    bounded(
        sqlx::query("SELECT lock_accounts_1(ARRAY[$1])")
            .bind(account.0)
            .execute(connection),
    )
    .await?;
    Ok(())
}

/// Whether one more document fits. Nobody else may add one meanwhile.
pub(super) async fn check_room(
    connection: &mut PgConnection,
    document: &StoredDocument,
    room: DocumentRoom,
    now: Option<i64>,
) -> Result<(), CreateDocumentError> {
    // One that failed can neither be waited for nor fetched, and has no files.
    let of_key: i64 = bounded(
        sqlx::query_scalar(
            "SELECT count(*) FROM documents
             WHERE key = $1 AND expires > (SELECT coalesce($2::bigint, milliseconds_now()))
                 AND outcome IS DISTINCT FROM 'failed'",
        )
        .bind(document.owner.key)
        .bind(now)
        .fetch_one(&mut *connection),
    )
    .await?;
    if of_key >= i64::from(room.documents_of_key) {
        return Err(CreateDocumentError::TooMany {
            most: room.documents_of_key,
        });
    }
    let bytes = bytes(connection, document.owner.account).await?;
    StorageRoom::shared(room.bytes).check(bytes.kept, document.bytes)?;
    Ok(())
}

/// How many bytes are kept. What has expired counts until it is removed: its files are there as long.
pub(super) async fn bytes(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<DocumentBytes, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT coalesce(sum(bytes) FILTER (WHERE account = $1), 0)::bigint AS of_account,
                    coalesce(sum(bytes), 0)::bigint AS in_all,
                    coalesce(sum(bytes) FILTER (WHERE outcome IS NULL), 0)::bigint AS untranslated
             FROM documents WHERE outcome IS DISTINCT FROM 'failed'",
        )
        .bind(account.0)
        .fetch_one(connection),
    )
    .await?;
    to_kept(&row)
}

/// Removes failed documents of a key, besides one that has just failed, until there are no more than there may be:
/// those first that failed longest ago, which are those that expire first. The account is locked, so that of several
/// that fail at the same time each sees those before it.
pub(super) async fn remove_failed(
    connection: &mut PgConnection,
    key: Uuid,
    newest: DocumentId,
    most: u32,
) -> Result<(), StoreError> {
    bounded(
        sqlx::query(
            "DELETE FROM documents WHERE number IN
                 (SELECT number FROM documents
                  WHERE key = $1 AND outcome = 'failed' AND id <> $2
                  ORDER BY expires DESC, number DESC OFFSET $3)",
        )
        .bind(key)
        .bind(Uuid::from_u128(newest.0))
        .bind(i64::from(most.saturating_sub(1)))
        .execute(connection),
    )
    .await?;
    Ok(())
}

/// Adds to the unfetched characters of a key on a day, unless those would be more than `most`: whether it did.
async fn add_unfetched(
    connection: &mut PgConnection,
    key: Uuid,
    day: Date,
    characters: u64,
    most: u64,
) -> Result<bool, StoreError> {
    let result = bounded(
        sqlx::query(
            "INSERT INTO unfetched_characters AS kept (key, day, characters)
             SELECT $1, $2, $3 WHERE $3 <= $4
             ON CONFLICT (key, day) DO UPDATE SET characters = kept.characters + excluded.characters
             WHERE kept.characters <= $4 - excluded.characters",
        )
        .bind(key)
        .bind(from_day(day))
        .bind(from_count(characters))
        .bind(from_count(most))
        .execute(connection),
    )
    .await?;
    Ok(result.rows_affected() > 0)
}

/// Takes what a new document has of the unfetched characters of its key. Those of earlier days are forgotten.
pub(super) async fn take_unfetched(
    connection: &mut PgConnection,
    document: &StoredDocument,
    most: u64,
) -> Result<(), CreateDocumentError> {
    let (key, day) = (document.owner.key, day_of(document.created));
    if !add_unfetched(connection, key, day, document.characters, most).await? {
        return Err(CreateDocumentError::TooManyUnfetched { most });
    }
    bounded(
        sqlx::query("DELETE FROM unfetched_characters WHERE key = $1 AND day < $2")
            .bind(key)
            .bind(from_day(day))
            .execute(connection),
    )
    .await?;
    Ok(())
}

/// The same for a document that is there and has not ended, once it is known how many characters it has; false if
/// those are too many.
pub(super) async fn set_unfetched(
    connection: &mut PgConnection,
    id: DocumentId,
    characters: u64,
    most: u64,
) -> Result<bool, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT key, created, unfetched FROM documents WHERE id = $1 AND outcome IS NULL FOR UPDATE",
        )
        .bind(Uuid::from_u128(id.0))
        .fetch_optional(&mut *connection),
    )
    .await?;
    let Some(row) = row else {
        return Ok(true);
    };
    let taken = to_count(&row, "unfetched")?;
    if taken == characters {
        return Ok(true);
    }
    if let Some(more) = characters.checked_sub(taken) {
        let day = day_of(time_of(&row, "created")?);
        if !add_unfetched(connection, row.guid("key")?, day, more, most).await? {
            return Ok(false);
        }
    } else {
        give_back_unfetched(connection, id, taken - characters).await?;
    }
    bounded(
        sqlx::query("UPDATE documents SET unfetched = $2 WHERE id = $1")
            .bind(Uuid::from_u128(id.0))
            .bind(from_count(characters))
            .execute(connection),
    )
    .await?;
    Ok(true)
}

/// Gives back up to so many of the unfetched characters that a document has taken. Its row stays as it is, and is locked.
pub(super) async fn give_back_unfetched(
    connection: &mut PgConnection,
    id: DocumentId,
    most: u64,
) -> Result<(), StoreError> {
    bounded(
        sqlx::query("SELECT give_back_unfetched_1($1, $2)")
            .bind(Uuid::from_u128(id.0))
            .bind(from_count(most))
            .execute(connection),
    )
    .await?;
    Ok(())
}
