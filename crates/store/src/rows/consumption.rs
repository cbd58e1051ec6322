//! Characters consumed, as sums of counts by product.

use dragoman_domain::{
    AccountId, Consumption, KeyId, KeyUsage, Product, ReportingTag, StoreError, TagUsage,
};

use super::StoredRow;
use super::columns::{to_count, to_day};
use super::faults::corrupt;

/// The columns of a sum for each product, for [`to_consumption`].
macro_rules! product_sums {
    () => {
        "CAST(sum(characters) FILTER (WHERE product = 'text_translation') AS BIGINT) AS text_translation,
         CAST(sum(characters) FILTER (WHERE product = 'document_translation') AS BIGINT) AS document_translation,
         CAST(sum(characters) FILTER (WHERE product = 'text_improvement') AS BIGINT) AS text_improvement"
    };
}
pub(crate) use product_sums;

/// The sums of a row with [`product_sums`].
pub(crate) fn to_consumption(row: &impl StoredRow) -> Result<Consumption, StoreError> {
    let mut consumption = Consumption::default();
    for product in Product::ALL {
        let column = product.as_str();
        // The sum of nothing is NULL.
        if row.optional_integer(column)?.is_some() {
            consumption.add(product, to_count(row, column)?);
        }
    }
    Ok(consumption)
}

/// What a key of an account consumed, on the column `usage_day` if days are told apart.
pub(crate) fn to_key_usage(
    row: &impl StoredRow,
    account: AccountId,
    by_day: bool,
) -> Result<KeyUsage, StoreError> {
    Ok(KeyUsage {
        key: KeyId {
            account,
            key: row.guid("key")?,
        },
        day: by_day.then(|| to_day(row, "usage_day")).transpose()?,
        consumption: to_consumption(row)?,
    })
}

/// What was consumed under a tag, as in [`to_key_usage`].
pub(crate) fn to_tag_usage(row: &impl StoredRow, by_day: bool) -> Result<TagUsage, StoreError> {
    Ok(TagUsage {
        tag: ReportingTag::parse(row.text("tag")?).map_err(|_| corrupt("tag"))?,
        day: by_day.then(|| to_day(row, "usage_day")).transpose()?,
        consumption: to_consumption(row)?,
    })
}
