//! The outbox of notices: kept until they are sent, so that a crash loses none.

use async_trait::async_trait;
use dragoman_domain::{
    EmailAddress, LimitNotice, NoticeId, NoticeOutbox, NoticeOutcome, StoreError, Timestamp,
};

use super::SqliteStore;
use crate::rows::columns::from_words;
use crate::rows::faults::failed;
use crate::rows::{account_columns, notice_columns, to_notice};

#[async_trait]
impl NoticeOutbox for SqliteStore {
    async fn take_due(&self, now: Timestamp, most: u32) -> Result<Vec<LimitNotice>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        let ids: Vec<i64> = sqlx::query_scalar(
            "UPDATE limit_notices SET taken = 1 WHERE id IN
                 (SELECT id FROM limit_notices WHERE due <= ? AND taken = 0 ORDER BY due LIMIT ?)
             RETURNING id",
        )
        .bind(now.as_millisecond())
        .bind(most)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
        let mut notices = Vec::with_capacity(ids.len());
        for id in ids {
            let row = sqlx::query(concat!(
                "SELECT keys.*, ",
                account_columns!(),
                ",",
                notice_columns!(),
                "
                 FROM limit_notices JOIN keys ON keys.id = limit_notices.key
                 JOIN accounts ON accounts.id = keys.account
                 WHERE limit_notices.id = ?"
            ))
            .bind(id)
            .fetch_one(&mut *connection)
            .await
            .map_err(failed)?;
            notices.push(to_notice(&row)?);
        }
        Ok(notices)
    }

    async fn keep_recipients(
        &self,
        id: NoticeId,
        remaining: &[EmailAddress],
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE limit_notices SET recipients = ?2 WHERE id = ?1")
            .bind(id.0)
            .bind(from_words(remaining))
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn finish(&self, id: NoticeId, outcome: NoticeOutcome) -> Result<(), StoreError> {
        let (due, sent) = match outcome {
            NoticeOutcome::Sent(at) => (None, Some(at)),
            NoticeOutcome::RetryAt(at) => (Some(at), None),
            NoticeOutcome::GivenUp => (None, None),
        };
        sqlx::query(
            "UPDATE limit_notices SET attempts = attempts + 1, due = ?2, sent = ?3, taken = 0
             WHERE id = ?1",
        )
        .bind(id.0)
        .bind(due.map(Timestamp::as_millisecond))
        .bind(sent.map(Timestamp::as_millisecond))
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn take_back(&self) -> Result<(), StoreError> {
        sqlx::query("UPDATE limit_notices SET taken = 0 WHERE due IS NOT NULL AND taken = 1")
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn until_added(&self) {
        self.ledger.notice_added().await;
    }
}
