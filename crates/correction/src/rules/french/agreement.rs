//! Agreement of adjectives and participles with nouns and pronouns in French.

use dragoman_language::Language;
use dragoman_text::Edit;

use super::conjugation::{Person, VERBS};
use super::lexicon::{Features, Gender, NOUNS, adjective};
use super::noun_phrases::{NounPhrase, Subject, after_adverbs, follows_in_lower_case};
use super::participle_agreement::{participle_after_que, reflexive_participle};
use super::tokens::{Token, tokens};
use super::word_lists::{AFTER_PREDICATIVES, DETACHED_ADJECTIVES, NOUNS_BEFORE_VALUES};
use crate::editable_text::EditableText;

/// Makes adjectives and participles agree with words whose gender and number are certain.
pub(super) fn edits(editable: &EditableText, _language: Language) -> Vec<Edit> {
    let tokens = tokens(editable.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some(subject) = Subject::at(&tokens, index)
            && let Some(features) = features_of(&subject)
        {
            edits.extend(predicative_adjective(&tokens, &subject, features));
            edits.extend(reflexive_participle(&tokens, &subject, features));
        }
        edits.extend(attributive_adjective(&tokens, index));
        edits.extend(participle_after_que(&tokens, index));
        edits.extend(adjective_after_de(&tokens, index));
    }
    edits
}

/// Gender and number of a subject, if they are certain.
fn features_of(subject: &Subject) -> Option<Features> {
    let is_plural = match subject.person {
        Person::One => false,
        Person::They | Person::We => true,
        _ => return None,
    };
    if let Some(phrase) = &subject.phrase {
        let is_certain =
            phrase.is_certain() && !NOUNS_BEFORE_VALUES.contains(&phrase.noun.singular);
        return is_certain.then_some(Features {
            gender: phrase.gender,
            is_plural,
        });
    }
    let gender = match subject.person {
        Person::We => None,
        _ => Some(subject.gender?),
    };
    // A masculine "il" may be impersonal: "il est des choses", "il est vrai".
    (is_plural || gender == Some(Gender::Feminine)).then_some(Features { gender, is_plural })
}

