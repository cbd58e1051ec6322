//! Documents: which there are, who works on which, and how many there may be. Their content is in files that
//! this crate does not know.
//!
//! A lease is a token and an end in the row of its document, by the clock of the database. One that has ended is none,
//! whoever ended it: so work that a dead copy has left is free without any clean-up.
//!
//! What is set aside for a document follows from its row. What the ledger has set aside before there is one is handed
//! over in the transaction that makes the row, while the account is locked: nobody sees it twice, or not at all.

#[cfg(test)]
mod tests;

use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, CreateDocumentError, DocumentBytes, DocumentCounts, DocumentId, DocumentLease,
    DocumentOutcome, DocumentProgress, DocumentRoom, DocumentStatus, DocumentStore, StoreError,
    StoredDocument, Timestamp,
};
use sqlx::{PgConnection, PgTransaction};
use uuid::Uuid;

use super::PostgresStore;
use super::columns::document_columns;
use super::connection::{begin_in_turn, bounded, bounded_sql};
use super::document_room::{
    bytes, check_room, give_back_unfetched, lock_account, remove_failed, set_unfetched,
    take_unfetched,
};
use super::ledger::HeldForDocument;
use crate::rows::columns::{from_count, time_of};
use crate::rows::faults::duplicate_or_failed;
use crate::rows::{FAILED, StoredRow, TRANSLATED, to_counts, to_document};

/// How many documents there are at a time: one statement, so that all numbers are of the same state. It reads indexes
/// only, in which rows are short.
const COUNTS: &str = "
    WITH clock AS MATERIALIZED (SELECT coalesce($1::bigint, milliseconds_now()) AS now)
    SELECT * FROM
     (SELECT count(*) FILTER (WHERE lease_end > now) AS translating,
             count(*) FILTER (WHERE expires > now AND (lease_end IS NULL OR lease_end <= now)) AS queued
      FROM documents, clock WHERE outcome IS NULL) AS unfinished,
     (SELECT count(*) FILTER (WHERE expires > now AND outcome = 'translated') AS translated,
             coalesce(sum(bytes), 0)::bigint AS bytes
      FROM documents, clock WHERE outcome IS DISTINCT FROM 'failed') AS with_files,
     (SELECT count(*) AS failed FROM documents, clock WHERE outcome = 'failed' AND expires > now) AS failed";

/// A token as a column: whole numbers have a sign here, and a token is only ever compared.
const fn from_token(token: u64) -> i64 {
    token.cast_signed()
}

const fn from_id(id: DocumentId) -> Uuid {
    Uuid::from_u128(id.0)
}

/// How long a lease holds, in milliseconds: no time is later than the last one that there is.
fn from_duration(duration: Duration) -> i64 {
    let milliseconds = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    milliseconds.min(Timestamp::MAX.as_millisecond())
}

async fn insert(
    connection: &mut PgConnection,
    document: &StoredDocument,
    unfetched: u64,
) -> Result<(), StoreError> {
    let (outcome, is_billed, message) = match &document.status {
        // There is no lease that somebody could hold.
        DocumentStatus::Queued | DocumentStatus::Translating { .. } => (None, false, None),
        DocumentStatus::Done { is_billed } => (Some(TRANSLATED), *is_billed, None),
        DocumentStatus::Failed { message } => (Some(FAILED), false, Some(message.as_slice())),
    };
    bounded_sql(
        sqlx::query(
            "INSERT INTO documents
                 (id, account, key, digest, wrapped_key, bytes, characters, created, expires, attempts,
                  outcome, billed, message, request, unfetched)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        )
        .bind(from_id(document.id))
        .bind(document.owner.account.0)
        .bind(document.owner.key)
        .bind(document.secret.0.as_slice())
        .bind(document.key.0.as_slice())
        .bind(from_count(document.bytes))
        .bind(from_count(document.characters))
        .bind(document.created.as_millisecond())
        .bind(document.expires.as_millisecond())
        .bind(i64::from(document.attempts))
        .bind(outcome)
        .bind(is_billed)
        .bind(message)
        .bind(document.request.as_slice())
        .bind(from_count(unfetched))
        .execute(connection),
    )
    .await
    .map_err(|error| duplicate_or_failed(error, "the document"))?;
    Ok(())
}

