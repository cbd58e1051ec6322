//! Strings: their escapes, and the characters that have names of their own.

use std::ops::Range;

use super::roman;

/// How long a string may become: programs read no more than 255 bytes of one.
const LONGEST: usize = 200;

/// Characters of text with the number that stands for them in strings and the name that stands for
/// them between strings.
const NAMED: [(char, u8, &str); 7] = [
    ('\u{ad}', 0x04, "DiscHyphen"),
    ('\u{2007}', 0x10, "NumberSpace"),
    ('\u{a0}', 0x11, "HardSpace"),
    ('\u{2009}', 0x12, "ThinSpace"),
    ('\u{2002}', 0x13, "EnSpace"),
    ('\u{2003}', 0x14, "EmSpace"),
    ('\u{2011}', 0x15, "HardHyphen"),
];

/// Characters with names that programs write as themselves nowadays.
const PLAIN: [(char, &str); 8] = [
    ('¢', "Cent"),
    ('£', "Pound"),
    ('¥', "Yen"),
    ('–', "EnDash"),
    ('—', "EmDash"),
    ('†', "Dagger"),
    ('‡', "DoubleDagger"),
    ('•', "Bullet"),
];

/// A stretch of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stretch {
    /// Text as people read it.
    Text(String, Range<usize>),
    /// A tab, a forced line break, a building block.
    Mark(Range<usize>),
}

/// The character that stands between strings under this name; `None` for those that are no text.
pub(super) fn named(name: &str) -> Option<char> {
    let named = NAMED.iter().map(|(character, _, name)| (character, name));
    let plain = PLAIN.iter().map(|(character, name)| (character, name));
    let found = named.chain(plain).find(|(_, known)| **known == name);
    found.map(|(character, _)| *character)
}

/// What a string says, which begins at this place. With `has_blocks`, what is in angle brackets is put in by
/// the program.
pub(super) fn read(raw: &str, start: usize, has_blocks: bool) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let mut text = String::new();
    let (mut place, mut text_start) = (0, 0);
    let last_block = if has_blocks { raw.rfind("\\>") } else { None };
    while let Some(rest) = raw.get(place..)
        && let Some(first) = rest.chars().next()
    {
        let (found, length) = match first {
            '\\' => escaped(rest),
            '<' if last_block.is_some_and(|last| last > place) => {
                (None, rest.find("\\>").map_or(1, |end| end + 2))
            }
            _ => (Some(first), first.len_utf8()),
        };
        let end = place + length;
        match found {
            // A soft hyphen says nothing of the translation.
            Some('\u{ad}') => {}
            Some(character) => text.push(character),
            None => {
                if !text.is_empty() {
                    let words = std::mem::take(&mut text);
                    let range = start + text_start..start + place;
                    stretches.push(Stretch::Text(words, range));
                }
                stretches.push(Stretch::Mark(start + place..start + end));
                text_start = end;
            }
        }
        place = end;
    }
    if !text.is_empty() {
        stretches.push(Stretch::Text(text, start + text_start..start + raw.len()));
    }
    stretches
}

/// The character of an escape, if it is text, and how long the escape is.
fn escaped(rest: &str) -> (Option<char>, usize) {
    let after = rest.get(1..).unwrap_or_default();
    let number = |digits: usize| {
        let digits = after.get(1..1 + digits)?;
        u32::from_str_radix(digits, 16).ok()
    };
    match after.chars().next() {
        Some('>') => (Some('>'), 2),
        Some('q') => (Some('\''), 2),
        Some('Q') => (Some('`'), 2),
        Some('\\') => (Some('\\'), 2),
        Some('x') => {
            let Some(byte) = number(2).and_then(|number| u8::try_from(number).ok()) else {
                return (None, 2);
            };
            let has_space = after.get(3..).is_some_and(|rest| rest.starts_with(' '));
            let length = if has_space { 5 } else { 4 };
            let named = NAMED.iter().find(|(_, number, _)| *number == byte);
            match named {
                Some((character, _, _)) => (Some(*character), length),
                None if byte < 0x20 => (None, length),
                None => (Some(roman::character(byte)), length),
            }
        }
        Some('u') => match number(4).and_then(char::from_u32) {
            Some(character) if !character.is_control() => (Some(character), 6),
            Some(_) => (None, 6),
            None => (None, 2),
        },
        Some(other) => (None, 1 + other.len_utf8()),
        None => (None, 1),
    }
}

