//! The small part of YAML that a model's configuration uses: one mapping from names to scalars and
//! lists of scalars.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::error::ConfigError;

/// Most bytes of a configuration. Marian writes less than 2 KiB.
const MAX_LENGTH: usize = 64 << 10;
/// Deepest nesting of lists and mappings; a configuration has 2 levels.
const MAX_DEPTH: usize = 8;

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Text, number or truth value, as written and without quotes; nothing at all is empty text.
    Scalar(String),
    /// A list of scalars.
    List(Vec<String>),
    /// Anything deeper, which no key that matters has.
    Nested,
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scalar(text) => write!(formatter, "{text:?}"),
            Self::List(values) => write!(formatter, "{values:?}"),
            Self::Nested => formatter.write_str("a nested structure"),
        }
    }
}

/// Reads a YAML document that is one mapping.
///
/// A zero byte ends the text, as in a model file. Aliases are refused (they would allow a small text
/// to stand for a huge one), and so is a key that occurs twice.
pub(super) fn mapping(bytes: &[u8]) -> Result<BTreeMap<String, Value>, ConfigError> {
    let end = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(bytes.len());
    let bytes = bytes.get(..end).unwrap_or_default();
    if bytes.len() > MAX_LENGTH {
        return Err(ConfigError::TooLong {
            length: bytes.len(),
            limit: MAX_LENGTH,
        });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| ConfigError::NotText {
        position: error.valid_up_to(),
    })?;
    Events::new(text).mapping()
}

/// The events of the parser, with the limits above.
struct Events<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    line: usize,
}

impl<'a> Events<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            parser: Parser::new_from_str(text),
            line: 1,
        }
    }

    fn next(&mut self) -> Result<Event<'a>, ConfigError> {
        match self.parser.next() {
            Some(Ok((Event::Alias(_), span))) => Err(ConfigError::Syntax {
                line: span.start.line(),
                reason: "aliases are not supported".to_owned(),
            }),
            Some(Ok((event, span))) => {
                self.line = span.start.line();
                Ok(event)
            }
            Some(Err(error)) => Err(ConfigError::Syntax {
                line: error.marker().line(),
                reason: error.info().to_owned(),
            }),
            None => Err(self.unexpected("the text ends too early")),
        }
    }

    fn unexpected(&self, reason: &str) -> ConfigError {
        ConfigError::Syntax {
            line: self.line,
            reason: reason.to_owned(),
        }
    }

    /// The whole document.
    fn mapping(mut self) -> Result<BTreeMap<String, Value>, ConfigError> {
        loop {
            match self.next()? {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::MappingStart(..) => break,
                _ => return Err(self.unexpected("a mapping of keys to values is needed")),
            }
        }
        let mut entries = BTreeMap::new();
        loop {
            let key = match self.next()? {
                Event::MappingEnd => break,
                Event::Scalar(key, ..) => key.into_owned(),
                _ => return Err(self.unexpected("a key must be plain text")),
            };
            let value = self.value()?;
            if entries.contains_key(&key) {
                return Err(ConfigError::DuplicateKey { key });
            }
            entries.insert(key, value);
        }
        loop {
            match self.next()? {
                Event::StreamEnd => return Ok(entries),
                Event::DocumentEnd | Event::Nothing => {}
                _ => return Err(self.unexpected("a second document follows")),
            }
        }
    }

    /// The value of a key.
    fn value(&mut self) -> Result<Value, ConfigError> {
        match self.next()? {
            Event::Scalar(text, style, ..) => Ok(Value::Scalar(scalar(&text, style))),
            Event::SequenceStart(..) => self.list(),
            Event::MappingStart(..) => {
                self.skip(1)?;
                Ok(Value::Nested)
            }
            _ => Err(self.unexpected("a value is missing")),
        }
    }

    /// The rest of a list whose start was read.
    fn list(&mut self) -> Result<Value, ConfigError> {
        let mut values = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Ok(Value::List(values)),
                Event::Scalar(text, style, ..) => values.push(scalar(&text, style)),
                Event::SequenceStart(..) | Event::MappingStart(..) => {
                    self.skip(2)?;
                    return Ok(Value::Nested);
                }
                _ => return Err(self.unexpected("a list does not end")),
            }
        }
    }

    /// Reads on until `depth` open lists and mappings are closed.
    fn skip(&mut self, mut depth: usize) -> Result<(), ConfigError> {
        while depth > 0 {
            match self.next()? {
                Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                Event::StreamEnd => return Err(self.unexpected("the text ends too early")),
                _ => {}
            }
            if depth > MAX_DEPTH {
                return Err(self.unexpected("lists and mappings are nested too deeply"));
            }
        }
        Ok(())
    }
}

/// The text of a scalar: YAML's ways to write nothing are empty.
fn scalar(text: &str, style: ScalarStyle) -> String {
    match text {
        "~" | "null" if style == ScalarStyle::Plain => String::new(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar_of(text: &str) -> Value {
        Value::Scalar(text.to_owned())
    }

    #[test]
    fn scalars_and_lists_are_read_until_the_zero_byte() {
        let entries = mapping(b"a: 1\nb: \"\"\nc:\n  []\nd:\n  - 2\n  - x\ne: ~\n\0]]]").unwrap();
        assert_eq!(entries["a"], scalar_of("1"));
        assert_eq!(entries["b"], scalar_of(""));
        assert_eq!(entries["c"], Value::List(vec![]));
        assert_eq!(entries["d"], Value::List(vec!["2".into(), "x".into()]));
        assert_eq!(entries["e"], scalar_of(""));
    }

    #[test]
    fn a_nested_value_is_stepped_over() {
        let entries = mapping(b"a: {b: [1, {c: 2}]}\nd: [[1], 2]\ne: 3").unwrap();
        assert_eq!(entries["a"], Value::Nested);
        assert_eq!(entries["d"], Value::Nested);
        assert_eq!(entries["e"], scalar_of("3"));
    }

    #[test]
    fn aliases_depth_duplicates_and_length_are_refused() {
        let refused = |text: &str| mapping(text.as_bytes()).unwrap_err().to_string();
        assert!(refused("a: &x 1\nb: *x\n").contains("aliases"));
        assert!(refused(&format!("a: {}{}", "[".repeat(20), "]".repeat(20))).contains("deeply"));
        assert!(refused("a: 1\na: 2\n").contains("twice"));
        assert!(refused(&"x".repeat(MAX_LENGTH + 1)).contains("65536"));
        assert!(refused("- a\n- b\n").contains("mapping"));
        assert!(refused("a: 1\n---\nb: 2\n").contains("second document"));
        assert!(matches!(
            mapping(b"a: \xff"),
            Err(ConfigError::NotText { position: 3 })
        ));
    }
}
