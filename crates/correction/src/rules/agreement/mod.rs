//! Agreement in Romance languages: determiners and adjectives with their nouns, and verbs with their subjects.
//!
//! The rules use only listed words whose gender, number or person is certain and which are no other part of speech, and
//! only constructions with a single reading, because a correct text must not change.

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

/// A rule for one token.
type TokenRule = fn(&str, &[Token<'_>], usize, &Lexicon) -> Option<Edit>;

fn at_each_token(draft: &Draft, lexicon: &Lexicon, rule: TokenRule) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    (1..tokens.len())
        .filter_map(|at| rule(text, &tokens, at, lexicon))
        .collect()
}

/// Makes determiners agree with the nouns after them, and nouns with the numerals before them.
pub(super) fn determiners(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, determiners::edit)
}

/// Makes adjectives agree with their nouns, next to them or after a copula.
pub(super) fn adjectives(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, adjectives::edit)
}

/// Makes verbs agree with their subjects.
pub(super) fn verbs(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, verbs::edit)
}

/// Makes verbs and predicates agree with subjects of several words at the beginnings of sentences.
pub(super) fn clauses(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    (0..tokens.len())
        .flat_map(|at| clauses::edits(text, &tokens, at, lexicon))
        .collect()
}

/// Puts verbs into the subjunctive where the words before them require it.
pub(super) fn moods(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, moods::edit)
}

/// Lowercases demonyms.
pub(super) fn demonyms(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(draft, lexicon, demonyms::edit)
}
