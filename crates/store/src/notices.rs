//! The outbox of notices: kept until they are sent, so that a crash loses none.

use async_trait::async_trait;
use dragoman_domain::{
    EmailAddress, LimitNotice, NoticeId, NoticeOutbox, NoticeOutcome, StoreError, Timestamp,
    UsagePeriod,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::SqliteStore;
use crate::accounts::account_columns;
use crate::columns::{
    failed, from_words, to_account, to_addresses, to_count, to_day, to_key, to_level, to_time,
};

fn to_notice(row: &SqliteRow) -> Result<LimitNotice, StoreError> {
    let account = to_account(row)?;
    let recipients: Option<&str> = row.try_get("recipients").map_err(failed)?;
    Ok(LimitNotice {
        id: NoticeId(row.try_get("notice_id").map_err(failed)?),
        key: to_key(row)?,
        period: UsagePeriod {
            start: to_day(row, "period_start")?,
            end: to_day(row, "period_end")?,
        },
        level: to_level(row, "percent")?,
        characters: to_count(row, "characters")?,
        limit: to_count(row, "noticed_limit")?,
        created: to_time("noticed", row.try_get("noticed").map_err(failed)?)?,
        recipients: match recipients {
            None => account.contacts.clone(),
            Some(words) => to_addresses(words, "recipients")?,
        },
        account,
        attempts: row.try_get("attempts").map_err(failed)?,
    })
}

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
                ", limit_notices.id AS notice_id, limit_notices.period_start,
                   limit_notices.period_end, limit_notices.percent, limit_notices.characters,
                   limit_notices.character_limit AS noticed_limit,
                   limit_notices.created AS noticed, limit_notices.recipients,
                   limit_notices.attempts
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
