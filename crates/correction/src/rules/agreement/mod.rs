//! Agreement in Romance languages: determiners and adjectives with their nouns, and verbs with their subjects.
//!
//! The rules use only listed words whose gender, number or person is certain and which are no other part of speech, and
//! only constructions with a single reading, because a correct text must not change.

mod adjectives;
mod clause_starts;
mod clauses;
mod demonyms;
mod determiners;
mod lexicon;
mod moods;
mod noun_phrases;
mod replacement;
mod tokens;
mod verbs;

use dragoman_text::Edit;

use crate::editable_text::EditableText;
pub(super) use lexicon::{Determiner, Gender, Lexicon, LexiconSources, Noun};
use tokens::{Token, tokens};

/// A rule for one token.
type TokenRule = fn(&str, &[Token<'_>], usize, &Lexicon) -> Option<Edit>;

fn at_each_token(editable: &EditableText, lexicon: &Lexicon, rule: TokenRule) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    (1..tokens.len())
        .filter_map(|at| rule(text, &tokens, at, lexicon))
        .collect()
}

/// Makes determiners agree with the nouns after them, and nouns with the numerals before them.
pub(super) fn determiners(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(editable, lexicon, determiners::edit)
}

/// Makes adjectives agree with their nouns, next to them or after a copula.
pub(super) fn adjectives(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(editable, lexicon, adjectives::edit)
}

/// Makes verbs agree with their subjects.
pub(super) fn verbs(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(editable, lexicon, verbs::edit)
}

/// Makes verbs and predicates agree with subjects of several words at the beginnings of sentences.
pub(super) fn clauses(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    (0..tokens.len())
        .flat_map(|at| clauses::edits(text, &tokens, at, lexicon))
        .collect()
}

/// Puts verbs into the subjunctive where the words before them require it.
pub(super) fn moods(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(editable, lexicon, moods::edit)
}

/// Lowercases demonyms.
pub(super) fn demonyms(editable: &EditableText, lexicon: &Lexicon) -> Vec<Edit> {
    at_each_token(editable, lexicon, demonyms::edit)
}
