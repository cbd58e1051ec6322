//! The outbox of notices: kept until they are sent, so that a crash loses none.

use async_trait::async_trait;
use dragoman_domain::{
    Date, EmailAddress, KeyId, LimitNotice, NoticeId, NoticeLevel, NoticeOutbox, NoticeOutcome,
    StoreError, Timestamp, UsagePeriod,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use uuid::Uuid;

use crate::SqliteStore;
use crate::accounts::account_columns;
use crate::columns::{
    corrupt, failed, from_count, from_day, from_words, to_account, to_addresses, to_count, to_day,
    to_guid, to_key, to_time,
};

/// A notice to be kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewNotice {
    pub(crate) key: KeyId,
    pub(crate) period: UsagePeriod,
    pub(crate) level: NoticeLevel,
    pub(crate) characters: u64,
    pub(crate) limit: u64,
    pub(crate) created: Timestamp,
}

/// Keeps a notice unless there is one of this level for the key and period. It takes the place of one of a
/// lower level that was not sent.
pub(crate) async fn add(
    connection: &mut SqliteConnection,
    notice: &NewNotice,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE limit_notices SET due = NULL
         WHERE key = ?1 AND period_start = ?2 AND percent < ?3 AND taken = 0",
    )
    .bind(notice.key.key.to_string())
    .bind(from_day(notice.period.start))
    .bind(notice.level.percent())
    .execute(&mut *connection)
    .await
    .map_err(failed)?;
    sqlx::query(
        "INSERT INTO limit_notices
             (key, period_start, period_end, percent, characters, character_limit, created, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
         ON CONFLICT DO NOTHING",
    )
    .bind(notice.key.key.to_string())
    .bind(from_day(notice.period.start))
    .bind(from_day(notice.period.end))
    .bind(notice.level.percent())
    .bind(from_count(notice.characters))
    .bind(from_count(notice.limit))
    .bind(notice.created.as_millisecond())
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

/// The highest level of which a notice exists for each key of the account in the period.
pub(crate) async fn levels(
    connection: &mut SqliteConnection,
    account: &str,
    period_start: Date,
) -> Result<Vec<(Uuid, NoticeLevel)>, StoreError> {
    let rows = sqlx::query(
        "SELECT limit_notices.key, max(limit_notices.percent) AS percent
         FROM limit_notices JOIN keys ON keys.id = limit_notices.key
         WHERE keys.account = ? AND limit_notices.period_start = ?
         GROUP BY limit_notices.key",
    )
    .bind(account)
    .bind(from_day(period_start))
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    rows.iter()
        .map(|row| Ok((to_guid(row, "key")?, to_level(row)?)))
        .collect()
}

fn to_level(row: &SqliteRow) -> Result<NoticeLevel, StoreError> {
    let percent: i64 = row.try_get("percent").map_err(failed)?;
    NoticeLevel::ALL
        .into_iter()
        .find(|level| i64::from(level.percent()) == percent)
        .ok_or_else(|| corrupt("percent"))
}

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
        level: to_level(row)?,
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
