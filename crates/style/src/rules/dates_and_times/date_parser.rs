//! Finds full dates in a text.

use std::ops::Range;

use regex::{Captures, Regex};

use super::by_language::ByLanguage;
use super::calendar::{Date, parse_number, parse_small_number};
use super::chinese_numbers;
use super::context::{ARTICLE, JOINER, SPACE, first_chars, is_standalone, last_chars};
use super::months;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// The order of the parts of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

/// How a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateNotation {
    /// Digits with separators.
    Numeric(DateOrder),
    /// With the name of the month.
    Named(DateOrder),
    /// Digits followed by 年月日 or 년월일.
    Counted,
    /// Chinese numbers followed by 年月日.
    Characters,
}

/// A date in a text.
#[derive(Debug)]
pub(super) struct ParsedDate<'text> {
    pub(super) range: Range<usize>,
    /// `None` if the order of day and month is ambiguous.
    pub(super) date: Option<Date>,
    pub(super) form: DateNotation,
    /// The day as it is written, including an ordinal suffix.
    pub(super) day: &'text str,
    /// The month as it is written: digits or a name.
    pub(super) month: &'text str,
    /// The byte ranges of day and month.
    pub(super) day_range: Range<usize>,
    pub(super) month_range: Range<usize>,
}

struct Patterns {
    numeric: Regex,
    worded: Option<Regex>,
    /// The month before the day.
    inverted: Option<Regex>,
    /// A day, or a day and a month, joined to the next date.
    joined: Regex,
}

const DIGITS: &str = "[0-9０-９]";
const CHINESE: &str = "[〇零一二三四五六七八九十]";
/// The numbers that count as years.
const YEAR: &str = "[12][0-9]{3}";

static PATTERNS: ByLanguage<Patterns> = ByLanguage::new(Patterns::new);

impl Patterns {
    fn new(language: StyleLanguage) -> Self {
        let space = if matches!(language, StyleLanguage::German | StyleLanguage::Korean) {
            format!("{SPACE}?")
        } else {
            String::new()
        };
        let numeric = format!(
            r"(?P<a>[0-9]{{1,4}})(?P<mark>[./-]){space}(?P<b>[0-9]{{1,2}})(?P<again>[./-]){space}(?P<c>[0-9]{{1,4}})"
        );
        let month = months::expression(language);
        let worded = match language {
            StyleLanguage::German => format!(
                r"(?i)(?P<day>[0-9]{{1,2}})\.{SPACE}?(?P<month>{month}){SPACE}(?P<year>{YEAR})"
            ),
            StyleLanguage::English => format!(
                r"(?:[Tt]he{SPACE}(?P<of>[0-9]{{1,2}}(?:st|nd|rd|th)?){SPACE}of|(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)?)){SPACE}(?P<month>{month}),?{SPACE}(?P<year>{YEAR})"
            ),
            StyleLanguage::Spanish => format!(
                r"(?i)(?P<day>[0-9]{{1,2}}(?:\.?º|°)?){SPACE}(?:de{SPACE})?(?P<month>{month}){SPACE}(?:del?{SPACE})?(?P<year>{YEAR})"
            ),
            StyleLanguage::French => format!(
                r"(?i)(?P<day>1er|[0-9]{{1,2}}){SPACE}(?P<month>{month}){SPACE}(?P<year>{YEAR})"
            ),
            StyleLanguage::Italian => format!(
                r"(?i)(?P<day>[0-9]{{1,2}}[º°]?){SPACE}(?P<month>{month}){SPACE}(?P<year>{YEAR})"
            ),
            StyleLanguage::Japanese | StyleLanguage::Chinese => format!(
                "(?P<year>{DIGITS}{{4}}|[〇零一二三四五六七八九]{{4}})年(?P<month>{DIGITS}{{1,2}}|{CHINESE}{{1,2}})月(?P<day>{DIGITS}{{1,2}}|{CHINESE}{{1,3}})[日号號]"
            ),
            StyleLanguage::Korean => format!(
                "(?P<year>{DIGITS}{{4}})년{SPACE}?(?P<month>{DIGITS}{{1,2}})월{SPACE}?(?P<day>{DIGITS}{{1,2}})일"
            ),
        };
        let inverted = match language {
            StyleLanguage::English => Some(format!(
                r"(?P<month>{month}){SPACE}(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)?),?{SPACE}(?P<year>{YEAR})"
            )),
            StyleLanguage::Spanish => Some(format!(
                r"(?i)(?P<month>{month}){SPACE}(?P<day>[0-9]{{1,2}}),{SPACE}(?P<year>{YEAR})"
            )),
            _ => None,
        };
        let joined = if months::of(language).is_empty() {
            format!(r"^{JOINER}(?:{DIGITS}{{1,2}}|{CHINESE}{{1,3}}){SPACE}?[月日号月일월./-]")
        } else {
            format!(
                r"(?i)(?:(?:^|[^0-9])[0-9]{{1,2}}(?:\.?º|[.°]|er|st|nd|rd|th)?|\b{month}){JOINER}{ARTICLE}?$"
            )
        };
        Self {
            numeric: pattern(&numeric),
            worded: Some(pattern(&worded)),
            inverted: inverted.as_deref().map(pattern),
            joined: pattern(&joined),
        }
    }
}

