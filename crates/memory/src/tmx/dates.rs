//! Dates as TMX writes them: `20240131T235959Z`.

use jiff::Timestamp;

/// The moment of a date in the basic format of ISO 8601, in UTC; `None` if it is none.
pub(super) fn parse(date: &str) -> Option<Timestamp> {
    let (day, time) = date.trim().split_once(['T', 't'])?;
    let time = time.strip_suffix(['Z', 'z']).unwrap_or(time);
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if day.len() != 8 || time.len() != 6 || !all_digits(day) || !all_digits(time) {
        return None;
    }
    let (year, day) = day.split_at_checked(4)?;
    let (month, day) = day.split_at_checked(2)?;
    let (hour, time) = time.split_at_checked(2)?;
    let (minute, second) = time.split_at_checked(2)?;
    format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z")
        .parse()
        .ok()
}

/// The moment in the same format, to the second.
pub(super) fn format(moment: Timestamp) -> String {
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_and_written() {
        let moment = parse("20240229T235958Z").unwrap();
        assert_eq!(moment.to_string(), "2024-02-29T23:59:58Z");
        assert_eq!(format(moment), "20240229T235958Z");
    }

    #[test]
    fn what_is_no_date_is_none() {
        for date in [
            "",
            "20240230T000000Z",
            "2024-02-29T00:00:00Z",
            "20240229",
            "2024é229T000000Z",
        ] {
            assert_eq!(parse(date), None, "{date}");
        }
    }
}
