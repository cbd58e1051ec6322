//! Edits of single words.

use std::ops::Range;

use dragoman_text::{Edit, capitalised_like, is_code};

use crate::words::APOSTROPHES;

/// The edit that replaces a word and keeps its capital. `None` if the word is part of code or clipped.
pub(super) fn replace(text: &str, range: Range<usize>, word: &str) -> Option<Edit> {
    let after = text.get(range.end..).unwrap_or_default();
    // An apostrophe belongs to the word: the word is clipped, or "torno'" stands for "tornò".
    if is_code(text, &range) || after.starts_with(APOSTROPHES) {
        return None;
    }
    let word = capitalised_like(text.get(range.clone())?, word);
    let is_curved = text.contains('’') && !text.contains('\'');
    let word = if is_curved {
        word.replace('\'', "’")
    } else {
        word
    };
    Some(Edit { range, text: word })
}
