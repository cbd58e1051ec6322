//! Formats dates, and applies the rules for the format of full dates.

use dragoman_text::Edit;

use super::calendar::{Date, format_number};
use super::chinese_numbers;
use super::context::last_chars;
use super::date_parser::{DateNotation, DateOrder, ParsedDate, dates};
use super::months;
use crate::language::StyleLanguage;
use crate::target_text::TargetText;

/// The leading zeros of days and months below ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeadingZeros {
    Always,
    Never,
    /// As in the original if it is numeric, otherwise a zero.
    AsWritten,
}

/// How years are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YearDigits {
    Full,
    /// The last two digits of the years from 1950 to 2049; other years in full.
    Short,
}

/// The format of a date.
#[derive(Debug, Clone, Copy)]
pub(super) enum DateFormat {
    Numeric {
        order: DateOrder,
        mark: &'static str,
        zeros: LeadingZeros,
        years: YearDigits,
    },
    /// With the name of the month, in full or from a table.
    Named {
        order: DateOrder,
        names: Option<&'static [&'static str; 12]>,
    },
    /// Digits followed by 年月日 or, in Korean, 년월일.
    Counted,
    /// Chinese numbers followed by 年月日.
    Characters,
}

impl DateFormat {
    pub(super) const fn numeric(order: DateOrder, mark: &'static str, zeros: LeadingZeros) -> Self {
        Self::Numeric {
            order,
            mark,
            zeros,
            years: YearDigits::Full,
        }
    }

    pub(super) const fn named(order: DateOrder) -> Self {
        Self::Named { order, names: None }
    }

    /// Writes the dates of a text that `which` selects in this format.
    pub(super) fn rewrite(
        self,
        target: &TargetText<'_>,
        which: fn(DateNotation) -> bool,
    ) -> Vec<Edit> {
        let mut edits = Vec::new();
        for written in dates(target) {
            let Some(date) = written.date else { continue };
            if !which(written.form) || !self.can_replace(target, &written, date) {
                continue;
            }
            let text = self.write(target, &written, date);
            if target.text.get(written.range.clone()) != Some(text.as_str()) {
                edits.push(Edit {
                    range: written.range,
                    text,
                });
            }
        }
        edits
    }

    const fn is_month_first(self) -> bool {
        matches!(
            self,
            Self::Named {
                order: DateOrder::MonthDayYear,
                ..
            }
        )
    }

    /// Whether the sentence stays correct after the replacement of a date.
    fn can_replace(self, target: &TargetText<'_>, written: &ParsedDate<'_>, date: Date) -> bool {
        let short = matches!(
            self,
            Self::Numeric {
                years: YearDigits::Short,
                ..
            }
        );
        if short && !(1950..2050).contains(&date.year) {
            return false;
        }
        // The particle after a day in digits depends on how the writer reads the digits, and the
        // particles after 일 differ.
        let is_counted = matches!(self, Self::Counted) && written.form != DateNotation::Counted;
        if is_counted
            && target.language == StyleLanguage::Korean
            && target
                .after(written.range.end)
                .starts_with(['는', '가', '를', '와', '라'])
        {
            return false;
        }
        // "el 5 de mayo", but not "el mayo 5".
        if self.is_month_first() && target.language == StyleLanguage::Spanish {
            let before = last_chars(target.before(written.range.start), 3);
            return !before.to_lowercase().ends_with("l ");
        }
        // The comma of "the May 5, 2024, meeting" belongs to the date, but that of "On May 5, 2024,
        // we met" may belong to the sentence.
        let before = last_chars(target.before(written.range.start), 4);
        !(written.form == DateNotation::Named(DateOrder::MonthDayYear)
            && !self.is_month_first()
            && target.after(written.range.end).starts_with(',')
            && before.to_lowercase() == "the ")
    }

    fn write(self, target: &TargetText<'_>, written: &ParsedDate<'_>, date: Date) -> String {
        let language = target.language;
        match self {
            Self::Numeric {
                order,
                mark,
                zeros,
                years,
            } => {
                let text = numeric(written, date, order, mark, zeros, years);
                let has_period = target.after(written.range.end).starts_with('.');
                if mark == ". " && !has_period {
                    format!("{text}.")
                } else {
                    text
                }
            }
            Self::Named { order, names } => named(target, written, date, order, names),
            Self::Counted if language == StyleLanguage::Korean => {
                format!("{}년 {}월 {}일", date.year, date.month, date.day)
            }
            Self::Counted => format!("{}年{}月{}日", date.year, date.month, date.day),
            Self::Characters => format!(
                "{}年{}月{}日",
                chinese_numbers::format_year(date.year),
                chinese_numbers::format(date.month),
                chinese_numbers::format(date.day)
            ),
        }
    }
}

