//! Values as clients write them: with the same meaning in JSON and in forms, where everything is
//! text, and in the ways that published clients differ from the description.

use std::borrow::Cow;
use std::fmt;

use dragoman_domain::{Date, Language, Timestamp, parse_day};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A list of strings, or one string for a list of one.
#[derive(Debug, Default)]
pub(crate) struct Strings(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StringsVisitor;

        impl<'de> Visitor<'de> for StringsVisitor {
            type Value = Strings;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an array of strings")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Strings, E> {
                Ok(Strings(vec![text.to_owned()]))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Strings, E> {
                Ok(Strings(vec![text]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Strings, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(Strings(texts))
            }
        }

        deserializer.deserialize_any(StringsVisitor)
    }
}

impl PartialSchema for Strings {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new()
            .items(ObjectBuilder::new().schema_type(Type::String))
            .into()
    }
}

impl ToSchema for Strings {
    fn name() -> Cow<'static, str> {
        "Strings".into()
    }
}

/// Names: an array of strings, one string with commas between them, or both.
#[derive(Debug, Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Strings(lists) = Strings::deserialize(deserializer)?;
        let names = lists.iter().flat_map(|list| list.split(','));
        let names = names.map(str::trim).filter(|name| !name.is_empty());
        Ok(Self(names.map(str::to_owned).collect()))
    }
}

impl PartialSchema for Names {
    fn schema() -> RefOr<Schema> {
        Strings::schema()
    }
}

impl ToSchema for Names {
    fn name() -> Cow<'static, str> {
        "Names".into()
    }
}

/// A truth value: `true` and `false`, or `1` and `0`, also as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flag(pub(crate) bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagVisitor;

        impl Visitor<'_> for FlagVisitor {
            type Value = Flag;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("true or false (in forms also 1 or 0)")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Flag, E> {
                Ok(Flag(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Flag, E> {
                match value {
                    0 => Ok(Flag(false)),
                    1 => Ok(Flag(true)),
                    other => Err(E::invalid_value(
                        serde::de::Unexpected::Unsigned(other),
                        &self,
                    )),
                }
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
                match text {
                    "0" | "false" => Ok(Flag(false)),
                    "1" | "true" => Ok(Flag(true)),
                    other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                }
            }
        }

        deserializer.deserialize_any(FlagVisitor)
    }
}

impl PartialSchema for Flag {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Boolean).into()
    }
}

impl ToSchema for Flag {
    fn name() -> Cow<'static, str> {
        "Flag".into()
    }
}

/// A whole number, also as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;

        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a whole number")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                i64::try_from(value)
                    .map(Whole)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Whole, E> {
                text.parse()
                    .map(Whole)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(WholeVisitor)
    }
}

impl PartialSchema for Whole {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).into()
    }
}

impl ToSchema for Whole {
    fn name() -> Cow<'static, str> {
        "Whole".into()
    }
}

/// A language code in any case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LanguageCode(pub(crate) Language);

impl<'de> Deserialize<'de> for LanguageCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        Language::parse(tag.trim())
            .map(Self)
            .map_err(D::Error::custom)
    }
}

impl PartialSchema for LanguageCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .examples(["ES"])
            .into()
    }
}

impl ToSchema for LanguageCode {
    fn name() -> Cow<'static, str> {
        "LanguageCode".into()
    }
}

/// A day of UTC: a date, or a date with a time of day, which says nothing more where only days are
/// told apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Day(pub(crate) Date);

impl Day {
    fn parse(text: &str) -> Option<Self> {
        let day = match text.split_once('T') {
            None => text,
            // Answers have days with and without the mark of UTC.
            Some((day, time)) => {
                is_time_of_day(time.strip_suffix('Z').unwrap_or(time)).then_some(day)?
            }
        };
        parse_day(day).map(Self).ok()
    }
}

/// Whether it is hours, minutes and seconds.
fn is_time_of_day(time: &str) -> bool {
    let mut parts = time.split(':');
    let in_range = [24, 60, 60].into_iter().all(|end| {
        parts.next().is_some_and(|part| {
            part.len() == 2
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && part.parse::<u32>().is_ok_and(|number| number < end)
        })
    });
    in_range && parts.next().is_none()
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom("write a day of UTC as 2026-05-17 or 2026-05-17T00:00:00")
        })
    }
}

impl PartialSchema for Day {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .examples(["2026-05-17"])
            .into()
    }
}

impl ToSchema for Day {
    fn name() -> Cow<'static, str> {
        "Day".into()
    }
}

/// ISO 8601 with milliseconds: some clients cannot read a time without a fraction.
pub(crate) fn iso_8601(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// Reads a field in which clients send an empty string or, in objects within others, null when they
/// mean none.
pub(crate) fn or_none<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
        return Ok(None);
    }
    T::deserialize(value).map(Some).map_err(D::Error::custom)
}

/// Reads a field in which null and absence differ: one that is absent is to be `None` by default,
/// null is `Some(None)`.
pub(crate) fn or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Reads a value of an enumeration whose words may look like numbers, and so come as numbers.
pub(crate) fn word_or_number<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let word = match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::Number(number) => number.to_string(),
        serde_json::Value::String(word) => word,
        _ => return Err(D::Error::custom("expected a string")),
    };
    T::deserialize(serde::de::value::StringDeserializer::new(word))
        .map(Some)
        .map_err(|error: serde::de::value::Error| D::Error::custom(error))
}
