//! JSON by its grammar (RFC 8259), with the places of its strings.

use std::ops::Range;

use crate::{DocumentError, Limits, overseer};

/// A string that is a value.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// Where it stands, without its quotation marks.
    pub(crate) range: Range<usize>,
    /// Where the name of the member stands of which it is the value, or an element of it.
    pub(crate) key: Range<usize>,
}

impl Value {
    /// Adds it to those of a text, of which there may be as many as units.
    pub(crate) fn add_to(
        self,
        values: &mut Vec<Self>,
        limits: &Limits,
    ) -> Result<(), DocumentError> {
        if values.len() >= limits.units {
            return Err(DocumentError::too_large("strings", limits.units));
        }
        overseer::borrow_for::<Self>(1)?;
        values.push(self);
        Ok(())
    }
}

/// What stands in a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// An object begins here.
    Object(usize),
    /// An array begins here.
    Array(usize),
    /// A string that is a value, without its quotation marks.
    String(Range<usize>),
    /// A number, `true`, `false` or `null`.
    Scalar(Range<usize>),
    /// An object or an array ends before here.
    End(usize),
}

/// The strings of a JSON text that are values, in their order.
pub(super) fn values(text: &str, limits: &Limits) -> Result<Vec<Value>, DocumentError> {
    let mut values = Vec::new();
    scan(text, limits, |event, key| match event {
        Event::String(range) => {
            let key = key.clone();
            Value { range, key }.add_to(&mut values, limits)
        }
        _ => Ok(()),
    })?;
    Ok(values)
}

/// Goes through a JSON text. `visit` is told what stands in it, and where the name of the member stands of which it is the
/// value, or an element of it.
///
/// # Errors
/// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] if it is too deep, those of an [`overseer`] and
/// those of `visit`.
pub(crate) fn scan(
    text: &str,
    limits: &Limits,
    visit: impl FnMut(Event, &Range<usize>) -> Result<(), DocumentError>,
) -> Result<(), DocumentError> {
    let scanner = Scanner {
        text,
        position: 0,
        depth: limits.depth,
        visit,
    };
    scanner.scan()
}

/// An object or array that was begun.
enum Open {
    Object,
    Array { key: Range<usize> },
}

struct Scanner<'a, V> {
    text: &'a str,
    position: usize,
    depth: usize,
    visit: V,
}

impl<V: FnMut(Event, &Range<usize>) -> Result<(), DocumentError>> Scanner<'_, V> {
    fn scan(mut self) -> Result<(), DocumentError> {
        let mut open: Vec<Open> = Vec::new();
        let mut key = 0..0;
        loop {
            overseer::go_on()?;
            self.skip_space();
            match self.peek() {
                Some(b'{') => {
                    self.check_depth(&open)?;
                    (self.visit)(Event::Object(self.position), &key)?;
                    self.position += 1;
                    self.skip_space();
                    if self.peek() == Some(b'}') {
                        self.end(&key)?;
                    } else {
                        open.push(Open::Object);
                        key = self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.check_depth(&open)?;
                    (self.visit)(Event::Array(self.position), &key)?;
                    self.position += 1;
                    self.skip_space();
                    if self.peek() == Some(b']') {
                        self.end(&key)?;
                    } else {
                        open.push(Open::Array { key: key.clone() });
                        continue;
                    }
                }
                Some(b'"') => {
                    let range = self.string()?;
                    (self.visit)(Event::String(range), &key)?;
                }
                _ => {
                    let range = self.scalar()?;
                    (self.visit)(Event::Scalar(range), &key)?;
                }
            }
            match self.after_value(&mut open)? {
                Some(next) => key = next,
                None => return Ok(()),
            }
        }
    }

    /// Goes on after a value: to the next one, whose key it gives, or to the end.
    fn after_value(&mut self, open: &mut Vec<Open>) -> Result<Option<Range<usize>>, DocumentError> {
        loop {
            self.skip_space();
            let next = self.peek();
            match (open.last(), next) {
                (None, None) => return Ok(None),
                (Some(Open::Object), Some(b',')) => {
                    self.position += 1;
                    self.skip_space();
                    return self.key().map(Some);
                }
                (Some(Open::Array { key }), Some(b',')) => {
                    self.position += 1;
                    return Ok(Some(key.clone()));
                }
                (Some(Open::Object), Some(b'}')) | (Some(Open::Array { .. }), Some(b']')) => {
                    open.pop();
                    self.end(&(0..0))?;
                }
                (None, Some(_)) => return Err(self.error("there is something after its end")),
                (Some(Open::Object), _) => return Err(self.error("`,` or `}` is missing")),
                (Some(Open::Array { .. }), _) => return Err(self.error("`,` or `]` is missing")),
            }
        }
    }

    /// Goes behind the sign that ends an object or an array.
    fn end(&mut self, key: &Range<usize>) -> Result<(), DocumentError> {
        self.position += 1;
        (self.visit)(Event::End(self.position), key)
    }

    fn key(&mut self) -> Result<Range<usize>, DocumentError> {
        if self.peek() != Some(b'"') {
            return Err(self.error("the name of a member is missing"));
        }
        let key = self.string()?;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.error("`:` is missing"));
        }
        self.position += 1;
        Ok(key)
    }

    fn string(&mut self) -> Result<Range<usize>, DocumentError> {
        self.position += 1;
        let start = self.position;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.position += 1;
                    let digits = match self.peek() {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 0,
                        Some(b'u') => 4,
                        _ => return Err(self.error("an escape is not valid")),
                    };
                    self.position += 1;
                    for _ in 0..digits {
                        if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                            return Err(self.error("an escape is not valid"));
                        }
                        self.position += 1;
                    }
                }
                Some(0..0x20) => {
                    return Err(self.error("a string has a control character in it"));
                }
                Some(_) => self.position += 1,
                None => return Err(self.error("a string does not end")),
            }
        }
        self.position += 1;
        Ok(start..self.position - 1)
    }

    fn scalar(&mut self) -> Result<Range<usize>, DocumentError> {
        let rest = self.text.get(self.position..).unwrap_or_default();
        if rest.is_empty() {
            return Err(self.error("a value is missing"));
        }
        if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
            return Err(self.error("comments are not a part of JSON"));
        }
        let length = rest
            .bytes()
            .take_while(|byte| !b" \t\r\n,]}:".contains(byte))
            .count();
        let word = rest.get(..length).unwrap_or_default();
        if !matches!(word, "true" | "false" | "null") && !is_number(word) {
            return Err(self.error("a value is not valid"));
        }
        let start = self.position;
        self.position += length;
        Ok(start..self.position)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.position += 1;
        }
    }

    fn check_depth(&self, open: &[Open]) -> Result<(), DocumentError> {
        if open.len() >= self.depth {
            return Err(DocumentError::TooLarge {
                what: "objects and arrays within one another",
                most: u64::try_from(self.depth).unwrap_or(u64::MAX),
            });
        }
        Ok(())
    }

    fn error(&self, reason: &str) -> DocumentError {
        let before = self.text.get(..self.position).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default();
        let column = column.chars().count() + 1;
        DocumentError::Malformed {
            format: "JSON",
            reason: format!("{reason} (line {line}, column {column})"),
        }
    }
}

fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = match word.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            (mantissa, Some(digits))
        }
        None => (word, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scan(text: &str) -> Result<Vec<(&str, &str)>, String> {
        let values = values(text, &Limits::default()).map_err(|error| error.to_string())?;
        let pairs = values
            .into_iter()
            .map(|value| (&text[value.key], &text[value.range]));
        Ok(pairs.collect())
    }

    #[test]
    fn values_have_the_key_of_their_member_even_within_arrays() {
        let text =
            r#"{"a": "1", "b": [["2"], {"c\"": "3"}, "4"], "a": "5", "e": {}, "f": [], "": ""}"#;
        let expected = [
            ("a", "1"),
            ("b", "2"),
            ("c\\\"", "3"),
            ("b", "4"),
            ("a", "5"),
            ("", ""),
        ];
        assert_eq!(scan(text).unwrap(), expected);
        assert_eq!(scan(" \"x\" ").unwrap(), [("", "x")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let reason = |text: &str| scan(text).unwrap_err();
        assert!(
            reason("{\n  // so\n}").contains("the name of a member is missing (line 2, column 3)")
        );
        assert!(reason("[1, /* so */ 2]").contains("comments are not a part of JSON"));
        assert!(reason("{\"a\": \"b").contains("a string does not end"));
        assert!(reason("[1] [2]").contains("something after its end (line 1, column 5)"));
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(scan(&nested(256)).is_ok());
        assert!(scan(&nested(257)).is_err());
        assert!(scan(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn strings_are_limited() {
        let limits = Limits {
            units: 2,
            ..Limits::default()
        };
        assert!(values("[\"a\", 1, {\"b\": \"c\"}]", &limits).is_ok());
        assert!(values("[\"a\", \"b\", \"c\"]", &limits).is_err());
    }

    proptest! {
        #[test]
        fn the_same_texts_are_valid_as_for_a_parser_of_values(
            parts in proptest::collection::vec(
                proptest::sample::select(vec![
                    "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\"", "\"\\x\"", "1", "-0.5e+3", "01",
                    "true", "nul", " ", "\n", "\"", "{\"a\":", "\"\\ud800\"", "/",
                ]),
                0..12,
            ),
        ) {
            let text = parts.concat();
            // Half a surrogate pair is valid by the grammar, but no string for that parser.
            let valid = serde_json::from_str::<serde_json::Value>(&text.replace("\\ud800", "")).is_ok();
            prop_assert_eq!(scan(&text).is_ok(), valid, "{}", text);
        }
    }
}
