//! Functions for rules about words.

use dragoman_text::{Edit, capitalised_like, is_all_capitals};
use regex::Regex;

use crate::target_text::TargetText;

/// A word with its first letter in lower case.
pub(super) fn uncapitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// A word in the letter case of another: capitals, a capital first letter, or unchanged.
pub(super) fn with_case_of(model: &str, word: &str) -> String {
    if is_all_capitals(model) {
        word.to_uppercase()
    } else {
        capitalised_like(model, word)
    }
}

/// Replaces the matches of a pattern in running text by the result of `write`, which gets the match
/// in lower case. The letter case of the match is kept.
pub(super) fn respell(
    target: &TargetText<'_>,
    words: &Regex,
    write: impl Fn(&str) -> Option<String>,
) -> Vec<Edit> {
    target.replace(words, |captures| {
        let word = captures.get(0)?;
        if target.is_code(&word.range()) {
            return None;
        }
        let written = write(&word.as_str().to_lowercase())?;
        Some(with_case_of(word.as_str(), &written))
    })
}
