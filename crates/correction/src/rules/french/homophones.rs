//! Homophones that the context distinguishes.

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised_like};

use super::conjugation::{Person, VERBS};
use super::lexicon::{NOUNS, adjective};
use super::noun_phrases::{NounPhrase, Subject, follows_in_lower_case};
use super::tokens::{Token, tokens};
use super::word_lists::REFLEXIVE;
use crate::editable_text::EditableText;

/// Demonyms, in the masculine singular.
const DEMONYMS: &[&str] = &[
    "français",
    "anglais",
    "allemand",
    "espagnol",
    "italien",
    "américain",
    "japonais",
    "chinois",
    "canadien",
    "portugais",
    "russe",
    "européen",
    "parisien",
    "suisse",
    "belge",
    "marocain",
    "algérien",
    "tunisien",
    "africain",
    "grec",
    "turc",
    "polonais",
    "suédois",
    "danois",
    "norvégien",
    "irlandais",
    "écossais",
    "brésilien",
    "mexicain",
    "coréen",
    "indien",
    "néerlandais",
    "autrichien",
    "québécois",
];

/// Verbs that are often followed by "à" and a place or a person.
const BEFORE_PLACES: &[&str] = &[
    "aller",
    "arriver",
    "assister",
    "courir",
    "demander",
    "descendre",
    "dormir",
    "déjeuner",
    "dîner",
    "envoyer",
    "habiter",
    "jouer",
    "manger",
    "monter",
    "offrir",
    "parler",
    "participer",
    "partir",
    "passer",
    "penser",
    "rentrer",
    "répondre",
    "rester",
    "retourner",
    "revenir",
    "réfléchir",
    "sortir",
    "tenir",
    "travailler",
    "téléphoner",
    "venir",
    "vivre",
    "écrire",
];

/// Replaces words by the homophones that fit the context.
pub(super) fn edits(editable: &EditableText, _language: Language) -> Vec<Edit> {
    let tokens = tokens(editable.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some(subject) = Subject::at(&tokens, index) {
            edits.extend(se_for_ce(&tokens, &subject));
            edits.extend(elided_le_for_la(&tokens, &subject));
        }
        edits.extend(est_for_et(&tokens, index));
        edits.extend(preposition_for_a(&tokens, index));
        edits.extend(determiner_for_possessive_pronoun(&tokens, index));
        edits.extend(demonym_case(&tokens, index));
    }
    edits
}

