//! Documents: which there are, who works on which, and how many there may be. Their content is in files that
//! this crate does not know.
//!
//! A lease is a token and an end in the row of its document. One that has ended is none, whoever ended it: so work that
//! a dead process has left is free without any clean-up.

use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, CreateDocumentError, DocumentBytes, DocumentCounts, DocumentId, DocumentLease,
    DocumentOutcome, DocumentProgress, DocumentRoom, DocumentStatus, DocumentStore, ReservationId,
    StoreError, StoredDocument, Timestamp, UsageLedger, is_within_share,
};
use sqlx::{Row, SqliteConnection, SqliteTransaction};

use super::SqliteStore;
use super::document_room::{
    bytes, check_room, give_back_unfetched, remove_failed, set_unfetched, take_unfetched,
};
use crate::rows::columns::{from_count, to_count};
use crate::rows::faults::{duplicate_or_failed, failed};
use crate::rows::{FAILED, StoredRow, TRANSLATED, to_counts, to_document};

/// How many documents there are at a time: one statement, so that all numbers are of the same state. It reads indexes
/// only, in which rows are short.
const COUNTS: &str = "SELECT * FROM
     (SELECT count(*) FILTER (WHERE lease_end > ?1) AS translating,
             count(*) FILTER (WHERE expires > ?1 AND (lease_end IS NULL OR lease_end <= ?1))
                 AS queued
      FROM documents INDEXED BY documents_to_translate WHERE outcome IS NULL),
     (SELECT count(*) FILTER (WHERE expires > ?1 AND outcome = 'translated') AS translated,
             coalesce(sum(bytes), 0) AS bytes
      FROM documents INDEXED BY documents_with_files WHERE outcome IS NOT 'failed'),
     (SELECT count(*) AS failed
      FROM documents INDEXED BY documents_failed WHERE outcome = 'failed' AND expires > ?1)";

/// A token as a column: SQLite's integers have a sign, and a token is only ever compared.
const fn from_token(token: u64) -> i64 {
    token.cast_signed()
}

fn lease_end(now: Timestamp, duration: Duration) -> i64 {
    let end = now.checked_add(duration).unwrap_or(Timestamp::MAX);
    end.as_millisecond()
}

async fn insert(
    connection: &mut SqliteConnection,
    document: &StoredDocument,
    unfetched: u64,
) -> Result<(), StoreError> {
    let (outcome, is_billed, message) = match &document.status {
        // There is no lease that somebody could hold.
        DocumentStatus::Queued | DocumentStatus::Translating { .. } => (None, false, None),
        DocumentStatus::Done { is_billed } => (Some(TRANSLATED), *is_billed, None),
        DocumentStatus::Failed { message } => (Some(FAILED), false, Some(message.as_slice())),
    };
    sqlx::query(
        "INSERT INTO documents
             (id, account, key, digest, wrapped_key, bytes, characters, created, expires, attempts,
              outcome, billed, message, request, unfetched)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(document.id.to_string())
    .bind(document.owner.account.to_string())
    .bind(document.owner.key.to_string())
    .bind(document.secret.0.as_slice())
    .bind(document.key.0.as_slice())
    .bind(from_count(document.bytes))
    .bind(from_count(document.characters))
    .bind(document.created.as_millisecond())
    .bind(document.expires.as_millisecond())
    .bind(document.attempts)
    .bind(outcome)
    .bind(is_billed)
    .bind(message)
    .bind(document.request.as_slice())
    .bind(from_count(unfetched))
    .execute(connection)
    .await
    .map_err(|error| duplicate_or_failed(error, "the document"))?;
    Ok(())
}

/// The key whose turn it is, if any has a document that nobody works on and less than its share of the workers.
async fn next_key(
    connection: &mut SqliteConnection,
    now: Timestamp,
    workers: u32,
) -> Result<Option<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT waiting.key, waiting.at_work, waiting.oldest IS NOT NULL AS waits FROM
             (SELECT key,
                     count(*) FILTER (WHERE lease_end > ?1) AS at_work,
                     min(created) FILTER (WHERE lease_end IS NULL OR lease_end <= ?1) AS oldest
              FROM documents INDEXED BY documents_to_translate
              WHERE outcome IS NULL AND (expires > ?1 OR lease_end > ?1)
              GROUP BY key) AS waiting
         LEFT JOIN document_turns ON document_turns.key = waiting.key
         ORDER BY waiting.at_work, document_turns.turn NULLS FIRST, waiting.oldest",
    )
    .bind(now.as_millisecond())
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    let mut at_work = 0_u64;
    for row in &rows {
        at_work = at_work.saturating_add(to_count(row, "at_work")?);
    }
    // Who asks has nothing to do, whatever leases there are.
    let free = u64::from(workers).saturating_sub(at_work).max(1);
    for row in &rows {
        let waits: bool = row.try_get("waits").map_err(failed)?;
        let held = to_count(row, "at_work")?;
        // One worker cannot be shared but in turns.
        if waits && (workers <= 1 || is_within_share(held, 1, free)) {
            return row.try_get("key").map(Some).map_err(failed);
        }
    }
    Ok(None)
}

