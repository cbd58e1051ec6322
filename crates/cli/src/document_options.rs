//! Documents as the configuration describes them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use dragoman_domain::DocumentRoom;
use dragoman_service::{DocumentFormat, DocumentLimits, DocumentSizes};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::configuration::ConfigurationError;

const MEGABYTE: u64 = 1_000_000;
const SECONDS_OF_HOUR: u64 = 3600;

/// The section of documents.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentOptions {
    workers: usize,
    max_per_key: u32,
    storage_megabytes: u64,
    retention_hours: u64,
    free: SizeOptions,
    pro: SizeOptions,
}

/// How large the documents of a plan may be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SizeOptions {
    characters: u64,
    megabytes: BTreeMap<String, Megabytes>,
}

impl DocumentOptions {
    /// Fails if the options cannot be used.
    pub(crate) fn check(&self) -> Result<(), ConfigurationError> {
        for (option, value) in [
            ("documents.workers", self.workers as u64),
            ("documents.max_per_key", u64::from(self.max_per_key)),
            ("documents.storage_megabytes", self.storage_megabytes),
            ("documents.retention_hours", self.retention_hours),
            ("documents.free.characters", self.free.characters),
            ("documents.pro.characters", self.pro.characters),
        ] {
            if value == 0 {
                return Err(ConfigurationError::new(option, &"it must be at least 1"));
            }
        }
        self.free.check("documents.free.megabytes")?;
        self.pro.check("documents.pro.megabytes")
    }

    /// The limits that they mean.
    pub(crate) fn limits(&self) -> DocumentLimits {
        DocumentLimits {
            free: self.free.sizes(),
            pro: self.pro.sizes(),
            room: DocumentRoom {
                documents_of_key: self.max_per_key,
                bytes: self.storage_megabytes.saturating_mul(MEGABYTE),
            },
            retention: Duration::from_secs(self.retention_hours.saturating_mul(SECONDS_OF_HOUR)),
            workers: self.workers,
            ..DocumentLimits::default()
        }
    }
}

impl SizeOptions {
    fn check(&self, section: &str) -> Result<(), ConfigurationError> {
        let names = DocumentFormat::ALL.map(name);
        let unknown = self
            .megabytes
            .keys()
            .find(|format| !names.contains(&format.as_str()));
        match unknown {
            None => Ok(()),
            Some(unknown) => Err(ConfigurationError::new(
                &format!("{section}.{unknown}"),
                &format_args!("the formats are {}", names.join(", ")),
            )),
        }
    }

    fn sizes(&self) -> DocumentSizes {
        let size = |format| Some((format, self.megabytes.get(name(format))?.0));
        DocumentSizes {
            bytes: DocumentFormat::ALL.into_iter().filter_map(size).collect(),
            characters: self.characters,
        }
    }
}

/// What a format is called in the configuration: the usual ending of its files.
fn name(format: DocumentFormat) -> &'static str {
    format.extensions().first().copied().unwrap_or_default()
}

/// A size in bytes, written as a number of megabytes that may have a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Megabytes(u64);

impl<'de> Deserialize<'de> for Megabytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MegabytesVisitor;

        impl Visitor<'_> for MegabytesVisitor {
            type Value = Megabytes;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number of megabytes that is not negative")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Megabytes, E> {
                Ok(Megabytes(value.saturating_mul(MEGABYTE)))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Megabytes, E> {
                let invalid = |_| E::invalid_value(Unexpected::Signed(value), &self);
                let value = u64::try_from(value).map_err(invalid)?;
                self.visit_u64(value)
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Megabytes, E> {
                if !value.is_finite() || value < 0.0 {
                    return Err(E::invalid_value(Unexpected::Float(value), &self));
                }
                // More than fits is as good as no limit.
                Ok(Megabytes((value * MEGABYTE as f64).round() as u64))
            }
        }

        deserializer.deserialize_any(MegabytesVisitor)
    }
}

impl Serialize for Megabytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(MEGABYTE) {
            serializer.serialize_u64(self.0 / MEGABYTE)
        } else {
            serializer.serialize_f64(self.0 as f64 / MEGABYTE as f64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Result<SizeOptions, toml::de::Error> {
        toml::from_str(&format!("characters = 1\nmegabytes = {{ {text} }}"))
    }

    #[test]
    fn sizes_may_have_a_fraction_and_are_shown_as_they_were_written() {
        for (text, bytes) in [
            ("srt = 0.15", 150_000),
            ("srt = 10", 10_000_000),
            ("srt = 2.0", 2_000_000),
            ("srt = 0", 0),
            ("srt = 0.000001", 1),
        ] {
            let read = sizes(text).unwrap();
            assert_eq!(read.sizes().of(DocumentFormat::Srt), bytes, "{text}");
            let shown = toml::to_string(&read).unwrap();
            assert_eq!(toml::from_str::<SizeOptions>(&shown).unwrap(), read);
        }
        for text in ["srt = -1", "srt = -0.5", "srt = nan", "srt = \"1 MB\""] {
            assert!(sizes(text).is_err(), "{text}");
        }
    }
}
