//! The words of a text that are looked up in a dictionary.

use std::ops::Range;

use dragoman_text::{begins_sentence, is_code};
use unicode_segmentation::UnicodeSegmentation;

use crate::editable_text::EditableText;
use crate::orthography::Orthography;

/// The maximum length of a word that is looked up, in bytes.
const MAX_LENGTH: usize = 120;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The byte range of the word.
    pub(crate) range: Range<usize>,
    /// Whether the word begins a sentence, so that its capital does not indicate a name.
    pub(crate) is_first: bool,
}

impl Word {
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.range.clone()).unwrap_or_default()
    }
}

/// The words of a text that may be misspelled. They consist of letters of the language's script and are not kept, code,
/// an account name, a tag, an abbreviation or an acronym. In languages that join words with apostrophes, each joined
/// word is a word of its own, without the apostrophe.
pub(crate) fn words_to_look_up(editable: &EditableText, orthography: &Orthography) -> Vec<Word> {
    let text = editable.text();
    let mut words = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        let Some(range) = lookup_range(at, word, orthography) else {
            continue;
        };
        if has_ordinary_capitals(text.get(range.clone()).unwrap_or_default(), orthography)
            && !editable.is_kept(&range)
            && !is_code(text, &range)
            && !is_part_of_token(text, &range)
            && (orthography.elides || !is_clipped(text, &range))
        {
            let is_first = begins_sentence(text, range.start);
            words.push(Word { range, is_first });
        }
    }
    words
}

/// The part of a word that is looked up: all of it, or what follows its last apostrophe.
fn lookup_range(at: usize, word: &str, orthography: &Orthography) -> Option<Range<usize>> {
    let end = at + word.len();
    let Some(apostrophe) = word.rfind(APOSTROPHES) else {
        return Some(at..end);
    };
    let lower = word.to_lowercase().replace('’', "'");
    // In languages without elision, an apostrophe replaces omitted letters, and no dictionary has the clipped word.
    if !orthography.elides || orthography.with_apostrophe.contains(&lower.as_str()) {
        return None;
    }
    let after = word.get(apostrophe..)?.trim_start_matches(APOSTROPHES);
    Some(end - after.len()..end)
}

/// Whether an apostrophe next to a word replaces letters that are not pronounced, as in "pa' comer" and "’tá bien".
fn is_clipped(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let is_apostrophe = |c: char| APOSTROPHES.contains(&c) || c == '´';
    before.ends_with(is_apostrophe) || after.starts_with(is_apostrophe)
}

pub(crate) const APOSTROPHES: [char; 2] = ['\'', '’'];

/// Whether a word is in lower case, perhaps with a capital first letter.
fn has_ordinary_capitals(word: &str, orthography: &Orthography) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else {
        return false;
    };
    let is_of_script = |letter: char| (orthography.is_letter)(letter);
    let is_single = word.chars().nth(1).is_none();
    !is_single
        && word.len() <= MAX_LENGTH
        && is_of_script(first)
        && letters.all(|letter| is_of_script(letter) && !letter.is_uppercase())
}

/// Whether the characters directly before a word make it a command-line option, as in "--no-index".
fn is_option(before: &str) -> bool {
    const MAX_LENGTH: usize = 64;
    let mut letters = before.chars().rev().take(MAX_LENGTH);
    let start = letters
        .by_ref()
        .take_while(|c| *c == '-' || c.is_alphanumeric());
    let run: String = start.collect();
    // `run` is reversed, which does not matter for hyphens at both of its ends.
    run.ends_with("--")
}

/// Whether a range is the only content of quotation marks, which mark a word of another language or of a program, or a
/// word that the text mentions.
pub(crate) fn is_mentioned(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let opens = |c: char| "\"'“‘«„‚»›‹「『《`".contains(c);
    let closes = |c: char| "\"'“”’«»‹›‘」』》`´".contains(c);
    // In French, spaces separate the quotation marks from the quotation.
    let before = before
        .strip_suffix([' ', '\u{a0}', '\u{202f}'])
        .filter(|before| before.ends_with(['«', '‹']))
        .unwrap_or(before);
    let after = after
        .strip_prefix([' ', '\u{a0}', '\u{202f}'])
        .filter(|after| after.starts_with(['»', '›']))
        .unwrap_or(after);
    before.ends_with(opens) && after.starts_with(closes)
}

/// Whether an operator of a programming language, such as `==` or `{`, is a token next to a range.
pub(crate) fn is_beside_operator(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let is_operator = |sign: Option<&str>| {
        sign.is_some_and(|sign| {
            sign.contains(|c: char| "=<>{}|&".contains(c))
                && sign.chars().all(|c| "=<>{}|&$!+-*/;()[]:%^~".contains(c))
        })
    };
    let last = before
        .ends_with(' ')
        .then(|| before.split_whitespace().next_back());
    let next = after
        .starts_with(' ')
        .then(|| after.split_whitespace().next());
    is_operator(last.flatten()) || is_operator(next.flatten())
}

/// Whether the characters next to a word make it part of an account name, an abbreviation, a number or a compound with
/// a number.
fn is_part_of_token(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let is_joint = |c: char| matches!(c, '@' | '#' | '_' | '$' | '\\' | '*' | '~');
    let is_digit = |c: char| c.is_numeric();
    before.ends_with(is_joint)
        || is_option(before)
        || is_mentioned(text, range)
        || is_beside_operator(text, range)
        || before.ends_with(is_digit)
        || after.starts_with(['_', '@', '*', '\\'])
        || after.starts_with(is_digit)
        // As in "z.B." and "p.ej.".
        || (before.ends_with('.') && after.starts_with('.'))
        || after
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}
