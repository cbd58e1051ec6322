use dragoman_domain::{LimitNotice, NoticeId, StoreError, UsagePeriod};

use super::columns::{time_of, to_addresses, to_count, to_day, to_level};
use super::faults::corrupt;
use super::{StoredRow, to_account, to_key};

/// The columns of a notice beside those of its key and account, for [`to_notice`].
macro_rules! notice_columns {
    () => {
        "limit_notices.id AS notice_id, limit_notices.period_start, limit_notices.period_end,
         limit_notices.percent, limit_notices.characters,
         limit_notices.character_limit AS noticed_limit, limit_notices.created AS noticed,
         limit_notices.recipients, limit_notices.attempts"
    };
}
pub(crate) use notice_columns;

pub(crate) fn to_notice(row: &impl StoredRow) -> Result<LimitNotice, StoreError> {
    let account = to_account(row)?;
    Ok(LimitNotice {
        id: NoticeId(row.integer("notice_id")?),
        key: to_key(row)?,
        period: UsagePeriod {
            start: to_day(row, "period_start")?,
            end: to_day(row, "period_end")?,
        },
        level: to_level(row, "percent")?,
        characters: to_count(row, "characters")?,
        limit: to_count(row, "noticed_limit")?,
        created: time_of(row, "noticed")?,
        recipients: match row.optional_text("recipients")? {
            None => account.contacts.clone(),
            Some(words) => to_addresses(words, "recipients")?,
        },
        account,
        attempts: u32::try_from(row.integer("attempts")?).map_err(|_| corrupt("attempts"))?,
    })
}
