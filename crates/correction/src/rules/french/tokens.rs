//! The words of a French text.

use std::ops::Range;

use dragoman_text::{begins_sentence, is_code};
use unicode_segmentation::UnicodeSegmentation;

use super::lexicon::NOUNS;
use crate::words::APOSTROPHES;

/// A word.
pub(super) struct Token<'t> {
    pub(super) range: Range<usize>,
    pub(super) text: &'t str,
    /// The word in lower case, after its apostrophe if it has one.
    pub(super) word: String,
    /// The elided word before the apostrophe, in lower case.
    pub(super) elided: Option<String>,
    /// Whether the word begins a sentence.
    pub(super) is_first: bool,
    /// Whether only spaces separate the word from the previous one.
    pub(super) follows: bool,
    /// Whether the word is no independent word of the sentence: a hyphen joins it to another one, it is part of code,
    /// or quotation marks mention it.
    pub(super) is_joined: bool,
    /// Whether the word ends a clause: a punctuation mark or the end of the text follows.
    pub(super) ends_clause: bool,
}

impl Token<'_> {
    /// Whether the word is in lower case, so that it is not a name.
    pub(super) fn is_lower_case(&self) -> bool {
        !self.text.chars().any(char::is_uppercase)
    }

    /// The range of the word after its apostrophe.
    pub(super) fn tail(&self) -> Range<usize> {
        let start = self.text.rfind(APOSTROPHES).map_or(0, |at| {
            let apostrophe = self.text.get(at..).and_then(|rest| rest.chars().next());
            at + apostrophe.map_or(0, char::len_utf8)
        });
        self.range.start + start..self.range.end
    }
}

/// The words of a text. A noun of several hyphenated words is one token.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut end = 0;
    let mut tokens = Vec::new();
    let mentions = mentions(text);
    let is_mentioned = |at: usize| {
        let next = mentions.partition_point(|it| it.end <= at);
        mentions.get(next).is_some_and(|it| it.start <= at)
    };
    for (at, word) in text.unicode_word_indices() {
        if at < end {
            continue;
        }
        let word = compound(text, at, word).unwrap_or(word);
        let range = at..at + word.len();
        let between = text.get(end..at).unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default();
        let is_hyphen = |c: char| matches!(c, '-' | '\u{2011}' | '/' | '_' | '@');
        let is_joined = between.ends_with(is_hyphen)
            || after.starts_with(is_hyphen)
            || after.starts_with('(')
            || is_mentioned(at)
            || is_code(text, &range);
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
            ends_clause: !after.starts_with(' ') || ends_clause(after),
            range,
        });
        end = at + word.len();
    }
    tokens
}

/// The maximum length of a hyphenated noun, in letters.
const MAX_COMPOUND_LENGTH: usize = 64;

/// The hyphenated noun that begins with a word.
fn compound<'t>(text: &'t str, at: usize, word: &str) -> Option<&'t str> {
    let rest = text.get(at..)?;
    if !rest.get(word.len()..)?.starts_with('-') {
        return None;
    }
    let is_inside = |c: char| c.is_alphabetic() || c == '-' || APOSTROPHES.contains(&c);
    let whole = match rest
        .char_indices()
        .take(MAX_COMPOUND_LENGTH)
        .find(|(_, c)| !is_inside(*c))
    {
        Some((end, _)) => rest.get(..end)?,
        None if rest.len() <= MAX_COMPOUND_LENGTH => rest,
        None => return None,
    };
    let noun = whole.rsplit(APOSTROPHES).next()?.to_lowercase();
    NOUNS.contains_key(noun.as_str()).then_some(whole)
}

/// The ranges of quotations of one or two words, which the text mentions rather than uses.
fn mentions(text: &str) -> Vec<Range<usize>> {
    const PAIRS: [(char, char); 4] = [('«', '»'), ('“', '”'), ('"', '"'), ('„', '“')];
    // The maximum length of two words, in characters.
    const MAX_LENGTH: usize = 64;
    let mut mentions = Vec::new();
    let mut at = 0;
    while let Some((start, open)) = text.get(at..).and_then(|rest| {
        rest.char_indices()
            .find(|(_, c)| PAIRS.iter().any(|it| it.0 == *c))
    }) {
        let start = at + start + open.len_utf8();
        at = start;
        let close = PAIRS.iter().find(|it| it.0 == open).map_or(open, |it| it.1);
        let rest = text.get(start..).unwrap_or_default();
        let mut letters = rest.char_indices().take(MAX_LENGTH);
        let Some((length, _)) = letters.find(|(_, c)| *c == close) else {
            continue;
        };
        let inside = rest.get(..length).unwrap_or_default();
        if inside.unicode_words().nth(2).is_none() {
            mentions.push(start..start + length);
        }
        at = start + length + close.len_utf8();
    }
    mentions
}

/// Whether a punctuation mark follows, perhaps after spaces, as before a French question mark.
fn ends_clause(after: &str) -> bool {
    after
        .trim_start_matches(' ')
        .chars()
        .next()
        .is_none_or(|c| ";:!?.,)»".contains(c))
}
