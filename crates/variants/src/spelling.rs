use std::ops::Range;

use dragoman_text::Edit;
use dragoman_text::{is_code, is_name};
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::ranges::outside;

/// A variant of English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnglishVariant {
    American,
    British,
}

impl EnglishVariant {
    /// The language tag.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::American => "en-US",
            Self::British => "en-GB",
        }
    }
}

/// Words that are spelled differently in American and British English, in lower case.
#[derive(Debug)]
pub(crate) struct SpellingTable {
    into_american: FxHashMap<&'static str, &'static str>,
    into_british: FxHashMap<&'static str, &'static str>,
}

impl SpellingTable {
    pub(crate) fn new() -> Self {
        let mut spellings = Self {
            into_american: FxHashMap::default(),
            into_british: FxHashMap::default(),
        };
        let table = include_str!("spellings.tsv").lines();
        for line in table.filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            if let (Some(american), Some(british), Some(direction)) =
                (fields.next(), fields.next(), fields.next())
            {
                if matches!(direction, ">" | "=") {
                    spellings.into_british.insert(american, british);
                }
                if matches!(direction, "<" | "=") {
                    spellings.into_american.insert(british, american);
                }
            }
        }
        spellings
    }

    /// The edits that change a text to the spelling of a variant.
    pub(crate) fn edits(&self, text: &str, to: EnglishVariant, kept: &[Range<usize>]) -> Vec<Edit> {
        let table = match to {
            EnglishVariant::American => &self.into_american,
            EnglishVariant::British => &self.into_british,
        };
        // In a text without lower case, capitals do not identify names.
        let is_large = !text.chars().any(char::is_lowercase);
        let mut edits = Vec::new();
        for stretch in outside(text, kept) {
            let part = text.get(stretch.clone()).unwrap_or_default();
            for (at, word) in part.unicode_word_indices() {
                let word = word.strip_suffix("'s").unwrap_or(word);
                let word = word.strip_suffix("’s").unwrap_or(word);
                let range = stretch.start + at..stretch.start + at + word.len();
                let Some(other) = respelled(word, table, is_large) else {
                    continue;
                };
                let is_small = word.chars().all(char::is_lowercase);
                let is_plain = is_small || is_large || !is_name(text, &range);
                if is_plain && !is_code(text, &range) {
                    edits.push(Edit { range, text: other });
                }
            }
        }
        edits
    }
}

/// The other spelling of a word in the same letter case; `None` for words in mixed case.
fn respelled(word: &str, table: &FxHashMap<&str, &str>, is_large: bool) -> Option<String> {
    if let Some(other) = table.get(word) {
        return Some((*other).to_owned());
    }
    let (first, rest) = word.split_at_checked(1)?;
    let is_ascii = word.is_ascii() && first.chars().all(|c| c.is_ascii_uppercase());
    let has_capitals = rest.bytes().any(|byte| byte.is_ascii_uppercase());
    if !is_ascii || (has_capitals && !is_large) {
        return None;
    }
    let other = table.get(word.to_ascii_lowercase().as_str())?;
    if has_capitals {
        return Some(other.to_ascii_uppercase());
    }
    let (first, rest) = other.split_at_checked(1)?;
    Some(format!("{}{rest}", first.to_ascii_uppercase()))
}
