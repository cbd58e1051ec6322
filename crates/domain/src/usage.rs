use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::{AccountId, DocumentId, KeyId};

/// What characters are consumed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Product {
    /// Translation of texts.
    TextTranslation,
    /// Translation of documents.
    DocumentTranslation,
    /// Improvement of texts.
    TextImprovement,
}

impl Product {
    /// Every product.
    pub const ALL: [Self; 3] = [
        Self::TextTranslation,
        Self::DocumentTranslation,
        Self::TextImprovement,
    ];

    /// The product's word in the store and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TextTranslation => "text_translation",
            Self::DocumentTranslation => "document_translation",
            Self::TextImprovement => "text_improvement",
        }
    }
}

/// Characters consumed, by product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Consumption {
    text_translation: u64,
    document_translation: u64,
    text_improvement: u64,
}

impl Consumption {
    /// The characters that a product consumed.
    #[must_use]
    pub const fn of(&self, product: Product) -> u64 {
        match product {
            Product::TextTranslation => self.text_translation,
            Product::DocumentTranslation => self.document_translation,
            Product::TextImprovement => self.text_improvement,
        }
    }

    /// The characters of all products.
    #[must_use]
    pub fn total(&self) -> u64 {
        let products = Product::ALL.into_iter();
        products.fold(0, |sum, product| sum.saturating_add(self.of(product)))
    }

    /// Adds characters that a product consumed.
    pub const fn add(&mut self, product: Product, characters: u64) {
        let count = match product {
            Product::TextTranslation => &mut self.text_translation,
            Product::DocumentTranslation => &mut self.document_translation,
            Product::TextImprovement => &mut self.text_improvement,
        };
        *count = count.saturating_add(characters);
    }

    /// Adds what something else consumed.
    pub fn merge(&mut self, other: &Self) {
        for product in Product::ALL {
            self.add(product, other.of(product));
        }
    }
}

/// One month of an account's usage: from `start` inclusive to `end` exclusive. Days are those of
/// UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UsagePeriod {
    /// The first day of the period.
    pub start: Date,
    /// The first day of the next period.
    pub end: Date,
}

impl UsagePeriod {
    /// The period that `day` lies in, of those that begin each month at the day of `anchor`. In a month without that day the period begins on its last day.
    #[must_use]
    pub fn containing(day: Date, anchor: Date) -> Self {
        let month_start = |months: i32| {
            anchor
                .checked_add(Span::new().months(months))
                .unwrap_or(anchor)
        };
        let months = (i32::from(day.year()) - i32::from(anchor.year())) * 12
            + i32::from(day.month())
            - i32::from(anchor.month());
        let index = if month_start(months) <= day {
            months
        } else {
            months - 1
        };
        Self {
            start: month_start(index),
            end: month_start(index + 1),
        }
    }

    /// Whether the day lies in the period.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        self.start <= day && day < self.end
    }

    /// The days of the period.
    #[must_use]
    pub fn days(&self) -> DayRange {
        DayRange {
            first: self.start,
            last: self.end.yesterday().unwrap_or(self.start),
        }
    }
}

/// Days of UTC, from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayRange {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
}

impl DayRange {
    /// How many days it has; zero if the last comes before the first.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from((self.last - self.first).get_days()).map_or(0, |days| days.saturating_add(1))
    }
}

/// A text is no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a day is written as in 2026-05-17")]
pub struct MalformedDay;

/// Reads a day as `YYYY-MM-DD`, and in no other of the forms that ISO 8601 has.
///
/// # Errors
/// [`MalformedDay`], also for a day that the calendar does not have.
pub fn parse_day(text: &str) -> Result<Date, MalformedDay> {
    let is_well_formed = text.len() == 10
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    is_well_formed
        .then(|| text.parse().ok())
        .flatten()
        .ok_or(MalformedDay)
}

/// The day in UTC.
#[must_use]
pub fn day_of(time: Timestamp) -> Date {
    time.to_zoned(TimeZone::UTC).date()
}

/// The instant at which a day begins in UTC.
#[must_use]
pub fn start_of(day: Date) -> Timestamp {
    day.to_zoned(TimeZone::UTC)
        .map_or(Timestamp::MIN, |midnight| midnight.timestamp())
}

/// Identifies characters that are set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReservationId {
    /// For a request in progress, within one process.
    Request(u64),
    /// For a document, until it is fetched or nobody can fetch it any more.
    Document(DocumentId),
}

/// Whose count characters go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

    /// The most tags of an account under which characters of one day are counted. What has yet another one is counted
    /// without it.
    pub const MOST_OF_DAY: u32 = 2000;

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

/// Characters set aside for work in progress.
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
    /// When the work began: in the owner's period. They are counted to that day.
    pub at: Timestamp,
    /// The tag under which they are counted as well.
    pub tag: Option<ReportingTag>,
}

