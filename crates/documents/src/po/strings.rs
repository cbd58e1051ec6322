//! Strings of a catalogue, as they are read and as they are written.

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
pub(super) fn encoded(text: &str) -> String {
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
