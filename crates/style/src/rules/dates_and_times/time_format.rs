//! Formats times of day.

use dragoman_text::Edit;

use super::calendar::{DayPeriod, Time, format_number};
use super::chinese_numbers;
use super::time_parser::{ParsedTime, times};
use crate::language::StyleLanguage;
use crate::target_text::TargetText;

/// The abbreviations of *ante meridiem* and *post meridiem*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meridiem {
    pub(super) upper: bool,
    pub(super) periods: bool,
    /// Whether a space separates the two letters, as in Spanish.
    pub(super) spaced: bool,
}

impl Meridiem {
    fn word(self, day_period: DayPeriod) -> String {
        let first = match day_period {
            DayPeriod::Am => "a",
            DayPeriod::Pm => "p",
        };
        let word = match (self.periods, self.spaced) {
            (true, true) => format!("{first}.\u{a0}m."),
            (true, false) => format!("{first}.m."),
            (false, _) => format!("{first}m"),
        };
        if self.upper {
            word.to_uppercase()
        } else {
            word
        }
    }
}

/// The format of a time in East Asian languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EastAsianNotation {
    /// 14:30.
    Colon,
    /// 14時30分, 14时30分 or 14시 30분.
    Hours,
    /// 14点30分.
    Dots,
    /// 十四时三十分.
    Characters,
    /// As in the original.
    AsWritten,
}