/// Takes what the ledger has set aside out of its hands. The account is locked: a copy that holds its lease now has not
/// had that taken for void by anybody.
async fn take_over(
    connection: &mut PgConnection,
    held: &HeldForDocument,
) -> Result<(), StoreError> {
    if held.characters == 0 {
        return Ok(());
    }
    let taken = bounded(
        sqlx::query(
            "UPDATE reservations SET characters = characters - $5
             WHERE account = $1 AND key = $2 AND day = $3 AND copy = $4 AND characters >= $5 AND is_alive_1($4)",
        )
        .bind(held.account)
        .bind(held.key)
        .bind(held.day)
        .bind(held.copy)
        .bind(held.characters)
        .execute(connection),
    )
    .await?;
    if taken.rows_affected() == 1 {
        Ok(())
    } else {
        Err(StoreError::Unavailable {
            reason: "this copy has lost what it had set aside for a document".to_owned(),
        })
    }
}

/// Locks the account of a document, as whoever changes several documents does first.
async fn lock_account_of(connection: &mut PgConnection, id: DocumentId) -> Result<(), StoreError> {
    bounded(
        sqlx::query("SELECT lock_accounts_1(ARRAY(SELECT account FROM documents WHERE id = $1))")
            .bind(from_id(id))
            .execute(connection),
    )
    .await?;
    Ok(())
}

/// Ends a lease with what came of the work: the key of the document; none if the lease was lost.
async fn end(
    connection: &mut PgConnection,
    lease: DocumentLease,
    outcome: &DocumentOutcome,
    expires: Timestamp,
) -> Result<Option<Uuid>, StoreError> {
    let (word, message, warnings) = match outcome {
        DocumentOutcome::Translated(warnings) => {
            let warnings = Some(warnings.as_slice()).filter(|warnings| !warnings.is_empty());
            (TRANSLATED, None, warnings)
        }
        DocumentOutcome::Failed(message) => (FAILED, Some(message.as_slice()), None),
    };
    bounded(
        sqlx::query_scalar(
            "UPDATE documents
             SET lease_token = NULL, lease_start = NULL, lease_end = NULL,
                 outcome = $3, message = $4, expires = $5, warnings = $6
             WHERE id = $1 AND lease_token = $2
             RETURNING key",
        )
        .bind(from_id(lease.document))
        .bind(from_token(lease.token))
        .bind(word)
        .bind(message)
        .bind(expires.as_millisecond())
        .bind(warnings)
        .fetch_optional(connection),
    )
    .await
}

/// Tells whoever waits for work on any machine, once the transaction is committed.
async fn tell_workers(connection: &mut PgConnection) -> Result<(), StoreError> {
    bounded(sqlx::query("SELECT pg_notify('dragoman.documents', '')").execute(connection)).await?;
    Ok(())
}

/// Keeps a document that fits, and takes its characters from those that the ledger holds for it.
async fn add(
    transaction: &mut PgTransaction<'static>,
    document: &StoredDocument,
    held: Option<&HeldForDocument>,
    room: DocumentRoom,
    now: Option<i64>,
) -> Result<(), CreateDocumentError> {
    lock_account(transaction, document.owner.account).await?;
    if let Some(held) = held {
        take_over(transaction, held).await?;
    }
    check_room(transaction, document, room, now).await?;
    if matches!(document.status, DocumentStatus::Failed { .. }) {
        insert(transaction, document, 0).await?;
        let key = document.owner.key;
        remove_failed(transaction, key, document.id, room.documents_of_key).await?;
    } else {
        take_unfetched(transaction, document, room.unfetched_characters).await?;
        insert(transaction, document, document.characters).await?;
        tell_workers(transaction).await?;
    }
    Ok(())
}

