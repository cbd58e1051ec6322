//! The mail of a notice.

use dragoman_domain::{EmailAddress, LimitNotice, Mail, NoticeLevel};

pub(super) fn of(notice: &LimitNotice, recipient: &EmailAddress) -> Mail {
    let LimitNotice { key, account, .. } = notice;
    let label = &key.label;
    let news = news(notice);
    Mail {
        to: vec![recipient.clone()],
        subject: format!("The API key \"{label}\" {news}"),
        text: format!(
            "The API key \"{label}\" ({mask}) of the account \"{name}\" {news}.\n\
             \n\
             Used:    {used} characters since {start}\n\
             Limit:   {limit} characters\n\
             Key id:  {id}\n\
             \n\
             Requests with this key that would exceed the limit are refused with status 456 (quota \
             exceeded) until the next usage period begins on {end} (UTC).\n\
             \n\
             Whoever has an admin key of the account can change the limit with PUT \
             /v2/admin/developer-keys/limits, and the operator of the server with \
             \"dragoman keys limit\".\n",
            mask = key.mask,
            name = account.name,
            used = grouped(notice.characters),
            limit = grouped(notice.limit),
            id = key.id,
            start = notice.period.start,
            end = notice.period.end,
        ),
        id: format!(
            "notice.{}.{}.{}",
            key.id.key,
            notice.period.start,
            notice.level.percent()
        ),
        date: notice.created,
    }
}

/// What has happened.
fn news(notice: &LimitNotice) -> String {
    let is_used_up = notice.characters >= notice.limit;
    match notice.level {
        NoticeLevel::Near => {
            let (used, limit) = (u128::from(notice.characters), u128::from(notice.limit));
            format!(
                "has used {}% of its character limit",
                used * 100 / limit.max(1)
            )
        }
        NoticeLevel::Reached if is_used_up => "has reached its character limit".to_owned(),
        NoticeLevel::Reached => "had a request refused because of its character limit".to_owned(),
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
