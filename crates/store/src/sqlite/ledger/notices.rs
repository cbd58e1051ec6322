//! Notices that are to be sent, as counts make them due.

use dragoman_domain::{Date, KeyId, NoticeLevel, StoreError, Timestamp, UsagePeriod};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::rows::StoredRow;
use crate::rows::columns::{from_count, from_day, to_level};
use crate::rows::faults::failed;

/// A notice to be kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewNotice {
    pub(super) key: KeyId,
    pub(super) period: UsagePeriod,
    pub(super) level: NoticeLevel,
    pub(super) characters: u64,
    pub(super) limit: u64,
    pub(super) created: Timestamp,
}

/// Keeps a notice unless there is one of this level for the key and period. It takes the place of one of a
/// lower level that was not sent.
pub(super) async fn add(
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
pub(super) async fn levels(
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
        .map(|row| Ok((row.guid("key")?, to_level(row, "percent")?)))
        .collect()
}
