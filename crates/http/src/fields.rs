//! Values as clients write them: with the same meaning in JSON and in forms, where everything is
//! text, and in the ways that published clients differ from the description.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use dragoman_domain::{Date, Language, Timestamp, parse_day};
use serde::de::value::StringDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::sent_fields::NOT_SUPPORTED;

/// The most elements of a list in a request.
const MOST_ELEMENTS: usize = 1000;

/// The most bytes of a language's tag.
const LONGEST_TAG: usize = 100;

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

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Strings, A::Error> {
                few(list).map(Strings)
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
        let mut names = names.map(str::trim).filter(|name| !name.is_empty());
        let few = names.by_ref().take(MOST_ELEMENTS).map(str::to_owned);
        let few = Self(few.collect());
        match names.next() {
            None => Ok(few),
            Some(_) => Err(too_many()),
        }
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

/// A limit of what may be consumed. Where it may be null, that is no limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit(pub(crate) u64);

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Whole::deserialize(deserializer)
            .ok()
            .and_then(|Whole(number)| u64::try_from(number).ok())
            .map(Self)
            // One sentence for all that is no limit: what JSON makes of the number, such as a
            // floating point number of one that is too large, would only puzzle.
            .ok_or_else(|| {
                D::Error::custom(format_args!(
                    "give a whole number from 0 to {}, or null for no limit",
                    i64::MAX
                ))
            })
    }
}

/// A language code in any case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LanguageCode(pub(crate) Language);

impl<'de> Deserialize<'de> for LanguageCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        Language::parse(beginning_of(tag.trim()))
            .map(Self)
            .map_err(|error| D::Error::custom(format_args!("{NOT_SUPPORTED}{error}")))
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

/// As much of a tag as any language's has, and enough to know one that is none by.
pub(crate) fn beginning_of(tag: &str) -> &str {
    &tag[..tag.floor_char_boundary(LONGEST_TAG)]
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

/// Reads a list, and no more of it than a request can need.
pub(crate) fn short_list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct ListVisitor<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
            few(list)
        }
    }

    deserializer.deserialize_seq(ListVisitor(PhantomData))
}

/// The elements of a list, refused before more are kept than there may be.
pub(crate) fn few<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(
    mut list: A,
) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while elements.len() < MOST_ELEMENTS {
        match list.next_element()? {
            Some(element) => elements.push(element),
            None => return Ok(elements),
        }
    }
    match list.next_element::<IgnoredAny>()? {
        None => Ok(elements),
        Some(_) => Err(too_many()),
    }
}

fn too_many<E: Error>() -> E {
    E::custom(format_args!("more than {MOST_ELEMENTS} values were sent"))
}

/// Reads a field in which clients send an empty string or, in objects within others, null when they
/// mean none.
pub(crate) fn or_none<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    match Scalar::deserialize(deserializer)?.0 {
        Value::Null => Ok(None),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        Value::String(text) => T::deserialize(StringDeserializer::new(text)).map(Some),
        value => T::deserialize(value).map(Some).map_err(D::Error::custom),
    }
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
    let word = match Scalar::deserialize(deserializer)?.0 {
        Value::Number(number) => number.to_string(),
        Value::String(word) => word,
        _ => return Err(D::Error::custom("expected a string")),
    };
    T::deserialize(StringDeserializer::new(word))
        .map(Some)
        .map_err(|error: serde::de::value::Error| D::Error::custom(error))
}

/// A value that is no list and no object. Of those it keeps only what they are.
struct Scalar(Value);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;

        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a value")
            }

            fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
                Ok(Scalar(Value::Null))
            }

            fn visit_none<E: Error>(self) -> Result<Scalar, E> {
                Ok(Scalar(Value::Null))
            }

            fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Scalar, D::Error> {
                Scalar::deserialize(value)
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(value.into()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(value.into()))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(value.into()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar, E> {
                Ok(Scalar(value.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar(text.into()))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Scalar, E> {
                Ok(Scalar(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar(Value::Array(Vec::new())))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Scalar, A::Error> {
                while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar(Value::Object(Map::new())))
            }
        }

        deserializer.deserialize_any(ScalarVisitor)
    }
}
