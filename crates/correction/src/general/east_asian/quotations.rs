//! Quotation marks of another script, and unpaired quotation marks.

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;
use super::characters::{WIDE_CLOSERS, WIDE_MARKS, WIDE_OPENERS};
use super::typography::EastAsianTypography;

/// Replaces wrong quotation marks and removes superfluous ones.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    if typography.has_spaces {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut begin = 0;
    while begin < annotated.chars.len() {
        let end = annotated.end_of(begin, |c| c != '\n');
        if annotated.is_prose(begin) {
            let marks: Vec<(usize, char)> = (begin..end)
                .filter_map(|index| annotated.at(index).map(|c| (index, c)))
                .filter(|(_, c)| matches!(c, '"' | '“' | '”' | '「' | '」' | '『' | '』'))
                .collect();
            edits.extend(in_line(annotated, typography, &marks));
        }
        begin = end + 1;
    }
    edits
}

/// The edits of a line, given all its quotation marks.
fn in_line(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    marks: &[(usize, char)],
) -> Vec<Edit> {
    let edit = |index: usize, text: &str| annotated.edit(index..index + 1, text);
    let is_text = |c: Option<char>| {
        c.is_some_and(|c| {
            typography.is_text(c) || WIDE_MARKS.contains(c) || WIDE_OPENERS.contains(c) || c == '…'
        })
    };
    let is_inside = |open: usize, close: usize| {
        is_text(annotated.at(open + 1)) && is_text(annotated.before(close)) && close > open + 1
    };
    match marks {
        [(open, '"'), (close, '"')]
            if is_quotation(annotated, typography, *open, *close) && is_inside(*open, *close) =>
        {
            if typography.has_kana() {
                vec![edit(*open, "「"), edit(*close, "」")]
            } else {
                vec![edit(*open, "“"), edit(*close, "”")]
            }
        }
        [(open, '“'), (close, '"')] if !typography.has_kana() && is_inside(*open, *close) => {
            vec![edit(*close, "”")]
        }
        [(open, '『'), (close, '」')] if is_inside(*open, *close) => vec![edit(*open, "「")],
        [(_, '「'), (first, '」'), (second, '」')] if first + 1 == *second => {
            vec![edit(*second, "")]
        }
        [(_, '“'), (first, '”'), (second, '”')] if first + 1 == *second => {
            vec![edit(*second, "")]
        }
        [(outer, '「'), (open, '「'), (close, '」'), (end, '」')]
            if open > outer && end > close && is_inside(*open, *close) =>
        {
            vec![edit(*open, "『"), edit(*close, "』")]
        }
        [(outer, '「'), (open, '『'), (close, '」'), (_, '」')] if *open == outer + 1 => {
            vec![edit(*close, "』")]
        }
        _ => Vec::new(),
    }
}

/// Whether straight quotation marks enclose and are surrounded by text of the language.
fn is_quotation(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    open: usize,
    close: usize,
) -> bool {
    let is_prose =
        |c: char| (typography.is_letter)(c) || WIDE_MARKS.contains(c) || WIDE_CLOSERS.contains(c);
    let before = annotated.before(open);
    let after = annotated.at(close + 1);
    let is_alone = before.is_none_or(|c| c == '\n') && after.is_none_or(|c| c == '\n');
    !is_alone
        && before.is_none_or(|c| is_prose(c) || c == '\n')
        && after.is_none_or(|c| is_prose(c) || c == '\n')
}
