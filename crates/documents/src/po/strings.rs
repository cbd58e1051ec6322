//! Strings of a catalogue, as they are read and as they are written.

use crate::lines;

use super::entries::{Entry, Item};

/// How wide lines are at most where nothing says it, in columns: as the programs of gettext write them.
const USUAL_WIDTH: usize = 79;

/// The text of a string between its quotation marks; nothing if it is none.
pub(super) fn decoded(written: &str) -> Option<String> {
    let mut text = String::with_capacity(written.len());
    let mut rest = written.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '"' => return None,
            '\\' => {
                let escape = rest.next()?;
                let after = rest.as_str();
                let (value, length) = match escape {
                    'n' => ('\n', 0),
                    't' => ('\t', 0),
                    'r' => ('\r', 0),
                    'a' => ('\u{7}', 0),
                    'b' => ('\u{8}', 0),
                    'v' => ('\u{b}', 0),
                    'f' => ('\u{c}', 0),
                    '0'..='7' => number(escape, after, 8, 2)?,
                    'x' => number('0', after, 16, 2)?,
                    other => (other, 0),
                };
                text.push(value);
                rest = after.get(length..)?.chars();
            }
            other => text.push(other),
        }
    }
    Some(text)
}

/// The character that a number means, of which there are so many digits more at most, and how many there are.
fn number(first: char, rest: &str, base: u32, most: usize) -> Option<(char, usize)> {
    let digits = rest
        .chars()
        .take(most)
        .take_while(|digit| digit.is_digit(base));
    let mut value = first.to_digit(base)?;
    let mut length = 0;
    for digit in digits {
        value = value
            .checked_mul(base)?
            .checked_add(digit.to_digit(base)?)?;
        length += 1;
    }
    // Beyond ASCII these are bytes, and not by themselves letters.
    let letter = char::from_u32(value).filter(char::is_ascii)?;
    Some((letter, length))
}

/// A text as it stands between quotation marks.
fn encoded(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    for letter in text.chars() {
        match letter {
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            // Readers of lines may take them for line ends.
            '\u{85}' | '\u{2028}' | '\u{2029}' => written.push(' '),
            other if other.is_control() => {
                written.push_str(&format!("\\{:03o}", u32::from(other)));
            }
            other => written.push(other),
        }
    }
    written
}

/// How the catalogue writes strings.
#[derive(Debug)]
pub(super) struct Style {
    pub(super) line_end: &'static str,
    /// Whether strings are divided where no line of them ends.
    is_wrapped: bool,
    width: usize,
}

impl Style {
    pub(super) fn of(text: &str) -> Self {
        Self {
            line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
            is_wrapped: false,
            width: 0,
        }
    }

    /// Takes note of how an entry is written.
    pub(super) fn observe(&mut self, entry: &Entry) {
        for item in entry.targets.iter().chain([&entry.id]).chain(&entry.plural) {
            // One line for each of the text, and an empty one before them.
            let of_text = item.text.trim_end_matches('\n').matches('\n').count() + 1;
            if item.lines > of_text + 1 && !entry.is_header() {
                self.is_wrapped = true;
                self.width = self.width.max(item.range.len() / item.lines.max(1));
            }
        }
    }

    /// A text as the string that stands behind a name, divided as the source of it is.
    pub(super) fn written(&self, text: &str, name: &str, source: &Item) -> String {
        let inner = text.trim_end_matches('\n').contains('\n');
        let one = encoded(text);
        let fits = lines::width(&one) + name.len() + 2 <= USUAL_WIDTH;
        let is_divided = if inner {
            source.lines > 1 || self.is_wrapped
        } else {
            self.is_wrapped && !fits
        };
        if !is_divided {
            return format!("\"{one}\"");
        }
        let mut written = "\"\"".to_owned();
        for line in text.split_inclusive('\n') {
            for part in self.parts(line) {
                written.push_str(self.line_end);
                written.push('"');
                written.push_str(&encoded(part));
                written.push('"');
            }
        }
        written
    }

    /// A line of a text, divided if it is too long.
    fn parts<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let mut parts = Vec::new();
        let (mut start, mut last, mut width, mut from) = (0, 0, 0, 0);
        for place in lines::breaks(line).iter().filter(|_| self.is_wrapped) {
            let added = lines::width(line.get(from..place.start).unwrap_or_default());
            if width + added + 3 > USUAL_WIDTH && last > start {
                parts.push(line.get(start..last).unwrap_or_default());
                (start, width) = (last, 0);
            }
            width += added;
            (last, from) = (place.start, place.start);
        }
        let rest = lines::width(line.get(from..).unwrap_or_default());
        if width + rest + 3 > USUAL_WIDTH && last > start {
            parts.push(line.get(start..last).unwrap_or_default());
            start = last;
        }
        parts.push(line.get(start..).unwrap_or_default());
        parts
    }
}
