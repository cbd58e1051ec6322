//! Adjectives that do not agree with their nouns: "una casa pequeño", "Las niñas están contento".

use dragoman_text::Edit;

use super::clause_starts::begins_clause;
use super::lexicon::{Features, Lexicon};
use super::replacement::replace;
use super::tokens::{Token, gap_after};

pub(super) fn edit(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<Edit> {
    let token = tokens.get(at)?;
    let adjective = lexicon.adjectives.get(token.lower.as_str())?;
    // In "I problemi sono solo in cucina" the word is an adverb.
    let goes_on = gap_after(text, tokens, at) == " ";
    let may_be_adverb = goes_on && lexicon.adverbials.contains(token.lower.as_str());
    if token.gap != " "
        || !token.is_lower_case()
        || may_be_adverb
        || !is_complete(text, tokens, at, lexicon)
    {
        return None;
    }
    let features = match adjacent_noun(text, tokens, at, lexicon) {
        Some(features) if !adjective.may_describe_subject => {
            // "La mesa y la silla rojas": a plural adjective may belong to several nouns, and a singular one to one
            // thing of several: "las capas roja y azul".
            let is_number_right = if features.is_plural {
                adjective.may_be(true) || !is_first_of_several(text, tokens, at, lexicon)
            } else {
                adjective.may_be(false)
            };
            is_number_right.then_some(features)
        }
        _ => subject_of_copula(text, tokens, at, lexicon),
    }?;
    if adjective.fits(features) {
        return None;
    }
    replace(text, token.range.clone(), adjective.form(features)?)
}

/// Whether no word follows to which an adjective could belong.
fn is_complete(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> bool {
    let gap = gap_after(text, tokens, at);
    let ends = |gap: &str| gap.starts_with(['.', ',', '!', '?', ';', ')', '…', '\n', '"', '»']);
    match tokens.get(at + 1) {
        None => gap.is_empty() || ends(gap),
        Some(next) => {
            ends(gap) || (gap == " " && lexicon.phrase_ends.contains(next.lower.as_str()))
        }
    }
}

/// Whether an adjective is the first of several: "and" or a comma follows, and not another noun with its determiner.
fn is_first_of_several(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> bool {
    let is_listed = gap_after(text, tokens, at).starts_with(',');
    let is_and = |token: &Token<'_>| lexicon.and.contains(token.lower.as_str());
    let joins = tokens.get(at + 1).is_some_and(is_and);
    let next = tokens.get(if joins { at + 2 } else { at + 1 });
    let begins_phrase = next.is_some_and(|next| lexicon.openers.contains(next.lower.as_str()));
    (is_listed || joins) && !begins_phrase
}

/// The gender and number of a determiner and its noun, if they agree.
fn phrase(tokens: &[Token<'_>], noun_at: usize, lexicon: &Lexicon) -> Option<Features> {
    let token = tokens.get(noun_at)?;
    let noun = lexicon.nouns.get(token.lower.as_str())?;
    let before = tokens.get(noun_at.checked_sub(1)?)?;
    let is_joined = before.lower.ends_with('\'');
    let is_beside = if is_joined {
        token.gap.is_empty()
    } else {
        token.gap == " "
    };
    if !is_beside || !token.is_lower_case() {
        return None;
    }
    let word = before.lower.as_str();
    let is_possessive = lexicon.possessives.contains(word);
    let readings = lexicon.determiners.get(word);
    let fits = readings.is_some_and(|readings| {
        let mut readings = readings.iter();
        readings.any(|reading| (lexicon.form)(reading, noun) == Some(word))
    });
    (is_possessive || fits).then_some(noun.features)
}

/// The gender and number of the noun directly before an adjective, unless the adjective may belong to an earlier noun.
fn adjacent_noun(
    text: &str,
    tokens: &[Token<'_>],
    at: usize,
    lexicon: &Lexicon,
) -> Option<Features> {
    let noun_at = at.checked_sub(1)?;
    let noun = lexicon.nouns.get(tokens.get(noun_at)?.lower.as_str())?;
    if noun.is_measure {
        return None;
    }
    let features = phrase(tokens, noun_at, lexicon)?;
    let determiner_at = noun_at.checked_sub(1)?;
    let determiner = tokens.get(determiner_at)?;
    let is_joint = |word: &str| lexicon.joints.contains(word);
    // "Dell'" and "del" join nouns like "de".
    let own_joint = is_joint(&determiner.lower);
    let before = determiner_at
        .checked_sub(1)
        .and_then(|before| tokens.get(before));
    let joined = before.is_some_and(|before| is_joint(&before.lower)) || own_joint;
    let is_listed = determiner.gap.contains(',');
    let begins = before.is_none() || begins_clause(text, tokens, determiner_at, lexicon);
    (begins || !(joined || is_listed)).then_some(features)
}

/// The gender and number of the subject before a copula, if the subject begins a clause.
fn subject_of_copula(
    text: &str,
    tokens: &[Token<'_>],
    at: usize,
    lexicon: &Lexicon,
) -> Option<Features> {
    let mut copula_at = at.checked_sub(1)?;
    if lexicon
        .adverbs
        .contains(tokens.get(copula_at)?.lower.as_str())
    {
        copula_at = copula_at.checked_sub(1)?;
    }
    let copula = tokens.get(copula_at)?;
    let forms = lexicon.verbs.get(copula.lower.as_str())?;
    let mut subject_at = copula_at.checked_sub(1)?;
    let is_spaced = |mut range: std::ops::RangeInclusive<usize>| {
        range.all(|at| tokens.get(at).is_some_and(|token| token.gap == " "))
    };
    if !is_spaced(copula_at..=at) {
        return None;
    }
    let word = tokens.get(subject_at)?.lower.as_str();
    if lexicon.negations.contains(word) {
        if !is_spaced(subject_at..=subject_at) {
            return None;
        }
        subject_at = subject_at.checked_sub(1)?;
    }
    let (features, begins_at) = subject(tokens, subject_at, lexicon)?;
    let person = if features.is_plural { 5 } else { 2 };
    let is_its = forms
        .iter()
        .any(|form| form.is_copula && form.person == person);
    (is_its && begins_clause(text, tokens, begins_at, lexicon)).then_some(features)
}

/// The gender and number of the pronoun, or of the noun and its determiner, that ends at a token, with the index of its
/// first token.
fn subject(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<(Features, usize)> {
    let word = tokens.get(at)?.lower.as_str();
    if let Some(pronoun) = lexicon.pronouns.get(word) {
        let gender = pronoun.gender?;
        let is_plural = pronoun.person == 5;
        return Some((Features { gender, is_plural }, at));
    }
    let begins_at = at.checked_sub(1)?;
    if tokens.get(begins_at)?.is_contraction_with_to(lexicon) {
        return None;
    }
    Some((phrase(tokens, at, lexicon)?, begins_at))
}
