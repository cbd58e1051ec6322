//! Adjectives and participles behind "être".

use dragoman_domain::{Edit, Language};

use super::lexicon::{ADJECTIVES, Gender, NOUNS, VERBS};
use super::tokens::{Token, tokens};
use crate::draft::Draft;

const ADVERBS: &[&str] = &[
    "très",
    "trop",
    "pas",
    "bien",
    "déjà",
    "toujours",
    "encore",
    "vraiment",
    "aussi",
    "si",
    "tellement",
    "assez",
    "plus",
    "jamais",
    "moins",
    "enfin",
    "peu",
];

/// Words behind which an adjective stands alone, so that no noun follows it.
const FOLLOWERS: &[&str] = &[
    "et", "de", "à", "que", "pour", "avec", "dans", "en", "sur", "parce", "mais", "comme", "par",
    "chez", "hier", "ce", "au", "aux", "du", "depuis", "quand", "ici", "ou", "aujourd", "car",
    "lorsque", "sans", "vers", "il", "elle", "je", "très", "tôt", "tard", "lundi", "mardi",
    "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "pendant", "cette", "sous", "entre",
];

/// Words behind which "elle" is no subject.
const BEFORE_STRESSED: &[&str] = &[
    "pour",
    "avec",
    "chez",
    "de",
    "à",
    "sans",
    "par",
    "vers",
    "sur",
    "contre",
    "selon",
    "comme",
    "et",
    "ou",
    "ni",
    "entre",
    "envers",
    "devant",
    "derrière",
    "sauf",
    "après",
];

/// Which of the four forms a subject asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Form {
    gender: Gender,
    is_plural: bool,
}

/// Gives adjectives behind "être" the form of a subject whose gender and number are certain.
pub(super) fn edits(draft: &Draft, _language: Language) -> Vec<Edit> {
    let tokens = tokens(draft.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some((form, be)) = subject(&tokens, index) {
            edits.extend(predicate(&tokens, be, form));
        }
        edits.extend(attribute(&tokens, index));
        edits.extend(object(&tokens, index));
    }
    edits
}

