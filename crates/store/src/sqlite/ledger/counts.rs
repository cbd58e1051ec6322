//! What the ledger writes and reads: counts, and the limits that apply to them.

use dragoman_domain::{
    CharacterLimit, Date, KeyId, Product, Reservation, StoreError, Usage, UsageOwner, day_of,
};
use sqlx::{Row, SqliteConnection};
use uuid::Uuid;

use crate::rows::columns::{from_count, from_day, to_count, to_limit};
use crate::rows::faults::failed;
use crate::rows::{StoredRow, product_sums, to_consumption};

/// What applies to a key now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) account_limit: CharacterLimit,
    pub(super) key_limit: CharacterLimit,
    pub(super) is_active: bool,
}

pub(super) async fn terms(
    connection: &mut SqliteConnection,
    key: KeyId,
) -> Result<Terms, StoreError> {
    let row = sqlx::query(
        "SELECT accounts.character_limit AS account_limit, keys.character_limit AS key_limit,
                keys.deactivated IS NULL AS is_active
         FROM keys JOIN accounts ON accounts.id = keys.account
         WHERE keys.id = ? AND accounts.id = ?",
    )
    .bind(key.key.to_string())
    .bind(key.account.to_string())
    .fetch_one(connection)
    .await
    .map_err(failed)?;
    Ok(Terms {
        account_limit: to_limit(&row, "account_limit")?,
        key_limit: to_limit(&row, "key_limit")?,
        is_active: row.try_get("is_active").map_err(failed)?,
    })
}

/// The characters of each key of the owner's account in the owner's period.
pub(super) async fn of_period(
    connection: &mut SqliteConnection,
    owner: &UsageOwner,
) -> Result<Vec<(Uuid, u64)>, StoreError> {
    let days = owner.period.days();
    let rows = sqlx::query(
        "SELECT key, sum(characters) AS characters FROM daily_usage
         WHERE account = ? AND day BETWEEN ? AND ? GROUP BY key",
    )
    .bind(owner.account().to_string())
    .bind(from_day(days.first))
    .bind(from_day(days.last))
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    rows.iter()
        .map(|row| Ok((row.guid("key")?, to_count(row, "characters")?)))
        .collect()
}

/// The characters of the owner's key and of its account in the owner's period, by product.
pub(crate) async fn usage(
    connection: &mut SqliteConnection,
    owner: &UsageOwner,
) -> Result<Usage, StoreError> {
    let days = owner.period.days();
    let rows = sqlx::query(concat!(
        "SELECT key = ?1 AS is_of_key, ",
        product_sums!(),
        " FROM daily_usage WHERE account = ?2 AND day BETWEEN ?3 AND ?4 GROUP BY is_of_key"
    ))
    .bind(owner.key.key.to_string())
    .bind(owner.account().to_string())
    .bind(from_day(days.first))
    .bind(from_day(days.last))
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    let mut usage = Usage::default();
    for row in &rows {
        let consumption = to_consumption(row)?;
        usage.account.merge(&consumption);
        if row.try_get("is_of_key").map_err(failed)? {
            usage.key.merge(&consumption);
        }
    }
    Ok(usage)
}

/// What is to be added to one counter.
pub(super) struct Total {
    pub(super) owner: UsageOwner,
    product: Product,
    pub(super) day: Date,
    pub(super) characters: u64,
}

/// The sum for each counter: most requests that are counted together come from few keys.
pub(super) fn totals<'a>(reservations: impl Iterator<Item = &'a Reservation>) -> Vec<Total> {
    let mut totals: Vec<Total> = Vec::new();
    for reservation in reservations {
        let (owner, product) = (reservation.owner, reservation.product);
        let day = day_of(reservation.at);
        let same = totals
            .iter_mut()
            .find(|total| (&total.owner, &total.product, &total.day) == (&owner, &product, &day));
        match same {
            Some(total) => {
                total.characters = total.characters.saturating_add(reservation.characters);
            }
            None => totals.push(Total {
                owner,
                product,
                day,
                characters: reservation.characters,
            }),
        }
    }
    totals
}

/// Adds to a counter, unless its key is deactivated: whether it did.
pub(super) async fn add(
    connection: &mut SqliteConnection,
    total: &Total,
) -> Result<bool, StoreError> {
    let result = sqlx::query(
        "INSERT INTO daily_usage (account, day, key, product, characters)
         SELECT account, ?2, id, ?3, ?4 FROM keys WHERE id = ?1 AND deactivated IS NULL
         ON CONFLICT DO UPDATE SET characters = characters + excluded.characters",
    )
    .bind(total.owner.key.key.to_string())
    .bind(from_day(total.day))
    .bind(total.product.as_str())
    .bind(from_count(total.characters))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(result.rows_affected() > 0)
}
