//! Determiners that do not agree with their nouns ("la problema", "un amica"), and nouns that lack the plural ending
//! ("dos libro").

use dragoman_text::Edit;

use super::lexicon::{Features, Gender, Lexicon, NO_FORM, Noun};
use super::replacement::replace;
use super::tokens::{Token, gap_after};

pub(super) fn edit(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<Edit> {
    let noun_token = tokens.get(at)?;
    let before = tokens.get(at.checked_sub(1)?)?;
    let noun = lexicon.nouns.get(noun_token.lower.as_str())?;
    let is_joined = before.lower.ends_with('\'');
    let is_beside = if is_joined {
        noun_token.gap.is_empty()
    } else {
        noun_token.gap == " "
    };
    if !is_beside || !noun_token.is_lower_case() || before.is_in_capitals() {
        return None;
    }
    if is_part_of_phrase(text, tokens, at) || is_pronoun(tokens, at - 1, lexicon) {
        return None;
    }
    // In "Dos es compañía, tres multitud" the numeral is a subject of its own.
    if before.gap.contains(',') && lexicon.collectives.contains(noun_token.lower.as_str()) {
        return None;
    }
    if denotes_person_by_thing(tokens, at, noun, lexicon) {
        return None;
    }
    let word = before.lower.as_str();
    if is_degree_of_noun(tokens, at - 1, noun, lexicon) {
        return None;
    }
    if noun.is_verb && !lexicon.never_pronouns.contains(word) {
        return None;
    }
    if !noun.features.is_plural && lexicon.plural.contains(word) {
        return pluralised(text, tokens, at, noun, lexicon);
    }
    if follows_disagreeing_determiner(tokens, at, noun, lexicon) {
        return None;
    }
    let determiner = agreeing_form(word, noun, lexicon)?;
    let joint = if determiner.ends_with('\'') { "" } else { " " };
    let (range, determiner) = match contracted(tokens, at - 1, determiner, lexicon) {
        Some((start, contracted)) => (start..noun_token.range.start, contracted),
        None => (before.range.start..noun_token.range.start, determiner),
    };
    replace(text, range, &format!("{determiner}{joint}"))
}

/// Whether a noun is part of a phrase with a gender of its own: "un cara a cara", "el mesa-banco".
fn is_part_of_phrase(text: &str, tokens: &[Token<'_>], at: usize) -> bool {
    let after = gap_after(text, tokens, at);
    let is_again = tokens.get(at + 2).map(|token| token.lower.as_str())
        == tokens.get(at).map(|token| token.lower.as_str());
    after.starts_with(['-', '\'', '’', '/', '_', '(']) || is_again
}

/// Whether a determiner is a pronoun, because an elided article precedes it: "l'uno amico dell'altro".
fn is_pronoun(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let is_joined = tokens.get(at).is_some_and(|token| token.gap.is_empty());
    is_joined
        && before.is_some_and(|before| lexicon.determiners.contains_key(before.lower.as_str()))
}

/// Whether a noun for a thing denotes persons, as in "los boinas verdes" and "los pieles rojas". The adjective after it
/// shows that the writer knows the gender of the noun.
fn denotes_person_by_thing(
    tokens: &[Token<'_>],
    at: usize,
    noun: &Noun,
    lexicon: &Lexicon,
) -> bool {
    let next = tokens.get(at + 1).filter(|next| next.gap == " ");
    let adjective = next.and_then(|next| lexicon.adjectives.get(next.lower.as_str()));
    let Some(readings) = at
        .checked_sub(1)
        .and_then(|before| tokens.get(before))
        .and_then(|before| lexicon.determiners.get(before.lower.as_str()))
    else {
        return false;
    };
    let is_of_other = readings.iter().all(|reading| !reading.has_gender_of(noun));
    let fits = adjective.is_some_and(|adjective| {
        let other = Features {
            gender: Gender::Masculine,
            ..noun.features
        };
        adjective.fits(noun.features) && !adjective.fits(other)
    });
    noun.features.is_plural && noun.features.gender == Gender::Feminine && is_of_other && fits
}

/// Whether a word of amount modifies a noun that is used as an adjective: "é muito verdade".
fn is_degree_of_noun(tokens: &[Token<'_>], at: usize, noun: &Noun, lexicon: &Lexicon) -> bool {
    let verb = at.checked_sub(1).and_then(|before| tokens.get(before));
    let forms = verb.and_then(|verb| lexicon.verbs.get(verb.lower.as_str()));
    let is_amount = tokens
        .get(at)
        .is_some_and(|token| token.gap == " " && lexicon.amounts.contains(token.lower.as_str()));
    let is_copula = forms.is_some_and(|forms| forms.iter().any(|form| form.is_copula));
    is_amount && is_copula && !noun.features.is_plural
}

/// Whether a determiner is between another one that does not agree with the noun either and the noun. The noun may then
/// be a misspelled other word: "os seus ideias" stands for "ideais".
fn follows_disagreeing_determiner(
    tokens: &[Token<'_>],
    at: usize,
    noun: &Noun,
    lexicon: &Lexicon,
) -> bool {
    let between = at.checked_sub(1).and_then(|between| tokens.get(between));
    let article = at.checked_sub(2).and_then(|article| tokens.get(article));
    let (Some(between), Some(article)) = (between, article) else {
        return false;
    };
    let readings = lexicon.determiners.get(article.lower.as_str());
    let is_article = readings.is_some_and(|readings| {
        let mut fitting = readings
            .iter()
            .filter_map(|reading| (lexicon.form)(reading, noun));
        between.gap == " " && !fitting.any(|form| form == article.lower)
    });
    is_article && lexicon.determiners.contains_key(between.lower.as_str())
}

/// The form of a determiner that agrees with a noun, if the given form does not.
fn agreeing_form(word: &str, noun: &Noun, lexicon: &Lexicon) -> Option<&'static str> {
    let readings = lexicon.determiners.get(word)?;
    if (lexicon.is_tolerated)(word, noun) {
        return None;
    }
    let is_amount = lexicon.amounts.contains(word);
    let mut other = None;
    for reading in readings {
        let of_one_number = reading.is_plural == noun.features.is_plural;
        // "Muito mulher" is a degree, not an amount.
        let is_degree = is_amount && noun.is_person && !noun.features.is_plural;
        let is_amount_of_several = is_amount && noun.features.is_plural;
        if is_degree || !(of_one_number || is_amount_of_several) {
            continue;
        }
        let form = (lexicon.form)(reading, noun)?;
        // "La niño" may stand for "el niño" or for "la niña".
        if noun.has_other_gender && !reading.has_gender_of(noun) {
            return None;
        }
        if form == word || form == NO_FORM || other.is_some_and(|other| other != form) {
            return None;
        }
        other = Some(form);
    }
    other
}

/// The contraction of a determiner and the preposition before it, with the range of both.
fn contracted(
    tokens: &[Token<'_>],
    at: usize,
    determiner: &str,
    lexicon: &Lexicon,
) -> Option<(usize, &'static str)> {
    let before = tokens.get(at.checked_sub(1)?)?;
    let is_beside = tokens.get(at)?.gap == " ";
    let parts = (before.lower.as_str(), determiner);
    let both = lexicon.contractions.get(&parts).filter(|_| is_beside)?;
    Some((before.range.start, *both))
}

/// The plural of a noun after a word for several things, if the word agrees with it.
fn pluralised(
    text: &str,
    tokens: &[Token<'_>],
    at: usize,
    noun: &Noun,
    lexicon: &Lexicon,
) -> Option<Edit> {
    let token = tokens.get(at)?;
    let word = tokens.get(at - 1)?.lower.as_str();
    let mut features = noun.features;
    features.is_plural = true;
    let plural = Noun {
        features,
        form: noun.other,
        other: noun.form,
        ..*noun
    };
    // A determiner of the other gender may belong to another noun.
    if let Some(readings) = lexicon.determiners.get(word) {
        let fits = |reading| (lexicon.form)(reading, &plural) == Some(word);
        if !readings.iter().any(fits) {
            return None;
        }
    }
    // "A las tres hora local" is a time of day.
    let is_followed = tokens
        .get(at + 1)
        .is_some_and(|next| next.gap == " " && !lexicon.phrase_ends.contains(next.lower.as_str()));
    if noun.is_measure && is_followed {
        return None;
    }
    // In "Dos dudan, tres muerte segura" the word after the noun shows a singular.
    let next = tokens.get(at + 1).filter(|next| next.gap == " ");
    let next = next.and_then(|next| lexicon.adjectives.get(next.lower.as_str()));
    if noun.other == noun.form || next.is_some_and(|next| !next.may_be(true)) {
        return None;
    }
    replace(text, token.range.clone(), noun.other)
}
