//! What the ledger counts under tags.

use std::collections::HashMap;

use dragoman_domain::{AccountId, Date, Product, ReportingTag, Reservation, StoreError, day_of};
use sqlx::SqliteConnection;

use crate::rows::columns::{from_count, from_day};
use crate::rows::faults::failed;

/// What is to be added to the counter of one tag.
pub(super) struct Total<'a> {
    account: AccountId,
    tag: &'a ReportingTag,
    product: Product,
    day: Date,
    characters: u64,
}

/// The sum for each tag.
pub(super) fn totals<'a>(reservations: impl Iterator<Item = &'a Reservation>) -> Vec<Total<'a>> {
    let mut totals: Vec<Total<'_>> = Vec::new();
    for reservation in reservations {
        let Some(tag) = &reservation.tag else {
            continue;
        };
        let (account, product) = (reservation.owner.account(), reservation.product);
        let day = day_of(reservation.at);
        let same = totals.iter_mut().find(|total| {
            (&total.account, total.tag, &total.product, &total.day)
                == (&account, tag, &product, &day)
        });
        match same {
            Some(total) => {
                total.characters = total.characters.saturating_add(reservation.characters);
            }
            None => totals.push(Total {
                account,
                tag,
                product,
                day,
                characters: reservation.characters,
            }),
        }
    }
    totals
}

/// Counts under tags, and knows of which accounts no new tag is taken on a day: it costs little then to refuse one.
#[derive(Debug, Default)]
pub(super) struct Tags {
    full: HashMap<AccountId, Date>,
}

impl Tags {
    /// Adds to the counter of a tag, unless the account has as many tags on that day as it may have and this is another.
    pub(super) async fn add(
        &mut self,
        connection: &mut SqliteConnection,
        total: &Total<'_>,
    ) -> Result<(), StoreError> {
        let is_full = self.full.get(&total.account) == Some(&total.day);
        let most = if is_full {
            0
        } else {
            ReportingTag::MOST_OF_DAY
        };
        let result = sqlx::query(
            "INSERT INTO tagged_usage (account, day, tag, product, characters)
             SELECT ?1, ?2, ?3, ?4, ?5
             WHERE EXISTS (SELECT 1 FROM tagged_usage WHERE account = ?1 AND day = ?2 AND tag = ?3)
                 OR ?6 > 0 AND ?6 > (SELECT count(DISTINCT tag) FROM tagged_usage WHERE account = ?1 AND day = ?2)
             ON CONFLICT DO UPDATE SET characters = characters + excluded.characters",
        )
        .bind(total.account.to_string())
        .bind(from_day(total.day))
        .bind(total.tag.as_str())
        .bind(total.product.as_str())
        .bind(from_count(total.characters))
        .bind(most)
        .execute(connection)
        .await
        .map_err(failed)?;
        if result.rows_affected() == 0 && !is_full {
            self.full.insert(total.account, total.day);
            tracing::warn!(
                account = %total.account,
                most = ReportingTag::MOST_OF_DAY,
                "an account has as many reporting tags today as may be; what has others is counted without them"
            );
        }
        Ok(())
    }

    /// Forgets what may not have been written.
    pub(super) fn forget(&mut self) {
        self.full.clear();
    }
}
