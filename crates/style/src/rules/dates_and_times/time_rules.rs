//! The rules for times of day: `time_format`, the separators of hours, minutes and seconds,
//! `midnight_in_numerals` and `single_digit_hours`.

use dragoman_text::Edit;
use regex::Regex;

use super::by_language::ByLanguage;
use super::date_parser::dates;
use super::months;
use super::time_format::{EastAsianNotation, Meridiem, TimeFormat};
use super::time_parser::{ParsedTime, times};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use StyleLanguage::{Chinese, English, French, German, Italian, Japanese, Korean, Spanish};

/// `time_format`.
pub(super) fn time_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_eastern = matches!(language, Japanese | Korean | Chinese);
    match option {
        "spell_out_time_in_words" => {
            return Some(Implementation::Instruction(
                "Spell out times of day in words, such as half past two instead of 2:30.",
            ));
        }
        "use_12_hour_clock_and_do_not_specify_morning_or_evening" => {
            return Some(Implementation::Instruction(
                "Give times of day on the 12-hour clock, without words or abbreviations that say whether it is morning or evening.",
            ));
        }
        "use_12_hour_clock_and_specify_morning_or_evening" if !is_eastern => {
            return Some(Implementation::Instruction(
                "Give times of day on the 12-hour clock, with the words of the language that say whether it is in the morning, the afternoon, the evening or at night.",
            ));
        }
        _ => {}
    }
    let clock = match language {
        German => german(option)?,
        Japanese | Korean | Chinese => east_asian_format(option, language)?,
        English | Spanish => meridiem(option, language).or_else(|| hours_24(option, language))?,
        French | Italian => hours_24(option, language)?,
    };
    Some(Implementation::edits(move |target| clock.rewrite(target)))
}

fn german(option: &str) -> Option<TimeFormat> {
    let (mark, zeros, hours_only) = match option {
        "use_24_hour_clock" => return Some(TimeFormat::Hours24 { mark: None }),
        "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours" => {
            (":", true, false)
        }
        "use_hh_colon_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours" => {
            (":", false, false)
        }
        "use_hh_period_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours" => {
            (".", true, false)
        }
        "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours" => {
            (".", false, false)
        }
        "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours_and_for_full_hours_state_hour_only" => {
            (".", false, true)
        }
        _ => return None,
    };
    Some(TimeFormat::German {
        mark,
        zeros,
        hours_only,
    })
}

fn hours_24(option: &str, language: StyleLanguage) -> Option<TimeFormat> {
    let mark = match option {
        "use_24_hour_clock" => None,
        "use_24_hour_clock_with_colon_as_separator" => Some(":"),
        "use_24_hour_clock_with_period_as_separator" if language != French => Some("."),
        _ => return None,
    };
    Some(TimeFormat::Hours24 { mark })
}

fn meridiem(option: &str, language: StyleLanguage) -> Option<TimeFormat> {
    let word = Meridiem {
        upper: option.contains("_uppercase_am_or_pm_"),
        periods: option.contains("_am_or_pm_with_periods"),
        spaced: false,
    };
    let plain = TimeFormat::Meridiem {
        word,
        compact: false,
        mark: None,
        named: false,
    };
    match option {
        "use_12_hour_clock_and_lowercase_am_or_pm_with_periods"
        | "use_12_hour_clock_and_lowercase_am_or_pm_without_periods"
        | "use_12_hour_clock_and_uppercase_am_or_pm_with_periods"
        | "use_12_hour_clock_and_uppercase_am_or_pm_without_periods" => Some(plain),
        "use_12_hour_clock_without_leading_zero_use_period_as_separator_and_lowercase_am_or_pm_with_periods_and_spaces"
            if language == Spanish =>
        {
            Some(TimeFormat::Meridiem {
                word: Meridiem {
                    spaced: true,
                    ..word
                },
                compact: true,
                mark: Some("."),
                named: false,
            })
        }
        _ if language != English => None,
        _ if option.ends_with("_except_use_noon_and_midnight_instead_of_12_am_and_12_pm") => {
            Some(TimeFormat::Meridiem {
                word,
                compact: false,
                mark: None,
                named: true,
            })
        }
        _ if option.starts_with(
            "use_12_hour_clock_without_leading_zero_or_minutes_for_full_hours_use_colon_",
        ) =>
        {
            Some(TimeFormat::Meridiem {
                word,
                compact: true,
                mark: Some(":"),
                named: false,
            })
        }
        _ => None,
    }
}

fn east_asian_format(option: &str, language: StyleLanguage) -> Option<TimeFormat> {
    let (twelve, signs) = match option {
        "use_12_hour_clock_and_specify_morning_or_evening" => (true, EastAsianNotation::AsWritten),
        "use_24_hour_clock" => (false, EastAsianNotation::AsWritten),
        "use_12_hour_clock_with_arabic_numerals_and_colon" => (true, EastAsianNotation::Colon),
        "use_24_hour_clock_with_arabic_numerals_and_colon" => (false, EastAsianNotation::Colon),
        "use_12_hour_clock_with_korean_words_시_and_분" if language == Korean => {
            (true, EastAsianNotation::Hours)
        }
        "use_24_hour_clock_with_korean_words_시_and_분" if language == Korean => {
            (false, EastAsianNotation::Hours)
        }
        _ if language != Chinese => return None,
        _ => {
            let form = option.strip_prefix(
                "use_12_hour_clock_and_write_chinese_word_上午_or_下午_or_chinese_word_早上_or_晚上_followed_by_",
            )?;
            let signs = match form {
                "arabic_numerals" => EastAsianNotation::Colon,
                "arabic_numerals_with_chinese_word_点_for_hours" => EastAsianNotation::Dots,
                "arabic_numerals_with_chinese_words_时_and_分_for_hours_and_minutes" => {
                    EastAsianNotation::Hours
                }
                "chinese_numbers_with_chinese_words_时_and_分_for_hours_and_minutes" => {
                    EastAsianNotation::Characters
                }
                _ => return None,
            };
            (true, signs)
        }
    };
    Some(TimeFormat::EastAsian { twelve, signs })
}

