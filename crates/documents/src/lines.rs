//! Lines of text: where they end, how wide they are, and where they may be broken.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The lines of a text, without what ends them: a line feed, a carriage return or both.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let is_first_of_two = *byte == b'\r' && bytes.get(at + 1) == Some(&b'\n');
        if !matches!(byte, b'\r' | b'\n') || is_first_of_two {
            continue;
        }
        let is_second_of_two = *byte == b'\n' && at > start && bytes.get(at - 1) == Some(&b'\r');
        lines.push(start..at - usize::from(is_second_of_two));
        start = at + 1;
    }
    if start < text.len() {
        lines.push(start..text.len());
    }
    lines
}

/// How many columns a text takes up.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The range without white space at its ends.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let stretch = text.get(range.clone()).unwrap_or_default();
    let kept = stretch.trim_start();
    let start = range.end - kept.len();
    start..start + kept.trim_end().len()
}

/// Whether nothing separates these characters of one text where a line ended between them.
pub(crate) fn join_closely(last: Option<char>, next: Option<char>) -> bool {
    match (last, next) {
        (Some(last), Some(next)) => is_ideographic(last) && is_ideographic(next),
        _ => true,
    }
}

/// Characters of scripts without spaces between words. (Korean has them.)
fn is_ideographic(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
        && !matches!(character, '\u{3130}'..='\u{318f}')
}

/// A place where a line may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Break {
    /// Where the text of the line ends.
    pub(crate) end: usize,
    /// Where that of the next line begins, after white space.
    pub(crate) start: usize,
}

/// Where lines of a text may end: at white space, and between characters of scripts that have none.
pub(crate) fn breaks(text: &str) -> Vec<Break> {
    let mut breaks = Vec::new();
    let mut last: Option<char> = None;
    let mut word_end = 0;
    for (at, character) in text.char_indices() {
        if is_breaking_space(character) {
            continue;
        }
        if last.is_some() && word_end < at {
            breaks.push(Break {
                end: word_end,
                start: at,
            });
        } else if let Some(last) = last
            && (is_ideographic(last) || is_ideographic(character))
            && !must_not_begin(character)
            && !must_not_end(last)
        {
            breaks.push(Break { end: at, start: at });
        }
        last = Some(character);
        word_end = at + character.len_utf8();
    }
    breaks
}

pub(crate) fn is_breaking_space(character: char) -> bool {
    character.is_whitespace() && !matches!(character, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

fn must_not_begin(character: char) -> bool {
    ")]}、。，．・：；？！」』】〕〉》）］｝ー々〜～…‥,.:;?!”’%％ぁぃぅぇぉっゃゅょァィゥェォッャュョ".contains(character)
        || character.width() == Some(0)
}

fn must_not_end(character: char) -> bool {
    "([{「『【〔〈《（［｛“‘$￥＄".contains(character)
}

/// The lines of a text with at most so many columns, as far as words are not longer. The first one
/// may have another width.
pub(crate) fn wrap(text: &str, first: usize, others: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut room = first;
    let mut fitting: Option<Break> = None;
    let end = Break {
        end: text.len(),
        start: text.len(),
    };
    // The width is that of the line until the last place that fits and of what follows it.
    let (mut taken, mut from) = (0, 0);
    for place in breaks(text).into_iter().chain([end]) {
        let added = width(text.get(from..place.end).unwrap_or_default());
        if let Some(last) = fitting.filter(|_| taken + added > room) {
            lines.push(text.get(start..last.end).unwrap_or_default());
            (start, room) = (last.start, others);
            taken = width(text.get(start..place.end).unwrap_or_default());
        } else {
            taken += added;
        }
        from = place.end;
        fitting = Some(place);
    }
    lines.push(text.get(start..).unwrap_or_default());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_of_the_usual_ways() {
        let text = "a\r\nb\rc\n\n\r\nd";
        let lines: Vec<_> = split(text).into_iter().map(|line| &text[line]).collect();
        assert_eq!(lines, ["a", "b", "c", "", "", "d"]);
        assert_eq!(split("\r\n\r\n").last(), Some(&(2..2)));
        assert!(split("").is_empty());
    }

    #[test]
    fn lines_are_wrapped_at_white_space_only_where_there_is_some() {
        assert_eq!(wrap("one two three", 7, 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 3, 20), ["one", "two three"]);
        assert_eq!(wrap("extraordinary one", 5, 5), ["extraordinary", "one"]);
        assert_eq!(wrap("5\u{a0}km two", 4, 4), ["5\u{a0}km", "two"]);
        assert_eq!(wrap("", 5, 5), [""]);
    }

    #[test]
    fn chinese_and_japanese_are_wrapped_by_columns_but_not_before_a_full_stop() {
        assert_eq!(wrap("你好世界你好。", 8, 8), ["你好世界", "你好。"]);
        assert_eq!(wrap("你好世界。好", 8, 8), ["你好世", "界。好"]);
        assert_eq!(wrap("使用 Rust 语言", 9, 9), ["使用 Rust", "语言"]);
    }
}
