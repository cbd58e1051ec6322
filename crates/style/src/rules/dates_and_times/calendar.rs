//! Dates and times of day as values.

/// A day of the Gregorian calendar, in the years 1000 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Date {
    pub(super) year: u16,
    pub(super) month: u8,
    pub(super) day: u8,
}

impl Date {
    /// The date, if it exists.
    pub(super) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = (1000..=9999).contains(&year) && (1..=days_in(year, month)).contains(&day);
        exists.then_some(Self { year, month, day })
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    }
}

/// The period of the day on the 12-hour clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPeriod {
    Am,
    Pm,
}

/// A time of day on the 24-hour clock. The end of a day is 24:00.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: Option<u8>,
}

impl Time {
    /// The time, if it exists.
    pub(super) fn new(hour: u8, minute: u8, second: Option<u8>) -> Option<Self> {
        let second_or_0 = second.unwrap_or_default();
        let exists = hour < 24 && minute < 60 && second_or_0 < 60
            || (hour, minute, second_or_0) == (24, 0, 0);
        exists.then_some(Self {
            hour,
            minute,
            second,
        })
    }

    /// A time on the 12-hour clock; each period begins with twelve o'clock. An hour of the 24-hour
    /// clock is accepted if it is in the period.
    pub(super) fn in_day_period(
        day_period: DayPeriod,
        hour: u8,
        minute: u8,
        second: Option<u8>,
    ) -> Option<Self> {
        let hour = match (day_period, hour) {
            (DayPeriod::Am, 12) => 0,
            (DayPeriod::Am, 0..12) | (DayPeriod::Pm, 12..24) => hour,
            (DayPeriod::Pm, 0..12) => hour + 12,
            _ => return None,
        };
        Self::new(hour, minute, second)
    }

    pub(super) const fn day_period(self) -> DayPeriod {
        if self.hour % 24 < 12 {
            DayPeriod::Am
        } else {
            DayPeriod::Pm
        }
    }

    /// The hour on the 12-hour clock, from 1 to 12.
    pub(super) const fn hour_of_12(self) -> u8 {
        match self.hour % 12 {
            0 => 12,
            hour => hour,
        }
    }

    /// Whether the time has neither minutes nor seconds.
    pub(super) fn is_full_hour(self) -> bool {
        self.minute == 0 && self.second.is_none()
    }
}

/// Parses a number of ASCII or full-width digits.
pub(super) fn parse_number(digits: &str) -> Option<u16> {
    let value = |digit: char| match digit {
        '０'..='９' => Some(u32::from(digit) - u32::from('０')),
        _ => digit.to_digit(10),
    };
    let mut number = None;
    for digit in digits.chars() {
        let digit = u16::try_from(value(digit)?).ok()?;
        number = Some(
            number
                .unwrap_or(0_u16)
                .checked_mul(10)?
                .checked_add(digit)?,
        );
    }
    number
}

/// Parses a number of digits that is at most 255.
pub(super) fn parse_small_number(digits: &str) -> Option<u8> {
    u8::try_from(parse_number(digits)?).ok()
}

/// Formats a number up to 99, with a leading zero if it is to have two digits.
pub(super) fn format_number(number: u8, two: bool) -> String {
    if two {
        format!("{number:02}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_does_not_exist_is_no_date() {
        assert!(Date::new(2024, 2, 29).is_some());
        assert!(Date::new(2000, 2, 29).is_some());
        for (year, month, day) in [
            (2023, 2, 29),
            (1900, 2, 29),
            (2024, 4, 31),
            (2024, 13, 1),
            (2024, 0, 1),
            (2024, 1, 0),
            (999, 1, 1),
        ] {
            assert_eq!(Date::new(year, month, day), None);
        }
    }

    #[test]
    fn noon_begins_the_afternoon_and_midnight_the_forenoon() {
        let hour = |day_period, hour| {
            Time::in_day_period(day_period, hour, 30, None).map(|time| time.hour)
        };
        assert_eq!(hour(DayPeriod::Am, 12), Some(0));
        assert_eq!(hour(DayPeriod::Am, 9), Some(9));
        assert_eq!(hour(DayPeriod::Am, 13), None);
        assert_eq!(hour(DayPeriod::Pm, 12), Some(12));
        assert_eq!(hour(DayPeriod::Pm, 1), Some(13));
        assert_eq!(hour(DayPeriod::Pm, 24), None);
        assert!(Time::new(24, 0, None).is_some());
        assert_eq!(Time::new(24, 1, None), None);
        assert_eq!(Time::new(9, 60, None), None);
    }

    #[test]
    fn full_width_digits_are_digits() {
        assert_eq!(parse_number("２０２4"), Some(2024));
        assert_eq!(parse_number(""), None);
        assert_eq!(parse_number("99999"), None);
        assert_eq!(parse_number("1a"), None);
    }
}
