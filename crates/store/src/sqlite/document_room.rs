//! How many documents there may be, how large all of them, and how many characters of a key's that nobody fetches.

use dragoman_domain::{
    AccountId, CreateDocumentError, Date, DocumentBytes, DocumentId, DocumentRoom, StorageRoom,
    StoreError, StoredDocument, day_of,
};
use sqlx::{Row, SqliteConnection};

use crate::rows::columns::{from_count, from_day, time_of, to_count};
use crate::rows::faults::failed;
use crate::rows::to_kept;

/// Whether one more document fits.
pub(crate) async fn check_room(
    connection: &mut SqliteConnection,
    document: &StoredDocument,
    room: DocumentRoom,
) -> Result<(), CreateDocumentError> {
    // One that failed can neither be waited for nor fetched, and has no files.
    let of_key: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM documents INDEXED BY documents_with_files
         WHERE key = ? AND expires > ? AND outcome IS NOT 'failed'",
    )
    .bind(document.owner.key.to_string())
    .bind(document.created.as_millisecond())
    .fetch_one(&mut *connection)
    .await
    .map_err(failed)?;
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
pub(crate) async fn bytes(
    connection: &mut SqliteConnection,
    account: AccountId,
) -> Result<DocumentBytes, StoreError> {
    let row = sqlx::query(
        "SELECT coalesce(sum(bytes) FILTER (WHERE account = ?), 0) AS of_account,
                coalesce(sum(bytes), 0) AS in_all,
                coalesce(sum(bytes) FILTER (WHERE outcome IS NULL), 0) AS untranslated
         FROM documents INDEXED BY documents_with_files WHERE outcome IS NOT 'failed'",
    )
    .bind(account.to_string())
    .fetch_one(connection)
    .await
    .map_err(failed)?;
    to_kept(&row)
}

/// Removes failed documents of a key, besides one that has just failed, until there are no more than there may be:
/// those first that failed longest ago, which are those that expire first.
pub(crate) async fn remove_failed(
    connection: &mut SqliteConnection,
    key: &str,
    newest: DocumentId,
    most: u32,
) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM documents WHERE number IN
             (SELECT number FROM documents INDEXED BY documents_failed
              WHERE key = ?1 AND outcome = 'failed'
                  AND number <> (SELECT number FROM documents WHERE id = ?2)
              ORDER BY expires DESC, number DESC LIMIT -1 OFFSET ?3)",
    )
    .bind(key)
    .bind(newest.to_string())
    .bind(most.saturating_sub(1))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

/// Adds to the unfetched characters of a key on a day, unless those would be more than `most`: whether it did.
async fn add_unfetched(
    connection: &mut SqliteConnection,
    key: &str,
    day: Date,
    characters: u64,
    most: u64,
) -> Result<bool, StoreError> {
    let result = sqlx::query(
        "INSERT INTO unfetched_characters (key, day, characters)
         SELECT ?1, ?2, ?3
         WHERE ?3 + coalesce((SELECT characters FROM unfetched_characters WHERE key = ?1 AND day = ?2), 0) <= ?4
         ON CONFLICT DO UPDATE SET characters = characters + excluded.characters",
    )
    .bind(key)
    .bind(from_day(day))
    .bind(from_count(characters))
    .bind(from_count(most))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(result.rows_affected() > 0)
}

/// Takes what a new document has of the unfetched characters of its key. Those of earlier days are forgotten.
pub(crate) async fn take_unfetched(
    connection: &mut SqliteConnection,
    document: &StoredDocument,
    most: u64,
) -> Result<(), CreateDocumentError> {
    let key = document.owner.key.to_string();
    let day = day_of(document.created);
    if !add_unfetched(connection, &key, day, document.characters, most).await? {
        return Err(CreateDocumentError::TooManyUnfetched { most });
    }
    sqlx::query("DELETE FROM unfetched_characters WHERE key = ? AND day < ?")
        .bind(key)
        .bind(from_day(day))
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// The same for a document that is there and has not ended, once it is known how many characters it has; false if
/// those are too many.
pub(crate) async fn set_unfetched(
    connection: &mut SqliteConnection,
    id: DocumentId,
    characters: u64,
    most: u64,
) -> Result<bool, StoreError> {
    let row = sqlx::query(
        "SELECT key, created, unfetched FROM documents WHERE id = ? AND outcome IS NULL",
    )
    .bind(id.to_string())
    .fetch_optional(&mut *connection)
    .await
    .map_err(failed)?;
    let Some(row) = row else {
        return Ok(true);
    };
    let taken = to_count(&row, "unfetched")?;
    if taken == characters {
        return Ok(true);
    }
    if let Some(more) = characters.checked_sub(taken) {
        let key: &str = row.try_get("key").map_err(failed)?;
        let day = day_of(time_of(&row, "created")?);
        if !add_unfetched(connection, key, day, more, most).await? {
            return Ok(false);
        }
    } else {
        give_back_unfetched(connection, id, taken - characters).await?;
    }
    sqlx::query("UPDATE documents SET unfetched = ?2 WHERE id = ?1")
        .bind(id.to_string())
        .bind(from_count(characters))
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(true)
}

/// Gives back up to so many of the unfetched characters that a document has taken. Its row stays as it is.
pub(crate) async fn give_back_unfetched(
    connection: &mut SqliteConnection,
    id: DocumentId,
    most: u64,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE unfetched_characters
         SET characters = max(0, unfetched_characters.characters - min(?2, document.unfetched))
         FROM (SELECT key, created / 86400000 AS day, unfetched FROM documents WHERE id = ?1) AS document
         WHERE unfetched_characters.key = document.key AND unfetched_characters.day = document.day",
    )
    .bind(id.to_string())
    .bind(from_count(most))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}
