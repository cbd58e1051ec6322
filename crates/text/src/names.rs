//! What the characters around a word say of it.

use std::ops::Range;

/// Whether a capitalised word is the name of something, as far as its place tells: it stands inside a sentence, or
/// before another capitalised word. In languages that write all nouns with a capital this says little.
#[must_use]
pub fn is_name(text: &str, range: &Range<usize>) -> bool {
    let behind = text.get(range.end..).unwrap_or_default().trim_start();
    !begins_sentence(text, range.start) || behind.starts_with(char::is_uppercase)
}

/// Whether a sentence begins at a byte of a text, where a capital is no sign of a name.
#[must_use]
pub fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let before =
        before.trim_end_matches(|c: char| c.is_whitespace() || "\"'“‘«„¿¡([{*_-–—•".contains(c));
    before.is_empty() || before.ends_with(['.', '!', '?', '…'])
}

/// Whether a word is part of a web or mail address, a path, a name in a program or the like: of
/// characters without white space that have such marks between them.
#[must_use]
pub fn is_code(text: &str, range: &Range<usize>) -> bool {
    // Longer than that is no word anyway; it bounds the time for texts without white space.
    const LONGEST: usize = 256;
    let is_mark = |c: char| "/@\\_=#&$%<>{}[]`|:.+~^".contains(c);
    let before = text
        .get(..range.start)
        .unwrap_or_default()
        .char_indices()
        .rev();
    let mut before = before.take(LONGEST).take_while(|(_, c)| !c.is_whitespace());
    // What opens a sentence may stand at the beginning, what ends one at the end.
    let begins_with_mark = before.any(|(at, c)| {
        let earlier = text.get(..at).and_then(|text| text.chars().next_back());
        let is_outer = earlier.is_none_or(char::is_whitespace) && matches!(c, '[' | '{' | '<');
        is_mark(c) && !is_outer
    });
    let behind = text.get(range.end..).unwrap_or_default();
    let near = behind.char_indices().nth(LONGEST);
    let near = near
        .and_then(|(end, _)| behind.get(..end))
        .unwrap_or(behind);
    let rest = near.split(char::is_whitespace).next().unwrap_or_default();
    let rest = rest.trim_end_matches(|c: char| !c.is_alphanumeric() && !"/\\_@=`$%#+".contains(c));
    begins_with_mark || rest.contains(is_mark)
}
