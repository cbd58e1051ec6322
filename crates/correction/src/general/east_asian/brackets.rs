//! Pairs of brackets of different widths, and half-width brackets around words of the language.

use std::ops::Range;

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;
use super::characters::{MAX_DISTANCE, WIDE_MARKS};
use super::typography::EastAsianTypography;

/// Makes brackets full-width.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    if typography.has_spaces {
        return edits;
    }
    let pairs = pairs(annotated, typography);
    let narrow = pairs.iter().filter(|pair| pair.stays_narrow());
    let lines: Vec<usize> = narrow.map(|pair| pair.line).collect();
    for pair in pairs {
        // A text may consistently have half-width brackets, everywhere or around Latin letters. A single pair of them
        // is corrected in Japanese only.
        let is_odd = typography.has_kana() && lines.binary_search(&pair.line).is_ok();
        if pair.is_mixed || (pair.is_around_text && !is_odd) {
            edits.push(annotated.edit(pair.open..pair.open + 1, "（"));
            edits.push(annotated.edit(pair.close..pair.close + 1, "）"));
        }
    }
    edits
}

/// An opening bracket and its closing one.
struct Pair {
    open: usize,
    close: usize,
    /// The index at which the line begins.
    line: usize,
    /// Whether one bracket is full-width and the other half-width.
    is_mixed: bool,
    /// Whether both are half-width and enclose words of the language.
    is_around_text: bool,
    is_narrow: bool,
}

impl Pair {
    const fn stays_narrow(&self) -> bool {
        self.is_narrow && !self.is_around_text
    }
}

fn pairs(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut line = 0;
    for (index, (_, c)) in annotated.chars.iter().enumerate() {
        if *c == '\n' {
            line = index + 1;
        }
        if !matches!(c, '(' | '（') || !annotated.is_prose(index) {
            continue;
        }
        let is_inside = |c: char| !matches!(c, '(' | '（' | ')' | '）' | '\n');
        let far = (index + 1).saturating_add(MAX_DISTANCE);
        let close = annotated.end_of(index + 1, is_inside);
        let closer = annotated.at(close).filter(|c| matches!(c, ')' | '）'));
        let Some(closer) = closer.filter(|_| close > index + 1 && close < far) else {
            continue;
        };
        let is_narrow = *c == '(' && closer == ')';
        pairs.push(Pair {
            open: index,
            close,
            line,
            is_mixed: (*c == '(') != (closer == ')'),
            is_around_text: is_narrow && is_around_text(annotated, typography, index, close),
            is_narrow,
        });
    }
    pairs
}

fn is_around_text(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    open: usize,
    close: usize,
) -> bool {
    let is_text =
        |c: Option<char>| c.is_some_and(|c| typography.is_text(c) || WIDE_MARKS.contains(c));
    typography.has_wide_brackets
        && annotated.before(open).is_some_and(typography.is_letter)
        && if typography.has_kana() {
            is_sentence(annotated, open) && has_letters(annotated, typography, open..close)
        } else {
            is_text(annotated.at(open + 1)) && is_text(annotated.before(close))
        }
}

/// Whether a line ends like a sentence and has no options or names with underscores.
fn is_sentence(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let line = annotated.start_of(index, |c| c != '\n')..annotated.end_of(index, |c| c != '\n');
    let is_name = |c: char| matches!(c, '_' | '/' | '\\' | '=' | '%' | '<' | '>' | '*');
    annotated
        .before(line.end)
        .is_some_and(|c| matches!(c, '。' | '！' | '？'))
        && !annotated
            .chars
            .get(line)
            .is_some_and(|chars| chars.iter().any(|(_, c)| is_name(*c)))
}

fn has_letters(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    range: Range<usize>,
) -> bool {
    let inside = annotated.chars.get(range).unwrap_or_default();
    inside.iter().any(|(_, c)| (typography.is_letter)(*c))
}
