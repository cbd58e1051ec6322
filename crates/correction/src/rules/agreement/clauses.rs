//! Agreement of verbs and predicates with subjects of several words: "Los precios de los alquileres ha subido", "Le
//! uova sono scaduti", "Las camisas azul están sucias".

use dragoman_text::Edit;
use dragoman_text::begins_sentence;

use super::lexicon::{Features, Lexicon, VerbForm};
use super::noun_phrases::{NounPhrase, follows, subject};
use super::replacement::replace;
use super::tokens::Token;
use super::verbs::{form_for, may_be_noun};

/// The corrections of the clause that begins at a token.
pub(super) fn edits(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Vec<Edit> {
    let begins = tokens
        .get(at)
        .is_some_and(|token| begins_sentence(text, token.range.start));
    let phrase =
        subject(tokens, at, lexicon).filter(|phrase| begins && !phrase.may_have_plural_verb);
    let Some(phrase) = phrase else {
        return Vec::new();
    };
    if let Some(edit) = adjective_of_noun(text, tokens, &phrase, lexicon) {
        return vec![edit];
    }
    verb_and_predicate(text, tokens, &phrase, lexicon).unwrap_or_default()
}

/// The grammatical person of a subject, as an index into the forms of a tense.
const fn person(features: Features) -> usize {
    if features.is_plural { 5 } else { 2 }
}

/// The index of the verb after a subject, with at most a negation, a pronoun and an adverb in between.
fn verb_at(tokens: &[Token<'_>], phrase: &NounPhrase, lexicon: &Lexicon) -> Option<usize> {
    let mut at = phrase.end;
    for _ in 0..2 {
        let token = tokens.get(at).filter(|_| follows(tokens, at))?;
        if lexicon.between.contains(token.lower.as_str()) {
            at += 1;
        }
    }
    let token = tokens.get(at).filter(|_| follows(tokens, at))?;
    let is_verb = lexicon.verbs.contains_key(token.lower.as_str());
    (is_verb && token.is_lower_case()).then_some(at)
}

/// Corrects an adjective between a noun and the verb that agrees with the noun.
fn adjective_of_noun(
    text: &str,
    tokens: &[Token<'_>],
    phrase: &NounPhrase,
    lexicon: &Lexicon,
) -> Option<Edit> {
    let token = tokens
        .get(phrase.end)
        .filter(|_| follows(tokens, phrase.end))?;
    let adjective = lexicon.adjectives.get(token.lower.as_str())?;
    let next = tokens.get(phrase.end + 1);
    let next = next.filter(|_| follows(tokens, phrase.end + 1))?;
    let forms = lexicon.verbs.get(next.lower.as_str())?;
    let has_verb = forms
        .iter()
        .any(|form| form.person == person(phrase.features));
    let is_plain = phrase.end == phrase.noun_end && phrase.features.is_plural && !phrase.is_pair;
    let may_be_adverb = lexicon.adverbials.contains(token.lower.as_str());
    if !has_verb || !is_plain || may_be_adverb || adjective.may_be(true) || !token.is_lower_case() {
        return None;
    }
    replace(text, token.range.clone(), adjective.form(phrase.features)?)
}

/// Corrects the verb after a subject, and its predicate.
fn verb_and_predicate(
    text: &str,
    tokens: &[Token<'_>],
    phrase: &NounPhrase,
    lexicon: &Lexicon,
) -> Option<Vec<Edit>> {
    let at = verb_at(tokens, phrase, lexicon)?;
    let verb = tokens.get(at)?;
    let forms = lexicon.verbs.get(verb.lower.as_str())?;
    let wanted = person(phrase.features);
    let fits = forms.iter().any(|form| form.person == wanted);
    let predicate = predicate(text, tokens, at, forms, phrase, lexicon);
    let mut edits = Vec::new();
    if !fits {
        let is_sure = is_certain_subject(tokens, at, forms, phrase, predicate.is_some(), lexicon);
        let form = form_for(wanted, forms).filter(|_| is_sure)?;
        edits.push(replace(text, verb.range.clone(), form)?);
    }
    edits.extend(predicate.into_iter().flatten());
    Some(edits)
}

/// Whether the noun before a verb of another number is certainly its subject.
fn is_certain_subject(
    tokens: &[Token<'_>],
    at: usize,
    forms: &[VerbForm],
    phrase: &NounPhrase,
    has_predicate: bool,
    lexicon: &Lexicon,
) -> bool {
    let word = tokens.get(at).map_or("", |token| token.lower.as_str());
    let is_third = |form: &VerbForm| form.person == 2 || form.person == 5;
    let is_first = |form: &VerbForm| form.person == 0;
    let of_things = forms.iter().all(is_third) && !lexicon.impersonal.contains(word);
    // "El equipo gano": with an accent, the verb has the third person.
    let lacks_accent = !phrase.features.is_plural
        && forms.iter().all(is_first)
        && forms
            .iter()
            .any(|form| form.accent_variants.iter().any(|(of, _)| *of == 2));
    if !of_things && !lacks_accent {
        return false;
    }
    if at == phrase.noun_end && may_be_noun(tokens, at.saturating_sub(1), at, lexicon) {
        return false;
    }
    if forms.iter().any(|form| form.is_copula) {
        return has_predicate;
    }
    let next = tokens.get(at + 1).filter(|_| follows(tokens, at + 1));
    if forms.iter().any(|form| form.is_auxiliary) {
        return next.is_some_and(|next| is_participle(&next.lower));
    }
    // In "La paz y el silencio reina" the two nouns may name a single thing.
    if phrase.is_pair && !phrase.is_person {
        return false;
    }
    // In "Los libros los vende la tía" the subject follows the verb.
    let other = subject(tokens, at + 1, lexicon).filter(|_| next.is_some());
    phrase.is_person
        || other.is_none_or(|other| other.features.is_plural == phrase.features.is_plural)
}

fn is_participle(word: &str) -> bool {
    let endings = ["ado", "ido", "ído", "sto", "cho", "rto", "lto", "ito"];
    endings.iter().any(|ending| word.ends_with(ending))
}

/// Corrects the predicate of a copula. Returns `None` if the verb is not a copula or has no predicate.
fn predicate(
    text: &str,
    tokens: &[Token<'_>],
    verb_at: usize,
    forms: &[VerbForm],
    phrase: &NounPhrase,
    lexicon: &Lexicon,
) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut at = verb_at + 1;
    let mut says = forms.iter().any(|form| form.is_copula);
    let token = tokens.get(at).filter(|_| follows(tokens, at))?;
    if lexicon.copula_participles.contains(token.lower.as_str()) {
        // Compound tenses: "han sido", "sono stati".
        if let Some(been) = lexicon.adjectives.get(token.lower.as_str())
            && !been.fits(phrase.features)
        {
            edits.push(replace(
                text,
                token.range.clone(),
                been.form(phrase.features)?,
            )?);
        }
        says = true;
        at += 1;
    }
    for _ in 0..2 {
        let word = tokens.get(at)?.lower.as_str();
        if lexicon.adverbs.contains(word) && follows(tokens, at) {
            at += 1;
        }
    }
    let token = tokens.get(at).filter(|_| says && follows(tokens, at))?;
    let word = token.lower.as_str();
    let adjective = lexicon.adjectives.get(word)?;
    let next = tokens.get(at + 1).filter(|_| follows(tokens, at + 1));
    // The subject is a clause in "Las vacunas es necesario ponerlas" and "la casa está claro que no", and the adjective
    // is an adverb in "la niña está solo cansada".
    let goes_on = next.is_some_and(|next| {
        let next = next.lower.as_str();
        let has_pronoun = [
            "rla", "rlas", "rlo", "rlos", "rle", "rles", "rli", "rme", "rse", "rsi", "rte", "rnos",
        ];
        let is_infinitive = has_pronoun.iter().any(|ending| next.ends_with(ending))
            || next.ends_with('r')
            || next.ends_with("re")
            || next.contains('-');
        is_infinitive
            || lexicon.conjunctions.contains(next)
            || lexicon.adjectives.contains_key(next)
    });
    let may_be_adverb = lexicon.adverbials.contains(word);
    if goes_on || may_be_adverb || !token.is_lower_case() {
        return adjective.fits(phrase.features).then_some(edits);
    }
    if !adjective.fits(phrase.features) {
        edits.push(replace(
            text,
            token.range.clone(),
            adjective.form(phrase.features)?,
        )?);
    }
    Some(edits)
}
