//! Characters consumed, as sums of counts by product.

use dragoman_domain::{Consumption, Product, StoreError};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::columns::{failed, to_count};

/// The columns of a sum for each product, for [`to_consumption`].
macro_rules! product_sums {
    () => {
        "sum(characters) FILTER (WHERE product = 'text_translation') AS text_translation,
         sum(characters) FILTER (WHERE product = 'document_translation') AS document_translation,
         sum(characters) FILTER (WHERE product = 'text_improvement') AS text_improvement"
    };
}
pub(crate) use product_sums;

/// The sums of a row with [`product_sums`].
pub(crate) fn to_consumption(row: &SqliteRow) -> Result<Consumption, StoreError> {
    let mut consumption = Consumption::default();
    for product in Product::ALL {
        let column = product.as_str();
        // The sum of nothing is NULL.
        let is_used: Option<i64> = row.try_get(column).map_err(failed)?;
        if is_used.is_some() {
            consumption.add(product, to_count(row, column)?);
        }
    }
    Ok(consumption)
}
