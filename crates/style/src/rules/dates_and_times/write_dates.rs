//! Formats dates, and applies the rules for the format of full dates.

use dragoman_text::Edit;

use super::calendar::{Date, digits};
use super::chinese_numbers;
use super::context::tail;
use super::months;
use super::read_dates::{Form, Order, WrittenDate, dates};
use crate::StyleLanguage;
use crate::passage::Passage;

/// The leading zeros of days and months below ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zeros {
    Always,
    Never,
    /// As in the original if it is numeric, otherwise a zero.
    AsWritten,
}

/// How years are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Years {
    Full,
    /// The last two digits of the years from 1950 to 2049; other years in full.
    Short,
}

/// The format of a date.
#[derive(Debug, Clone, Copy)]
pub(super) enum Layout {
    Numeric {
        order: Order,
        mark: &'static str,
        zeros: Zeros,
        years: Years,
    },
    /// With the name of the month, in full or from a table.
    Named {
        order: Order,
        names: Option<&'static [&'static str; 12]>,
    },
    /// Digits followed by 年月日 or, in Korean, 년월일.
    Counted,
    /// Chinese numbers followed by 年月日.
    Characters,
}

impl Layout {
    pub(super) const fn numeric(order: Order, mark: &'static str, zeros: Zeros) -> Self {
        Self::Numeric {
            order,
            mark,
            zeros,
            years: Years::Full,
        }
    }

    pub(super) const fn named(order: Order) -> Self {
        Self::Named { order, names: None }
    }

    /// Writes the dates of a text that `which` selects in this format.
    pub(super) fn rewrite(self, passage: &Passage<'_>, which: fn(Form) -> bool) -> Vec<Edit> {
        let mut edits = Vec::new();
        for written in dates(passage) {
            let Some(date) = written.date else { continue };
            if !which(written.form) || !self.can_replace(passage, &written, date) {
                continue;
            }
            let text = self.write(passage, &written, date);
            if passage.text.get(written.range.clone()) != Some(text.as_str()) {
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
                order: Order::MonthDayYear,
                ..
            }
        )
    }

    /// Whether the sentence stays correct after the replacement of a date.
    fn can_replace(self, passage: &Passage<'_>, written: &WrittenDate<'_>, date: Date) -> bool {
        let short = matches!(
            self,
            Self::Numeric {
                years: Years::Short,
                ..
            }
        );
        if short && !(1950..2050).contains(&date.year) {
            return false;
        }
        // The particle after a day in digits depends on how the writer reads the digits, and the
        // particles after 일 differ.
        let is_counted = matches!(self, Self::Counted) && written.form != Form::Counted;
        if is_counted
            && passage.language == StyleLanguage::Korean
            && passage
                .after(written.range.end)
                .starts_with(['는', '가', '를', '와', '라'])
        {
            return false;
        }
        // "el 5 de mayo", but not "el mayo 5".
        if self.is_month_first() && passage.language == StyleLanguage::Spanish {
            let before = tail(passage.before(written.range.start), 3);
            return !before.to_lowercase().ends_with("l ");
        }
        // The comma of "the May 5, 2024, meeting" belongs to the date, but that of "On May 5, 2024,
        // we met" may belong to the sentence.
        let before = tail(passage.before(written.range.start), 4);
        !(written.form == Form::Named(Order::MonthDayYear)
            && !self.is_month_first()
            && passage.after(written.range.end).starts_with(',')
            && before.to_lowercase() == "the ")
    }

    fn write(self, passage: &Passage<'_>, written: &WrittenDate<'_>, date: Date) -> String {
        let language = passage.language;
        match self {
            Self::Numeric {
                order,
                mark,
                zeros,
                years,
            } => {
                let text = numeric(written, date, order, mark, zeros, years);
                let has_period = passage.after(written.range.end).starts_with('.');
                if mark == ". " && !has_period {
                    format!("{text}.")
                } else {
                    text
                }
            }
            Self::Named { order, names } => named(passage, written, date, order, names),
            Self::Counted if language == StyleLanguage::Korean => {
                format!("{}년 {}월 {}일", date.year, date.month, date.day)
            }
            Self::Counted => format!("{}年{}月{}日", date.year, date.month, date.day),
            Self::Characters => format!(
                "{}年{}月{}日",
                chinese_numbers::write_year(date.year),
                chinese_numbers::write(date.month),
                chinese_numbers::write(date.day)
            ),
        }
    }
}

fn numeric(
    written: &WrittenDate<'_>,
    date: Date,
    order: Order,
    mark: &str,
    zeros: Zeros,
    years: Years,
) -> String {
    let part = |number: u8, text: &str| match zeros {
        Zeros::Always => digits(number, true),
        Zeros::Never => digits(number, false),
        Zeros::AsWritten if matches!(written.form, Form::Numeric(_)) => {
            digits(number, text.len() == 2)
        }
        Zeros::AsWritten => digits(number, true),
    };
    let day = part(date.day, written.day);
    let month = part(date.month, written.month);
    let year = match years {
        Years::Full => date.year.to_string(),
        Years::Short => format!("{:02}", date.year % 100),
    };
    match order {
        Order::DayMonthYear => [day, month, year],
        Order::MonthDayYear => [month, day, year],
        Order::YearMonthDay => [year, month, day],
    }
    .join(mark)
}

fn named(
    passage: &Passage<'_>,
    written: &WrittenDate<'_>,
    date: Date,
    order: Order,
    names: Option<&[&str; 12]>,
) -> String {
    let language = passage.language;
    let was_named = matches!(written.form, Form::Named(_));
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
        (StyleLanguage::English, Order::MonthDayYear) => {
            // A comma separates a year at the end of the date from the rest of the sentence.
            let mut rest = passage.after(written.range.end).chars();
            let goes_on = written.form != Form::Named(Order::MonthDayYear)
                && rest.next() == Some(' ')
                && rest.next().is_some_and(char::is_alphabetic);
            let comma = if goes_on { "," } else { "" };
            format!("{month} {day}, {year}{comma}")
        }
        (_, Order::MonthDayYear) => format!("{month} {day}, {year}"),
        (StyleLanguage::German, _) => format!("{day}. {month} {year}"),
        (StyleLanguage::Spanish, _) => format!("{day} de {month} de {year}"),
        _ => format!("{day} {month} {year}"),
    }
}

/// Writes numeric days and months below ten with or without a leading zero.
pub(super) fn single_digits(passage: &Passage<'_>, zeros: Zeros) -> Vec<Edit> {
    let mut edits = Vec::new();
    for written in dates(passage) {
        let parts = match written.form {
            // ISO 8601 requires leading zeros.
            Form::Numeric(Order::YearMonthDay) if !months::of(passage.language).is_empty() => {
                continue;
            }
            Form::Numeric(_) | Form::Counted => vec![
                (written.day_range, written.day),
                (written.month_range, written.month),
            ],
            // A day next to the name of a month usually has no leading zero.
            Form::Named(_) if zeros == Zeros::Never => vec![(written.day_range, written.day)],
            Form::Named(_) | Form::Characters => continue,
        };
        for (range, part) in parts {
            let single = match zeros {
                Zeros::Never if part.len() > 1 => part.strip_prefix('0').map(str::to_owned),
                Zeros::Always if part.len() == 1 => Some(format!("0{part}")),
                _ => None,
            };
            edits.extend(single.map(|text| Edit { range, text }));
        }
    }
    edits
}
