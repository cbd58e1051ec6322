//! The search that a model's publisher recommends: OPUS-MT's `decoder.yml`.

use std::fs;
use std::path::Path;

use super::FileError;
use super::error::ConfigError;
use super::yaml::{Value, mapping};

/// The widest beam.
pub const MAX_BEAM: usize = 16;

/// Settings of the search. What a file does not say is as Marian has it by default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecoderSettings {
    /// Hypotheses kept at each step, 1 to 16.
    pub beam: usize,
    /// The exponent of the length by which scores are divided, 0 to 10.
    pub length_normalization: f32,
}

impl Default for DecoderSettings {
    /// Greedy search, as the students are used.
    fn default() -> Self {
        Self {
            beam: 1,
            length_normalization: 1.0,
        }
    }
}

impl DecoderSettings {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or what it says cannot be followed.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let bytes = fs::read(path).map_err(|source| FileError::Read {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self::parse(&bytes)?)
    }

    /// Reads the text of a file. What would change the search and is not done is refused; the rest
    /// names files or sizes batches.
    ///
    /// # Errors
    ///
    /// The text is no YAML mapping, or a number is none or beyond its limits.
    pub fn parse(text: &[u8]) -> Result<Self, ConfigError> {
        let entries = mapping(text)?;
        let mut settings = Self::default();
        if let Some(value) = entries.get("beam-size") {
            settings.beam = number(value)
                .filter(|beam| (1..=MAX_BEAM).contains(beam))
                .ok_or_else(|| refuse("beam-size", value, "a number from 1 to 16"))?;
        }
        if let Some(value) = entries.get("normalize") {
            settings.length_normalization = number(value)
                .filter(|exponent| (0.0..=10.0).contains(exponent))
                .ok_or_else(|| refuse("normalize", value, "a number from 0 to 10"))?;
        }
        if let Some(value) = entries.get("word-penalty")
            && number(value) != Some(0.0)
        {
            return Err(refuse("word-penalty", value, "0"));
        }
        if let Some(value) = entries.get("allow-unk")
            && *value != Value::Scalar("false".to_owned())
        {
            return Err(refuse("allow-unk", value, "false"));
        }
        Ok(settings)
    }
}

fn number<T: std::str::FromStr>(value: &Value) -> Option<T> {
    match value {
        Value::Scalar(text) => text.parse().ok(),
        Value::List(_) | Value::Nested => None,
    }
}

fn refuse(key: &'static str, value: &Value, supported: &'static str) -> ConfigError {
    ConfigError::Unsupported {
        key: key.to_owned(),
        value: value.to_string(),
        supported: supported.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::DecoderSettings;

    #[test]
    fn the_beam_and_the_normalization_are_read() {
        let text = b"models:\n  - model.npz\nbeam-size: 6\nnormalize: 1\nword-penalty: 0\n";
        let settings = DecoderSettings::parse(text).unwrap();
        assert_eq!(settings.beam, 6);
        assert!((settings.length_normalization - 1.0).abs() < f32::EPSILON);
    }

    #[test]
    fn what_makes_no_sense_or_is_not_done_is_refused() {
        for text in [
            "word-penalty: 5",
            "allow-unk: true",
            "beam-size: 17",
            "beam-size: 0",
            "beam-size: 100000",
            "beam-size: many",
            "normalize: -1",
        ] {
            assert!(DecoderSettings::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