/// The format of a time.
#[derive(Debug, Clone, Copy)]
pub(super) enum TimeFormat {
    /// The 12-hour clock with *am* and *pm*.
    Meridiem {
        word: Meridiem,
        /// Full hours without minutes, and no leading zero.
        compact: bool,
        mark: Option<&'static str>,
        /// Noon and midnight by name.
        named: bool,
    },
    /// The 24-hour clock, with a separator or the usual one of the language.
    Hours24 { mark: Option<&'static str> },
    /// The German format with `Uhr`.
    German {
        mark: &'static str,
        zeros: bool,
        hours_only: bool,
    },
    /// East Asian formats.
    EastAsian {
        twelve: bool,
        signs: EastAsianNotation,
    },
}

impl TimeFormat {
    /// Writes the times of a text in this format.
    pub(super) fn rewrite(self, target: &TargetText<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let written = times(target);
        let stays = have_ambiguous_day_period(&written);
        for (at, time) in written.iter().enumerate() {
            let partner = |joined: bool, at: Option<usize>| {
                at.filter(|_| joined).and_then(|at| written.get(at))
            };
            let next = partner(time.begins_range, at.checked_add(1));
            let edit = match self {
                Self::German {
                    mark,
                    zeros,
                    hours_only,
                } => german_time(time, next, mark, zeros, hours_only).map(|text| Edit {
                    range: time.range.clone(),
                    text,
                }),
                _ if stays.get(at) == Some(&true) => None,
                Self::Meridiem {
                    word,
                    compact,
                    mark,
                    named,
                } => meridiem(target, time, word, compact, mark, named),
                Self::Hours24 { mark } => hours_24(target, time, mark),
                Self::EastAsian { twelve, signs } => east_asian_format(target, time, twelve, signs),
            };
            edits.extend(
                edit.filter(|edit| target.text.get(edit.range.clone()) != Some(edit.text.as_str())),
            );
        }
        edits
    }
}

/// For each time, whether its day period is uncertain: in a range such as `2:00–6:30 PM`, a time
/// without a day period may share that of the other one. Such times do not change.
fn have_ambiguous_day_period(written: &[ParsedTime<'_>]) -> Vec<bool> {
    let joined = written.chunk_by(|_, next| next.ends_range);
    joined
        .flat_map(|times| {
            let known = times
                .iter()
                .filter(|time| time.on_24_hour_clock().is_some())
                .count();
            std::iter::repeat_n(known > 0 && known < times.len(), times.len())
        })
        .collect()
}

fn with_separators(hour: &str, time: Time, mark: &str) -> String {
    match time.second {
        Some(second) => format!("{hour}{mark}{:02}{mark}{second:02}", time.minute),
        None => format!("{hour}{mark}{:02}", time.minute),
    }
}

fn german_time(
    time: &ParsedTime<'_>,
    next: Option<&ParsedTime<'_>>,
    mark: &str,
    zeros: bool,
    hours_only: bool,
) -> Option<String> {
    let value = time.on_24_hour_clock().unwrap_or(time.time);
    let hour = format_number(value.hour, zeros);
    let text = if hours_only && value.is_full_hour() {
        value.hour.to_string()
    } else {
        with_separators(&hour, value, mark)
    };
    // In a range, only the second time has the unit.
    if next.is_some() && time.unit.is_empty() {
        return Some(text);
    }
    Some(format!("{text} Uhr"))
}

/// The full stop of a sentence that ends in an abbreviation with a period, which also ends the
/// abbreviation.
fn closing_period(target: &TargetText<'_>, time: &ParsedTime<'_>) -> Option<&'static str> {
    if !time.day_period_text.ends_with('.') {
        return Some("");
    }
    let after = target.after(time.range.end);
    let rest = after.trim_start_matches(['"', '”', '’', '»', ')', ']', '“']);
    if rest.trim().is_empty() {
        return Some(".");
    }
    // Before a capital, the period may or may not end a sentence.
    let goes_on = !rest.trim_start().starts_with(char::is_uppercase) || !rest.starts_with(' ');
    goes_on.then_some("")
}

/// In Spanish the article agrees with the hour: a la una, a las dos.
fn with_article(target: &TargetText<'_>, time: &ParsedTime<'_>, hour: u8, text: String) -> Edit {
    let range = time.range.clone();
    if target.language == StyleLanguage::Spanish {
        let before = target.before(range.start);
        for (article, other, is_one) in [("la ", "las ", false), ("las ", "la ", true)] {
            let Some(start) = before.strip_suffix(article).map(str::len) else {
                continue;
            };
            if is_one == (hour == 1) && !target.before(start).ends_with(char::is_alphabetic) {
                return Edit {
                    range: start..range.end,
                    text: format!("{other}{text}"),
                };
            }
        }
    }
    Edit { range, text }
}

fn meridiem(
    target: &TargetText<'_>,
    time: &ParsedTime<'_>,
    word: Meridiem,
    compact: bool,
    mark: Option<&str>,
    named: bool,
) -> Option<Edit> {
    let value = time.on_24_hour_clock()?;
    if value.hour == 24 {
        return None;
    }
    let after = target.after(time.range.end);
    let closing = closing_period(target, time)?;
    if named && value.is_full_hour() && value.hour.is_multiple_of(12) {
        let name = if value.hour == 12 { "noon" } else { "midnight" };
        return Some(Edit {
            range: time.range.clone(),
            text: format!("{name}{closing}"),
        });
    }
    let mark = mark.unwrap_or(match time.mark_text {
        "." => ".",
        _ => ":",
    });
    let was_padded = time.day_period.is_some() && time.hour.len() == 2;
    let hour = format_number(value.hour_of_12(), was_padded && !compact);
    let digits = if value.is_full_hour() && (compact || time.minute.is_none()) {
        hour
    } else {
        with_separators(&hour, value, mark)
    };
    let touches = time.day_period.is_some()
        && !time
            .day_period_text
            .starts_with([' ', '\u{a0}', '\u{202f}']);
    let space = match time.day_period_text.chars().next() {
        _ if touches && !word.periods => "",
        Some('\u{a0}') => "\u{a0}",
        Some('\u{202f}') => "\u{202f}",
        _ => " ",
    };
    let mut text = format!("{digits}{space}{}", word.word(value.day_period()));
    if !word.periods {
        text.push_str(closing);
    } else if after.starts_with('.') {
        text.pop();
    }
    Some(with_article(target, time, value.hour_of_12(), text))
}

fn hours_24(target: &TargetText<'_>, time: &ParsedTime<'_>, mark: Option<&str>) -> Option<Edit> {
    let language = target.language;
    let value = time.on_24_hour_clock().or_else(|| {
        // These languages use the 24-hour clock, so that only the separator may change.
        (language != StyleLanguage::English).then_some(time.time)
    })?;
    if time.day_period.is_none() {
        let range = time.mark.clone()?;
        let edit = |text: &str| Edit {
            range,
            text: text.to_owned(),
        };
        let stays = time.second_mark.is_some()
            || time.has_unequal_precision && time.mark_text.contains('h');
        return mark.filter(|_| !stays).map(edit);
    }
    let closing = closing_period(target, time)?;
    let usual = match language {
        StyleLanguage::French => " h ",
        StyleLanguage::Italian => ".",
        _ => ":",
    };
    let mark = mark.unwrap_or(match time.mark_text {
        "" => usual,
        ":" if language == StyleLanguage::French => usual,
        written => written,
    });
    let hour = value.hour.to_string();
    let mut text = if language == StyleLanguage::French && value.is_full_hour() && mark == " h " {
        format!("{hour} h")
    } else {
        with_separators(
            &format_number(value.hour, language != StyleLanguage::French),
            value,
            mark,
        )
    };
    if language == StyleLanguage::German {
        text.push_str(" Uhr");
    }
    text.push_str(closing);
    Some(with_article(target, time, value.hour, text))
}

fn east_asian_format(
    target: &TargetText<'_>,
    time: &ParsedTime<'_>,
    twelve: bool,
    signs: EastAsianNotation,
) -> Option<Edit> {
    let language = target.language;
    let value = time.on_24_hour_clock()?;
    let word = if twelve {
        day_period_word(language, time, value)?
    } else {
        ""
    };
    let hour = match (twelve, language) {
        (false, _) => value.hour,
        // Noon is 午後0時.
        (true, StyleLanguage::Japanese) => value.hour % 12,
        (true, _) => value.hour_of_12(),
    };
    let signs = match signs {
        EastAsianNotation::AsWritten if !time.mark_text.is_empty() => EastAsianNotation::Colon,
        EastAsianNotation::AsWritten
            if target.text.get(time.range.clone())?.contains(['点', '點']) =>
        {
            EastAsianNotation::Dots
        }
        EastAsianNotation::AsWritten => EastAsianNotation::Hours,
        signs => signs,
    };
    let text = match signs {
        EastAsianNotation::Colon => {
            let padded =
                !twelve && (value.hour == 0 || time.day_period.is_none() && time.hour.len() == 2);
            with_separators(&format_number(hour, padded), value, ":")
        }
        _ if value.second.is_some() => return None,
        EastAsianNotation::Dots => with_units(hour, value.minute, "点", "分"),
        EastAsianNotation::Characters => {
            let mut text = format!("{}时", chinese_numbers::format(hour));
            match value.minute {
                0 => {}
                minute @ 1..10 => {
                    text.push_str(&format!("零{}分", chinese_numbers::format(minute)));
                }
                minute => text.push_str(&format!("{}分", chinese_numbers::format(minute))),
            }
            text
        }
        _ => match language {
            StyleLanguage::Korean => with_units(hour, value.minute, "시", "분")
                .replace('시', "시 ")
                .trim_end()
                .to_owned(),
            StyleLanguage::Japanese => with_units(hour, value.minute, "時", "分"),
            _ => with_units(hour, value.minute, "时", "分"),
        },
    };
    let space = if language == StyleLanguage::Korean && !word.is_empty() {
        " "
    } else {
        ""
    };
    Some(Edit {
        range: time.range.clone(),
        text: format!("{word}{space}{text}"),
    })
}

fn with_units(hour: u8, minute: u8, hours: &str, minutes: &str) -> String {
    match minute {
        0 => format!("{hour}{hours}"),
        _ => format!("{hour}{hours}{minute}{minutes}"),
    }
}

/// The word for the day period. In Chinese an existing word does not change, and 上午, 下午, 早上 and 晚上
/// are not written for the hours before five.
fn day_period_word<'text>(
    language: StyleLanguage,
    time: &ParsedTime<'text>,
    value: Time,
) -> Option<&'text str> {
    match (language, value.day_period()) {
        (StyleLanguage::Japanese, DayPeriod::Am) => Some("午前"),
        (StyleLanguage::Japanese, DayPeriod::Pm) => Some("午後"),
        (StyleLanguage::Korean, DayPeriod::Am) => Some("오전"),
        (StyleLanguage::Korean, DayPeriod::Pm) => Some("오후"),
        _ if time.day_period.is_some() => Some(time.day_period_text.trim()),
        _ => match value.hour {
            5..8 => Some("早上"),
            8..12 => Some("上午"),
            12..18 => Some("下午"),
            18..24 => Some("晚上"),
            _ => None,
        },
    }
}
