//! What was counted, for reports.

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, DayRange, KeyId, KeyUsage, ReportingTag, StoreError, TagUsage, UsageReports,
};
use sqlx::Row;

use crate::SqliteStore;
use crate::columns::{corrupt, failed, from_count, from_day, to_day, to_guid};
use crate::consumption::{product_sums, to_consumption};

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
            .map(|row| {
                Ok(KeyUsage {
                    key: KeyId {
                        account,
                        key: to_guid(row, "key")?,
                    },
                    day: by_day.then(|| to_day(row, "usage_day")).transpose()?,
                    consumption: to_consumption(row)?,
                })
            })
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
        rows.iter()
            .map(|row| {
                let tag: &str = row.try_get("tag").map_err(failed)?;
                Ok(TagUsage {
                    tag: ReportingTag::parse(tag).map_err(|_| corrupt("tag"))?,
                    day: by_day.then(|| to_day(row, "usage_day")).transpose()?,
                    consumption: to_consumption(row)?,
                })
            })
            .collect()
    }
}