/// The index of the word after a form of "être" of a person, which may have several words: "ont été", "doivent être".
fn after_etre(tokens: &[Token<'_>], verb: usize, person: Person) -> Option<usize> {
    let token = tokens.get(verb)?;
    let readings = VERBS.readings(&token.word);
    let mut verbs = readings.iter().filter(|reading| reading.person == person);
    let is_one_of =
        |wanted: &[&str]| verbs.any(|reading| wanted.contains(&reading.verb.infinitive.as_str()));
    let mut is_one_of = is_one_of;
    if is_one_of(&[
        "être",
        "devenir",
        "rester",
        "sembler",
        "demeurer",
        "paraître",
    ]) {
        let next = after_adverbs(tokens, verb + 1);
        // In "sont restées ouvertes" the adjective follows a second linking verb.
        let is_link = tokens
            .get(next)
            .filter(|it| follows_in_lower_case(it) && !it.ends_clause)
            .is_some_and(|it| {
                let of = VERBS.of_participle(&it.word);
                of.is_some_and(|of| {
                    matches!(of.infinitive.as_str(), "rester" | "devenir" | "arriver")
                })
            });
        let after = after_adverbs(tokens, next + 1);
        let has_more = is_link
            && tokens
                .get(after)
                .is_some_and(|it| follows_in_lower_case(it) && adjective(&it.word).is_some());
        return Some(if has_more { after } else { next });
    }
    let readings = VERBS.readings(&token.word);
    let is_have_or_modal = readings.iter().any(|reading| {
        reading.person == person
            && matches!(
                reading.verb.infinitive.as_str(),
                "avoir" | "devoir" | "pouvoir" | "aller"
            )
    });
    let next = after_adverbs(tokens, verb + 1);
    let infinitive = tokens.get(next).filter(|it| follows_in_lower_case(it))?;
    let is_be = matches!(infinitive.word.as_str(), "été" | "être");
    (is_have_or_modal && is_be).then(|| after_adverbs(tokens, next + 1))
}

/// Whether no word follows an adjective to which the adjective may belong.
fn ends_noun_phrase(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    token.ends_clause
        || tokens.get(at + 1).is_some_and(|next| {
            AFTER_PREDICATIVES.contains(&next.word.as_str()) || next.elided.is_some()
        })
}

/// Makes the adjective after a form of "être" agree with the subject.
fn predicative_adjective(
    tokens: &[Token<'_>],
    subject: &Subject,
    features: Features,
) -> Option<Edit> {
    let verb = tokens.get(subject.verb)?;
    let is_negated = verb.elided.as_deref().is_none_or(|elided| elided == "n");
    if !is_negated || subject.is_reflexive {
        return None;
    }
    // In "il me reste" the pronoun is not the subject.
    let has_pronoun = subject.verb > subject.at + 1
        && tokens
            .get(subject.verb - 1)
            .is_some_and(|it| it.word != "ne");
    let at = after_etre(tokens, subject.verb, subject.person)?;
    let token = tokens.get(at).filter(|it| follows_in_lower_case(it))?;
    if has_pronoun || !ends_noun_phrase(tokens, at) || token.word == "été" {
        return None;
    }
    let forms = adjective(&token.word)?;
    let [masculine, feminine, _, feminines] = forms;
    let wanted = features.of(forms, &token.word);
    // One person who writes "nous" uses the singular: "nous sommes persuadé que".
    let is_modest = subject.person == Person::We
        && token.word == masculine
        && tokens.get(at + 1).is_some_and(|it| {
            token.ends_clause || matches!(it.word.as_str(), "que" | "de") || it.elided.is_some()
        });
    // "Nous" may be women, and so may the persons denoted by a masculine noun.
    let is_feminine = token.word == feminine || token.word == feminines;
    let keeps_gender =
        features.gender == Some(Gender::Masculine) && is_feminine && masculine != feminine;
    // "Elle a été fait prisonnière", and compound colours as in "elles sont bleu et blanc", do not agree.
    let is_fixed = matches!(masculine, "fait" | "dit" | "vrai" | "faux" | "bon" | "bref")
        || (is_colour(masculine) && !token.ends_clause)
        || denotes_person(&token.word);
    (token.word != wanted && !keeps_gender && !is_fixed && !is_modest).then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}

/// Whether an adjective is more often a noun that denotes a person.
fn denotes_person(word: &str) -> bool {
    matches!(
        word,
        "médecin" | "chef" | "juge" | "maire" | "professeur" | "expert" | "passager"
    )
}

fn is_colour(masculine: &str) -> bool {
    matches!(
        masculine,
        "bleu"
            | "vert"
            | "rouge"
            | "jaune"
            | "noir"
            | "blanc"
            | "gris"
            | "brun"
            | "violet"
            | "blond"
    )
}

/// Makes an adjective after a noun agree with it.
fn attributive_adjective(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let phrase = NounPhrase::at(tokens, index)?;
    let first = tokens.get(index)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let before = before.filter(|_| first.follows && !first.is_first);
    // In "elle porte des robes" the verb cannot be a noun.
    let has_pronoun = index
        .checked_sub(2)
        .and_then(|at| tokens.get(at))
        .is_some_and(|it| {
            let word = it.word.as_str();
            matches!(
                word,
                "je" | "tu" | "il" | "elle" | "on" | "nous" | "vous" | "ils" | "elles"
            )
        });
    let is_open = first.word == "des"
        && before.is_some_and(|before| {
            VERBS.readings(&before.word).is_empty()
                || (NOUNS.contains_key(before.word.as_str()) && !has_pronoun)
        });
    let is_one_of_two = before.is_some_and(|it| it.word == "et" || it.word == "ou");
    // In "le mur de la maison" the adjective may belong to the first noun, and in "le pain et le vin" to both.
    let is_second = is_open
        || before.is_some_and(|before| {
            matches!(
                before.word.as_str(),
                "de" | "à"
                    | "en"
                    | "sur"
                    | "dans"
                    | "et"
                    | "ou"
                    | "ni"
                    | "avec"
                    | "pour"
                    | "par"
                    | "sans"
                    | "sous"
                    | "comme"
                    | "que"
                    | "contre"
                    | "entre"
            ) && !begins_sentence(tokens, index - 1)
        });
    let may_be_pronoun = matches!(first.word.as_str(), "le" | "la" | "les" | "leur")
        && phrase.noun.is_verb
        && !first.is_first
        || first.elided.is_some() && !first.is_first;
    let at = phrase.head + 1;
    let token = tokens.get(at).filter(|it| follows_in_lower_case(it))?;
    let features = Features {
        gender: phrase.gender,
        is_plural: phrase.is_plural,
    };
    let forms = adjective(&token.word)?;
    let [masculine, ..] = forms;
    let wanted = features.of(forms, &token.word);
    let [_, feminine, ..] = forms;
    let is_second = is_second && !(is_one_of_two && phrase.is_plural && token.word == feminine);
    if token.word == wanted
        || is_second
        || may_be_pronoun
        || DETACHED_ADJECTIVES.contains(&masculine)
    {
        return None;
    }
    let is_finite = !VERBS.readings(&token.word).is_empty();
    let is_noun = NOUNS.contains_key(token.word.as_str());
    let is_participle = VERBS.of_participle(&token.word).is_some();
    let next = tokens.get(at + 1);
    let has_verb = next.is_some_and(|next| {
        let readings = VERBS.readings(&next.word);
        let person = if phrase.is_plural {
            Person::They
        } else {
            Person::One
        };
        first.is_first
            && follows_in_lower_case(next)
            && readings.iter().any(|it| it.person == person)
    });
    let is_indefinite = matches!(
        first.word.as_str(),
        "un" | "une" | "des" | "plusieurs" | "quelques"
    );
    // "Bleu et blanc" and "bleu foncé" do not agree.
    let is_mixed = is_colour(masculine)
        && !token.ends_clause
        && tokens
            .get(at + 2)
            .is_none_or(|it| adjective(&it.word).is_some());
    let ends_noun_phrase = ends_noun_phrase(tokens, at) && !is_mixed;
    // After a definite object, participles and adjectives may belong to the subject.
    let is_own = first.is_first || is_indefinite || !is_participle;
    // In "une voiture et un camion rouges" the adjective belongs to both nouns.
    let has_others = !phrase.is_plural
        && (token.word.ends_with('s') || token.word.ends_with("aux"))
        && !masculine.ends_with('s');
    // In "les langues française, anglaise et russe" each adjective belongs to one of several things.
    let is_shared = phrase.is_plural && is_of_several(tokens, at);
    ((ends_noun_phrase || has_verb)
        && is_own
        && !is_finite
        && !is_noun
        && !has_others
        && !is_shared
        && !is_rarely_followed_by_its_adjective(&phrase))
    .then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}

/// Whether an adjective is one of several singular adjectives, each of which describes one of several things.
fn is_of_several(tokens: &[Token<'_>], at: usize) -> bool {
    let is_one = |token: &Token<'_>| {
        adjective(&token.word).is_some_and(|[masculine, feminine, ..]| {
            token.word == masculine || token.word == feminine
        })
    };
    let next = tokens.get(at + 1);
    let is_joint = next.is_some_and(|it| matches!(it.word.as_str(), "et" | "ou" | "puis"));
    let other = if is_joint { tokens.get(at + 2) } else { next };
    tokens.get(at).is_some_and(is_one) && other.is_some_and(|it| is_one(it) && !it.is_first)
}

fn begins_sentence(tokens: &[Token<'_>], index: usize) -> bool {
    tokens.get(index).is_some_and(|token| token.is_first)
}

/// Whether the word after a noun is often not its adjective.
fn is_rarely_followed_by_its_adjective(phrase: &NounPhrase) -> bool {
    matches!(
        phrase.noun.singular,
        "fois"
            | "air"
            | "chose"
            | "côté"
            | "bouton"
            | "clic"
            | "gens"
            | "an"
            | "mode"
            | "valeur"
            | "police"
            | "nom"
            | "mot"
            | "code"
            | "champ"
            | "option"
    )
}

/// Makes an adjective between "de" and a plural noun plural.
fn adjective_after_de(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let of = tokens
        .get(index)
        .filter(|it| it.word == "de" && it.elided.is_none())?;
    let token = tokens
        .get(index + 1)
        .filter(|it| follows_in_lower_case(it) && !of.is_joined)?;
    let forms = adjective(&token.word)?;
    let [masculine, ..] = forms;
    let is_known = matches!(
        masculine,
        "nombreux" | "petit" | "bon" | "nouveau" | "beau" | "mauvais" | "joli" | "différent"
    );
    let after = tokens
        .get(index + 2)
        .filter(|it| follows_in_lower_case(it))?;
    let noun = NOUNS.get(after.word.as_str())?;
    let features = Features {
        gender: Some(noun.gender?),
        is_plural: after.word == noun.plural && !noun.is_invariable(),
    };
    let wanted = features.of(forms, &token.word);
    (is_known && features.is_plural && token.word != wanted).then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}
