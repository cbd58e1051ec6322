//! The words of a text and the gaps between them.

use std::ops::Range;

use dragoman_text::is_all_capitals;
use unicode_segmentation::UnicodeSegmentation;

use super::lexicon::Lexicon;
use crate::words::APOSTROPHES;

/// A word, or an elided word with its apostrophe.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) range: Range<usize>,
    /// The word as it is written.
    pub(super) text: &'t str,
    /// The word in lower case, with straight apostrophes.
    pub(super) lower: String,
    /// The text between the previous word, or the beginning of the text, and this word.
    pub(super) gap: &'t str,
}

impl Token<'_> {
    /// Whether the word is in lower case.
    pub(super) fn is_lower_case(&self) -> bool {
        !self.text.chars().any(char::is_uppercase)
    }

    /// Whether the word is a contraction of "to" and an article, which cannot begin a subject: "Al niño", "Al final".
    pub(super) fn is_contraction_with_to(&self, lexicon: &Lexicon) -> bool {
        let mut melted = lexicon.contractions.iter();
        melted.any(|((preposition, _), both)| *preposition == "a" && *both == self.lower)
    }

    /// Whether the word consists of several capitals only.
    pub(super) fn is_in_capitals(&self) -> bool {
        is_all_capitals(self.text)
    }
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut end = 0;
    for (at, word) in text.unicode_word_indices() {
        let mut start = at;
        for part in word.split_inclusive(APOSTROPHES) {
            let range = start..start + part.len();
            start = range.end;
            tokens.push(Token {
                text: part,
                lower: part.to_lowercase().replace('’', "'"),
                gap: text.get(end..range.start).unwrap_or_default(),
                range,
            });
            end = start;
        }
    }
    tokens
}

/// The text between a token and the next one, or the end of the text.
pub(super) fn gap_after<'t>(text: &'t str, tokens: &[Token<'t>], at: usize) -> &'t str {
    if let Some(next) = tokens.get(at + 1) {
        return next.gap;
    }
    let end = tokens.get(at).map_or(text.len(), |token| token.range.end);
    text.get(end..).unwrap_or_default()
}
