//! How a text is written as a scalar.

use saphyr_parser::ScalarStyle;

use crate::lines::width;
use crate::strings::StringNotation;

use super::form::Form;
use super::schema::means_other_than_text;

/// How a file writes its scalars.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notation {
    /// The quotation marks that it has more of.
    pub(super) quotes: ScalarStyle,
    pub(super) line_end: &'static str,
}

impl Notation {
    /// The text that is written where this one is wanted: blocks have no escapes, and what is around their text stays.
    /// Nothing if a block would have no text.
    pub(super) fn fitted(text: &str, form: &Form) -> Option<String> {
        if !is_block(form.style) {
            return Some(text.to_owned());
        }
        let text = text.replace("\r\n", "\n");
        let text: String = text
            .chars()
            .filter(|it| *it == '\n' || is_printable(*it))
            .collect();
        let mut inner = text.trim_matches('\n');
        if !form.may_begin_with_space {
            inner = inner.trim_start();
        }
        let (before, after) = form.feeds;
        let whole = format!("{}{inner}{}", "\n".repeat(before), "\n".repeat(after));
        (!inner.trim().is_empty()).then_some(whole)
    }

    /// A text within one line or several, in quotes if it needs some.
    fn flow(self, text: &str, form: &Form) -> String {
        let single = || can_be_folded(text, form) && text.chars().all(is_in_single_quotes);
        let is_plain = form.style == ScalarStyle::Plain;
        if is_plain && can_be_folded(text, form) && can_be_plain(text, form.is_in_flow) {
            return self.folded(text, form);
        }
        let quotes = if is_plain { self.quotes } else { form.style };
        if quotes == ScalarStyle::SingleQuoted && single() {
            let text = text.replace('\'', "''");
            return format!("'{}'", self.folded(&text, form));
        }
        let lines = match form.room {
            Some((first, others)) => {
                wrap(&escaped(text), first, others).join(&self.next_line(form))
            }
            None => escaped(text),
        };
        format!("\"{lines}\"")
    }

    /// The end of a line and what begins the next one.
    fn next_line(self, form: &Form) -> String {
        format!("{}{}", self.line_end, " ".repeat(form.indent))
    }

    /// A text in lines of which one end is a space, two are one, and so on.
    fn folded(self, text: &str, form: &Form) -> String {
        let next_line = self.next_line(form);
        let mut written = String::with_capacity(text.len());
        let mut last = "";
        let mut feeds = 0_usize;
        for (number, line) in text.split('\n').enumerate() {
            feeds += usize::from(number > 0);
            if line.is_empty() {
                continue;
            }
            // In a block, ends of lines around one that begins with white space are what they are.
            let is_indented = |line: &str| is_block(form.style) && line.starts_with([' ', '\t']);
            let keeps_ends = is_indented(last) || is_indented(line);
            if let Some(more) = feeds
                .checked_sub(usize::from(keeps_ends))
                .filter(|_| feeds > 0)
            {
                written.push_str(&self.line_end.repeat(more));
                written.push_str(&next_line);
            }
            match form.room.filter(|_| !is_indented(line)) {
                Some((first, others)) => {
                    let first = if written.is_empty() { first } else { others };
                    written.push_str(&wrap(line, first, others).join(&next_line));
                }
                None => written.push_str(line),
            }
            (last, feeds) = (line, 0);
        }
        written
    }

    fn literal(self, text: &str, form: &Form) -> String {
        let indent = " ".repeat(form.indent);
        let mut written = String::with_capacity(text.len());
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                written.push_str(self.line_end);
                if !line.is_empty() {
                    written.push_str(&indent);
                }
            }
            written.push_str(line);
        }
        written
    }
}

impl StringNotation for Notation {
    type Form = Form;

    fn written(&self, text: &str, form: &Form, _: &dyn Fn(char) -> bool) -> String {
        let text = Self::fitted(text, form).unwrap_or_default();
        match form.style {
            ScalarStyle::Literal => self.literal(text.trim_matches('\n'), form),
            ScalarStyle::Folded => self.folded(text.trim_matches('\n'), form),
            _ => self.flow(&text, form),
        }
    }
}

fn is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
}