impl PostgresStore {
    /// The time to hand to a statement. The earliest one is what no clock says: who asks with it wants what has expired,
    /// too, whatever the time is.
    fn at(&self, now: Timestamp) -> Option<i64> {
        if now == Timestamp::MIN {
            Some(now.as_millisecond())
        } else {
            self.clock.at(now)
        }
    }

    /// Whether a document is there whose transaction has ended without a word. It may not have ended yet, and has the
    /// account locked as long.
    async fn is_kept(&self, document: &StoredDocument) -> Result<bool, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        lock_account(&mut transaction, document.owner.account).await?;
        bounded(
            sqlx::query_scalar("SELECT EXISTS (SELECT FROM documents WHERE id = $1)")
                .bind(from_id(document.id))
                .fetch_one(&mut *transaction),
        )
        .await
    }
}

#[async_trait]
impl DocumentStore for PostgresStore {
    async fn create_document(
        &self,
        document: &StoredDocument,
        room: DocumentRoom,
    ) -> Result<(), CreateDocumentError> {
        let held = self.ledger.held_for_document(document.id);
        let mut transaction = begin_in_turn(&self.pool, "documents").await?;
        let now = self.at(document.created);
        add(&mut transaction, document, held.as_ref(), room, now).await?;
        if let Err(error) = bounded(transaction.commit()).await {
            // It may be there, or still be about to be. Without its lease this copy has set nothing aside for it but by
            // its row.
            if let Some(held) = &held {
                self.ledger.abandon(held.copy).await;
            }
            if !matches!(self.is_kept(document).await, Ok(true)) {
                return Err(error.into());
            }
        }
        self.ledger.forget_document(document.id);
        Ok(())
    }

    async fn document_bytes(&self, account: AccountId) -> Result<DocumentBytes, StoreError> {
        let mut connection = bounded(self.pool.acquire()).await?;
        bytes(&mut connection, account).await
    }

