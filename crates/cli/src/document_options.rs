//! Documents as the configuration describes them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use dragoman_service::{DocumentFormat, DocumentLimits, DocumentSizes};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::configuration_error::ConfigurationError;

/// How many parts of a number its fraction can tell apart, and so the bytes of a megabyte.
const MILLION: u64 = 1_000_000;

const SECONDS_OF_HOUR: u64 = 3600;

/// Engines are fully used by a few; each takes memory for a document.
const MOST_WORKERS: u64 = 256;

/// Ten years.
const LONGEST_RETENTION_HOURS: u64 = 87_600;

/// The section of documents.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentOptions {
    workers: usize,
    max_per_key: u32,
    memory_megabytes: u64,
    storage_megabytes: u64,
    retention_hours: Decimal,
    libreoffice: String,
    tesseract: String,
    free: SizeOptions,
    pro: SizeOptions,
}

/// How large the documents of a plan may be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SizeOptions {
    characters: u64,
    unfetched_characters: u64,
    megabytes: BTreeMap<String, Decimal>,
}

impl DocumentOptions {
    /// Fails if the options cannot be used.
    pub(crate) fn check(&self) -> Result<(), ConfigurationError> {
        for (option, value) in [
            ("documents.workers", self.workers as u64),
            ("documents.max_per_key", u64::from(self.max_per_key)),
            ("documents.memory_megabytes", self.memory_megabytes),
            ("documents.storage_megabytes", self.storage_megabytes),
            ("documents.retention_hours", self.retention_hours.millionths),
            ("documents.free.characters", self.free.characters),
            ("documents.pro.characters", self.pro.characters),
        ] {
            if value == 0 {
                return Err(ConfigurationError::new(option, &"it must be more than 0"));
            }
        }
        for (option, value, most) in [
            ("documents.workers", self.workers as u64, MOST_WORKERS),
            (
                "documents.retention_hours",
                self.retention_hours.millionths / MILLION,
                LONGEST_RETENTION_HOURS,
            ),
        ] {
            if value > most {
                let reason = format_args!("it must be {most} at most");
                return Err(ConfigurationError::new(option, &reason));
            }
        }
        self.free.check("documents.free")?;
        self.pro.check("documents.pro")
    }

    /// The program LibreOffice: a name or a path.
    pub(crate) fn libreoffice(&self) -> &str {
        &self.libreoffice
    }

    /// The program Tesseract: a name or a path.
    pub(crate) fn tesseract(&self) -> &str {
        &self.tesseract
    }

    /// The limits that they mean.
    pub(crate) fn limits(&self) -> DocumentLimits {
        let retention = (self.retention_hours.millionths).saturating_mul(SECONDS_OF_HOUR);
        DocumentLimits::new(
            self.free.sizes(),
            self.pro.sizes(),
            self.max_per_key,
            self.storage_megabytes.saturating_mul(MILLION),
            Duration::from_micros(retention),
            self.workers,
            self.memory_megabytes.saturating_mul(MILLION),
        )
    }
}

impl SizeOptions {
    fn check(&self, section: &str) -> Result<(), ConfigurationError> {
        let names = DocumentFormat::ALL.map(DocumentFormat::name);
        let unknown = self
            .megabytes
            .keys()
            .find(|format| !names.contains(&format.as_str()));
        if let Some(unknown) = unknown {
            return Err(ConfigurationError::new(
                &format!("{section}.megabytes.{unknown}"),
                &format_args!("the formats are {}", names.join(", ")),
            ));
        }
        if self.unfetched_characters < self.characters {
            return Err(ConfigurationError::new(
                &format!("{section}.unfetched_characters"),
                &format_args!(
                    "it must be at least {}, the characters that one document may have",
                    self.characters
                ),
            ));
        }
        Ok(())
    }

    fn sizes(&self) -> DocumentSizes {
        let size =
            |format: DocumentFormat| Some((format, self.megabytes.get(format.name())?.millionths));
        DocumentSizes {
            bytes: DocumentFormat::ALL.into_iter().filter_map(size).collect(),
            characters: self.characters,
            unfetched_characters: self.unfetched_characters,
        }
    }
}

/// A number that is not negative and may have a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    millionths: u64,
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DecimalVisitor;

        impl Visitor<'_> for DecimalVisitor {
            type Value = Decimal;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number that is not negative")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Decimal, E> {
                Ok(Decimal {
                    millionths: value.saturating_mul(MILLION),
                })
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Decimal, E> {
                match u64::try_from(value) {
                    Ok(value) => self.visit_u64(value),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(value), &self)),
                }
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Decimal, E> {
                // Microseconds are millionths, too.
                match Duration::try_from_secs_f64(value) {
                    Ok(value) => Ok(Decimal {
                        // More than fits is as good as no limit.
                        millionths: u64::try_from(value.as_micros()).unwrap_or(u64::MAX),
                    }),
                    Err(_) => Err(E::invalid_value(Unexpected::Float(value), &self)),
                }
            }
        }

        deserializer.deserialize_any(DecimalVisitor)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.millionths.is_multiple_of(MILLION) {
            serializer.serialize_u64(self.millionths / MILLION)
        } else {
            serializer.serialize_f64(Duration::from_micros(self.millionths).as_secs_f64())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Result<SizeOptions, toml::de::Error> {
        toml::from_str(&format!(
            "characters = 1\nunfetched_characters = 1\nmegabytes = {{ {text} }}"
        ))
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
