//! Agreement in Romance languages: determiners and adjectives with their nouns, verbs with their subjects.
//!
//! Only words of lists count whose gender, number or person is beyond doubt and that are no other part of speech, and
//! only in places where nothing else can be meant: what is right may never change.

mod adjectives;
mod clause_starts;
mod clauses;
mod demonyms;
mod determiners;
mod groups;
mod lexicon;
mod moods;
mod replacement;
mod tokens;
mod verbs;

use dragoman_text::Edit;

use crate::draft::Draft;
pub(super) use lexicon::{Determiner, Gender, Lexicon, Noun, Sources};
use tokens::{Token, tokens};

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
