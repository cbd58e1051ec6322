//! The escapes of JSON strings, read and written in a document's own style.

use std::collections::BTreeSet;
use std::ops::Range;

/// What a string means, with the place in the document of each byte of it.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// Where each byte of the text comes from, and where the string ends.
    places: Vec<usize>,
    /// Halves of surrogate pairs, which are no characters; they stand as U+FFFD.
    pub(crate) halves: Vec<Range<usize>>,
}

impl Decoded {
    /// Where a stretch of the text stands in the document.
    pub(super) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let at = |position: usize| {
            let place = self.places.get(position).or(self.places.last());
            place.copied().unwrap_or(0)
        };
        at(range.start)..at(range.end)
    }
}

/// Reads a valid string that stands there in the document.
pub(crate) fn decode(document: &str, range: Range<usize>) -> Decoded {
    let mut decoded = Decoded {
        text: String::new(),
        places: Vec::new(),
        halves: Vec::new(),
    };
    let mut position = range.start;
    while position < range.end {
        let rest = document.get(position..range.end).unwrap_or_default();
        let Some((character, length)) = next(rest) else {
            break;
        };
        let start = decoded.text.len();
        decoded
            .text
            .push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        let added = start..decoded.text.len();
        decoded.places.extend(added.clone().map(|_| position));
        if character.is_none() {
            decoded.halves.push(added);
        }
        position += length;
    }
    decoded.places.push(range.end);
    decoded
}

/// The first character of a string and how many bytes it takes; none for half a surrogate pair.
fn next(rest: &str) -> Option<(Option<char>, usize)> {
    let first = rest.chars().next()?;
    if first != '\\' {
        return Some((Some(first), first.len_utf8()));
    }
    let character = match rest.as_bytes().get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return Some(unicode_escape(rest)),
        other => char::from(*other),
    };
    Some((Some(character), 2))
}

fn unicode_escape(rest: &str) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let escape = rest.get(at..at + 6)?;
        u16::from_str_radix(escape.strip_prefix("\\u")?, 16).ok()
    };
    let units = [unit(0), unit(6)];
    let mut characters = char::decode_utf16(units.into_iter().flatten());
    match characters.next() {
        Some(Ok(character)) => (Some(character), 6 * character.len_utf16()),
        _ => (None, 6),
    }
}

/// How a document writes what it could write in more than one way.
#[derive(Debug, Default)]
pub(crate) struct Style {
    /// Nothing but ASCII stands in its strings, and the rest is escaped.
    is_ascii: bool,
    escapes_slash: bool,
    has_capital_digits: bool,
    /// Characters escaped by their numbers that would not have to be.
    escaped: BTreeSet<char>,
}

impl Style {
    /// The style of these strings of a document.
    pub(crate) fn of(document: &str, strings: impl Iterator<Item = Range<usize>>) -> Self {
        let mut style = Self::default();
        let (mut has_escapes, mut has_raw) = (false, false);
        let (mut slashes, mut escaped_slashes) = (0_usize, 0_usize);
        for string in strings {
            let mut rest = document.get(string).unwrap_or_default();
            while let Some((character, length)) = next(rest) {
                let (written, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
                let is_escaped = written.starts_with("\\u");
                match character {
                    Some('/') if written == "\\/" => escaped_slashes += 1,
                    Some('/') => slashes += 1,
                    Some(character) if character.is_ascii() && is_escaped => {
                        style.escaped.insert(character);
                    }
                    Some(character) if !character.is_ascii() => {
                        has_raw |= !is_escaped;
                        has_escapes |= is_escaped && character.is_alphanumeric();
                        let is_invisible = !character.is_alphanumeric();
                        if is_escaped && is_invisible {
                            style.escaped.insert(character);
                        }
                    }
                    _ => {}
                }
                let digits = written.get(2..).filter(|_| is_escaped).unwrap_or_default();
                style.has_capital_digits |=
                    digits.contains(|digit: char| digit.is_ascii_uppercase());
                rest = after;
            }
        }
        style.escapes_slash = escaped_slashes > slashes;
        style.is_ascii = !has_raw && (has_escapes || !style.escaped.iter().all(char::is_ascii));
        style
    }

    /// Writes text into a string; `has` says which characters the document's encoding has.
    pub(crate) fn escape(&self, text: &str, has: impl Fn(char) -> bool, output: &mut String) {
        for character in text.chars() {
            match character {
                _ if self.escaped.contains(&character) => self.push_number(character, output),
                '"' => output.push_str("\\\""),
                '\\' => output.push_str("\\\\"),
                '/' if self.escapes_slash => output.push_str("\\/"),
                '\n' => output.push_str("\\n"),
                '\r' => output.push_str("\\r"),
                '\t' => output.push_str("\\t"),
                '\u{8}' => output.push_str("\\b"),
                '\u{c}' => output.push_str("\\f"),
                '\0'..' ' => self.push_number(character, output),
                _ if character.is_ascii() => output.push(character),
                _ if self.is_ascii || !has(character) => self.push_number(character, output),
                _ => output.push(character),
            }
        }
    }

    fn push_number(&self, character: char, output: &mut String) {
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            let escape = if self.has_capital_digits {
                format!("\\u{unit:04X}")
            } else {
                format!("\\u{unit:04x}")
            };
            output.push_str(&escape);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(string: &str) -> Style {
        Style::of(string, std::iter::once(0..string.len()))
    }

    fn escaped(style: &Style, text: &str) -> String {
        let mut output = String::new();
        style.escape(text, |_| true, &mut output);
        output
    }

    #[test]
    fn escapes_are_read_with_their_places() {
        let string = r#"a\u00e9\ud83d\ude00\n\/\ud800x"#;
        let decoded = decode(string, 0..string.len());
        assert_eq!(decoded.text, "aé😀\n/\u{fffd}x");
        assert_eq!(decoded.place(&(1..3)), 1..7);
        assert_eq!(decoded.place(&(3..7)), 7..19);
        assert_eq!(decoded.halves.first(), Some(&(9..12)));
        assert_eq!(decoded.place(&(9..12)), 23..29);
        assert_eq!(decoded.place(&(12..13)), 29..30);
    }

    #[test]
    fn text_is_escaped_as_the_document_does() {
        assert_eq!(
            escaped(&style("plain"), "é\"\\/\n\u{1}"),
            r#"é\"\\/\n\u0001"#
        );
        assert_eq!(escaped(&style(r"caf\u00E9"), "ü😀"), r"\u00FC\uD83D\uDE00");
        assert_eq!(escaped(&style(r"caf\u00e9 ü"), "ü"), "ü");
        assert_eq!(escaped(&style(r"a\/b"), "c/d"), r"c\/d");
        assert_eq!(escaped(&style(r"\u003cb\u003e"), "<i>"), r"\u003ci\u003e");
        assert_eq!(escaped(&style(r"ä\u00a0"), "ö\u{a0}"), r"ö\u00a0");
    }

    #[test]
    fn what_the_encoding_lacks_is_escaped() {
        let mut output = String::new();
        style("é").escape("ñł", |character| character == 'ñ', &mut output);
        assert_eq!(output, "ñ\\u0142");
    }
}
