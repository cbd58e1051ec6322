//! What is set aside for documents. It stands in the rows of the documents themselves, so that it outlives the process and
//! ends with them.

use dragoman_domain::{
    DocumentId, Product, Reservation, ReservationId, StoreError, UsageOwner, UsagePeriod, day_of,
};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

use super::reservations::Reserved;
use crate::rows::StoredRow;
use crate::rows::columns::{from_count, time_of, to_count, to_day, to_key_id, to_limit};
use crate::rows::faults::failed;
use crate::sqlite::document_room::give_back_unfetched;

fn to_reserved(row: &SqliteRow) -> Result<Reserved, StoreError> {
    let at = time_of(row, "created")?;
    Ok(Reserved {
        reservation: Reservation {
            id: ReservationId::Document(row.document_id("id")?),
            owner: UsageOwner {
                key: to_key_id(row, "account", "key")?,
                period: UsagePeriod::containing(day_of(at), to_day(row, "billing_start")?),
            },
            product: Product::DocumentTranslation,
            characters: to_count(row, "characters")?,
            at,
            // Tags are for texts only.
            tag: None,
        },
        key_limit: to_limit(row, "character_limit")?,
    })
}

/// What is set aside for all documents. For one that has expired, too, until it is removed: what the time is
/// is not known here.
pub(super) async fn reserved(
    connection: &mut SqliteConnection,
) -> Result<Vec<Reserved>, StoreError> {
    sqlx::query(
        "SELECT documents.id, documents.account, documents.key, documents.characters,
                documents.created, keys.character_limit, accounts.billing_start
         FROM documents JOIN keys ON keys.id = documents.key
         JOIN accounts ON accounts.id = documents.account
         WHERE documents.billed = 0 AND documents.outcome IS NOT 'failed'",
    )
    .fetch_all(connection)
    .await
    .map_err(failed)?
    .iter()
    .map(to_reserved)
    .collect()
}

/// Notes on a document that it is counted, and so no unfetched one of its key: false if it is not there, not translated or counted already.
///
/// Only a flag changes, so the row stays as long as it was and in its place, and no copy of the document's key is left
/// behind. This connection would not overwrite it.
pub(super) async fn mark_billed(
    connection: &mut SqliteConnection,
    id: DocumentId,
) -> Result<bool, StoreError> {
    let result = sqlx::query(
        "UPDATE documents SET billed = 1 WHERE id = ? AND outcome = 'translated' AND billed = 0",
    )
    .bind(id.to_string())
    .execute(&mut *connection)
    .await
    .map_err(failed)?;
    if result.rows_affected() == 0 {
        return Ok(false);
    }
    give_back_unfetched(connection, id, u64::MAX).await?;
    Ok(true)
}

/// Notes on a document that it has so many characters: false if it is not there or has ended.
///
/// The row may become longer and leave a copy of the document's key where it was, so it takes one of the connections that
/// overwrite what they leave.
pub(super) async fn set_characters(
    documents: &SqlitePool,
    id: DocumentId,
    characters: u64,
) -> Result<bool, StoreError> {
    let result =
        sqlx::query("UPDATE documents SET characters = ?2 WHERE id = ?1 AND outcome IS NULL")
            .bind(id.to_string())
            .bind(from_count(characters))
            .execute(documents)
            .await
            .map_err(failed)?;
    Ok(result.rows_affected() > 0)
}