fn numeric(
    written: &ParsedDate<'_>,
    date: Date,
    order: DateOrder,
    mark: &str,
    zeros: LeadingZeros,
    years: YearDigits,
) -> String {
    let part = |number: u8, text: &str| match zeros {
        LeadingZeros::Always => format_number(number, true),
        LeadingZeros::Never => format_number(number, false),
        LeadingZeros::AsWritten if matches!(written.form, DateNotation::Numeric(_)) => {
            format_number(number, text.len() == 2)
        }
        LeadingZeros::AsWritten => format_number(number, true),
    };
    let day = part(date.day, written.day);
    let month = part(date.month, written.month);
    let year = match years {
        YearDigits::Full => date.year.to_string(),
        YearDigits::Short => format!("{:02}", date.year % 100),
    };
    match order {
        DateOrder::DayMonthYear => [day, month, year],
        DateOrder::MonthDayYear => [month, day, year],
        DateOrder::YearMonthDay => [year, month, day],
    }
    .join(mark)
}

fn named(
    target: &TargetText<'_>,
    written: &ParsedDate<'_>,
    date: Date,
    order: DateOrder,
    names: Option<&[&str; 12]>,
) -> String {
    let language = target.language;
    let was_named = matches!(written.form, DateNotation::Named(_));
    let month = match names {
        Some(names) => months::at(names, date.month).copied(),
        // Another full name, such as Jänner, is as correct as the usual one.
        None if was_named && months::is_full(language, written.month) => Some(written.month),
        None => months::name(language, date.month),
    }
    .unwrap_or_default();
    let keeps_ordinal = was_named && date.day == 1 && language != StyleLanguage::English;
    let day = if keeps_ordinal && written.day.trim_start_matches('0').len() > 1 {
        written.day.to_owned()
    } else if language == StyleLanguage::French && date.day == 1 {
        "1er".to_owned()
    } else {
        date.day.to_string()
    };
    let year = date.year;
    match (language, order) {
        (StyleLanguage::English, DateOrder::MonthDayYear) => {
            // A comma separates a year at the end of the date from the rest of the sentence.
            let mut rest = target.after(written.range.end).chars();
            let goes_on = written.form != DateNotation::Named(DateOrder::MonthDayYear)
                && rest.next() == Some(' ')
                && rest.next().is_some_and(char::is_alphabetic);
            let comma = if goes_on { "," } else { "" };
            format!("{month} {day}, {year}{comma}")
        }
        (_, DateOrder::MonthDayYear) => format!("{month} {day}, {year}"),
        (StyleLanguage::German, _) => format!("{day}. {month} {year}"),
        (StyleLanguage::Spanish, _) => format!("{day} de {month} de {year}"),
        _ => format!("{day} {month} {year}"),
    }
}

/// Writes numeric days and months below ten with or without a leading zero.
pub(super) fn single_digits(target: &TargetText<'_>, zeros: LeadingZeros) -> Vec<Edit> {
    let mut edits = Vec::new();
    for written in dates(target) {
        let parts = match written.form {
            // ISO 8601 requires leading zeros.
            DateNotation::Numeric(DateOrder::YearMonthDay)
                if !months::of(target.language).is_empty() =>
            {
                continue;
            }
            DateNotation::Numeric(_) | DateNotation::Counted => vec![
                (written.day_range, written.day),
                (written.month_range, written.month),
            ],
            // A day next to the name of a month usually has no leading zero.
            DateNotation::Named(_) if zeros == LeadingZeros::Never => {
                vec![(written.day_range, written.day)]
            }
            DateNotation::Named(_) | DateNotation::Characters => continue,
        };
        for (range, part) in parts {
            let single = match zeros {
                LeadingZeros::Never if part.len() > 1 => part.strip_prefix('0').map(str::to_owned),
                LeadingZeros::Always if part.len() == 1 => Some(format!("0{part}")),
                _ => None,
            };
            edits.extend(single.map(|text| Edit { range, text }));
        }
    }
    edits
}
