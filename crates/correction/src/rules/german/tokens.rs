//! Tokens of a German text.

use std::ops::Range;

use dragoman_text::{is_capitalised, spaced_words};

/// A token and its position.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// In bytes.
    pub(super) start: usize,
}

impl Token<'_> {
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(super) fn lowercase(&self) -> String {
        self.text.to_lowercase()
    }

    pub(super) fn is_capitalised(&self) -> bool {
        is_capitalised(self.text)
    }
}

/// Splits a text at white space.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let tokens = spaced_words(text).map(|(start, text)| Token { text, start });
    tokens.collect()
}

/// Whether a text consists of letters only.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

/// Whether exactly one space separates two tokens.
pub(super) fn are_beside(text: &str, one: Token<'_>, other: Token<'_>) -> bool {
    text.get(one.range().end..other.start) == Some(" ")
}

/// Whether a sentence begins at a position.
pub(super) fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?'])
}
