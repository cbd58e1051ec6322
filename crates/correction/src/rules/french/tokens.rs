//! The words of a French text, one behind another.

use std::ops::Range;

use dragoman_text::begins_sentence;
use unicode_segmentation::UnicodeSegmentation;

use crate::words::APOSTROPHES;

/// A word.
pub(super) struct Token<'t> {
    pub(super) range: Range<usize>,
    pub(super) text: &'t str,
    /// In small letters, behind the apostrophe if it has one.
    pub(super) word: String,
    /// What stands before the apostrophe, in small letters.
    pub(super) elided: Option<String>,
    /// Whether it begins a sentence.
    pub(super) is_first: bool,
    /// Whether nothing but spaces stand between it and the word before.
    pub(super) follows: bool,
    /// Whether a hyphen joins it to another.
    pub(super) is_joined: bool,
    /// Whether it ends a clause: a mark stands behind it, or nothing.
    pub(super) ends: bool,
}

impl Token<'_> {
    /// Whether it is written in small letters, so that it is no name.
    pub(super) fn is_small(&self) -> bool {
        !self.text.chars().any(char::is_uppercase)
    }

    /// Its last word, behind an apostrophe.
    pub(super) fn tail(&self) -> Range<usize> {
        let start = self.text.rfind(APOSTROPHES).map_or(0, |at| {
            let apostrophe = self.text.get(at..).and_then(|rest| rest.chars().next());
            at + apostrophe.map_or(0, char::len_utf8)
        });
        self.range.start + start..self.range.end
    }
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut end = 0;
    let mut tokens = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        let range = at..at + word.len();
        let between = text.get(end..at).unwrap_or_default();
        let behind = text.get(range.end..).unwrap_or_default();
        let is_hyphen = |c: char| matches!(c, '-' | '\u{2011}' | '/' | '_' | '@');
        let is_joined = between.ends_with(is_hyphen)
            || behind.starts_with(is_hyphen)
            || behind.starts_with('(');
        let lower = word.to_lowercase();
        let (elided, word_only) = match lower.rsplit_once(APOSTROPHES) {
            Some((elided, rest)) => (Some(elided.to_owned()), rest.to_owned()),
            None => (None, lower),
        };
        tokens.push(Token {
            text: word,
            word: word_only,
            elided,
            is_first: begins_sentence(text, at),
            follows: !tokens.is_empty() && !between.is_empty() && between.chars().all(|c| c == ' '),
            is_joined,
            ends: !behind.starts_with(' ') || ends_clause(behind),
            range,
        });
        end = at + word.len();
    }
    tokens
}

/// Whether a mark stands behind spaces, as before a French question mark.
fn ends_clause(behind: &str) -> bool {
    behind
        .trim_start_matches(' ')
        .chars()
        .next()
        .is_none_or(|c| ";:!?.,)»".contains(c))
}

/// A word with a capital if another has one.
pub(super) fn cased(model: &str, word: &str) -> String {
    if !model.starts_with(char::is_uppercase) {
        return word.to_owned();
    }
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
