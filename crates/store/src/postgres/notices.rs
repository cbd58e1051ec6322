//! The outbox of notices: kept until they are sent, so that a crash loses none. Each is taken by one copy, for as long as
//! that holds its lease.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EmailAddress, LimitNotice, NoticeId, NoticeOutbox, NoticeOutcome, StoreError, Timestamp,
};
use tokio::sync::Mutex;

use super::PostgresStore;
use super::columns::key_columns;
use super::connection::bounded;
use crate::rows::columns::from_words;
use crate::rows::{StoredRow, account_columns, notice_columns, to_notice};

/// The notices that this process was given and has not finished. Those that the database holds for taken by this copy,
/// and that are not here, are some whose taking was done and whose answer was lost: nobody has begun to send them.
#[derive(Debug, Clone, Default)]
pub(super) struct NoticesInHand(Arc<Mutex<BTreeSet<i64>>>);

/// Whether nobody but the copy `$1` has a notice, as long as they hold their lease. The copy is NULL if this one has lost
/// its own.
macro_rules! in_no_other_hand {
    () => {
        "(taken_by IS NULL OR taken_by = $1
          OR (SELECT lease_end FROM copies WHERE copies.id = taken_by) <= milliseconds_now())"
    };
}

#[async_trait]
impl NoticeOutbox for PostgresStore {
    async fn take_due(&self, now: Timestamp, most: u32) -> Result<Vec<LimitNotice>, StoreError> {
        let copy = self.copies.current()?;
        let mut in_hand = self.notices_in_hand.0.lock().await;
        let known: Vec<i64> = in_hand.iter().copied().collect();
        // In one statement, so that none is taken of which nobody learns, unless the answer is lost. A copy that was paused
        // past its lease, and does not know it yet, takes none, since others would not see that it has them.
        let rows = bounded(
            sqlx::query(concat!(
                "WITH due AS MATERIALIZED (
                     SELECT limit_notices.id
                     FROM limit_notices LEFT JOIN copies ON copies.id = limit_notices.taken_by
                     WHERE limit_notices.due <= $2 AND is_alive_1($1)
                         AND (taken_by IS NULL
                              OR limit_notices.id <> ALL ($3)
                                 AND (taken_by = $1 OR copies.lease_end <= milliseconds_now()))
                     ORDER BY limit_notices.due, limit_notices.id LIMIT $4
                     FOR UPDATE OF limit_notices SKIP LOCKED
                 ), taken AS (
                     UPDATE limit_notices SET taken_by = $1
                     FROM due WHERE limit_notices.id = due.id RETURNING limit_notices.*
                 )
                 SELECT ",
                key_columns!(),
                ", ",
                account_columns!(),
                ",",
                notice_columns!(),
                "
                 FROM taken AS limit_notices JOIN keys ON keys.id = limit_notices.key
                 JOIN accounts ON accounts.id = keys.account
                 ORDER BY limit_notices.due, limit_notices.id"
            ))
            .bind(copy)
            .bind(now.as_millisecond())
            .bind(known)
            .bind(i64::from(most))
            .fetch_all(&self.pool),
        )
        .await?;
        // One that cannot be read is in hand as well, so that it does not keep others from being sent.
        for row in &rows {
            in_hand.insert(row.integer("notice_id")?);
        }
        rows.iter().map(to_notice).collect()
    }

    async fn keep_recipients(
        &self,
        id: NoticeId,
        remaining: &[EmailAddress],
    ) -> Result<(), StoreError> {
        bounded(
            sqlx::query(concat!(
                "UPDATE limit_notices SET recipients = $3 WHERE id = $2 AND ",
                in_no_other_hand!()
            ))
            .bind(self.copies.current().ok())
            .bind(id.0)
            .bind(from_words(remaining))
            .execute(&self.pool),
        )
        .await?;
        Ok(())
    }

    async fn finish(&self, id: NoticeId, outcome: NoticeOutcome) -> Result<(), StoreError> {
        let (due, sent) = match outcome {
            NoticeOutcome::Sent(at) => (None, Some(at)),
            NoticeOutcome::RetryAt(at) => (Some(at), None),
            NoticeOutcome::GivenUp => (None, None),
        };
        // One that is due no more was finished by a copy that had taken it over in the meantime.
        bounded(
            sqlx::query(concat!(
                "UPDATE limit_notices
                 SET attempts = attempts + 1, due = $3, sent = $4, taken_by = NULL
                 WHERE id = $2 AND due IS NOT NULL AND ",
                in_no_other_hand!()
            ))
            .bind(self.copies.current().ok())
            .bind(id.0)
            .bind(due.map(Timestamp::as_millisecond))
            .bind(sent.map(Timestamp::as_millisecond))
            .execute(&self.pool),
        )
        .await?;
        self.notices_in_hand.0.lock().await.remove(&id.0);
        Ok(())
    }

    async fn take_back(&self) -> Result<(), StoreError> {
        // Whoever begins to send has none in hand, whatever this copy took before.
        let mut in_hand = self.notices_in_hand.0.lock().await;
        bounded(
            sqlx::query(concat!(
                "UPDATE limit_notices SET taken_by = NULL
                 WHERE due IS NOT NULL AND taken_by IS NOT NULL AND ",
                in_no_other_hand!()
            ))
            .bind(self.copies.current().ok())
            .execute(&self.pool),
        )
        .await?;
        in_hand.clear();
        Ok(())
    }

    async fn until_added(&self) {
        self.signals.notice_added().await;
    }
}
