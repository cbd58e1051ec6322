//! Noun phrases: "los precios de los alquileres", "la impresora y el escáner".

use super::lexicon::{Features, Gender, Lexicon, Noun};
use super::tokens::Token;

/// The maximum number of complements of a noun.
const MAX_COMPLEMENTS: usize = 2;

/// A noun with its determiner, adjectives and complements, or a pair of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct NounPhrase {
    pub(super) features: Features,
    /// The index of the token after the phrase.
    pub(super) end: usize,
    /// The index of the token after the noun itself.
    pub(super) noun_end: usize,
    pub(super) is_person: bool,
    /// Whether the verb may be singular or plural.
    pub(super) may_have_plural_verb: bool,
    /// Whether the phrase is a pair of nouns joined by "and".
    pub(super) is_pair: bool,
    has_complement: bool,
}

/// Whether only a space separates a token from the previous one.
pub(super) fn follows(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let is_joined = before.is_some_and(|before| before.lower.ends_with('\''));
    tokens
        .get(at)
        .is_some_and(|token| token.gap == " " || (token.gap.is_empty() && is_joined))
}

/// The noun phrase that begins at a token, if it can be the subject of a clause.
pub(super) fn subject(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<NounPhrase> {
    let one = noun_phrase(tokens, at, lexicon)?;
    let and = tokens.get(one.end).filter(|_| follows(tokens, one.end));
    if !and.is_some_and(|and| lexicon.and.contains(and.lower.as_str())) {
        return Some(one);
    }
    let other =
        noun_phrase(tokens, one.end + 1, lexicon).filter(|_| follows(tokens, one.end + 1))?;
    // In "La casa de mi madre y el perro" it is not clear which nouns are joined.
    if one.has_complement {
        return None;
    }
    let gender = match (one.features.gender, other.features.gender) {
        (Gender::Feminine, Gender::Feminine) => Gender::Feminine,
        _ => Gender::Masculine,
    };
    Some(NounPhrase {
        features: Features {
            gender,
            is_plural: true,
        },
        end: other.end,
        noun_end: other.noun_end,
        is_person: one.is_person && other.is_person,
        may_have_plural_verb: one.may_have_plural_verb || other.may_have_plural_verb,
        is_pair: true,
        has_complement: other.has_complement,
    })
}

fn noun_phrase(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<NounPhrase> {
    let mut noun_at = at;
    // Several words may precede the noun: "todos los otros", "as minhas duas".
    for _ in 0..3 {
        let word = tokens.get(noun_at)?.lower.as_str();
        if !lexicon.openers.contains(word) || (noun_at > at && !follows(tokens, noun_at)) {
            break;
        }
        noun_at += 1;
    }
    if noun_at == at || !follows(tokens, noun_at) {
        return None;
    }
    let mut token = tokens.get(noun_at)?;
    if let Some(adjective) = lexicon.adjectives.get(token.lower.as_str())
        && let Some(next) = tokens.get(noun_at + 1)
        && let Some(noun) = lexicon.nouns.get(next.lower.as_str())
        && adjective.fits(noun.features)
        && follows(tokens, noun_at + 1)
    {
        noun_at += 1;
        token = next;
    }
    let noun = lexicon.nouns.get(token.lower.as_str())?;
    let before = tokens.get(at..noun_at)?;
    let fits = before.iter().all(|token| fits(token, noun, lexicon));
    // For invariable nouns the determiner shows the number: "quest'unità", "sette unità".
    let says = |token: &Token<'_>| {
        let word = token.lower.as_str();
        lexicon.all_determiners.contains_key(word) || lexicon.plural.contains(word)
    };
    let is_told = noun.form != noun.other || before.iter().any(says);
    if !token.is_lower_case() || noun.is_measure || !fits || !is_told {
        return None;
    }
    let mut end = noun_at + 1;
    end = after_adjectives(tokens, end, noun.features, lexicon);
    let mut has_complement = false;
    for _ in 0..MAX_COMPLEMENTS {
        let Some(after) = complement(tokens, end, lexicon) else {
            break;
        };
        end = after;
        has_complement = true;
    }
    Some(NounPhrase {
        features: noun.features,
        end,
        noun_end: noun_at + 1,
        is_person: noun.is_person,
        may_have_plural_verb: lexicon.collectives.contains(token.lower.as_str()),
        is_pair: false,
        has_complement,
    })
}

/// Whether a word before a noun agrees with it or shows neither gender nor number.
fn fits(token: &Token<'_>, noun: &Noun, lexicon: &Lexicon) -> bool {
    let word = token.lower.as_str();
    if !noun.features.is_plural && lexicon.plural.contains(word) {
        return false;
    }
    let Some(readings) = lexicon.all_determiners.get(word) else {
        return true;
    };
    // A word before another determiner may have a form that only agrees in gender: "el otro", "la prima".
    readings.iter().any(|reading| {
        (lexicon.form)(reading, noun) == Some(word)
            || (reading.is_plural == noun.features.is_plural && reading.has_gender_of(noun))
    })
}

fn after_adjectives(
    tokens: &[Token<'_>],
    mut at: usize,
    features: Features,
    lexicon: &Lexicon,
) -> usize {
    for _ in 0..2 {
        let adjective = tokens
            .get(at)
            .and_then(|token| lexicon.adjectives.get(token.lower.as_str()));
        if adjective.is_some_and(|adjective| adjective.fits(features)) && follows(tokens, at) {
            at += 1;
        }
    }
    at
}

/// The index of the token after the complement of a noun, if a complement begins at a token.
fn complement(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<usize> {
    let preposition = tokens.get(at).filter(|_| follows(tokens, at))?;
    lexicon.genitives.get(preposition.lower.as_str())?;
    let mut noun_at = at + 1;
    for _ in 0..2 {
        let word = tokens.get(noun_at)?.lower.as_str();
        if lexicon.openers.contains(word) && follows(tokens, noun_at) {
            noun_at += 1;
        }
    }
    let token = tokens.get(noun_at).filter(|_| follows(tokens, noun_at))?;
    if let Some(noun) = lexicon.nouns.get(token.lower.as_str()) {
        return Some(after_adjectives(
            tokens,
            noun_at + 1,
            noun.features,
            lexicon,
        ));
    }
    (!token.is_lower_case() && !token.is_in_capitals()).then_some(noun_at + 1)
}
