//! Verbs and the pronouns that are their subjects.

use dragoman_domain::{Edit, Language};

use super::lexicon::{ADJECTIVES, NOUNS, VERBS};
use super::tokens::{Token, tokens};
use crate::draft::Draft;

/// Pronouns that stand between a subject and its verb.
const CLITICS: &[&str] = &[
    "ne", "me", "te", "se", "le", "la", "les", "lui", "leur", "y", "en", "nous", "vous",
];

/// Words behind which "elle" and "elles" are no subjects.
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
    "d",
    "sauf",
    "après",
];

/// Words in -ais that are no verbs.
const NO_VERBS: &[&str] = &[
    "mais",
    "jamais",
    "désormais",
    "frais",
    "vrais",
    "français",
    "anglais",
    "portugais",
    "japonais",
    "mauvais",
    "biais",
    "palais",
    "relais",
    "hollandais",
    "irlandais",
    "écossais",
    "marseillais",
    "lyonnais",
    "sénégalais",
    "libanais",
    "polonais",
    "néerlandais",
];

/// Words that stand behind verbs rather than behind nouns in apposition.
const OBJECTS: &[&str] = &[
    "dans", "avec", "le", "la", "les", "un", "une", "des", "pas", "bien", "sur", "pour", "que",
    "trop", "beaucoup", "souvent", "toujours", "leur", "leurs", "ensemble", "dehors",
];

/// Who does what the verb says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Person {
    I,
    You,
    One,
    They,
}

/// Gives verbs in -er and verbs of the past the endings of their subjects.
pub(super) fn edits(draft: &Draft, _language: Language) -> Vec<Edit> {
    let tokens = tokens(draft.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some((person, verb)) = clause(&tokens, index)
            && let Some(form) = agreeing(person, &verb.word)
        {
            edits.push(Edit {
                range: verb.tail(),
                text: form,
            });
        }
        edits.extend(behind_plural(&tokens, index));
        edits.extend(behind_you(&tokens, index));
    }
    edits
}

/// The person of the subject that a word is, and the verb that follows it.
fn clause<'g, 't>(tokens: &'g [Token<'t>], index: usize) -> Option<(Person, &'g Token<'t>)> {
    let subject = tokens.get(index)?;
    if subject.is_joined {
        return None;
    }
    let elided = subject.elided.as_deref();
    if elided == Some("j") {
        return subject.is_plain_verb().then_some((Person::I, subject));
    }
    let person = match subject.word.as_str() {
        "je" => Person::I,
        "tu" => Person::You,
        "il" | "on" | "ça" => Person::One,
        "elle" if is_subject(tokens, index) => Person::One,
        "ils" => Person::They,
        "elles" if is_subject(tokens, index) => Person::They,
        _ => return None,
    };
    let mut next = index + 1;
    let mut verb = tokens.get(next)?;
    while CLITICS.contains(&verb.word.as_str()) && verb.follows && verb.elided.is_none() {
        next += 1;
        verb = tokens.get(next)?;
        if next > index + 3 {
            return None;
        }
    }
    let is_known_elision = verb
        .elided
        .as_deref()
        .is_none_or(|elided| matches!(elided, "n" | "m" | "t" | "s" | "l"));
    (verb.follows && !verb.is_joined && is_known_elision && verb.is_small())
        .then_some((person, verb))
}

impl Token<'_> {
    fn is_plain_verb(&self) -> bool {
        !self.is_joined && self.text.chars().skip(1).all(|c| !c.is_uppercase())
    }
}

