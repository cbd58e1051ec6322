//! What the options of several commands have in common.

use clap::ValueEnum;
use dragoman_domain::Language;

/// The largest limit that the store can keep.
pub(super) const LARGEST_LIMIT: u64 = i64::MAX as u64;

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

pub(super) fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        Err("give at least one letter".to_owned())
    } else if text.len() > LONGEST_NAME {
        Err(format!("give at most {LONGEST_NAME} bytes"))
    } else if text.chars().any(char::is_control) {
        Err("give no control characters".to_owned())
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