/// "Il s'est trompé" for "il c'est trompé".
fn se_for_ce(tokens: &[Token<'_>], subject: &Subject) -> Option<Edit> {
    let token = tokens
        .get(subject.at + 1)
        .filter(|it| it.follows && !it.is_joined)?;
    let is_this =
        token.elided.as_deref() == Some("c") && matches!(token.word.as_str(), "est" | "était");
    let is_third = subject.person == Person::One && is_this;
    let mut at = subject.at + 2;
    if tokens
        .get(at)
        .is_some_and(|it| matches!(it.word.as_str(), "bien" | "déjà" | "encore" | "beaucoup"))
    {
        at += 1;
    }
    let participle = tokens
        .get(at)
        .filter(|it| follows_in_lower_case(it) && is_third)?;
    let of = VERBS
        .of_participle(&participle.word)
        .or_else(|| VERBS.of_infinitive(&participle.word))?;
    let is_known = REFLEXIVE.contains(&of.infinitive.as_str());
    // "Mon rêve c'est raté" may be two sentences.
    let next = tokens.get(at + 1).filter(|it| it.follows);
    let is_clear = subject.phrase.is_none()
        || next.is_some_and(|it| {
            matches!(
                it.word.as_str(),
                "le" | "la" | "les" | "à" | "dans" | "en" | "de"
            )
        });
    (is_known && is_clear).then(|| Edit {
        range: token.range.start..token.range.start + 1,
        text: "s".to_owned(),
    })
}

/// "Il l'a vu" for "il la vu".
fn elided_le_for_la(tokens: &[Token<'_>], subject: &Subject) -> Option<Edit> {
    let token = tokens
        .get(subject.at + 1)
        .filter(|it| follows_in_lower_case(it) && it.word == "la")?;
    let after = tokens
        .get(subject.at + 2)
        .filter(|it| follows_in_lower_case(it))?;
    let is_participle = VERBS
        .of_participle(&after.word)
        .is_some_and(|of| of.participles.first() == Some(&after.word));
    let is_other =
        NOUNS.contains_key(after.word.as_str()) || !VERBS.readings(&after.word).is_empty();
    (subject.person == Person::One && is_participle && !is_other).then(|| Edit {
        range: token.range.start..after.range.start,
        text: "l'a ".to_owned(),
    })
}

/// "Le directeur est absent" for "le directeur et absent".
fn est_for_et(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let first = tokens.get(index).filter(|it| it.is_first)?;
    let phrase =
        NounPhrase::at(tokens, index).filter(|it| !it.is_plural && !it.has_complement())?;
    let token = tokens
        .get(phrase.end)
        .filter(|it| follows_in_lower_case(it) && it.word == "et")?;
    let mut at = phrase.end + 1;
    if tokens.get(at).is_some_and(|it| {
        matches!(
            it.word.as_str(),
            "encore" | "déjà" | "très" | "trop" | "toujours"
        )
    }) {
        at += 1;
    }
    let after = tokens.get(at).filter(|it| follows_in_lower_case(it))?;
    let [masculine, feminine, ..] = adjective(&after.word)?;
    let is_form = after.word == masculine || after.word == feminine;
    let is_other =
        NOUNS.contains_key(after.word.as_str()) || !VERBS.readings(&after.word).is_empty();
    let is_alone = after.ends_clause
        || tokens.get(at + 1).is_some_and(|it| {
            matches!(
                it.word.as_str(),
                "jusqu" | "depuis" | "à" | "de" | "en" | "pour" | "dans" | "par"
            ) || it.elided.as_deref() == Some("jusqu")
        });
    let is_bare = phrase.end == phrase.head + 1 && !first.is_joined;
    (is_bare && is_form && !is_other && is_alone).then(|| Edit {
        range: token.range.clone(),
        text: "est".to_owned(),
    })
}

/// "À" for "a" between a verb and a place.
fn preposition_for_a(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let token = tokens
        .get(index)
        .filter(|it| follows_in_lower_case(it) && it.word == "a" && !it.is_first)?;
    let at = index.checked_sub(1)?;
    let verb = tokens
        .get(at)
        .filter(|it| !it.is_joined && it.is_lower_case())?;
    let word = verb.word.as_str();
    let is_adverb = matches!(word, "vite" | "tôt" | "tard" | "ici");
    let is_finite = VERBS
        .readings(word)
        .iter()
        .any(|it| BEFORE_PLACES.contains(&it.verb.infinitive.as_str()))
        && !NOUNS.contains_key(word)
        && adjective(word).is_none();
    let next = tokens.get(index + 1).filter(|it| it.follows)?;
    let is_place = matches!(
        next.word.as_str(),
        "la" | "cet" | "cette" | "mon" | "ma" | "notre" | "votre" | "leur" | "ce"
    ) && next.elided.is_none();
    // In "ce qu'il dit a du sens" the verb is that of the main clause.
    let has_clause = tokens.iter().take(index).rev().take(12).any(|it| {
        matches!(
            it.word.as_str(),
            "que" | "qui" | "dont" | "où" | "il" | "elle" | "quoi" | "on" | "ce"
        ) && (it.elided.is_some() || !matches!(it.word.as_str(), "il" | "elle" | "on"))
    });
    ((is_adverb || is_finite) && is_place && !has_clause).then(|| Edit {
        range: token.range.clone(),
        text: "à".to_owned(),
    })
}

/// "Votre" and "notre" for "vôtre" and "nôtre" before a noun.
fn determiner_for_possessive_pronoun(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let token = tokens
        .get(index)
        .filter(|it| !it.is_joined && it.elided.is_none())?;
    let form = match token.word.as_str() {
        "vôtre" => "votre",
        "nôtre" => "notre",
        _ => return None,
    };
    let before = index
        .checked_sub(1)
        .and_then(|at| tokens.get(at))
        .filter(|_| token.follows);
    let has_article =
        before.is_some_and(|it| matches!(it.word.as_str(), "le" | "la" | "du" | "au" | "un"));
    let next = tokens
        .get(index + 1)
        .filter(|it| it.follows && it.is_lower_case())?;
    let is_noun = NOUNS
        .get(next.word.as_str())
        .is_some_and(|noun| noun.singular == next.word);
    (is_noun && !has_article && next.elided.is_none()).then(|| Edit {
        range: token.range.clone(),
        text: capitalised_like(token.text, form),
    })
}

/// Capitals of demonyms, which the nouns have and the adjectives do not: "les Français votent", "un artiste français".
fn demonym_case(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let token = tokens
        .get(index)
        .filter(|it| it.follows && !it.is_joined && it.elided.is_none())?;
    let [masculine, ..] = adjective(&token.word)?;
    let before = index.checked_sub(1).and_then(|at| tokens.get(at))?;
    let next = tokens.get(index + 1).filter(|it| it.follows);
    if !DEMONYMS.contains(&masculine) || token.is_first || before.is_joined {
        return None;
    }
    if token.is_lower_case() {
        let is_plural =
            token.word.ends_with('s') && before.word == "les" && before.elided.is_none();
        let verb = next.filter(|it| follows_in_lower_case(it))?;
        let readings = VERBS.readings(&verb.word);
        let is_subject = readings.iter().any(|it| it.person == Person::They)
            && adjective(&verb.word).is_none()
            && !NOUNS.contains_key(verb.word.as_str());
        let starts = before.is_first || !before.follows;
        return (is_plural && is_subject && starts).then(|| Edit {
            range: token.range.clone(),
            text: capitalised_like("A", &token.word),
        });
    }
    let is_raised = token.text.chars().skip(1).all(char::is_lowercase);
    let is_of_noun = follows_in_lower_case(before) && NOUNS.contains_key(before.word.as_str());
    let is_name = next.is_some_and(|it| !it.is_lower_case());
    (is_raised && is_of_noun && !is_name && !before.ends_clause).then(|| Edit {
        range: token.range.clone(),
        text: token.word.clone(),
    })
}
