//! Lines, paragraphs and the margins around what is said in them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;

/// Whether the character ends a line: the mandatory breaks of Unicode Standard Annex 14.
pub(crate) fn is_line_break(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Whether the character says nothing at the edge of a sentence: white space, control characters
/// and the invisible marks that text files begin with or break lines at.
pub(crate) fn is_margin(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// The range without the margin characters at both ends; empty if there is nothing else.
pub(crate) fn trim_margins(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let leading = inside.len() - inside.trim_start_matches(is_margin).len();
    let trimmed = inside.trim_matches(is_margin);
    let start = range.start + leading;
    start..start + trimmed.len()
}

/// The lines of the text that say something, without their ends.
pub(crate) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (position, separator) in text.match_indices(is_line_break) {
        found.push(start..position);
        start = position + separator.len();
    }
    found.push(start..text.len());
    found.retain(|line| !trim_margins(text, line.clone()).is_empty());
    found
}

/// The paragraphs of the text: runs of lines without a blank one between them.
///
/// U+2029 is the paragraph separator, so it ends one by itself, and so does a form feed.
pub(crate) fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for line in lines(text) {
        let continued = found
            .last_mut()
            .filter(|paragraph| ends_only_a_line(text, paragraph.end..line.start));
        match continued {
            Some(paragraph) => paragraph.end = line.end,
            None => found.push(line),
        }
    }
    found
}

fn ends_only_a_line(text: &str, gap: Range<usize>) -> bool {
    let gap = text.get(gap).unwrap_or_default();
    let mut characters = gap.chars();
    match characters.next() {
        Some('\r') => matches!(characters.as_str(), "" | "\n"),
        Some('\n' | '\u{b}' | '\u{85}' | '\u{2028}') => characters.as_str().is_empty(),
        _ => false,
    }
}

static BULLET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:[-–—*+·>]|#{1,6}|\[[ xX]\]|\(\d{1,3}\)|\d{1,3}\)|\(?[a-zA-Z]\)|\(?[ivxIVX]{2,5}\))[ \t\u{a0}]+|[•◦▪‣●○■□►▶➤✓✔☐☑][ \t\u{a0}]*)",
    )
});

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\d{1,3}(?:\.\d{1,3}){0,4}\.[ \t\u{a0}]+"));

/// How many markers may follow each other: a quoted, ticked list item has three.
const MOST_MARKERS: usize = 4;

/// The length in bytes of the list markers that the line begins with: bullets, dashes, numbering.
///
/// A number with a full stop counts only if the language does not write ordinal numbers so, since
/// `1. Mai` is a date.
pub(crate) fn list_marker(line: &str, ordinals_end_in_full_stop: bool) -> usize {
    let mut length = 0;
    for _ in 0..MOST_MARKERS {
        let rest = line.get(length..).unwrap_or_default();
        let marker = BULLET.find(rest).or_else(|| {
            (!ordinals_end_in_full_stop)
                .then(|| NUMBER.find(rest))
                .flatten()
        });
        match marker {
            Some(marker) => length += marker.end(),
            None => break,
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, ranges: Vec<Range<usize>>) -> Vec<&str> {
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let text = "a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}g\u{b}h\u{c}i\n\n \t\n";
        assert_eq!(
            texts(text, lines(text)),
            ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
        );
    }

    #[test]
    fn blank_lines_and_paragraph_separators_part_paragraphs() {
        let text = "a\nb\r\nc\n\nd\n \t\ne\u{2029}f\u{c}g\n\rh";
        assert_eq!(
            texts(text, paragraphs(text)),
            ["a\nb\r\nc", "d", "e", "f", "g", "h"]
        );
    }

    #[test]
    fn list_markers_are_recognised_at_the_start_of_a_line() {
        for (line, marker) in [
            ("- item", "- "),
            ("* item", "* "),
            ("•item", "•"),
            ("12. item", "12. "),
            ("2.1. item", "2.1. "),
            ("a) item", "a) "),
            ("(iv) item", "(iv) "),
            ("> - [x] done", "> - [x] "),
            ("— Hola", "— "),
            ("-5 degrees", ""),
            ("2.5 million", ""),
            ("1990. Then", ""),
            ("A. Smith", ""),
        ] {
            assert_eq!(&line[..list_marker(line, false)], marker, "{line}");
        }
        assert_eq!(list_marker("1. Mai ist frei", true), 0);
    }
}
