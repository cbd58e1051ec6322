//! The context of a position in a text.

use crate::target_text::TargetText;

/// The maximum length of a word or token that is examined, in characters: longer than any word, and
/// a bound on the time.
const MAX_LENGTH: usize = 48;

/// The character before a byte position.
pub(super) fn char_before(target: &TargetText<'_>, at: usize) -> Option<char> {
    target.before(at).chars().next_back()
}

/// The character at a byte position.
pub(super) fn char_after(target: &TargetText<'_>, at: usize) -> Option<char> {
    target.after(at).chars().next()
}

/// The run of characters directly before a byte position for which `is_part` holds.
pub(super) fn run_before<'text>(
    target: &'text TargetText<'_>,
    at: usize,
    is_part: impl Fn(char) -> bool,
) -> &'text str {
    let before = target.before(at);
    let length: usize = before
        .chars()
        .rev()
        .take(MAX_LENGTH)
        .take_while(|&character| is_part(character))
        .map(char::len_utf8)
        .sum();
    before.get(before.len() - length..).unwrap_or_default()
}

/// The run of characters from a byte position on for which `is_part` holds.
pub(super) fn run_after<'text>(
    target: &'text TargetText<'_>,
    at: usize,
    is_part: impl Fn(char) -> bool,
) -> &'text str {
    let after = target.after(at);
    let length: usize = after
        .chars()
        .take(MAX_LENGTH)
        .take_while(|&character| is_part(character))
        .map(char::len_utf8)
        .sum();
    after.get(..length).unwrap_or_default()
}

/// The letters directly before a byte position.
pub(super) fn letters_before<'text>(target: &'text TargetText<'_>, at: usize) -> &'text str {
    run_before(target, at, char::is_alphabetic)
}

/// The letters from a byte position on.
pub(super) fn letters_after<'text>(target: &'text TargetText<'_>, at: usize) -> &'text str {
    run_after(target, at, char::is_alphabetic)
}

/// The word before a byte position, ignoring white space.
pub(super) fn word_before<'text>(target: &'text TargetText<'_>, at: usize) -> &'text str {
    let end = at - run_before(target, at, char::is_whitespace).len();
    letters_before(target, end)
}

/// The word after a byte position, ignoring white space.
pub(super) fn word_after<'text>(target: &'text TargetText<'_>, at: usize) -> &'text str {
    let start = at + run_after(target, at, char::is_whitespace).len();
    letters_after(target, start)
}

/// Whether only white space precedes a byte position.
pub(super) fn is_start(target: &TargetText<'_>, at: usize) -> bool {
    at == run_before(target, at, char::is_whitespace).len()
}

/// Whether only white space follows a byte position.
pub(super) fn is_end(target: &TargetText<'_>, at: usize) -> bool {
    at + run_after(target, at, char::is_whitespace).len() == target.text.len()
}

/// Whether a word consists of lower-case letters only and is not empty.
pub(super) fn is_lowercase(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_lowercase)
}

/// Whether a character belongs to the scripts of Chinese, Japanese or Korean.
pub(super) fn is_cjk(character: char) -> bool {
    is_han(character)
        || matches!(character, '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}')
        || is_hangul(character)
}

/// Whether a character is a Chinese character.
pub(super) fn is_han(character: char) -> bool {
    matches!(character, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Whether a character is a Korean syllable or letter.
pub(super) fn is_hangul(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')
}