/// Whether "elle" is the subject of what follows.
fn is_subject(tokens: &[Token<'_>], index: usize) -> bool {
    let Some(subject) = tokens.get(index) else {
        return false;
    };
    if subject.elided.is_some() {
        return subject
            .elided
            .as_deref()
            .is_some_and(|it| it.ends_with("qu"));
    }
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    subject.is_first
        || !subject.follows
        || before.is_none_or(|before| !BEFORE_STRESSED.contains(&before.word.as_str()))
}

/// The form of a verb that agrees with a person, if another is written.
fn agreeing(person: Person, verb: &str) -> Option<String> {
    if let Some(stem) = verb
        .strip_suffix("es")
        .filter(|it| VERBS.stems.contains(it))
    {
        return match person {
            Person::I | Person::One => Some(format!("{stem}e")),
            Person::They => Some(format!("{stem}ent")),
            Person::You => None,
        };
    }
    if let Some(stem) = verb.strip_suffix('e').filter(|it| VERBS.stems.contains(it)) {
        return match person {
            Person::You => Some(format!("{stem}es")),
            Person::They => Some(format!("{stem}ent")),
            _ => None,
        };
    }
    if let Some(stem) = verb
        .strip_suffix("ait")
        .filter(|it| has_vowel(it) || it.len() > 1)
    {
        return match person {
            Person::I | Person::You => Some(format!("{stem}ais")),
            Person::They if is_past(stem) => Some(format!("{stem}aient")),
            _ => None,
        };
    }
    let stem = verb.strip_suffix("ais")?;
    let is_verb = !NO_VERBS.contains(&verb) && is_past(stem);
    match person {
        Person::One if is_verb => Some(format!("{stem}ait")),
        Person::They if is_verb => Some(format!("{stem}aient")),
        _ => None,
    }
}

fn has_vowel(stem: &str) -> bool {
    stem.contains(['a', 'e', 'i', 'o', 'u', 'é', 'è', 'ê', 'y'])
}

/// Whether -ait and -ais behind a stem are endings of the past or the conditional.
fn is_past(stem: &str) -> bool {
    stem == "av"
        || stem == "ét"
        || stem == "all"
        || stem.ends_with('r')
        || VERBS.infinitives.contains_key(&format!("{stem}er"))
        || [
            "fais", "dis", "sav", "pouv", "voul", "dev", "ven", "ten", "pren", "viv", "mett",
            "finiss", "choisiss", "compren", "appren", "reven", "deven", "attend", "entend",
            "perd", "connaiss", "écriv", "lis", "buv", "voy", "croy", "part", "sort", "dorm",
            "sent", "mang", "voyag", "chang",
        ]
        .contains(&stem)
}

/// The plural of a verb behind a noun in the plural with which a sentence begins.
fn behind_plural(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let first = tokens.get(index).filter(|it| it.is_first)?;
    let noun_token = tokens
        .get(index + 1)
        .filter(|it| it.follows && !it.is_joined)?;
    let verb = tokens
        .get(index + 2)
        .filter(|it| it.follows && !it.is_joined)?;
    let is_plural = matches!(
        first.word.as_str(),
        "les" | "mes" | "tes" | "ses" | "nos" | "vos" | "ces" | "leurs"
    );
    let is_noun = noun_token.word == "gens"
        || NOUNS
            .get(noun_token.word.as_str())
            .is_some_and(|noun| noun_token.word == noun.plural && noun.plural != noun.singular);
    let next = tokens.get(index + 3).filter(|it| it.follows);
    if !is_plural || !is_noun || !verb.is_small() || verb.elided.is_some() {
        return None;
    }
    let form = match verb.word.as_str() {
        "est" => "sont".to_owned(),
        "a" => "ont".to_owned(),
        "va" => "vont".to_owned(),
        "fait" => "font".to_owned(),
        "était" => "étaient".to_owned(),
        "avait" => "avaient".to_owned(),
        "peut" => "peuvent".to_owned(),
        "doit" => "doivent".to_owned(),
        "veut" => "veulent".to_owned(),
        "sera" => "seront".to_owned(),
        "son" => next
            .filter(|next| ADJECTIVES.contains_key(next.word.as_str()))
            .map(|_| "sont".to_owned())?,
        word => {
            let stem = word.strip_suffix('e')?;
            let has_object = next.is_some_and(|next| OBJECTS.contains(&next.word.as_str()));
            let is_verb = VERBS.stems.contains(stem) && (has_object || !NOUNS.contains_key(word));
            is_verb.then(|| format!("{stem}ent"))?
        }
    };
    Some(Edit {
        range: verb.range.clone(),
        text: form,
    })
}

/// The form of a verb behind "vous" at the beginning of a clause, where an infinitive or a participle stands.
fn behind_you(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    const BEFORE: [&str; 8] = [
        "que", "si", "quand", "où", "comment", "pourquoi", "lorsque", "comme",
    ];
    let you = tokens
        .get(index)
        .filter(|it| it.word == "vous" && !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let begins = you.is_first
        || (you.follows && before.is_some_and(|before| BEFORE.contains(&before.word.as_str())));
    let verb = tokens.get(index + 1)?;
    let is_verb = verb.follows && !verb.is_joined && verb.is_small() && verb.elided.is_none();
    // "Vous parler est un plaisir" is right.
    let is_noun = tokens.iter().skip(index + 2).take(6).any(|next| {
        matches!(
            next.word.as_str(),
            "est" | "sera" | "serait" | "était" | "me" | "fait"
        )
    });
    if !begins || !is_verb || is_noun {
        return None;
    }
    let infinitive = match VERBS.participles.get(&verb.word) {
        Some(infinitive) if verb.word.ends_with('é') => infinitive,
        _ => VERBS.infinitives.get_key_value(&verb.word)?.0,
    };
    let stem = infinitive.strip_suffix("er")?;
    Some(Edit {
        range: verb.range.clone(),
        text: format!("{stem}ez"),
    })
}