/// The full dates of a text outside the kept ranges, in order. A date that shares its month or year
/// with another one, as in `3.–5. Mai 2024`, is left out.
pub(super) fn dates<'text>(target: &TargetText<'text>) -> Vec<ParsedDate<'text>> {
    let patterns = PATTERNS.get(target.language);
    let text = target.text;
    let mut found: Vec<ParsedDate<'text>> = Vec::new();
    let numeric = patterns.numeric.captures_iter(text);
    found.extend(numeric.filter_map(|captures| numeric_date(target.language, &captures)));
    if let Some(worded) = &patterns.worded {
        let worded = worded.captures_iter(text);
        found.extend(worded.filter_map(|captures| named_or_counted_date(target, &captures)));
    }
    if let Some(inverted) = &patterns.inverted {
        let inverted = inverted.captures_iter(text);
        found.extend(inverted.filter_map(|captures| named_or_counted_date(target, &captures)));
    }
    for date in &mut found {
        take_closing_period(target, date);
    }
    found.retain(|date| {
        !target.is_kept(&date.range)
            && is_standalone(target, &date.range)
            && !shares_month_or_year(target, &patterns.joined, date)
            && !follows_other_calendar(target.before(date.range.start))
    });
    found.sort_by_key(|date| date.range.start);
    let mut end = 0;
    found.retain(|date| {
        let follows = date.range.start >= end;
        if follows {
            end = date.range.end;
        }
        follows
    });
    found
}

fn numeric_date<'text>(
    language: StyleLanguage,
    captures: &Captures<'text>,
) -> Option<ParsedDate<'text>> {
    let whole = captures.get(0)?.range();
    let (a, b, c) = (
        captures.name("a")?,
        captures.name("b")?,
        captures.name("c")?,
    );
    let mark = captures.name("mark")?.as_str();
    if mark != captures.name("again")?.as_str() {
        return None;
    }
    let is_year = |text: &str| text.len() == 4 && text.starts_with(['1', '2']);
    let [first, second, third] = [a, b, c].map(|part| part.as_str());
    if is_year(first) && third.len() <= 2 {
        let date = Date::new(
            parse_number(first)?,
            parse_small_number(second)?,
            parse_small_number(third)?,
        )?;
        // Only East Asian languages write the year first in dates that are not in ISO 8601.
        let counts = months::of(language).is_empty();
        if !counts && (mark == "." || second.len() != 2 || third.len() != 2) {
            return None;
        }
        return Some(ParsedDate {
            range: whole,
            date: Some(date),
            form: DateNotation::Numeric(DateOrder::YearMonthDay),
            day: third,
            month: second,
            day_range: c.range(),
            month_range: b.range(),
        });
    }
    if !is_year(third) || first.len() > 2 || months::of(language).is_empty() {
        return None;
    }
    let year = parse_number(third)?;
    let (one, two) = (parse_small_number(first)?, parse_small_number(second)?);
    let day_first = Date::new(year, two, one);
    let month_first = Date::new(year, one, two);
    let (date, order) = match (day_first, month_first) {
        (None, None) => return None,
        (Some(date), None) => (Some(date), DateOrder::DayMonthYear),
        (None, Some(date)) => (Some(date), DateOrder::MonthDayYear),
        (Some(date), Some(other)) if date == other || language != StyleLanguage::English => {
            (Some(date), DateOrder::DayMonthYear)
        }
        (Some(_), Some(_)) => (None, DateOrder::DayMonthYear),
    };
    let (day, month) = match order {
        DateOrder::MonthDayYear => (b, a),
        _ => (a, b),
    };
    Some(ParsedDate {
        range: whole,
        date,
        form: DateNotation::Numeric(order),
        day: day.as_str(),
        month: month.as_str(),
        day_range: day.range(),
        month_range: month.range(),
    })
}

