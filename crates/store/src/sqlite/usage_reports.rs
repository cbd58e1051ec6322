//! What was counted, for reports.

use async_trait::async_trait;
use dragoman_domain::{AccountId, DayRange, KeyUsage, StoreError, TagUsage, UsageReports};

use super::SqliteStore;
use crate::rows::columns::{from_count, from_day};
use crate::rows::faults::failed;
use crate::rows::{product_sums, to_key_usage, to_tag_usage};

#[async_trait]
impl UsageReports for SqliteStore {
    async fn usage_by_key(
        &self,
        account: AccountId,
        days: DayRange,
        by_day: bool,
    ) -> Result<Vec<KeyUsage>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT daily_usage.key, CASE WHEN ?4 THEN day END AS usage_day, ",
            product_sums!(),
            " FROM daily_usage JOIN keys ON keys.id = daily_usage.key
             WHERE daily_usage.account = ?1 AND day BETWEEN ?2 AND ?3
             GROUP BY usage_day, daily_usage.key
             ORDER BY usage_day, keys.created, daily_usage.key"
        ))
        .bind(account.to_string())
        .bind(from_day(days.first))
        .bind(from_day(days.last))
        .bind(by_day)
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        rows.iter()
            .map(|row| to_key_usage(row, account, by_day))
            .collect()
    }

    async fn usage_by_tag(
        &self,
        account: AccountId,
        days: DayRange,
        by_day: bool,
        offset: u64,
        most: u32,
    ) -> Result<Vec<TagUsage>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT tag, CASE WHEN ?4 THEN day END AS usage_day, ",
            product_sums!(),
            " FROM tagged_usage WHERE account = ?1 AND day BETWEEN ?2 AND ?3
             GROUP BY usage_day, tag ORDER BY usage_day, tag LIMIT ?5 OFFSET ?6"
        ))
        .bind(account.to_string())
        .bind(from_day(days.first))
        .bind(from_day(days.last))
        .bind(by_day)
        .bind(most)
        .bind(from_count(offset))
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        rows.iter().map(|row| to_tag_usage(row, by_day)).collect()
    }
}
