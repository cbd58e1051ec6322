//! What the options of several commands have in common.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use dragoman_domain::{Date, Language, ScopeSet, Timestamp, UnknownScope, parse_day, start_of};

/// The largest limit that the store can keep.
const LARGEST_LIMIT: u64 = i64::MAX as u64;

/// The longest account name or label in bytes.
const LONGEST_NAME: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// A limit, or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimitArgument(pub(crate) Option<u64>);

pub(super) fn limit(text: &str) -> Result<LimitArgument, String> {
    if text == "none" {
        return Ok(LimitArgument(None));
    }
    match text.parse() {
        Ok(number) if number <= LARGEST_LIMIT => Ok(LimitArgument(Some(number))),
        _ => Err(format!(
            "give a whole number from 0 to {LARGEST_LIMIT}, or none"
        )),
    }
}

/// What a key may do.
#[derive(Debug, Clone)]
pub(crate) struct ScopesArgument(pub(crate) ScopeSet);

pub(super) fn scopes(text: &str) -> Result<ScopesArgument, String> {
    if text == "all" {
        return Ok(ScopesArgument(ScopeSet::Unrestricted));
    }
    let scopes: Result<_, UnknownScope> = text.split(',').map(str::parse).collect();
    let scopes = scopes.map_err(|error| error.to_string())?;
    Ok(ScopesArgument(ScopeSet::Only(scopes)))
}

/// When something ends, if it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExpiryArgument(pub(crate) Option<Timestamp>);

pub(super) fn expiry(text: &str) -> Result<ExpiryArgument, String> {
    if text == "never" {
        return Ok(ExpiryArgument(None));
    }
    let day = parse_day(text).ok().map(start_of);
    day.or_else(|| text.parse().ok())
        .map(|time| ExpiryArgument(Some(time)))
        .ok_or_else(|| {
            "give a day or a time in UTC, such as 2030-01-31 or 2030-01-31T18:00:00Z, or never"
                .to_owned()
        })
}

/// The years that dates are taken from: far enough, and months can be added to any of them.
const YEARS: RangeInclusive<i16> = 1970..=2999;

pub(super) fn date(text: &str) -> Result<Date, String> {
    parse_day(text)
        .ok()
        .filter(|date| YEARS.contains(&date.year()))
        .ok_or_else(|| {
            format!(
                "give a date as YYYY-MM-DD, from {} to {}",
                YEARS.start(),
                YEARS.end()
            )
        })
}

pub(super) fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        Err("give at least one character".to_owned())
    } else if text.chars().any(char::is_control) {
        Err("give no control characters".to_owned())
    } else {
        name_of_account(text)
    }
}

/// The name of an account that is there already, or is not: only what no name can be is refused.
pub(super) fn name_of_account(text: &str) -> Result<String, String> {
    if text.len() > LONGEST_NAME {
        Err(format!("give at most {LONGEST_NAME} bytes"))
    } else {
        Ok(text.to_owned())
    }
}

pub(super) fn language(tag: &str) -> Result<Language, String> {
    Language::parse(tag).map_err(|error| error.to_string())
}

pub(super) fn source_language(tag: &str) -> Result<Language, String> {
    let language = language(tag)?;
    if language.is_variant() {
        return Err(format!(
            "{language} is a variant; as a source, use {}",
            language.base()
        ));
    }
    Ok(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_of_the_calendar_in_one_spelling() {
        for right in ["2026-01-31", "2024-02-29", "1970-01-01", "2999-12-31"] {
            assert_eq!(date(right).unwrap().to_string(), right);
        }
        for wrong in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-1-31",
            "20260131",
            "31.01.2026",
            "2026-01-31T00:00:00",
            "+002026-01-31",
            "1969-12-31",
            "9999-12-31",
            "none",
        ] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
    }
}
