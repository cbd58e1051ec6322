//! What words look like on both sides of a tag.

use crate::placeholders::find_placeholders;

/// Whether the text ends in a placeholder such as `%d`, which letters behind it would change.
pub(super) fn ends_in_directive(text: &str) -> bool {
    /// The longest looked for, in bytes.
    const LONGEST: usize = 64;
    let mut start = text.len().saturating_sub(LONGEST);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let tail = text.get(start..).unwrap_or_default();
    let tail = tail.rsplit(char::is_whitespace).next().unwrap_or_default();
    find_placeholders(tail).last().is_some_and(|last| {
        let placeholder = tail.get(last.clone()).unwrap_or_default();
        last.end == tail.len() && !placeholder.starts_with(char::is_alphanumeric)
    })
}

/// How many letters make a word behind which a raised number is a note, unlike in a formula or
/// behind a unit.
const LEAST_LETTERS: usize = 3;

fn is_word(last_letters: impl Iterator<Item = char>) -> bool {
    last_letters
        .take_while(|letter| letter.is_lowercase())
        .take(LEAST_LETTERS)
        .count()
        == LEAST_LETTERS
}

/// Whether a number follows a word.
pub(super) fn is_note(word: &str, number: &str) -> bool {
    number.starts_with(char::is_numeric) && is_word(word.chars().rev())
}

/// Whether a word follows a number.
pub(super) fn is_behind_note(number: &str, word: &str) -> bool {
    number.ends_with(char::is_numeric) && is_word(word.chars())
}
