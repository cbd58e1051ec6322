//! The outbox of notices: kept until they are sent, so that a crash loses none.

use async_trait::async_trait;
use dragoman_domain::{
    Date, KeyId, LimitNotice, NoticeId, NoticeLevel, NoticeOutbox, NoticeOutcome, StoreError,
    Timestamp,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::SqliteStore;
use crate::accounts::account_columns;
use crate::columns::{
    corrupt, failed, from_count, from_day, to_account, to_count, to_day, to_key, to_time,
};

/// A notice to be kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewNotice {
    pub(crate) key: KeyId,
    pub(crate) period_start: Date,
    pub(crate) level: NoticeLevel,
    pub(crate) characters: u64,
    pub(crate) limit: u64,
    pub(crate) created: Timestamp,
}

/// Keeps a notice unless there is one of this level for the key and period.
pub(crate) async fn add(
    connection: &mut SqliteConnection,
    notice: &NewNotice,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO limit_notices
             (key, period_start, percent, characters, character_limit, created, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
         ON CONFLICT DO NOTHING",
    )
    .bind(notice.key.key.to_string())
    .bind(from_day(notice.period_start))
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
) -> Result<Vec<(uuid::Uuid, NoticeLevel)>, StoreError> {
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
        .map(|row| Ok((crate::columns::to_guid(row, "key")?, to_level(row)?)))
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
    Ok(LimitNotice {
        id: NoticeId(row.try_get("notice_id").map_err(failed)?),
        key: to_key(row)?,
        account: to_account(row)?,
        period_start: to_day(row, "period_start")?,
        level: to_level(row)?,
        characters: to_count(row, "characters")?,
        limit: to_count(row, "noticed_limit")?,
        created: to_time("noticed", row.try_get("noticed").map_err(failed)?)?,
        attempts: row.try_get("attempts").map_err(failed)?,
    })
}

#[async_trait]
impl NoticeOutbox for SqliteStore {
    async fn due_notices(&self, now: Timestamp, most: u32) -> Result<Vec<LimitNotice>, StoreError> {
        sqlx::query(concat!(
            "SELECT keys.*, ",
            account_columns!(),
            ", limit_notices.id AS notice_id, limit_notices.period_start, limit_notices.percent,
               limit_notices.characters, limit_notices.character_limit AS noticed_limit,
               limit_notices.created AS noticed, limit_notices.attempts
             FROM limit_notices JOIN keys ON keys.id = limit_notices.key
             JOIN accounts ON accounts.id = keys.account
             WHERE limit_notices.due <= ? ORDER BY limit_notices.id LIMIT ?"
        ))
        .bind(now.as_millisecond())
        .bind(most)
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?
        .iter()
        .map(to_notice)
        .collect()
    }

    async fn attempted(&self, id: NoticeId, outcome: NoticeOutcome) -> Result<(), StoreError> {
        let (due, sent) = match outcome {
            NoticeOutcome::Sent(at) => (None, Some(at)),
            NoticeOutcome::RetryAt(at) => (Some(at), None),
            NoticeOutcome::GivenUp => (None, None),
        };
        sqlx::query(
            "UPDATE limit_notices SET attempts = attempts + 1, due = ?2, sent = ?3 WHERE id = ?1",
        )
        .bind(id.0)
        .bind(due.map(Timestamp::as_millisecond))
        .bind(sent.map(Timestamp::as_millisecond))
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn until_added(&self) {
        self.ledger.notice_added().await;
    }
}