/// Whether YAML 1.1 and 1.2 have this character within a line without an escape.
fn is_printable(character: char) -> bool {
    !matches!(character, '\0'..='\u{8}' | '\u{a}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}'
        | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn is_in_single_quotes(character: char) -> bool {
    character == '\n' || (is_printable(character) && character != '\t')
}

/// Whether the line feeds of a text can be written as ends of lines.
fn can_be_folded(text: &str, form: &Form) -> bool {
    let has_space_at_ends = || text.split('\n').any(|line| line.trim() != line);
    !text.contains('\n')
        || (form.room.is_some()
            && !text.starts_with('\n')
            && !text.ends_with('\n')
            && !has_space_at_ends())
}

/// Whether a text can stand without quotation marks, and is read as a text then.
fn can_be_plain(text: &str, is_in_flow: bool) -> bool {
    let text = text.replace('\n', " ");
    let begins_otherwise = text.starts_with(|first: char| "-?:,[]{}#&*!|>'\"%@`".contains(first));
    let is_in_brackets = is_in_flow && text.contains([',', '[', ']', '{', '}']);
    // Within braces, a colon may be one that separates a key from its value without a space.
    let has_colon =
        text.contains(": ") || text.ends_with(':') || (is_in_flow && text.contains(':'));
    text.trim() == text
        && text.chars().all(is_in_single_quotes)
        && !begins_otherwise
        && !is_in_brackets
        && !has_colon
        && !text.contains(" #")
        && !text.starts_with("...")
        && !means_other_than_text(&text)
}

/// A text as it stands in double quotation marks.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            _ if is_printable(character) => written.push(character),
            _ => written.push_str(&format!("\\u{:04X}", u32::from(character))),
        }
    }
    written
}

/// The lines of a text with at most so many columns, as far as words are not longer. They are broken only where the end
/// of a line is read as what was there: a single space.
fn wrap(text: &str, first: usize, others: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut room) = (0, first);
    let mut fitting: Option<usize> = None;
    let mut taken = 0;
    let mut from = 0;
    for place in single_spaces(text).chain([text.len()]) {
        taken += width(text.get(from..place).unwrap_or_default());
        if let Some(last) = fitting.filter(|_| taken > room) {
            lines.push(text.get(start..last).unwrap_or_default());
            (start, room) = (last + 1, others);
            taken = width(text.get(start..place).unwrap_or_default());
        }
        from = place;
        fitting = Some(place);
    }
    lines.push(text.get(start..).unwrap_or_default());
    lines
}

/// The spaces of a text without white space beside them.
fn single_spaces(text: &str) -> impl Iterator<Item = usize> + '_ {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| !matches!(byte, b' ' | b'\t'));
    let bytes = text.as_bytes();
    text.match_indices(' ').map(|(at, _)| at).filter(move |at| {
        at.checked_sub(1)
            .is_some_and(|last| is_word(bytes.get(last)))
            && is_word(bytes.get(at + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_single_spaces_only() {
        assert_eq!(wrap("one two three", 7, 7), ["one two", "three"]);
        assert_eq!(wrap("one  two three", 3, 20), ["one  two", "three"]);
        assert_eq!(wrap(" one two ", 2, 2), [" one", "two "]);
        assert_eq!(wrap("你好 世界", 4, 4), ["你好", "世界"]);
        assert_eq!(wrap("", 0, 0), [""]);
    }

    #[test]
    fn a_text_is_plain_only_where_it_is_read_as_the_same_text() {
        for text in [
            "Word",
            "It's a word",
            "a:b",
            "a#b",
            "100 %",
            "e.g. [so]",
            "größer",
        ] {
            assert!(can_be_plain(text, false), "{text}");
        }
        for text in [
            "",
            "yes",
            "12",
            "- a",
            "a: b",
            "a:",
            "a #b",
            "[a]",
            "{a}",
            "'a'",
            "\"a",
            "*a",
            "&a",
            "!a",
            "%a",
            "@a",
            "`a",
            "#a",
            "|",
            ">",
            " a",
            "a ",
            "a\tb",
            "a\u{2028}b",
            "...",
            "---",
            "? a",
            "\u{7}",
            "~",
        ] {
            assert!(!can_be_plain(text, false), "{text}");
        }
        assert!(can_be_plain("a, b", false) && !can_be_plain("a, b", true));
    }
}
