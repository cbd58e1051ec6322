use crate::strings::StringNotation;

use super::next_step;

/// What a string means that is written so between its quotation marks.
pub(super) fn decoded(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let escape = rest.strip_prefix('\\');
        let length = match escape.and_then(unicode_escape) {
            Some((unit, length)) => {
                units.push(unit);
                1 + length
            }
            None => {
                push_units(&mut units, &mut text);
                let (character, length) = match escape {
                    Some(escape) => escaped(escape),
                    None => (Some(first), first.len_utf8()),
                };
                text.extend(character);
                length
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    push_units(&mut units, &mut text);
    text
}

/// The half or whole character of an escape behind its backslash, and how long it is: as Apple reads it, and with the letter
/// that other programs write.
fn unicode_escape(escape: &str) -> Option<(u16, usize)> {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    let count = escape.bytes().skip(1).take(4).take_while(is_digit).count();
    let is_escape = match escape.as_bytes().first()? {
        b'U' => count > 0,
        b'u' => count == 4,
        _ => false,
    };
    let digits = escape.get(1..=count).filter(|_| is_escape)?;
    Some((u16::from_str_radix(digits, 16).ok()?, 1 + count))
}

/// The character of another escape behind its backslash, and how long it is with that.
fn escaped(escape: &str) -> (Option<char>, usize) {
    let Some(first) = escape.chars().next() else {
        return (None, 1);
    };
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'7');
    let digits = escape.bytes().take(3).take_while(is_digit).count();
    if digits > 0 {
        let value = u16::from_str_radix(escape.get(..digits).unwrap_or_default(), 8);
        // As in C, what is more than a byte has lost its first bit.
        let byte = value.unwrap_or(0).to_be_bytes();
        return (Some(next_step::character(byte[1])), 1 + digits);
    }
    let character = match first {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        other => other,
    };
    (Some(character), 1 + first.len_utf8())
}

fn push_units(units: &mut Vec<u16>, text: &mut String) {
    let characters = char::decode_utf16(units.drain(..));
    text.extend(characters.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)));
}

/// How a file writes its strings.
#[derive(Debug)]
pub(super) struct Notation {
    /// Whether letters are escaped that are not in ASCII.
    escapes_letters: bool,
    has_capital_digits: bool,
}

impl Notation {
    /// That of a file.
    pub(super) fn of(text: &str) -> Self {
        let escapes = || text.match_indices("\\U");
        let has_capital_digits = escapes().any(|(at, _)| {
            let digits = text.get(at + 2..at + 6).unwrap_or_default();
            digits.contains(|digit: char| ('A'..='F').contains(&digit))
        });
        Self {
            escapes_letters: text.is_ascii() && escapes().next().is_some(),
            has_capital_digits,
        }
    }

    fn push_escape(&self, character: char, written: &mut String) {
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            written.push_str(&if self.has_capital_digits {
                format!("\\U{unit:04X}")
            } else {
                format!("\\U{unit:04x}")
            });
        }
    }
}

/// How a string is written.
#[derive(Debug)]
pub(super) struct WrittenForm {
    mark: char,
    /// What stands before it from now on.
    before: String,
    keeps_lines: bool,
    keeps_tabs: bool,
}

impl WrittenForm {
    /// That of a string in these quotation marks, which was written so between them.
    pub(super) fn new(mark: char, before: String, written: &str) -> Self {
        let is_raw = |signs: [char; 2], escapes: [&str; 2]| {
            written.contains(signs) && !escapes.iter().any(|escape| written.contains(escape))
        };
        Self {
            mark,
            before,
            keeps_lines: is_raw(['\n', '\r'], ["\\n", "\\r"]),
            keeps_tabs: is_raw(['\t', '\t'], ["\\t", "\\t"]),
        }
    }
}

impl StringNotation for Notation {
    type Form = WrittenForm;

    fn written(&self, text: &str, form: &WrittenForm, has: &dyn Fn(char) -> bool) -> String {
        let mut written = String::with_capacity(form.before.len() + text.len() + 2);
        written.push_str(&form.before);
        written.push(form.mark);
        for character in text.chars() {
            match character {
                '\\' => written.push_str("\\\\"),
                mark if mark == form.mark => written.extend(['\\', mark]),
                '\n' | '\r' if form.keeps_lines => written.push(character),
                '\t' if form.keeps_tabs => written.push('\t'),
                '\n' => written.push_str("\\n"),
                '\r' => written.push_str("\\r"),
                '\t' => written.push_str("\\t"),
                ' '..='~' => written.push(character),
                _ if !self.escapes_letters && has(character) && !character.is_control() => {
                    written.push(character);
                }
                _ => self.push_escape(character, &mut written),
            }
        }
        written.push(form.mark);
        written
    }
}
