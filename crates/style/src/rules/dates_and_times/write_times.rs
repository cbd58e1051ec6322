//! Formats times of day.

use dragoman_text::Edit;

use super::calendar::{Half, Time, digits};
use super::chinese_numbers;
use super::read_times::{WrittenTime, times};
use crate::StyleLanguage;
use crate::passage::Passage;

/// The abbreviations of *ante meridiem* and *post meridiem*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meridiem {
    pub(super) upper: bool,
    pub(super) periods: bool,
    /// Whether a space separates the two letters, as in Spanish.
    pub(super) spaced: bool,
}

impl Meridiem {
    fn word(self, half: Half) -> String {
        let first = match half {
            Half::Am => "a",
            Half::Pm => "p",
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
pub(super) enum Signs {
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
pub(super) enum Clock {
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
    Uhr {
        mark: &'static str,
        zeros: bool,
        hours_only: bool,
    },
    /// East Asian formats.
    Eastern { twelve: bool, signs: Signs },
}

impl Clock {
    /// Writes the times of a text in this format.
    pub(super) fn rewrite(self, passage: &Passage<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let written = times(passage);
        let stays = are_in_doubt(&written);
        for (at, time) in written.iter().enumerate() {
            let partner = |joined: bool, at: Option<usize>| {
                at.filter(|_| joined).and_then(|at| written.get(at))
            };
            let next = partner(time.leads, at.checked_add(1));
            let edit = match self {
                Self::Uhr {
                    mark,
                    zeros,
                    hours_only,
                } => uhr(time, next, mark, zeros, hours_only).map(|text| Edit {
                    range: time.range.clone(),
                    text,
                }),
                _ if stays.get(at) == Some(&true) => None,
                Self::Meridiem {
                    word,
                    compact,
                    mark,
                    named,
                } => meridiem(passage, time, word, compact, mark, named),
                Self::Hours24 { mark } => hours_24(passage, time, mark),
                Self::Eastern { twelve, signs } => eastern(passage, time, twelve, signs),
            };
            edits.extend(
                edit.filter(|edit| {
                    passage.text.get(edit.range.clone()) != Some(edit.text.as_str())
                }),
            );
        }
        edits
    }
}

/// For each time, whether its day period is uncertain: in a range such as `2:00–6:30 PM`, a time
/// without a day period may share that of the other one. Such times do not change.
fn are_in_doubt(written: &[WrittenTime<'_>]) -> Vec<bool> {
    let joined = written.chunk_by(|_, next| next.follows);
    joined
        .flat_map(|times| {
            let known = times.iter().filter(|time| time.known().is_some()).count();
            std::iter::repeat_n(known > 0 && known < times.len(), times.len())
        })
        .collect()
}

fn clock(hour: &str, time: Time, mark: &str) -> String {
    match time.second {
        Some(second) => format!("{hour}{mark}{:02}{mark}{second:02}", time.minute),
        None => format!("{hour}{mark}{:02}", time.minute),
    }
}

fn uhr(
    time: &WrittenTime<'_>,
    next: Option<&WrittenTime<'_>>,
    mark: &str,
    zeros: bool,
    hours_only: bool,
) -> Option<String> {
    let value = time.known().unwrap_or(time.time);
    let hour = digits(value.hour, zeros);
    let text = if hours_only && value.is_full_hour() {
        value.hour.to_string()
    } else {
        clock(&hour, value, mark)
    };
    // In a range, only the second time has the unit.
    if next.is_some() && time.unit.is_empty() {
        return Some(text);
    }
    Some(format!("{text} Uhr"))
}

/// The full stop of a sentence that ends in an abbreviation with a period, which also ends the
/// abbreviation.
fn closing_period(passage: &Passage<'_>, time: &WrittenTime<'_>) -> Option<&'static str> {
    if !time.half_text.ends_with('.') {
        return Some("");
    }
    let after = passage.after(time.range.end);
    let rest = after.trim_start_matches(['"', '”', '’', '»', ')', ']', '“']);
    if rest.trim().is_empty() {
        return Some(".");
    }
    // Before a capital, the period may or may not end a sentence.
    let goes_on = !rest.trim_start().starts_with(char::is_uppercase) || !rest.starts_with(' ');
    goes_on.then_some("")
}

/// In Spanish the article agrees with the hour: a la una, a las dos.
fn with_article(passage: &Passage<'_>, time: &WrittenTime<'_>, hour: u8, text: String) -> Edit {
    let range = time.range.clone();
    if passage.language == StyleLanguage::Spanish {
        let before = passage.before(range.start);
        for (article, other, is_one) in [("la ", "las ", false), ("las ", "la ", true)] {
            let Some(start) = before.strip_suffix(article).map(str::len) else {
                continue;
            };
            if is_one == (hour == 1) && !passage.before(start).ends_with(char::is_alphabetic) {
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
    passage: &Passage<'_>,
    time: &WrittenTime<'_>,
    word: Meridiem,
    compact: bool,
    mark: Option<&str>,
    named: bool,
) -> Option<Edit> {
    let value = time.known()?;
    if value.hour == 24 {
        return None;
    }
    let after = passage.after(time.range.end);
    let closing = closing_period(passage, time)?;
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
    let was_padded = time.half.is_some() && time.hour.len() == 2;
    let hour = digits(value.hour_of_12(), was_padded && !compact);
    let digits = if value.is_full_hour() && (compact || time.minute.is_none()) {
        hour
    } else {
        clock(&hour, value, mark)
    };
    let touches = time.half.is_some() && !time.half_text.starts_with([' ', '\u{a0}', '\u{202f}']);
    let space = match time.half_text.chars().next() {
        _ if touches && !word.periods => "",
        Some('\u{a0}') => "\u{a0}",
        Some('\u{202f}') => "\u{202f}",
        _ => " ",
    };
    let mut text = format!("{digits}{space}{}", word.word(value.half()));
    if !word.periods {
        text.push_str(closing);
    } else if after.starts_with('.') {
        text.pop();
    }
    Some(with_article(passage, time, value.hour_of_12(), text))
}

fn hours_24(passage: &Passage<'_>, time: &WrittenTime<'_>, mark: Option<&str>) -> Option<Edit> {
    let language = passage.language;
    let value = time.known().or_else(|| {
        // These languages use the 24-hour clock, so that only the separator may change.
        (language != StyleLanguage::English).then_some(time.time)
    })?;
    if time.half.is_none() {
        let range = time.mark.clone()?;
        let edit = |text: &str| Edit {
            range,
            text: text.to_owned(),
        };
        let stays = time.second_mark.is_some() || time.is_mixed && time.mark_text.contains('h');
        return mark.filter(|_| !stays).map(edit);
    }
    let closing = closing_period(passage, time)?;
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
        clock(
            &digits(value.hour, language != StyleLanguage::French),
            value,
            mark,
        )
    };
    if language == StyleLanguage::German {
        text.push_str(" Uhr");
    }
    text.push_str(closing);
    Some(with_article(passage, time, value.hour, text))
}

fn eastern(
    passage: &Passage<'_>,
    time: &WrittenTime<'_>,
    twelve: bool,
    signs: Signs,
) -> Option<Edit> {
    let language = passage.language;
    let value = time.known()?;
    let word = if twelve {
        half_word(language, time, value)?
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
        Signs::AsWritten if !time.mark_text.is_empty() => Signs::Colon,
        Signs::AsWritten if passage.text.get(time.range.clone())?.contains(['点', '點']) => {
            Signs::Dots
        }
        Signs::AsWritten => Signs::Hours,
        signs => signs,
    };
    let text = match signs {
        Signs::Colon => {
            let padded =
                !twelve && (value.hour == 0 || time.half.is_none() && time.hour.len() == 2);
            clock(&digits(hour, padded), value, ":")
        }
        _ if value.second.is_some() => return None,
        Signs::Dots => signed(hour, value.minute, "点", "分"),
        Signs::Characters => {
            let mut text = format!("{}时", chinese_numbers::write(hour));
            match value.minute {
                0 => {}
                minute @ 1..10 => text.push_str(&format!("零{}分", chinese_numbers::write(minute))),
                minute => text.push_str(&format!("{}分", chinese_numbers::write(minute))),
            }
            text
        }
        _ => match language {
            StyleLanguage::Korean => signed(hour, value.minute, "시", "분")
                .replace('시', "시 ")
                .trim_end()
                .to_owned(),
            StyleLanguage::Japanese => signed(hour, value.minute, "時", "分"),
            _ => signed(hour, value.minute, "时", "分"),
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

fn signed(hour: u8, minute: u8, hours: &str, minutes: &str) -> String {
    match minute {
        0 => format!("{hour}{hours}"),
        _ => format!("{hour}{hours}{minute}{minutes}"),
    }
}

/// The word for the day period. In Chinese an existing word does not change, and 上午, 下午, 早上 and 晚上
/// are not written for the hours before five.
fn half_word<'text>(
    language: StyleLanguage,
    time: &WrittenTime<'text>,
    value: Time,
) -> Option<&'text str> {
    match (language, value.half()) {
        (StyleLanguage::Japanese, Half::Am) => Some("午前"),
        (StyleLanguage::Japanese, Half::Pm) => Some("午後"),
        (StyleLanguage::Korean, Half::Am) => Some("오전"),
        (StyleLanguage::Korean, Half::Pm) => Some("오후"),
        _ if time.half.is_some() => Some(time.half_text.trim()),
        _ => match value.hour {
            5..8 => Some("早上"),
            8..12 => Some("上午"),
            12..18 => Some("下午"),
            18..24 => Some("晚上"),
            _ => None,
        },
    }
}
