//! Agreement in Romance languages: determiners and adjectives with their nouns, verbs with their subjects.
//!
//! Only words of lists count whose gender, number or person is beyond doubt and that are no other part of speech, and
//! only in places where nothing else can be meant: what is right may never change.

mod adjectives;
mod determiners;
mod lexicon;
mod tokens;
mod verbs;

use std::ops::Range;

use dragoman_domain::Edit;
use dragoman_text::{begins_sentence, is_code};

use crate::draft::Draft;
pub(super) use determiners::determiners;
pub(super) use lexicon::{Determiner, Gender, Lexicon, Noun, Sources};
use tokens::Token;

/// Makes adjectives fit their nouns, beside them or behind a copula.
pub(super) fn adjectives(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    adjectives::edits(draft, lexicon)
}

/// Makes verbs fit their subjects.
pub(super) fn verbs(draft: &Draft, lexicon: &Lexicon) -> Vec<Edit> {
    verbs::edits(draft, lexicon)
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
    let belongs = lexicon
        .sources
        .predeterminers
        .contains(&before.lower.as_str());
    if belongs && token.gap == " " && begins_sentence(text, before.range.start) {
        return true;
    }
    if token.gap != " " || !lexicon.conjunctions.contains(before.lower.as_str()) {
        return false;
    }
    // "Mayor que ella" compares; how far before does not matter.
    let sentence = tokens.get(..at).unwrap_or_default().iter().rev();
    let mut sentence = sentence.take_while(|token| !token.gap.contains(['.', '!', '?', '\n']));
    !sentence.any(|token| lexicon.comparatives.contains(token.lower.as_str()))
}

/// An edit of a word, unless it is no word of the text, with the capital that stands there.
fn replace(text: &str, range: Range<usize>, word: &str) -> Option<Edit> {
    if is_code(text, &range) {
        return None;
    }
    let first = text.get(range.clone())?.chars().next()?;
    let mut rest = word.chars();
    let word = if first.is_uppercase() {
        let first = rest.next()?;
        first.to_uppercase().chain(rest).collect()
    } else {
        word.to_owned()
    };
    Some(Edit { range, text: word })
}
