//! Strings of a catalogue, as they are read and as they are written.

/// Why what stands between quotation marks is no text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// There is no such escape; it stands there.
    Escape(usize),
    /// It is a byte beyond ASCII, and by itself no letter.
    Byte,
}

/// The text of a string between its quotation marks.
pub(super) fn decoded(written: &str) -> Result<String, Unreadable> {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let place = written.len() - escape.len();
        let (value, length) = escaped(escape, place)?;
        text.extend(value);
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    Ok(text)
}

/// The character that an escape stands for, with which a text begins, and how long it is.
fn escaped(escape: &str, place: usize) -> Result<(Option<char>, usize), Unreadable> {
    let value = match escape.chars().nth(1) {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('a') => '\u{7}',
        Some('b') => '\u{8}',
        Some('v') => '\u{b}',
        Some('f') => '\u{c}',
        Some(mark @ ('"' | '\\')) => mark,
        Some('\n') => return Ok((None, 2)),
        Some('0'..='7') => return number(escape, 1, 8, 3, place),
        Some('x') => return number(escape, 2, 16, usize::MAX, place),
        _ => return Err(Unreadable::Escape(place)),
    };
    Ok((Some(value), 2))
}

/// The character that a number in an escape means, of which there are so many digits at most.
fn number(
    escape: &str,
    start: usize,
    base: u32,
    most: usize,
    place: usize,
) -> Result<(Option<char>, usize), Unreadable> {
    let digits = escape.chars().skip(start).take(most);
    let digits = digits.map_while(|digit| digit.to_digit(base));
    let (mut value, mut length) = (0_u32, start);
    for digit in digits {
        value = value.saturating_mul(base).saturating_add(digit);
        length += 1;
    }
    if length == start {
        return Err(Unreadable::Escape(place));
    }
    let letter = char::from_u32(value).filter(char::is_ascii);
    letter
        .map(|letter| (Some(letter), length))
        .ok_or(Unreadable::Byte)
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
