//! Words that a text mentions rather than uses.

use std::ops::Range;

use crate::scripts::is_east_asian;

/// The maximum length of a mention, in letters; longer quotations are speech.
const MAX_LENGTH: usize = 7;

/// Pairs of quotation marks.
const MARKS: [(char, char); 7] = [
    ('「', '」'),
    ('『', '』'),
    ('“', '”'),
    ('‘', '’'),
    ('"', '"'),
    ('\'', '\''),
    ('＂', '＂'),
];

/// The contents of short quotations, which are quoted for their form and do not change. A quotation with a space at one
/// of its ends has misplaced quotation marks and is not a mention.
pub(crate) fn mentions(text: &str) -> Vec<Range<usize>> {
    let mut mentions = Vec::new();
    let mut end = 0;
    for (at, opener) in text.char_indices() {
        let Some((_, closer)) = MARKS.iter().find(|(mark, _)| *mark == opener) else {
            continue;
        };
        let start = at + opener.len_utf8();
        if at < end {
            continue;
        }
        let rest = text.get(start..).unwrap_or_default();
        let length = rest
            .chars()
            .take(MAX_LENGTH + 1)
            .take_while(|c| is_east_asian(*c) || *c == ' ')
            .map(char::len_utf8)
            .sum();
        let inside = rest.get(..length).unwrap_or_default();
        let is_closed = rest
            .get(length..)
            .is_some_and(|rest| rest.starts_with(*closer));
        let is_word = inside.trim() == inside && !inside.is_empty();
        if is_closed && is_word && inside.chars().count() <= MAX_LENGTH {
            end = start + length + closer.len_utf8();
            mentions.push(start..start + length);
        }
    }
    mentions
}