/// What a subject asks for, and where its verb stands.
fn subject(tokens: &[Token<'_>], index: usize) -> Option<(Form, usize)> {
    let subject = tokens.get(index).filter(|it| !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let is_stressed = match subject.elided.as_deref() {
        Some(elided) => !elided.ends_with("qu"),
        None => {
            subject.follows
                && !subject.is_first
                && before.is_some_and(|it| BEFORE_STRESSED.contains(&it.word.as_str()))
        }
    };
    let (gender, is_plural) = match subject.word.as_str() {
        "elle" if !is_stressed => (Gender::Feminine, false),
        "elles" if !is_stressed => (Gender::Feminine, true),
        "ils" => (Gender::Masculine, true),
        "nous" if subject.is_first => (Gender::Masculine, true),
        _ => return noun_subject(tokens, index),
    };
    Some((Form { gender, is_plural }, index + 1))
}

/// The same for a noun with which a sentence begins.
fn noun_subject(tokens: &[Token<'_>], index: usize) -> Option<(Form, usize)> {
    let first = tokens.get(index).filter(|it| it.is_first)?;
    let (word, verb) = if first.elided.as_deref() == Some("l") {
        (first, index + 1)
    } else {
        let is_determiner = matches!(
            first.word.as_str(),
            "le" | "la"
                | "les"
                | "un"
                | "une"
                | "mon"
                | "ma"
                | "mes"
                | "ton"
                | "ta"
                | "tes"
                | "son"
                | "sa"
                | "ses"
                | "notre"
                | "nos"
                | "votre"
                | "vos"
                | "leur"
                | "leurs"
                | "ce"
                | "cet"
                | "cette"
                | "ces"
        );
        if !is_determiner || first.elided.is_some() {
            return None;
        }
        (tokens.get(index + 1).filter(|it| it.follows)?, index + 2)
    };
    if word.is_joined {
        return None;
    }
    let noun = NOUNS.get(word.word.as_str())?;
    let form = Form {
        gender: noun.gender?,
        is_plural: word.word == noun.plural && noun.plural != noun.singular,
    };
    // The number of a noun that has one form for both is that of the verb.
    (noun.plural != noun.singular).then_some((form, verb))
}

/// The adjective behind a form of "être" in another form.
fn predicate(tokens: &[Token<'_>], be: usize, form: Form) -> Option<Edit> {
    let mut verb = tokens.get(be).filter(|it| it.follows && !it.is_joined)?;
    let mut at = be;
    if verb.word == "ne" {
        at += 1;
        verb = tokens.get(at).filter(|it| it.follows && !it.is_joined)?;
    }
    let is_negated = verb.elided.as_deref().is_none_or(|elided| elided == "n");
    let singular = ["est", "était", "sera", "serait"];
    let plural = [
        "sont", "étaient", "seront", "seraient", "sommes", "étions", "serons",
    ];
    let is_be = if form.is_plural {
        plural.contains(&verb.word.as_str())
    } else {
        singular.contains(&verb.word.as_str())
    };
    if !is_be || !is_negated {
        return None;
    }
    at += 1;
    let mut token = tokens.get(at)?;
    let mut adverbs = 0;
    while ADVERBS.contains(&token.word.as_str()) && token.follows && adverbs < 3 {
        at += 1;
        adverbs += 1;
        token = tokens.get(at)?;
    }
    let is_alone = token.ends
        || tokens
            .get(at + 1)
            .is_some_and(|next| FOLLOWERS.contains(&next.word.as_str()) || next.elided.is_some());
    if !token.follows || token.is_joined || token.elided.is_some() || !token.is_small() || !is_alone
    {
        return None;
    }
    let [masculine, feminine, masculine_plural, feminine_plural] =
        *ADJECTIVES.get(token.word.as_str())?;
    let wanted = match (form.gender, form.is_plural) {
        (Gender::Masculine, false) => masculine,
        (Gender::Feminine, false) => feminine,
        (Gender::Masculine, true) => masculine_plural,
        (Gender::Feminine, true) => feminine_plural,
    };
    // "Nous" may be women, and so may those whom a masculine noun names.
    let is_feminine = token.word == feminine || token.word == feminine_plural;
    let keeps_gender = form.gender == Gender::Masculine && is_feminine && masculine != feminine;
    (token.word != wanted && !keeps_gender).then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}

/// Adjectives behind nouns that say nothing of persons, who are meant by others far from them: "il a quitté la salle
/// content".
const ATTRIBUTES: &[&str] = &[
    "vert",
    "bleu",
    "noir",
    "blanc",
    "rouge",
    "jaune",
    "important",
    "différent",
    "intéressant",
    "gratuit",
    "interdit",
    "excellent",
    "délicieux",
    "français",
    "anglais",
    "allemand",
    "espagnol",
    "italien",
    "facile",
    "difficile",
    "disponible",
    "nécessaire",
    "rapide",
];

/// The noun behind an article, a possessive or a demonstrative, and its form.
fn noun(tokens: &[Token<'_>], index: usize) -> Option<Form> {
    let first = tokens.get(index)?;
    let is_determiner = matches!(
        first.word.as_str(),
        "le" | "la"
            | "les"
            | "un"
            | "une"
            | "mon"
            | "ma"
            | "mes"
            | "ton"
            | "ta"
            | "tes"
            | "son"
            | "sa"
            | "ses"
            | "nos"
            | "vos"
            | "ce"
            | "cet"
            | "cette"
            | "ces"
            | "des"
            | "deux"
            | "trois"
            | "quatre"
            | "plusieurs"
            | "quelques"
    );
    let token = tokens.get(index + 1)?;
    let noun = NOUNS.get(token.word.as_str())?;
    let is_noun = is_determiner
        && !first.is_joined
        && first.elided.is_none()
        && token.follows
        && !token.is_joined
        && token.is_small()
        && token.elided.is_none()
        && noun.plural != noun.singular
        && noun.singular != "fois";
    let is_plural = token.word == noun.plural;
    let gender = noun.gender?;
    is_noun.then_some(Form { gender, is_plural })
}

/// An adjective behind a noun in another form.
fn attribute(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let form = noun(tokens, index)?;
    let first = tokens.get(index)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    // In "le mur de la maison" the adjective may be that of the first noun.
    let is_second = before.is_some_and(|before| {
        first.follows
            && (matches!(before.word.as_str(), "de" | "à" | "en" | "sur" | "dans")
                || (first.word == "des" && NOUNS.contains_key(before.word.as_str())))
    });
    let token = tokens.get(index + 2)?;
    let [masculine, feminine, masculine_plural, feminine_plural] =
        *ADJECTIVES.get(token.word.as_str())?;
    let is_adjective = ATTRIBUTES.contains(&masculine)
        && token.follows
        && !token.is_joined
        && token.elided.is_none()
        && token.is_small()
        && token.ends;
    let wanted = match (form.gender, form.is_plural) {
        (Gender::Masculine, false) => masculine,
        (Gender::Feminine, false) => feminine,
        (Gender::Masculine, true) => masculine_plural,
        (Gender::Feminine, true) => feminine_plural,
    };
    (is_adjective && !is_second && token.word != wanted).then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}

/// Irregular participles that take an object, and their feminine forms.
const IRREGULAR: &[(&str, &str)] = &[
    ("écrit", "écrite"),
    ("pris", "prise"),
    ("mis", "mise"),
    ("vu", "vue"),
    ("lu", "lue"),
    ("reçu", "reçue"),
    ("perdu", "perdue"),
    ("vendu", "vendue"),
    ("choisi", "choisie"),
    ("fini", "finie"),
    ("ouvert", "ouverte"),
    ("offert", "offerte"),
    ("appris", "apprise"),
    ("compris", "comprise"),
    ("connu", "connue"),
];

/// A participle behind "que" and "avoir" in the form of the noun before "que".
fn object(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let form = noun(tokens, index)?;
    let relative = tokens
        .get(index + 2)
        .filter(|it| it.follows && !it.is_joined)?;
    let (pronoun, mut at) = match relative.elided.as_deref() {
        Some("qu") => (relative, index + 3),
        None if relative.word == "que" => (tokens.get(index + 3)?, index + 4),
        _ => return None,
    };
    let have = if pronoun.elided.as_deref() == Some("j") {
        pronoun
    } else {
        let is_pronoun = matches!(
            pronoun.word.as_str(),
            "tu" | "il" | "elle" | "on" | "nous" | "vous" | "ils" | "elles"
        );
        let have = tokens.get(at).filter(|it| is_pronoun && it.follows)?;
        at += 1;
        have
    };
    let is_have = matches!(
        have.word.as_str(),
        "ai" | "as"
            | "a"
            | "avons"
            | "avez"
            | "ont"
            | "avais"
            | "avait"
            | "avions"
            | "aviez"
            | "avaient"
    );
    let token = tokens
        .get(at)
        .filter(|it| it.follows && it.ends && !it.is_joined)?;
    if !is_have || !token.is_small() || token.elided.is_some() {
        return None;
    }
    let masculine = token.word.as_str();
    let feminine = match IRREGULAR.iter().find(|(one, _)| *one == masculine) {
        Some((_, feminine)) => (*feminine).to_owned(),
        // "Les choses que j'ai pensé faire" and the like are left to the writer.
        None if masculine.ends_with('é')
            && VERBS.participles.contains_key(masculine)
            && !matches!(masculine, "laissé" | "pensé" | "duré" | "coûté" | "pesé") =>
        {
            format!("{masculine}e")
        }
        None => return None,
    };
    let wanted = match (form.gender, form.is_plural) {
        (Gender::Masculine, false) => return None,
        (Gender::Feminine, false) => feminine,
        (Gender::Masculine, true) if masculine.ends_with('s') => return None,
        (Gender::Masculine, true) => format!("{masculine}s"),
        (Gender::Feminine, true) => format!("{feminine}s"),
    };
    Some(Edit {
        range: token.range.clone(),
        text: wanted,
    })
}