impl SqliteStore {
    async fn begin_with_documents(&self) -> Result<SqliteTransaction<'static>, StoreError> {
        self.documents
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)
    }
}

#[async_trait]
impl DocumentStore for SqliteStore {
    async fn create_document(
        &self,
        document: &StoredDocument,
        room: DocumentRoom,
    ) -> Result<(), CreateDocumentError> {
        let mut transaction = self.begin_with_documents().await?;
        check_room(&mut transaction, document, room).await?;
        if matches!(document.status, DocumentStatus::Failed { .. }) {
            insert(&mut transaction, document, 0).await?;
            let key = document.owner.key.to_string();
            remove_failed(&mut transaction, &key, document.id, room.documents_of_key).await?;
        } else {
            take_unfetched(&mut transaction, document, room.unfetched_characters).await?;
            insert(&mut transaction, document, document.characters).await?;
        }
        transaction.commit().await.map_err(failed)?;
        self.added.notify_one();
        Ok(())
    }

    async fn document_bytes(&self, account: AccountId) -> Result<DocumentBytes, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        bytes(&mut connection, account).await
    }

    async fn set_unfetched(
        &self,
        id: DocumentId,
        characters: u64,
        most: u64,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin_with_documents().await?;
        if !set_unfetched(&mut transaction, id, characters, most).await? {
            return Ok(false);
        }
        transaction.commit().await.map_err(failed)?;
        Ok(true)
    }

    async fn document(
        &self,
        id: DocumentId,
        now: Timestamp,
    ) -> Result<Option<StoredDocument>, StoreError> {
        sqlx::query("SELECT * FROM documents WHERE id = ?1 AND (expires > ?2 OR lease_end > ?2)")
            .bind(id.to_string())
            .bind(now.as_millisecond())
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?
            .map(|row| to_document(&row, now))
            .transpose()
    }

    async fn claim_document(
        &self,
        token: u64,
        now: Timestamp,
        duration: Duration,
        workers: u32,
    ) -> Result<Option<(StoredDocument, DocumentLease)>, StoreError> {
        let mut transaction = self.begin_with_documents().await?;
        let Some(key) = next_key(&mut transaction, now, workers).await? else {
            return Ok(None);
        };
        // A row that has a key already is replaced by one with the next turn.
        sqlx::query("INSERT OR REPLACE INTO document_turns (key) VALUES (?)")
            .bind(&key)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        let row = sqlx::query(
            "UPDATE documents
             SET lease_token = ?3, lease_start = ?2, lease_end = ?4, attempts = attempts + 1,
                 translated = 0, to_translate = 0
             WHERE number =
                 (SELECT number FROM documents INDEXED BY documents_to_translate
                  WHERE key = ?1 AND outcome IS NULL AND expires > ?2
                      AND (lease_end IS NULL OR lease_end <= ?2)
                  ORDER BY attempts, created, number LIMIT 1)
             RETURNING *",
        )
        .bind(&key)
        .bind(now.as_millisecond())
        .bind(from_token(token))
        .bind(lease_end(now, duration))
        .fetch_one(&mut *transaction)
        .await
        .map_err(failed)?;
        let document = to_document(&row, now)?;
        transaction.commit().await.map_err(failed)?;
        let lease = DocumentLease {
            document: document.id,
            token,
        };
        Ok(Some((document, lease)))
    }

    async fn lengthen_lease(
        &self,
        lease: DocumentLease,
        now: Timestamp,
        duration: Duration,
        progress: DocumentProgress,
    ) -> Result<bool, StoreError> {
        let result = sqlx::query(
            "UPDATE documents SET lease_end = ?3, translated = ?4, to_translate = ?5
             WHERE id = ?1 AND lease_token = ?2",
        )
        .bind(lease.document.to_string())
        .bind(from_token(lease.token))
        .bind(lease_end(now, duration))
        .bind(from_count(progress.translated))
        .bind(from_count(progress.total))
        .execute(&self.documents)
        .await
        .map_err(failed)?;
        Ok(result.rows_affected() > 0)
    }

    async fn finish_document(
        &self,
        lease: DocumentLease,
        outcome: &DocumentOutcome,
        expires: Timestamp,
        most_failed: u32,
    ) -> Result<bool, StoreError> {
        let (word, message, warnings) = match outcome {
            DocumentOutcome::Translated(warnings) => {
                let warnings = Some(warnings.as_slice()).filter(|warnings| !warnings.is_empty());
                (TRANSLATED, None, warnings)
            }
            DocumentOutcome::Failed(message) => (FAILED, Some(message.as_slice()), None),
        };
        let mut transaction = self.begin_with_documents().await?;
        let key: Option<String> = sqlx::query_scalar(
            "UPDATE documents
             SET lease_token = NULL, lease_start = NULL, lease_end = NULL,
                 outcome = ?3, message = ?4, expires = ?5, warnings = ?6
             WHERE id = ?1 AND lease_token = ?2
             RETURNING key",
        )
        .bind(lease.document.to_string())
        .bind(from_token(lease.token))
        .bind(word)
        .bind(message)
        .bind(expires.as_millisecond())
        .bind(warnings)
        .fetch_optional(&mut *transaction)
        .await
        .map_err(failed)?;
        let Some(key) = key else {
            return Ok(false);
        };
        if message.is_some() {
            remove_failed(&mut transaction, &key, lease.document, most_failed).await?;
        }
        transaction.commit().await.map_err(failed)?;
        if message.is_some() {
            self.release(ReservationId::Document(lease.document));
        }
        Ok(true)
    }

    async fn give_back_document(&self, lease: DocumentLease) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE documents
             SET lease_token = NULL, lease_start = NULL, lease_end = NULL, attempts = attempts - 1
             WHERE id = ?1 AND lease_token = ?2",
        )
        .bind(lease.document.to_string())
        .bind(from_token(lease.token))
        .execute(&self.documents)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn end_leases(&self) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE documents SET lease_token = NULL, lease_start = NULL, lease_end = NULL
             WHERE outcome IS NULL AND lease_token IS NOT NULL",
        )
        .execute(&self.documents)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn remove_document(&self, id: DocumentId) -> Result<bool, StoreError> {
        let mut transaction = self.begin_with_documents().await?;
        let is_untouched: Option<bool> = sqlx::query_scalar(
            "SELECT outcome IS NULL AND attempts = 0 FROM documents WHERE id = ?",
        )
        .bind(id.to_string())
        .fetch_optional(&mut *transaction)
        .await
        .map_err(failed)?;
        if is_untouched == Some(true) {
            give_back_unfetched(&mut transaction, id, u64::MAX).await?;
        }
        let result = sqlx::query("DELETE FROM documents WHERE id = ?")
            .bind(id.to_string())
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        self.release(ReservationId::Document(id));
        Ok(result.rows_affected() > 0)
    }

    async fn expired_documents(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        sqlx::query(
            "SELECT id FROM documents
             WHERE expires <= ?1 AND (lease_end IS NULL OR lease_end <= ?1)
             ORDER BY expires LIMIT ?2",
        )
        .bind(now.as_millisecond())
        .bind(most)
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?
        .iter()
        .map(|row| row.document_id("id"))
        .collect()
    }

    async fn document_counts(&self, now: Timestamp) -> Result<DocumentCounts, StoreError> {
        let row = sqlx::query(COUNTS)
            .bind(now.as_millisecond())
            .fetch_one(&self.pool)
            .await
            .map_err(failed)?;
        to_counts(&row)
    }

    async fn until_added(&self) {
        self.added.notified().await;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use crate::Durability;

    #[tokio::test]
    async fn documents_are_counted_in_indexes_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db");
        let store = SqliteStore::open(&file, Durability::ProcessCrash)
            .await
            .unwrap();
        let plan: Vec<String> =
            sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {COUNTS}")))
                .bind(0)
                .fetch_all(&store.pool)
                .await
                .unwrap()
                .iter()
                .map(|row| row.get("detail"))
                .collect();
        let reads = plan.iter().filter(|step| step.contains(" documents "));
        let reads: Vec<bool> = reads.map(|step| step.contains("COVERING INDEX")).collect();
        assert_eq!(reads, [true; 3], "{plan:?}");
    }
}