/// `single_digit_hours`: the leading zero of hours below ten that minutes follow.
pub(super) fn single_digit_hours(option: &str) -> Option<Implementation> {
    let wants_zero = match option {
        "do_not_use_leading_zero" => false,
        "use_leading_zero" => true,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        let edit = |time: ParsedTime<'_>| {
            time.minute?;
            let hour = target.text.get(time.hour.clone())?;
            let text = match (wants_zero, hour.len()) {
                (true, 1) => format!("0{hour}"),
                // 00:30 has no other form.
                (false, 2) if hour != "00" => hour.strip_prefix('0')?.to_owned(),
                _ => return None,
            };
            Some(Edit {
                range: time.hour,
                text,
            })
        };
        times(target).into_iter().filter_map(edit).collect()
    }))
}

/// `hours_minutes_separator`. Only French has the letter; durations with the letter do not change.
pub(super) fn hours_minutes_separator(
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let mark = match option {
        "use_colon_without_spaces" => ":",
        "use_letter_h_with_regular_space_on_either_side" if language == French => " h ",
        "use_letter_h_without_spaces" if language == French => "h",
        _ => return None,
    };
    if matches!(language, Japanese | Korean | Chinese) {
        return None;
    }
    Some(Implementation::edits(move |target| {
        let edit = |time: ParsedTime<'_>| {
            // "de 9 h à 17 h 30" has the letter twice or not at all.
            let may = mark.contains('h')
                || time.is_certain && !(time.has_unequal_precision && time.mark_text.contains('h'));
            let range = time.mark.filter(|_| may && time.second_mark.is_none())?;
            let text = mark.to_owned();
            (time.mark_text != mark).then_some(Edit { range, text })
        };
        times(target).into_iter().filter_map(edit).collect()
    }))
}

/// `hours_minutes_seconds_separator`.
pub(super) fn hours_minutes_seconds_separator(
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let mark = match option {
        "use_colon" => ":",
        "use_period" => ".",
        _ => return None,
    };
    if !matches!(language, German | English | Spanish | Italian) {
        return None;
    }
    Some(Implementation::edits(move |target| {
        let edits = |time: ParsedTime<'_>| {
            let marks = time
                .second_mark
                .and_then(|second| Some([time.mark?, second]));
            let text = mark.to_owned();
            let edit = move |range| Edit {
                range,
                text: text.clone(),
            };
            marks.into_iter().flatten().map(edit)
        };
        let mut edits: Vec<Edit> = times(target).into_iter().flat_map(edits).collect();
        edits.retain(|edit| target.text.get(edit.range.clone()) != Some(mark));
        edits
    }))
}

/// `midnight_in_numerals`. 0:00 and 24:00 of a day are a day apart, so that neither changes in a
/// text that names a day.
pub(super) fn midnight_in_numerals(option: &str) -> Option<Implementation> {
    let hour = match option {
        "use_00_00" => "00",
        "use_24_00" => "24",
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        if names_a_day(target) {
            return Vec::new();
        }
        let edit = |time: ParsedTime<'_>| {
            let is_midnight = time.minute.is_some()
                && time.day_period.is_none()
                && time.time.is_full_hour()
                && time.time.hour.is_multiple_of(24);
            // A range of times begins with 0 and ends with 24.
            let is_other = target.text.get(time.hour.clone()) != Some(hour);
            let stays = if hour == "24" {
                time.begins_range
            } else {
                time.ends_range
            };
            (is_midnight && is_other && !stays).then(|| Edit {
                range: time.hour,
                text: hour.to_owned(),
            })
        };
        times(target).into_iter().filter_map(edit).collect()
    }))
}

static DAYS: ByLanguage<Regex> = ByLanguage::new(|language| {
    let mut days = concat!(
        r"(?i)\b(?:[0-3]?[0-9][./](?:0?[1-9]|1[0-2])\b|heute|morgen|gestern|today|tomorrow|tonight|",
        r"yesterday|hoy|mañana|ayer|aujourd['’]hui|demain|hier|oggi|domani|ieri|",
        r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|",
        r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lunes|martes|miércoles|jueves|viernes|sábado|",
        r"domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|",
        r"giovedì|venerdì|sabato|domenica)\b|",
        r"[月火水木金土日]曜|[月월][^。]{0,2}[0-9]{1,2}[日号일]|今日|明日|昨日|今天|明天|昨天|今晚|星期|周[一二三四五六日]|",
        r"오늘|내일|어제|[월화수목금토일]요일",
    )
    .to_owned();
    if !months::of(language).is_empty() {
        days.push_str(&format!(r"|\b{}\b", months::expression(language)));
    }
    pattern(&days)
});

/// Whether a text names a day: a date, a day of the week, or a word such as "today".
fn names_a_day(target: &TargetText<'_>) -> bool {
    DAYS.get(target.language).is_match(target.text) || !dates(target).is_empty()
}
