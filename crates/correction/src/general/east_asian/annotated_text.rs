//! A text with annotations: its characters, and which of them are prose.

use std::ops::Range;

use dragoman_text::Edit;

use super::characters::{MAX_DISTANCE, WIDE_MARKS};

/// The characters of a text. Lines of code, tables and bibliographies are not prose.
pub(super) struct AnnotatedText<'t> {
    pub(super) text: &'t str,
    /// Each with its byte offset.
    pub(super) chars: Vec<(usize, char)>,
    /// Whether each character is on a line of prose.
    is_prose: Vec<bool>,
}

impl<'t> AnnotatedText<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let chars: Vec<_> = text.char_indices().collect();
        let is_table = is_table(text);
        let mut is_prose = Vec::with_capacity(chars.len());
        for line in text.split_inclusive('\n') {
            let is_free = !is_table && !is_code_line(line) && !is_reference(line);
            is_prose.extend(line.chars().map(|_| is_free));
        }
        Self {
            text,
            chars,
            is_prose,
        }
    }

    pub(super) fn at(&self, index: usize) -> Option<char> {
        self.chars.get(index).map(|(_, c)| *c)
    }

    pub(super) fn before(&self, index: usize) -> Option<char> {
        self.at(index.checked_sub(1)?)
    }

    pub(super) fn is_prose(&self, index: usize) -> bool {
        self.is_prose.get(index).copied().unwrap_or_default()
    }

    pub(super) fn byte(&self, index: usize) -> usize {
        self.chars
            .get(index)
            .map_or(self.text.len(), |(byte, _)| *byte)
    }

    /// The text from a character on.
    pub(super) fn from(&self, index: usize) -> &'t str {
        self.text.get(self.byte(index)..).unwrap_or_default()
    }

    /// The index after the run of matching characters that begins at an index.
    pub(super) fn end_of(&self, index: usize, is_like: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(index..).unwrap_or_default();
        index + rest.iter().take_while(|(_, c)| is_like(*c)).count()
    }

    /// The index of the first character of the run of matching characters that ends at an index.
    pub(super) fn start_of(&self, index: usize, is_like: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(..index).unwrap_or_default();
        let count = rest.iter().rev().take(MAX_DISTANCE);
        index - count.take_while(|(_, c)| is_like(*c)).count()
    }

    pub(super) fn edit(&self, range: Range<usize>, text: &str) -> Edit {
        Edit {
            range: self.byte(range.start)..self.byte(range.end),
            text: text.to_owned(),
        }
    }

    /// Whether a character is in a web address or a path.
    pub(super) fn is_in_address(&self, index: usize) -> bool {
        let is_inside = |c: char| !c.is_whitespace() && !WIDE_MARKS.contains(c);
        let begin = self.start_of(index, is_inside);
        let text = self.text.get(self.byte(begin)..self.byte(index));
        text.is_some_and(|text| {
            text.contains("://") || text.contains('\\') || text.contains("www.")
        })
    }
}

/// Whether a line looks like part of a program.
fn is_code_line(line: &str) -> bool {
    const SIGNS: [&str; 21] = [
        "`", "{", "}", "=>", "->", "==", "</", "/>", "):", "()", "[\"", "['", "(\"", "('", "\":",
        "/*", "&&", "||", "+=", " = ", "<!--",
    ];
    line.trim_end().ends_with(';') || SIGNS.iter().any(|sign| line.contains(sign))
}

/// Whether a line is an entry of a bibliography, which has half-width marks and the type of the work in brackets, such
/// as `[M]`.
fn is_reference(line: &str) -> bool {
    const KINDS: [&str; 9] = [
        "[J]", "[M]", "[D]", "[C]", "[N]", "[R]", "[S]", "[P]", "[EB/OL]",
    ];
    KINDS.iter().any(|kind| line.contains(kind))
}

/// Whether the lines of a text have columns separated by commas, tabs or bars.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next() else {
        return false;
    };
    let columns = |line: &str| line.matches([',', '\t', '|']).count();
    let has_spaces = |line: &str| line.contains(", ");
    let count = columns(first);
    let mut rest = lines.peekable();
    count > 0
        && rest.peek().is_some()
        && !has_spaces(first)
        && rest.all(|line| columns(line) == count && !has_spaces(line))
}
