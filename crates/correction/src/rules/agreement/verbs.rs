//! Verbs that do not agree with their subjects: "Yo tiene", "Los niños juega".

use dragoman_text::Edit;

use super::clause_starts::begins_clause;
use super::lexicon::{Lexicon, NO_FORM, VerbForm};
use super::replacement::replace;
use super::tokens::Token;

pub(super) fn edit(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<Edit> {
    let token = tokens.get(at)?;
    let forms = lexicon.verbs.get(token.lower.as_str())?;
    let is_impersonal = lexicon.impersonal.contains(token.lower.as_str());
    if token.gap != " " || !token.is_lower_case() {
        return None;
    }
    // "Nós é que temos razão" only emphasises the pronoun.
    let is_copula = forms.iter().any(|form| form.is_copula);
    let next = tokens.get(at + 1).map(|next| next.lower.as_str());
    if is_copula && matches!(next, Some("que" | "che")) {
        return None;
    }
    let mut subject_at = at.checked_sub(1)?;
    // At most a negation and a pronoun are between subject and verb.
    for _ in 0..2 {
        let between = tokens.get(subject_at)?;
        if between.gap == " " && lexicon.clitics.contains(between.lower.as_str()) {
            subject_at = subject_at.checked_sub(1)?;
        }
    }
    let has_pronoun = at - subject_at > 1;
    let (person, begins_at) = subject(tokens, subject_at, lexicon)?;
    if !begins_clause(text, tokens, begins_at, lexicon) {
        return None;
    }
    let is_noun = begins_at < subject_at;
    // In "Los libros los tiene él" a thing before a pronoun is an object.
    if is_noun && (is_impersonal || has_pronoun || !has_third_person(forms)) {
        return None;
    }
    if is_noun && !is_certain_after_noun(tokens, at, forms, lexicon) {
        return None;
    }
    // "Tú come y calla" is a command.
    let is_denied = tokens
        .get(at.checked_sub(1)?)
        .is_some_and(|before| lexicon.negations.contains(before.lower.as_str()));
    if person == 1 && !has_pronoun && !is_denied && may_be_imperative(&token.lower, forms, lexicon)
    {
        return None;
    }
    if is_noun && may_be_noun(tokens, subject_at, at, lexicon) {
        return None;
    }
    let form = form_for(person, forms)?;
    replace(text, token.range.clone(), form)
}

/// Whether a form of the third person is also the imperative.
fn may_be_imperative(word: &str, forms: &[VerbForm], lexicon: &Lexicon) -> bool {
    let is_alike = |form: &VerbForm| form.person == 2 && form.is_present && !form.is_copula;
    let mut endings = lexicon.imperative_endings.iter();
    endings.any(|ending| word.ends_with(ending))
        && !lexicon.not_imperatives.contains(word)
        && forms.iter().any(is_alike)
}

/// Whether the verb may be a noun, and the noun before it an adjective: "El sabio uso del agua".
pub(super) fn may_be_noun(
    tokens: &[Token<'_>],
    noun_at: usize,
    at: usize,
    lexicon: &Lexicon,
) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.lower.as_str());
    let noun = lexicon.nouns.get(word(noun_at));
    let is_like = noun.is_some_and(|noun| noun.has_other_gender)
        || lexicon.adjectives.contains_key(word(noun_at));
    is_like && (lexicon.nouns.contains_key(word(at)) || lexicon.genitives.contains(word(at + 1)))
}

/// Whether one of the forms has the third person.
fn has_third_person(forms: &[VerbForm]) -> bool {
    forms
        .iter()
        .any(|form| form.person == 2 || form.person == 5)
}

/// "Los niños es lo primero" and "El problema son los niños" are correct: a copula only has to agree if an adjective
/// follows it.
fn is_certain_after_noun(
    tokens: &[Token<'_>],
    at: usize,
    forms: &[VerbForm],
    lexicon: &Lexicon,
) -> bool {
    if !forms.iter().any(|form| form.is_copula) {
        return true;
    }
    let next = tokens.get(at + 1);
    let next = next.filter(|next| next.gap == " ");
    next.is_some_and(|next| {
        let word = next.lower.as_str();
        lexicon.adverbs.contains(word) || lexicon.adjectives.contains_key(word)
    })
}

/// The person of the subject that ends at a token, and the index of its first token.
fn subject(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<(usize, usize)> {
    let token = tokens.get(at)?;
    if let Some(pronoun) = lexicon.pronouns.get(token.lower.as_str()) {
        return Some((pronoun.person, at));
    }
    let noun = lexicon.nouns.get(token.lower.as_str())?;
    let begins_at = at.checked_sub(1)?;
    let determiner = tokens.get(begins_at)?;
    let is_beside = token.gap == " " || (token.gap.is_empty() && determiner.lower.ends_with('\''));
    let word = determiner.lower.as_str();
    let readings = lexicon.determiners.get(word)?;
    if determiner.is_contraction_with_to(lexicon) {
        return None;
    }
    let mut readings = readings.iter();
    let fits = readings.any(|reading| (lexicon.form)(reading, noun) == Some(word));
    let person = if noun.features.is_plural { 5 } else { 2 };
    (noun.is_person && is_beside && token.is_lower_case() && fits).then_some((person, begins_at))
}

/// The form for a person, if none of the possible readings of a word has it, and all of them have the same one. A form
/// of another tense that differs only by an accent is preferred: "Ella canto" stands for "cantó".
pub(super) fn form_for(person: usize, forms: &[VerbForm]) -> Option<&'static str> {
    if forms.iter().any(|form| form.person == person) {
        return None;
    }
    let accent_variants = forms.iter().flat_map(|form| &form.accent_variants);
    let accent_variants = accent_variants.filter(|(of, _)| *of == person);
    if let Some(variant) = common_value(accent_variants.map(|(_, variant)| *variant)) {
        return Some(variant);
    }
    let wanted = forms
        .iter()
        .filter_map(|form| form.forms.get(person).copied());
    common_value(wanted).filter(|form| *form != NO_FORM)
}

/// The value of all words, if they are equal.
pub(super) fn common_value(mut words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let first = words.next()?;
    words.all(|other| other == first).then_some(first)
}
