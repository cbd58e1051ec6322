//! The mail of a notice.

use dragoman_domain::{LimitNotice, Mail, NoticeLevel, UsagePeriod};

pub(super) fn of(notice: &LimitNotice) -> Mail {
    let LimitNotice {
        key,
        account,
        level,
        ..
    } = notice;
    let period = UsagePeriod::containing(notice.period_start, account.billing_start);
    let (has_used, consequence) = match level {
        NoticeLevel::Near => (
            "has used 80% of its character limit",
            "When the limit is reached, requests",
        ),
        NoticeLevel::Reached => (
            "has reached its character limit",
            "Requests that would pass it",
        ),
    };
    let label = &key.label;
    Mail {
        to: account.contacts.clone(),
        subject: format!("The API key \"{label}\" {has_used}"),
        text: format!(
            "The API key \"{label}\" ({mask}) of the account \"{name}\" {has_used}.\n\
             \n\
             Used:    {used} characters since {start}\n\
             Limit:   {limit} characters\n\
             Key id:  {id}\n\
             \n\
             {consequence} with this key are refused with status 456 (quota exceeded) until the next \
             usage period begins on {end} (UTC).\n\
             \n\
             Whoever has an admin key of the account can change the limit with PUT \
             /v2/admin/developer-keys/limits, and the operator of the server with \
             \"dragoman keys limit\".\n",
            mask = key.mask,
            name = account.name,
            used = grouped(notice.characters),
            limit = grouped(notice.limit),
            id = key.id,
            start = notice.period_start,
            end = period.end,
        ),
        id: format!(
            "notice.{}.{}.{}",
            key.id.key,
            notice.period_start,
            level.percent()
        ),
        date: notice.created,
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == first {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_told_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (50_000, "50,000"),
            (123_456_789, "123,456,789"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