    async fn set_unfetched(
        &self,
        id: DocumentId,
        characters: u64,
        most: u64,
    ) -> Result<bool, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        if !set_unfetched(&mut transaction, id, characters, most).await? {
            return Ok(false);
        }
        bounded(transaction.commit()).await?;
        Ok(true)
    }

    async fn document(
        &self,
        id: DocumentId,
        now: Timestamp,
    ) -> Result<Option<StoredDocument>, StoreError> {
        bounded(
            sqlx::query(concat!(
                "WITH clock AS MATERIALIZED (SELECT coalesce($2::bigint, milliseconds_now()) AS now)
                 SELECT now, ",
                document_columns!(),
                " FROM documents, clock WHERE id = $1 AND (expires > now OR lease_end > now)"
            ))
            .bind(from_id(id))
            .bind(self.at(now))
            .fetch_optional(&self.pool),
        )
        .await?
        .map(|row| to_document(&row, time_of(&row, "now")?))
        .transpose()
    }

    async fn claim_document(
        &self,
        token: u64,
        now: Timestamp,
        duration: Duration,
        workers: u32,
    ) -> Result<Option<(StoredDocument, DocumentLease)>, StoreError> {
        // All copies share the documents, and so a key's part is one of all workers.
        let workers = workers.max(self.copies.state().borrow().workers);
        let row = bounded(
            sqlx::query(concat!(
                "SELECT ",
                document_columns!(),
                " FROM claim_document_1($1, $2, $3, $4) AS documents"
            ))
            .bind(from_token(token))
            .bind(self.at(now))
            .bind(from_duration(duration))
            .bind(i64::from(workers))
            .fetch_optional(&self.pool),
        )
        .await?;
        row.map(|row| {
            let document = to_document(&row, time_of(&row, "lease_start")?)?;
            let lease = DocumentLease {
                document: document.id,
                token,
            };
            Ok((document, lease))
        })
        .transpose()
    }

    async fn lengthen_lease(
        &self,
        lease: DocumentLease,
        now: Timestamp,
        duration: Duration,
        progress: DocumentProgress,
    ) -> Result<bool, StoreError> {
        let result = bounded(
            sqlx::query(
                "UPDATE documents
                 SET lease_end = coalesce($3::bigint, milliseconds_now()) + $4, translated = $5, to_translate = $6
                 WHERE id = $1 AND lease_token = $2",
            )
            .bind(from_id(lease.document))
            .bind(from_token(lease.token))
            .bind(self.at(now))
            .bind(from_duration(duration))
            .bind(from_count(progress.translated))
            .bind(from_count(progress.total))
            .execute(&self.pool),
        )
        .await?;
        Ok(result.rows_affected() > 0)
    }

    async fn finish_document(
        &self,
        lease: DocumentLease,
        outcome: &DocumentOutcome,
        expires: Timestamp,
        most_failed: u32,
    ) -> Result<bool, StoreError> {
        let has_failed = matches!(outcome, DocumentOutcome::Failed(_));
        let mut transaction = bounded(self.pool.begin()).await?;
        if has_failed {
            lock_account_of(&mut transaction, lease.document).await?;
        }
        let Some(key) = end(&mut transaction, lease, outcome, expires).await? else {
            return Ok(false);
        };
        if has_failed {
            remove_failed(&mut transaction, key, lease.document, most_failed).await?;
        }
        bounded(transaction.commit()).await?;
        Ok(true)
    }

    async fn give_back_document(&self, lease: DocumentLease) -> Result<(), StoreError> {
        // Another machine may go on with it at once.
        bounded(
            sqlx::query(
                "WITH given_back AS (
                     UPDATE documents
                     SET lease_token = NULL, lease_start = NULL, lease_end = NULL, attempts = attempts - 1
                     WHERE id = $1 AND lease_token = $2
                     RETURNING 1)
                 SELECT pg_notify('dragoman.documents', '') FROM given_back",
            )
            .bind(from_id(lease.document))
            .bind(from_token(lease.token))
            .execute(&self.pool),
        )
        .await?;
        Ok(())
    }

    async fn end_leases(&self) -> Result<(), StoreError> {
        // Nobody knows that of others. Their leases end by themselves.
        Ok(())
    }

    async fn remove_document(&self, id: DocumentId) -> Result<bool, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        let is_untouched: Option<bool> = bounded(
            sqlx::query_scalar(
                "SELECT outcome IS NULL AND attempts = 0 FROM documents WHERE id = $1 FOR UPDATE",
            )
            .bind(from_id(id))
            .fetch_optional(&mut *transaction),
        )
        .await?;
        if is_untouched == Some(true) {
            give_back_unfetched(&mut transaction, id, u64::MAX).await?;
        }
        let result = bounded(
            sqlx::query("DELETE FROM documents WHERE id = $1")
                .bind(from_id(id))
                .execute(&mut *transaction),
        )
        .await?;
        bounded(transaction.commit()).await?;
        Ok(result.rows_affected() > 0)
    }

    async fn expired_documents(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        bounded(
            sqlx::query(
                "WITH clock AS MATERIALIZED (SELECT coalesce($1::bigint, milliseconds_now()) AS now)
                 SELECT id FROM documents
                 WHERE expires <= (SELECT now FROM clock)
                     AND (lease_end IS NULL OR lease_end <= (SELECT now FROM clock))
                 ORDER BY expires LIMIT $2",
            )
            .bind(self.at(now))
            .bind(i64::from(most))
            .fetch_all(&self.pool),
        )
        .await?
        .iter()
        .map(|row| row.document_id("id"))
        .collect()
    }

    async fn document_counts(&self, now: Timestamp) -> Result<DocumentCounts, StoreError> {
        let row = bounded(sqlx::query(COUNTS).bind(self.at(now)).fetch_one(&self.pool)).await?;
        to_counts(&row)
    }

    async fn until_added(&self) {
        self.signals.document_added().await;
    }
}
