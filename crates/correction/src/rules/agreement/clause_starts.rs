//! The beginnings of clauses.

use dragoman_text::begins_sentence;

use super::lexicon::Lexicon;
use super::tokens::Token;

/// The maximum length of the part of a sentence that is examined, in tokens.
const MAX_SENTENCE_LENGTH: usize = 100;

/// Whether a clause certainly begins with a token: the token begins a sentence or follows a conjunction, and is not part of
/// a comparison.
pub(super) fn begins_clause(
    text: &str,
    tokens: &[Token<'_>],
    at: usize,
    lexicon: &Lexicon,
) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    if begins_sentence(text, token.range.start) {
        return true;
    }
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else {
        return false;
    };
    // "A minha irmã" and "todos los niños" have a word before their determiner.
    let belongs = lexicon.predeterminers.contains(before.lower.as_str());
    if belongs && token.gap == " " && begins_sentence(text, before.range.start) {
        return true;
    }
    if token.gap != " " || !lexicon.conjunctions.contains(before.lower.as_str()) {
        return false;
    }
    // In "Mayor que ella" the conjunction compares.
    let sentence = tokens.get(..at).unwrap_or_default().iter().rev();
    let mut sentence = sentence
        .take(MAX_SENTENCE_LENGTH)
        .take_while(|token| !token.gap.contains(['.', '!', '?', '\n']));
    !sentence.any(|token| lexicon.comparatives.contains(token.lower.as_str()))
}
