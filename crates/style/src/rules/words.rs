//! What rules about words have in common.

use dragoman_text::Edit;
use regex::Regex;

use crate::passage::Passage;

/// Whether a word has two letters or more and all are capitals.
pub(super) fn is_all_capitals(word: &str) -> bool {
    let mut letters = word.chars().filter(|letter| letter.is_alphabetic());
    let count = letters.clone().count();
    count > 1 && letters.all(char::is_uppercase)
}

/// A word with its first letter as a capital.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A word with its first letter as a small letter.
pub(super) fn lowered_first(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// A word with the capitals of another: all of them, the first or none.
pub(super) fn with_case_of(model: &str, word: &str) -> String {
    if is_all_capitals(model) {
        word.to_uppercase()
    } else if model.starts_with(char::is_uppercase) {
        capitalised(word)
    } else {
        word.to_owned()
    }
}

/// What `write` makes, in small letters, of the words of running text that a pattern finds, given
/// in small letters; the capitals stay.
pub(super) fn respell(
    passage: &Passage<'_>,
    words: &Regex,
    write: impl Fn(&str) -> Option<String>,
) -> Vec<Edit> {
    passage.replace(words, |captures| {
        let word = captures.get(0)?;
        if passage.is_code(&word.range()) {
            return None;
        }
        let written = write(&word.as_str().to_lowercase())?;
        Some(with_case_of(word.as_str(), &written))
    })
}
