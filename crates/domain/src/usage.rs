use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::{AccountId, KeyId};

/// What characters are consumed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Product {
    /// Translation of texts.
    TextTranslation,
}

impl Product {
    /// The product's word in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TextTranslation => "text_translation",
        }
    }
}

/// One month of an account's usage: from `start` inclusive to `end` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsagePeriod {
    /// The first instant of the period.
    pub start: Timestamp,
    /// The first instant of the next period.
    pub end: Timestamp,
}

impl UsagePeriod {
    /// The period that `now` lies in, of those that begin each month at the day and time of
    /// `anchor` in UTC. In a month without that day the period begins on its last day.
    #[must_use]
    pub fn containing(now: Timestamp, anchor: Timestamp) -> Self {
        let month_start = |months: i32| {
            anchor
                .to_zoned(TimeZone::UTC)
                .checked_add(Span::new().months(months))
                .map_or(anchor, |zoned| zoned.timestamp())
        };
        let (from, to) = (anchor.to_zoned(TimeZone::UTC), now.to_zoned(TimeZone::UTC));
        let months = (i32::from(to.year()) - i32::from(from.year())) * 12 + i32::from(to.month())
            - i32::from(from.month());
        let index = if month_start(months) <= now {
            months
        } else {
            months - 1
        };
        Self {
            start: month_start(index),
            end: month_start(index + 1),
        }
    }
}

/// Identifies characters that are set aside for a request in progress, within one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReservationId(pub u64);

/// Whose count characters go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageOwner {
    /// The calling key; its account is part of it.
    pub key: KeyId,
    /// The period of the account at the time of the request.
    pub period: UsagePeriod,
}

impl UsageOwner {
    /// The account that the key belongs to.
    #[must_use]
    pub const fn account(&self) -> AccountId {
        self.key.account
    }
}

/// A word of the caller's choice under which characters are counted as well, for reports.
///
/// Lower case, 1 to 100 ASCII characters, neither white space nor control characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReportingTag(Arc<str>);

/// A tag is not of the form that tags have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reporting tag has 1 to 100 ASCII characters without white space")]
pub struct MalformedReportingTag;

impl ReportingTag {
    /// The longest tag, in characters.
    pub const LONGEST: usize = 100;

    /// Reads a tag in any case, with white space around it.
    ///
    /// # Errors
    /// [`MalformedReportingTag`].
    pub fn parse(tag: &str) -> Result<Self, MalformedReportingTag> {
        let tag = tag.trim();
        let is_well_formed = (1..=Self::LONGEST).contains(&tag.len())
            && tag.bytes().all(|byte| byte.is_ascii_graphic());
        is_well_formed
            .then(|| Self(tag.to_ascii_lowercase().into()))
            .ok_or(MalformedReportingTag)
    }

    /// The tag.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A tag and the day in UTC to which its characters are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagReport {
    /// The tag.
    pub tag: ReportingTag,
    /// Days since the first of January 1970.
    pub day: i64,
}

impl TagReport {
    /// The report of work that begins now.
    #[must_use]
    pub fn new(tag: ReportingTag, now: Timestamp) -> Self {
        const MILLISECONDS_OF_A_DAY: i64 = 86_400_000;
        Self {
            tag,
            day: now.as_millisecond().div_euclid(MILLISECONDS_OF_A_DAY),
        }
    }
}

/// Characters set aside for a request in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    /// Identifies the reservation.
    pub id: ReservationId,
    /// Whose count they go to.
    pub owner: UsageOwner,
    /// What consumes them.
    pub product: Product,
    /// How many, in Unicode code points of the source text.
    pub characters: u64,
    /// The tag under which they are counted as well.
    pub report: Option<TagReport>,
}

/// Characters consumed in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// By all keys of the account.
    pub account_characters: u64,
    /// By the calling key.
    pub key_characters: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(anchor: &str, now: &str, start: &str, end: &str) {
        let [anchor, now, start, end] =
            [anchor, now, start, end].map(|text| text.parse::<Timestamp>().unwrap());
        assert_eq!(
            UsagePeriod::containing(now, anchor),
            UsagePeriod { start, end },
            "anchor {anchor}, now {now}"
        );
    }

    #[test]
    fn a_period_begins_each_month_at_the_day_and_time_of_the_anchor() {
        let anchor = "2026-01-15T10:00:00Z";
        check(anchor, anchor, anchor, "2026-02-15T10:00:00Z");
        check(
            anchor,
            "2026-02-15T09:59:59.999Z",
            anchor,
            "2026-02-15T10:00:00Z",
        );
        check(
            anchor,
            "2027-01-01T00:00:00Z",
            "2026-12-15T10:00:00Z",
            "2027-01-15T10:00:00Z",
        );
    }

    #[test]
    fn a_month_without_the_day_begins_its_period_on_its_last_day() {
        let anchor = "2026-01-31T00:00:00Z";
        check(
            anchor,
            "2026-02-28T12:00:00Z",
            "2026-02-28T00:00:00Z",
            "2026-03-31T00:00:00Z",
        );
        check(
            anchor,
            "2026-03-30T00:00:00Z",
            "2026-02-28T00:00:00Z",
            "2026-03-31T00:00:00Z",
        );
    }

    #[test]
    fn a_tag_is_a_short_word_in_any_case() {
        let tag = |text: &str| ReportingTag::parse(text).map(|tag| tag.as_str().to_owned());
        assert_eq!(tag(" Team-A/42 ").as_deref(), Ok("team-a/42"));
        assert_eq!(tag(&"x".repeat(100)), Ok("x".repeat(100)));
        for wrong in ["", " ", "two words", "tab\there", "é", &"x".repeat(101)] {
            assert_eq!(tag(wrong), Err(MalformedReportingTag), "{wrong:?}");
        }
    }

    #[test]
    fn a_day_is_that_of_utc() {
        let day = |text: &str| {
            let tag = ReportingTag::parse("x").unwrap();
            TagReport::new(tag, text.parse().unwrap()).day
        };
        assert_eq!(day("1970-01-01T23:59:59Z"), 0);
        assert_eq!(day("1970-01-02T00:00:00Z"), 1);
        assert_eq!(day("1969-12-31T23:59:59.9Z"), -1);
    }

    #[test]
    fn a_clock_set_back_before_the_anchor_still_has_a_period() {
        check(
            "2026-01-15T00:00:00Z",
            "2025-12-20T00:00:00Z",
            "2025-12-15T00:00:00Z",
            "2026-01-15T00:00:00Z",
        );
    }
}
