//! The words of a text that can be looked up.

use std::ops::Range;

use dragoman_text::{begins_sentence, is_code};
use unicode_segmentation::UnicodeSegmentation;

use crate::draft::Draft;
use crate::orthography::Orthography;

/// The longest word that is looked up, in bytes.
const LONGEST: usize = 120;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// Whether a sentence begins with it, so that a capital says nothing.
    pub(crate) is_first: bool,
}

impl Word {
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.range.clone()).unwrap_or_default()
    }
}

/// The words of a text that may be misspelled: letters only, in the script of the language, and neither kept, code,
/// a name of an account, a tag, an abbreviation nor an acronym. Where a language joins words with apostrophes, those are
/// words of their own, without the apostrophe.
pub(crate) fn words_to_look_up(draft: &Draft, orthography: &Orthography) -> Vec<Word> {
    let text = draft.text();
    let mut words = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        let Some(range) = looked_up(at, word, orthography) else {
            continue;
        };
        if is_plain(text.get(range.clone()).unwrap_or_default(), orthography)
            && !draft.is_kept(&range)
            && !is_code(text, &range)
            && !is_marked(text, &range)
            && (orthography.elides || !is_clipped(text, &range))
        {
            let is_first = begins_sentence(text, range.start);
            words.push(Word { range, is_first });
        }
    }
    words
}

/// What is looked up of a word: all of it, or what stands behind the last apostrophe.
fn looked_up(at: usize, word: &str, orthography: &Orthography) -> Option<Range<usize>> {
    let end = at + word.len();
    let Some(apostrophe) = word.rfind(APOSTROPHES) else {
        return Some(at..end);
    };
    let lower = word.to_lowercase().replace('’', "'");
    // Elsewhere an apostrophe stands for letters that nobody looks up.
    if !orthography.elides || orthography.with_apostrophe.contains(&lower.as_str()) {
        return None;
    }
    let behind = word.get(apostrophe..)?.trim_start_matches(APOSTROPHES);
    Some(end - behind.len()..end)
}

/// Whether an apostrophe beside a word stands for letters that are not spoken, as in "pa' comer" and "’tá bien".
fn is_clipped(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let is_apostrophe = |c: char| APOSTROPHES.contains(&c) || c == '´';
    before.ends_with(is_apostrophe) || behind.starts_with(is_apostrophe)
}

pub(crate) const APOSTROPHES: [char; 2] = ['\'', '’'];

/// Whether a word is written as words are: in small letters, perhaps with a capital first.
fn is_plain(word: &str, orthography: &Orthography) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else {
        return false;
    };
    let is_of_script = |letter: char| (orthography.is_letter)(letter);
    let is_single = word.chars().nth(1).is_none();
    !is_single
        && word.len() <= LONGEST
        && is_of_script(first)
        && letters.all(|letter| is_of_script(letter) && !letter.is_uppercase())
}

/// Whether what stands before a word without white space makes it an option of a program, as in "--no-index".
fn is_option(before: &str) -> bool {
    const LONGEST: usize = 64;
    let mut letters = before.chars().rev().take(LONGEST);
    let start = letters
        .by_ref()
        .take_while(|c| *c == '-' || c.is_alphanumeric());
    let run: String = start.collect();
    // It is read from its end.
    run.ends_with("--")
}

/// Whether a stretch stands alone in quotation marks, which say that it is a word of another language, of a program, or
/// one that the text is about.
pub(crate) fn is_mentioned(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let opens = |c: char| "\"'“‘«„‚»›‹「『《`".contains(c);
    let closes = |c: char| "\"'“”’«»‹›‘」』》`´".contains(c);
    // French sets spaces inside.
    let before = before
        .strip_suffix([' ', '\u{a0}', '\u{202f}'])
        .filter(|before| before.ends_with(['«', '‹']))
        .unwrap_or(before);
    let behind = behind
        .strip_prefix([' ', '\u{a0}', '\u{202f}'])
        .filter(|behind| behind.starts_with(['»', '›']))
        .unwrap_or(behind);
    before.ends_with(opens) && behind.starts_with(closes)
}

/// Whether a sign that programs have between words stands alone beside a stretch, such as `==` or `{`.
pub(crate) fn is_beside_operator(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let is_operator = |sign: Option<&str>| {
        sign.is_some_and(|sign| {
            sign.contains(|c: char| "=<>{}|&".contains(c))
                && sign.chars().all(|c| "=<>{}|&$!+-*/;()[]:%^~".contains(c))
        })
    };
    let last = before
        .ends_with(' ')
        .then(|| before.split_whitespace().next_back());
    let next = behind
        .starts_with(' ')
        .then(|| behind.split_whitespace().next());
    is_operator(last.flatten()) || is_operator(next.flatten())
}

/// Whether the characters beside a word make it something else: a name of an account, a part of an abbreviation, of a
/// number or of something that a hyphen joins to a number.
fn is_marked(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let is_joint = |c: char| matches!(c, '@' | '#' | '_' | '$' | '\\' | '*' | '~');
    let is_digit = |c: char| c.is_numeric();
    before.ends_with(is_joint)
        || is_option(before)
        || is_mentioned(text, range)
        || is_beside_operator(text, range)
        || before.ends_with(is_digit)
        || behind.starts_with(['_', '@', '*', '\\'])
        || behind.starts_with(is_digit)
        // As in "z.B." and "p.ej.".
        || (before.ends_with('.') && behind.starts_with('.'))
        || behind
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}
