//! The rules of the category `dates_and_times`.

mod by_language;
mod calendar;
mod centuries;
mod chinese_numbers;
mod context;
mod date_format;
mod date_parser;
mod date_rules;
mod months;
mod roman;
mod time_format;
mod time_parser;
mod time_rules;
mod years;

use crate::implementation::Implementation;
use crate::language::StyleLanguage;

/// The rules that come before the others, in order: the rules for whole dates and times come before
/// those for their parts.
pub(super) const FIRST: &[&str] = &[
    "date_format",
    "writing_dates",
    "dates_in_numerical_form",
    "time_format",
    "hours_minutes_separator",
    "hours_minutes_seconds_separator",
];

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    match rule {
        "calendar_era" => years::calendar_era(option, language),
        "centuries" => centuries::implementation(option, language),
        "date_format" => date_rules::date_format(option, language),
        "dates_in_numerical_form" => date_rules::dates_in_numerical_form(option, language),
        "decades" => years::decades(option, language),
        "hours_minutes_seconds_separator" => {
            time_rules::hours_minutes_seconds_separator(option, language)
        }
        "hours_minutes_separator" => time_rules::hours_minutes_separator(option, language),
        "midnight_in_numerals" => time_rules::midnight_in_numerals(option),
        "single_digit_hours" => time_rules::single_digit_hours(option),
        "time_format" => time_rules::time_format(option, language),
        "single_digit_days_and_months" => date_rules::single_digit_days_and_months(option),
        "writing_dates" => date_rules::writing_dates(option, language),
        "years" => years::years(option, language),
        _ => None,
    }
}