fn named_or_counted_date<'text>(
    target: &TargetText<'text>,
    captures: &Captures<'text>,
) -> Option<ParsedDate<'text>> {
    let whole = captures.get(0)?.range();
    let day = captures.name("day").or_else(|| captures.name("of"))?;
    let month = captures.name("month")?;
    let year = captures.name("year")?.as_str();
    let counts = months::of(target.language).is_empty();
    let characters = counts && parse_number(year).is_none();
    let (date, form) = if characters {
        let year = chinese_numbers::parse_year(year)?;
        let month = chinese_numbers::parse(month.as_str())?;
        let day = chinese_numbers::parse(day.as_str())?;
        (Date::new(year, month, day)?, DateNotation::Characters)
    } else {
        let digits = day
            .as_str()
            .trim_end_matches(|last: char| !last.is_numeric());
        let digits = digits.trim_end_matches('º');
        let (month_number, form) = if counts {
            (parse_small_number(month.as_str())?, DateNotation::Counted)
        } else {
            let order = if month.start() < day.start() {
                DateOrder::MonthDayYear
            } else {
                DateOrder::DayMonthYear
            };
            let number = months::named(target.language, month.as_str())?;
            (number, DateNotation::Named(order))
        };
        let date = Date::new(
            parse_number(year)?,
            month_number,
            parse_small_number(digits)?,
        )?;
        (date, form)
    };
    // 5月6号楼 is a building.
    if first_chars(target.after(whole.end), 1).contains(['楼', '樓', '线', '線', '院']) {
        return None;
    }
    Some(ParsedDate {
        range: whole,
        date: Some(date),
        form,
        day: day.as_str(),
        month: month.as_str(),
        day_range: day.range(),
        month_range: month.range(),
    })
}

/// In Korean a period follows each part of a numeric date, including the day.
fn take_closing_period(target: &TargetText<'_>, date: &mut ParsedDate<'_>) {
    let has_periods = target.language == StyleLanguage::Korean
        && date.form == DateNotation::Numeric(DateOrder::YearMonthDay)
        && target
            .before(date.day_range.start)
            .trim_end()
            .ends_with('.');
    if has_periods && target.after(date.range.end).starts_with('.') {
        date.range.end += 1;
    }
}

fn shares_month_or_year(target: &TargetText<'_>, joined: &Regex, date: &ParsedDate<'_>) -> bool {
    if months::of(target.language).is_empty() {
        joined.is_match(first_chars(target.after(date.range.end), 12))
    } else {
        joined.is_match(last_chars(target.before(date.range.start), 30))
    }
}

/// Whether an era or a calendar is named before a date.
fn follows_other_calendar(before: &str) -> bool {
    let before = before.trim_end();
    [
        "西暦",
        "紀元前",
        "旧暦",
        "皇紀",
        "公元",
        "公元前",
        "农历",
        "農曆",
        "阴历",
        "民国",
        "음력",
        "단기",
        "서기",
        "기원전",
    ]
    .iter()
    .any(|calendar| before.ends_with(calendar))
}
