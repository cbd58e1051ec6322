//! What is set aside for documents. It follows from their rows, on whichever machine they are.

use std::sync::atomic::{AtomicU32, Ordering};

use dragoman_domain::{DocumentId, ReserveError, SettleError, StoreError, UsagePeriod, day_of};
use uuid::Uuid;

use super::levels;
use crate::postgres::PostgresStore;
use crate::postgres::connection::bounded;
use crate::postgres::copies::CopyId;
use crate::rows::columns::{from_count, from_day, time_of, to_day};

/// How often a document is asked to be counted whose answer was lost.
const MOST_ATTEMPTS: u32 = 3;

/// The first and the last day of a period.
type Days = (i64, i64);

impl PostgresStore {
    /// Counts the characters of a document.
    pub(super) async fn settle_document(&self, id: DocumentId) -> Result<(), SettleError> {
        let Some(days) = self.days_of(id).await? else {
            return Err(gone());
        };
        let attempt = attempt(self.copies.current()?);
        let mut result = self.try_settle_document(id, attempt, days).await;
        for _ in 1..MOST_ATTEMPTS {
            // It may have been counted. By the attempt's number the database knows that it is the same.
            if !matches!(result, Err(StoreError::Unavailable { .. })) {
                break;
            }
            result = self.try_settle_document(id, attempt, days).await;
        }
        match result?.as_str() {
            "ok" => Ok(()),
            "deactivated" => Err(SettleError::KeyDeactivated),
            _ => Err(gone()),
        }
    }

    async fn try_settle_document(
        &self,
        id: DocumentId,
        attempt: i64,
        days: Days,
    ) -> Result<String, StoreError> {
        bounded(
            sqlx::query_scalar("SELECT settle_document_1($1, $2, $3, $4, $5)")
                .bind(Uuid::from_u128(id.0))
                .bind(attempt)
                .bind(days.0)
                .bind(days.1)
                .bind(levels())
                .fetch_one(&self.pool),
        )
        .await
    }

    /// Sets another number of characters aside for a document, and notes it in its row.
    pub(super) async fn adjust_document(
        &self,
        id: DocumentId,
        characters: u64,
    ) -> Result<(), ReserveError> {
        let Some(days) = self.days_of(id).await? else {
            return Ok(());
        };
        let word: String = bounded(
            sqlx::query_scalar("SELECT adjust_document_1($1, $2, $3, $4, $5)")
                .bind(Uuid::from_u128(id.0))
                .bind(from_count(characters))
                .bind(days.0)
                .bind(days.1)
                .bind(levels())
                .fetch_one(&self.pool),
        )
        .await?;
        match word.as_str() {
            "ok" => Ok(()),
            "account" => Err(ReserveError::AccountLimit),
            "key" => Err(ReserveError::KeyLimit),
            _ => Err(ReserveError::KeyDeactivated),
        }
    }

    /// The days of the period to which a document counts.
    async fn days_of(&self, id: DocumentId) -> Result<Option<Days>, StoreError> {
        let row = bounded(
            sqlx::query(
                "SELECT documents.created, accounts.billing_start
                 FROM documents JOIN accounts ON accounts.id = documents.account WHERE documents.id = $1",
            )
            .bind(Uuid::from_u128(id.0))
            .fetch_optional(&self.pool),
        )
        .await?;
        row.map(|row| {
            let created = day_of(time_of(&row, "created")?);
            let days = UsagePeriod::containing(created, to_day(&row, "billing_start")?).days();
            Ok((from_day(days.first), from_day(days.last)))
        })
        .transpose()
    }
}

/// A number that no other attempt has: of this copy, and then of this process.
fn attempt(copy: CopyId) -> i64 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    copy << 32 | i64::from(NEXT.fetch_add(1, Ordering::Relaxed))
}

fn gone() -> SettleError {
    SettleError::Store(StoreError::Failed {
        reason: "the document is gone, not translated, or counted already".to_owned(),
    })
}
