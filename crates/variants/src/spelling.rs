use std::ops::Range;

use dragoman_domain::Edit;
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::between;

/// A way to spell English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    American,
    British,
}

/// American and British words that are spelled differently, in small letters.
#[derive(Debug)]
pub(crate) struct Spellings {
    into_american: FxHashMap<&'static str, &'static str>,
    into_british: FxHashMap<&'static str, &'static str>,
}

impl Spellings {
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

    /// The changes that spell a text another way.
    pub(crate) fn edits(&self, text: &str, to: Spelling, kept: &[Range<usize>]) -> Vec<Edit> {
        let table = match to {
            Spelling::American => &self.into_american,
            Spelling::British => &self.into_british,
        };
        // Where nothing has small letters capitals are no sign of a name.
        let is_large = !text.chars().any(char::is_lowercase);
        let mut edits = Vec::new();
        for stretch in between(text, kept) {
            let part = text.get(stretch.clone()).unwrap_or_default();
            for (at, word) in part.unicode_word_indices() {
                let word = word.strip_suffix("'s").unwrap_or(word);
                let word = word.strip_suffix("’s").unwrap_or(word);
                let range = stretch.start + at..stretch.start + at + word.len();
                let Some(other) = spelled(word, table, is_large) else {
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

/// The other spelling of a word, with its capitals; nothing for mixed ones.
fn spelled(word: &str, table: &FxHashMap<&str, &str>, is_large: bool) -> Option<String> {
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

/// Whether a capitalised word is that inside a sentence, or before another one: names are spelled
/// as they are.
fn is_name(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let before =
        before.trim_end_matches(|c: char| c.is_whitespace() || "\"'“‘«([{*_-–—•".contains(c));
    let begins = before.is_empty() || before.ends_with(['.', '!', '?', '…']);
    let behind = text.get(range.end..).unwrap_or_default().trim_start();
    !begins || behind.starts_with(char::is_uppercase)
}

/// Whether a word is part of a web or mail address, a path, a name in a program or the like: of
/// characters without white space that have such marks between them.
fn is_code(text: &str, range: &Range<usize>) -> bool {
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
    let rest = behind.split(char::is_whitespace).next().unwrap_or_default();
    let rest = rest.trim_end_matches(|c: char| !c.is_alphanumeric() && !"/\\_@=`$%#+".contains(c));
    begins_with_mark || rest.chars().take(LONGEST).any(is_mark)
}
