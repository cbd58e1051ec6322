//! Agreement in Romance languages: determiners and adjectives with their nouns, verbs with their subjects.
//!
//! Only words of lists count whose gender, number or person is beyond doubt and that are no other part of speech, and
//! only in places where nothing else can be meant: what is right may never change.

mod adjectives;
mod clauses;
mod demonyms;
mod determiners;
mod groups;
mod lexicon;
mod moods;
mod tokens;
mod verbs;

use std::ops::Range;

use dragoman_text::{Edit, begins_sentence, capitalised_like, is_code};

use crate::draft::Draft;
use crate::words::APOSTROPHES;
pub(super) use lexicon::{Determiner, Gender, Lexicon, Noun, Sources};
use tokens::{Token, tokens};

/// How many words back a sentence is looked at.
const LONGEST_SENTENCE: usize = 100;

/// A rule that looks at one token.
type TokenRule = fn(&str, &[Token<'_>], usize, &Lexicon) -> Option<Edit>;

fn at_each_token(draft: &Draft, lexicon: &Lexicon, rule: TokenRule) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    (1..tokens.len())
        .filter_map(|at| rule(text, &tokens, at, lexicon))
        .collect()
}

/// Makes determiners fit the nouns behind them, and nouns the numbers before them.
pub(super) fn determiners(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, determiners::edit)
}

/// Makes adjectives fit their nouns, beside them or behind a copula.
pub(super) fn adjectives(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, adjectives::edit)
}

/// Makes verbs fit their subjects.
pub(super) fn verbs(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, verbs::edit)
}

/// Makes verbs and what is said with them fit subjects of several words, with which sentences begin.
pub(super) fn clauses(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    (0..tokens.len())
        .flat_map(|at| clauses::edits(text, &tokens, at, lexicon))
        .collect()
}

/// Puts verbs into the subjunctive where what stands before asks for it.
pub(super) fn moods(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, moods::edit)
}

/// Writes adjectives of countries small.
pub(super) fn demonyms(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, demonyms::edit)
}

/// Whether a clause begins with a token for certain: a sentence does, or it stands behind a conjunction with which
/// nothing is compared.
fn begins_clause(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    if begins_sentence(text, token.range.start) {
        return true;
    }
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else {
        return false;
    };
    // "A minha irmã", "todos los niños".
    let belongs = lexicon.predeterminers.contains(before.lower.as_str());
    if belongs && token.gap == " " && begins_sentence(text, before.range.start) {
        return true;
    }
    if token.gap != " " || !lexicon.conjunctions.contains(before.lower.as_str()) {
        return false;
    }
    // "Mayor que ella" compares; how far before does not matter, in any sentence that people read.
    let sentence = tokens.get(..at).unwrap_or_default().iter().rev();
    let mut sentence = sentence
        .take(LONGEST_SENTENCE)
        .take_while(|token| !token.gap.contains(['.', '!', '?', '\n']));
    !sentence.any(|token| lexicon.comparatives.contains(token.lower.as_str()))
}

/// An edit of a word, unless it is no word of the text, with the capital that stands there.
fn replace(text: &str, range: Range<usize>, word: &str) -> Option<Edit> {
    let behind = text.get(range.end..).unwrap_or_default();
    // An apostrophe is part of the word: it is cut short, or "torno'" stands for "tornò".
    if is_code(text, &range) || behind.starts_with(APOSTROPHES) {
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