/// Text as it is written in the strings of a paragraph of which one is open; `in_roman` for files before version 8.
pub(super) fn write_line(text: &str, in_roman: bool) -> String {
    let mut written = String::with_capacity(text.len());
    let mut length = 0;
    for character in text.chars() {
        if let Some((_, _, name)) = NAMED.iter().find(|(named, _, _)| *named == character) {
            written.push_str(&format!("'><Char {name}><String `"));
            length = 0;
            continue;
        }
        let before = written.len();
        write_character(&mut written, character, in_roman);
        length += written.len() - before;
        if length > LONGEST {
            written.push_str("'>\n   <String `");
            length = 0;
        }
    }
    written
}

/// Text as it is written in a string that is alone.
pub(super) fn write_value(text: &str, in_roman: bool) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match NAMED.iter().find(|(named, _, _)| *named == character) {
            Some((_, number, _)) => written.push_str(&format!("\\x{number:02x} ")),
            // It would begin a building block.
            None if character == '<' => {}
            None => write_character(&mut written, character, in_roman),
        }
    }
    written
}

fn write_character(written: &mut String, character: char, in_roman: bool) {
    match character {
        '\\' => written.push_str("\\\\"),
        '>' => written.push_str("\\>"),
        '\'' => written.push_str("\\q"),
        '`' => written.push_str("\\Q"),
        '\t' => written.push_str("\\t"),
        '\n' => written.push(' '),
        _ if character.is_control() => {}
        _ if in_roman && !character.is_ascii() => {
            if let Some(byte) = roman::byte(character) {
                written.push_str(&format!("\\x{byte:02x} "));
            }
        }
        _ => written.push(character),
    }
}

/// Whether files before version 8 can say this character.
pub(super) fn is_roman(character: char) -> bool {
    roman::byte(character).is_some()
        || character.is_control()
        || NAMED.iter().any(|(named, _, _)| *named == character)
}

/// A string as it is written from version 8 on.
pub(super) fn from_roman(raw: &str) -> String {
    let mut written = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find('\\') {
        let (before, escape) = rest.split_at(place);
        written.push_str(before);
        let (character, length) = escaped(escape);
        let length = length.min(escape.len());
        match character {
            Some(character) if escape.starts_with("\\x") && !character.is_ascii() => {
                let is_named = NAMED.iter().any(|(named, _, _)| *named == character);
                if is_named {
                    written.push_str(escape.get(..length).unwrap_or_default());
                } else {
                    written.push(character);
                }
            }
            _ => written.push_str(escape.get(..length).unwrap_or_default()),
        }
        rest = escape.get(length..).unwrap_or_default();
    }
    written.push_str(rest);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> String {
        let stretches = read(raw, 0, true).into_iter().map(|stretch| match stretch {
            Stretch::Text(text, _) => text,
            Stretch::Mark(range) => format!("{{{}}}", &raw[range]),
        });
        stretches.collect()
    }

    #[test]
    fn escapes_are_read_and_written() {
        assert_eq!(text(r"a\>\q\Q\\\x8a\x11 b"), "a>'`\\ä\u{a0}b");
        assert_eq!(text(r"a\x8a b\u00e9\x04 c"), "aäbéc");
        assert_eq!(
            text(r"a\tb\x09 c\nd<$page\>e"),
            r"a{\t}b{\x09 }c{\n}d{<$page\>}e"
        );
        assert_eq!(text(r"\x"), r"{\x}");
        assert_eq!(text("\\é\\"), "{\\é}{\\}");
        assert_eq!(write_value("a>'`\\ä\u{a0}<", false), r"a\>\q\Q\\ä\x11 ");
        assert_eq!(write_value("ä日", true), r"\x8a ");
        assert_eq!(
            write_line("a\u{a0}b", false),
            "a'><Char HardSpace><String `b"
        );
        assert_eq!(from_roman(r"\x8a \x11 \t\\x8a "), r"ä\x11 \t\\x8a ");
    }

    #[test]
    fn long_text_is_written_in_several_strings() {
        let written = write_line(&"é".repeat(300), false);
        let longest = written.split("'>\n   <String `").map(str::len).max();
        assert!(longest.unwrap() < 255);
        assert_eq!(written.matches('é').count(), 300);
    }
}