/// Characters consumed in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// By all keys of the account.
    pub account: Consumption,
    /// By the calling key.
    pub key: Consumption,
}

/// What a key consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyUsage {
    /// The key.
    pub key: KeyId,
    /// The day, if days are told apart.
    pub day: Option<Date>,
    /// What was consumed.
    pub consumption: Consumption,
}

/// What was consumed under a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagUsage {
    /// The tag.
    pub tag: ReportingTag,
    /// The day, if days are told apart.
    pub day: Option<Date>,
    /// What was consumed.
    pub consumption: Consumption,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(anchor: &str, day: &str, start: &str, end: &str) {
        let [anchor, day, start, end] =
            [anchor, day, start, end].map(|text| text.parse::<Date>().unwrap());
        assert_eq!(
            UsagePeriod::containing(day, anchor),
            UsagePeriod { start, end },
            "anchor {anchor}, day {day}"
        );
    }

    #[test]
    fn a_period_begins_each_month_at_the_day_of_the_anchor() {
        let anchor = "2026-01-15";
        check(anchor, anchor, anchor, "2026-02-15");
        check(anchor, "2026-02-14", anchor, "2026-02-15");
        check(anchor, "2026-02-15", "2026-02-15", "2026-03-15");
        check(anchor, "2027-01-01", "2026-12-15", "2027-01-15");
    }

    #[test]
    fn a_month_without_the_day_begins_its_period_on_its_last_day() {
        let anchor = "2026-01-31";
        check(anchor, "2026-02-27", anchor, "2026-02-28");
        check(anchor, "2026-02-28", "2026-02-28", "2026-03-31");
        check(anchor, "2026-03-30", "2026-02-28", "2026-03-31");
    }

    #[test]
    fn a_day_before_the_anchor_has_a_period_too() {
        check("2026-01-15", "2025-12-20", "2025-12-15", "2026-01-15");
    }

    #[test]
    fn the_periods_of_a_year_follow_one_another_without_a_gap() {
        for anchor in ["2026-01-01", "2024-02-29", "2025-12-31"] {
            let anchor = anchor.parse().unwrap();
            let mut day: Date = "2026-01-01".parse().unwrap();
            while day.year() == 2026 {
                let period = UsagePeriod::containing(day, anchor);
                assert!(period.start <= day && day < period.end, "{day}");
                let next = UsagePeriod::containing(period.end, anchor);
                assert_eq!(next.start, period.end);
                day = day.tomorrow().unwrap();
            }
        }
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
    fn a_day_is_that_of_utc_and_begins_at_midnight() {
        for (time, day) in [
            ("1969-12-31T23:59:59.9Z", "1969-12-31"),
            ("1970-01-01T23:59:59Z", "1970-01-01"),
            ("1970-01-02T00:00:00+01:00", "1970-01-01"),
        ] {
            assert_eq!(day_of(time.parse().unwrap()), day.parse().unwrap());
        }
        let midnight = "2026-05-17T00:00:00Z".parse().unwrap();
        assert_eq!(start_of("2026-05-17".parse().unwrap()), midnight);
    }

    #[test]
    fn a_day_is_read_in_one_form_only() {
        assert_eq!(parse_day("2024-02-29"), Ok("2024-02-29".parse().unwrap()));
        for wrong in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-5-17",
            "20260517",
            "2026/05/17",
            "2026-05-17T00:00:00",
            " 2026-05-17",
            "-026-05-17",
            "2026-05-1७",
            "２026-05-17",
        ] {
            assert_eq!(parse_day(wrong), Err(MalformedDay), "{wrong:?}");
        }
    }

    #[test]
    fn both_ends_of_a_range_belong_to_it() {
        let count = |first: &str, last: &str| {
            let [first, last] = [first, last].map(|day| parse_day(day).unwrap());
            DayRange { first, last }.count()
        };
        assert_eq!(count("2026-05-17", "2026-05-17"), 1);
        assert_eq!(count("2024-01-01", "2024-12-31"), 366);
        assert_eq!(count("2026-05-17", "2026-05-16"), 0);
        assert_eq!(count("0000-01-01", "9999-12-31"), 3_652_425);
        assert_eq!(count("9999-12-31", "0000-01-01"), 0);
    }

    #[test]
    fn consumption_is_added_product_by_product() {
        let mut consumption = Consumption::default();
        consumption.add(Product::TextTranslation, 3);
        consumption.add(Product::TextImprovement, u64::MAX);
        let mut sum = consumption;
        sum.merge(&consumption);
        assert_eq!(sum.of(Product::TextTranslation), 6);
        assert_eq!(sum.of(Product::DocumentTranslation), 0);
        assert_eq!(sum.total(), u64::MAX);
    }
}
