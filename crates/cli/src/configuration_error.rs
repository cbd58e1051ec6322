//! What is wrong with a configuration, in words of those who write it.

use std::fmt;

use figment::Source;
use figment::error::{Actual, Kind};

/// The configuration cannot be used.
#[derive(Debug)]
pub(crate) struct ConfigurationError(pub(crate) String);

impl ConfigurationError {
    /// What is wrong with an option.
    pub(crate) fn new(option: &str, reason: &dyn fmt::Display) -> Self {
        Self(format!("the option {option} is not valid: {reason}"))
    }

    /// What is wrong with the options of a section together.
    pub(crate) fn of_section(section: &str, reason: &dyn fmt::Display) -> Self {
        Self(format!(
            "the options in [{section}] are not valid: {reason}"
        ))
    }
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for ConfigurationError {}

impl From<figment::Error> for ConfigurationError {
    fn from(error: figment::Error) -> Self {
        let place = error
            .metadata
            .as_ref()
            .map_or_else(String::new, |from| match &from.source {
                Some(Source::File(path)) => format!(" in {}", path.display()),
                _ if from.name.contains("environment") => " in the environment".to_owned(),
                _ => String::new(),
            });
        let option = error.path.join(".");
        let (section, _) = option.rsplit_once('.').unwrap_or_default();
        let within = if section.is_empty() {
            "the configuration"
        } else {
            section
        };
        let fault = match &error.kind {
            Kind::InvalidType(actual, expected) => {
                format!(
                    "it must be {}, and is {}",
                    in_plain_words(expected),
                    given(actual)
                )
            }
            Kind::InvalidValue(actual, expected) => {
                format!(
                    "it must be {}, and is {}",
                    in_plain_words(expected),
                    given(actual)
                )
            }
            Kind::UnknownVariant(given, known) => {
                format!("it must be one of {}, and is {given}", known.join(", "))
            }
            Kind::UnknownField(name, known) => {
                return Self(format!(
                    "there is no option {name} in {within}{place}; there are {}",
                    known.join(", ")
                ));
            }
            Kind::Message(message) if !option.is_empty() => message.clone(),
            kind => return Self(format!("the configuration{place} is not valid: {kind}")),
        };
        Self(format!("the option {option}{place} is not valid: {fault}"))
    }
}

/// What a value is, without the names of a programming language.
fn given(actual: &Actual) -> String {
    match actual {
        Actual::Str(text) => format!("{text:?}"),
        Actual::Char(letter) => format!("\"{letter}\""),
        Actual::Unsigned(number) => number.to_string(),
        Actual::Signed(number) => number.to_string(),
        Actual::Float(number) => number.to_string(),
        Actual::Bool(is_true) => is_true.to_string(),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a section".to_owned(),
        _ => "something else".to_owned(),
    }
}

/// What a value must be, without the names of a programming language.
fn in_plain_words(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text in quotation marks",
        "a sequence" => "a list in brackets",
        other => other,
    }
}
