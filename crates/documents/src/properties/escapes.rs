use crate::strings::StringNotation;

/// What a value means that is written so.
pub(super) fn decoded(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let unit = unicode_escape(rest);
        if unit.is_none() {
            push_units(&mut units, &mut text);
        }
        let length = match (first, rest.chars().nth(1)) {
            ('\\', Some('u')) if unit.is_some() => {
                units.extend(unit);
                6
            }
            ('\\', Some('\r' | '\n')) => {
                let line = rest.get(1..).unwrap_or_default();
                let next = line.strip_prefix("\r\n").or_else(|| line.get(1..));
                let next = next
                    .unwrap_or_default()
                    .trim_start_matches([' ', '\t', '\u{c}']);
                rest.len() - next.len()
            }
            ('\\', Some(escaped)) => {
                text.push(match escaped {
                    't' => '\t',
                    'n' => '\n',
                    'r' => '\r',
                    'f' => '\u{c}',
                    other => other,
                });
                1 + escaped.len_utf8()
            }
            ('\\', None) => 1,
            (character, _) => {
                text.push(character);
                character.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    push_units(&mut units, &mut text);
    text
}

/// The half or whole character of the escape with which a text begins.
fn unicode_escape(rest: &str) -> Option<u16> {
    let digits = rest.strip_prefix("\\u")?.get(..4)?;
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    are_digits.then(|| u16::from_str_radix(digits, 16).ok())?
}

fn push_units(units: &mut Vec<u16>, text: &mut String) {
    let characters = char::decode_utf16(units.drain(..));
    text.extend(characters.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)));
}

/// How a file writes its values.
#[derive(Debug)]
pub(super) struct Notation {
    /// Whether letters stand in the file as they are that are not in ASCII. A file without any may be for programs that know
    /// no other encoding.
    has_letters_beyond_ascii: bool,
    has_capital_digits: bool,
}

impl Notation {
    /// That of a file.
    pub(super) fn of(text: &str) -> Self {
        let mut escapes = text.match_indices("\\u");
        let has_capital_digits = escapes.any(|(at, _)| {
            let digits = text.get(at + 2..at + 6).unwrap_or_default();
            digits.contains(|digit: char| ('A'..='F').contains(&digit))
        });
        Self {
            has_letters_beyond_ascii: !text.is_ascii(),
            has_capital_digits,
        }
    }

    fn push_escape(&self, character: char, written: &mut String) {
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            written.push_str(&if self.has_capital_digits {
                format!("\\u{unit:04X}")
            } else {
                format!("\\u{unit:04x}")
            });
        }
    }
}

impl StringNotation for Notation {
    type Form = ();

    fn written(&self, text: &str, _: &(), has: &dyn Fn(char) -> bool) -> String {
        let mut written = String::with_capacity(text.len());
        for (index, character) in text.chars().enumerate() {
            match character {
                '\\' => written.push_str("\\\\"),
                '\n' => written.push_str("\\n"),
                '\r' => written.push_str("\\r"),
                '\t' => written.push_str("\\t"),
                '\u{c}' => written.push_str("\\f"),
                // White space before a value is no part of it.
                ' ' if index == 0 => written.push_str("\\ "),
                ' '..='~' => written.push(character),
                _ if self.has_letters_beyond_ascii && has(character) && !character.is_control() => {
                    written.push(character);
                }
                _ => self.push_escape(character, &mut written),
            }
        }
        written
    }
}
