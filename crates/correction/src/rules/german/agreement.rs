//! Articles and adjectives that do not fit the gender of their nouns.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_domain::{Edit, Language};

use super::{Token, are_beside, pairs, tokens};
use crate::draft::Draft;

/// The gender of nouns whose forms in the singular are none of the plural.
static GENDERS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = pairs(include_str!("../../../rules/german/nouns.tsv"));
    lines
        .flat_map(|(gender, nouns)| nouns.split(' ').map(move |noun| (noun, gender)))
        .collect()
});

/// Ends of articles and of what is declined as they are.
const STEMS: [&str; 9] = [
    "ein", "kein", "mein", "dein", "sein", "unser", "ihr", "euer", "eur",
];

/// Puts articles into the form that a preposition and the gender of the noun want.
pub(super) fn articles(draft: &Draft, _: Language) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, (article, noun)) in tokens.iter().zip(tokens.iter().skip(1)).enumerate() {
        let bare = noun
            .text
            .trim_end_matches([',', '.', ';', ':', '!', '?', ')']);
        let Some(gender) = GENDERS.get(bare) else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let before = before.filter(|before| are_beside(text, **before, *article));
        let wanted = match before.map(Token::small).as_deref() {
            Some("mit" | "von" | "bei" | "aus" | "seit" | "nach" | "zu") => {
                dative(&article.small(), gender)
            }
            Some("für" | "ohne" | "durch" | "gegen") => accusative(&article.small(), gender),
            Some(verb) if is_transitive(verb) && has_subject(&tokens, at) => {
                accusative_without_dative(&article.small(), gender)
            }
            _ => (article.is_capital() && begins_sentence(text, article.start))
                .then(|| nominative(&article.small(), gender))
                .flatten(),
        };
        let Some(wanted) = wanted else {
            continue;
        };
        if wanted != article.small() && are_beside(text, *article, *noun) {
            let mut letters = wanted.chars();
            let wanted = match letters.next() {
                Some(first) if article.is_capital() => {
                    first.to_uppercase().chain(letters).collect()
                }
                _ => wanted,
            };
            edits.push(Edit {
                range: article.range(),
                text: wanted,
            });
        }
    }
    edits
}

fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

/// The stem of an article like "ein", and its end.
fn stem(article: &str) -> Option<&'static str> {
    STEMS.into_iter().find(|stem| {
        article
            .strip_prefix(stem)
            .is_some_and(|end| matches!(end, "" | "e" | "en" | "em" | "er" | "es"))
    })
}

fn dative(article: &str, gender: &str) -> Option<String> {
    let is_feminine = gender == "f";
    match article {
        "der" | "die" | "das" | "den" | "dem" => {
            Some(if is_feminine { "der" } else { "dem" }.to_owned())
        }
        "dieser" | "diese" | "dieses" | "diesen" | "diesem" => {
            Some(if is_feminine { "dieser" } else { "diesem" }.to_owned())
        }
        _ => {
            let stem = stem(article)?;
            let stem = if stem == "euer" { "eur" } else { stem };
            // "Ihr" behind "mit" may be a pronoun, and so may "einer".
            (article != "ihr" && article != "seiner" || stem == "ein")
                .then(|| format!("{stem}{}", if is_feminine { "er" } else { "em" }))
        }
    }
}

fn accusative(article: &str, gender: &str) -> Option<String> {
    match (article, gender) {
        ("der" | "die" | "das" | "den" | "dem", "m") => Some("den".to_owned()),
        ("der" | "die" | "das" | "den" | "dem", "f") => Some("die".to_owned()),
        ("der" | "die" | "das" | "den" | "dem", _) => Some("das".to_owned()),
        _ => {
            let stem = stem(article)?;
            if stem == "ihr" || stem == "euer" || stem == "eur" {
                return None;
            }
            Some(match gender {
                "m" => format!("{stem}en"),
                "f" => format!("{stem}e"),
                _ => stem.to_owned(),
            })
        }
    }
}

/// The article with which a sentence begins; only those that fit no case of the noun are wrong.
fn nominative(article: &str, gender: &str) -> Option<String> {
    let wanted = match (article, gender) {
        ("die" | "das", "m") => "der",
        ("der" | "die", "n") => "das",
        ("das", "f") => "die",
        ("eine", "n") => "ein",
        ("ein", "f") => "eine",
        _ => return None,
    };
    Some(wanted.to_owned())
}

/// Verbs whose object is in the accusative, and that have none in the dative beside a thing.
fn is_transitive(verb: &str) -> bool {
    matches!(
        verb,
        "habe"
            | "hast"
            | "hat"
            | "haben"
            | "hatte"
            | "hatten"
            | "brauche"
            | "brauchst"
            | "braucht"
            | "brauchen"
            | "kaufe"
            | "kaufst"
            | "kauft"
            | "kaufen"
            | "sehe"
            | "sieht"
            | "sehen"
            | "suche"
            | "suchst"
            | "sucht"
            | "suchen"
            | "esse"
            | "isst"
            | "essen"
            | "trinke"
            | "trinkt"
            | "trinken"
            | "lese"
            | "liest"
            | "lesen"
            | "nehme"
            | "nimmt"
            | "nehmen"
            | "mag"
            | "magst"
            | "mögen"
            | "möchte"
            | "möchten"
            | "kenne"
            | "kennt"
            | "kennen"
            | "besuche"
            | "besucht"
            | "besuchen"
            | "finde"
            | "findet"
    )
}

/// Whether the word before a verb is its subject.
fn has_subject(tokens: &[Token<'_>], article: usize) -> bool {
    let subject = article.checked_sub(2).and_then(|at| tokens.get(at));
    subject.is_some_and(|subject| {
        matches!(
            subject.small().as_str(),
            "ich" | "du" | "er" | "sie" | "wir" | "man"
        )
    })
}

/// The accusative of articles that are no dative of the noun either.
fn accusative_without_dative(article: &str, gender: &str) -> Option<String> {
    let is_dative = match gender {
        "f" => matches!(article, "der") || article.ends_with("er"),
        _ => matches!(article, "dem") || article.ends_with("em"),
    };
    let is_possible = matches!(article, "der" | "die" | "das" | "den")
        || stem(article).is_some_and(|stem| matches!(stem, "ein" | "kein" | "mein" | "dein"));
    (is_possible && !is_dative && !article.ends_with("es"))
        .then(|| accusative(article, gender))
        .flatten()
}

/// Gives adjectives between an article and its noun the end that the article wants.
pub(super) fn adjectives(draft: &Draft, _: Language) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, [article, adjective, noun]) in tokens.array_windows().enumerate() {
        let bare = noun
            .text
            .trim_end_matches([',', '.', ';', ':', '!', '?', ')']);
        let Some(gender) = GENDERS.get(bare) else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        // A relative pronoun is no article, as in "die morgen Zeit hat".
        let is_article = before.is_none_or(|before| !before.text.ends_with(','));
        let small = article.small();
        let Some((stem, end)) = is_article
            .then(|| end_behind(&small, gender))
            .flatten()
            .and_then(|end| Some((adjective_stem(adjective.text)?, end)))
        else {
            continue;
        };
        let wanted = format!("{stem}{end}");
        if wanted != adjective.text
            && are_beside(text, *article, *adjective)
            && are_beside(text, *adjective, *noun)
        {
            edits.push(Edit {
                range: adjective.range(),
                text: wanted,
            });
        }
    }
    edits
}

/// The end of an adjective behind an article that is certain to belong to a noun of a gender.
fn end_behind(article: &str, gender: &str) -> Option<&'static str> {
    match (article, gender) {
        ("der", "m") | ("die" | "eine" | "keine" | "meine" | "deine", "f") | ("das", "n") => {
            Some("e")
        }
        ("den" | "einen" | "keinen" | "meinen" | "deinen", "m")
        | ("dem" | "einem" | "meinem" | "im" | "am" | "zum" | "beim" | "vom", "m" | "n")
        | ("einer" | "zur", "f") => Some("en"),
        _ => None,
    }
}

/// An adjective without its end, if a word looks like one and nothing else.
fn adjective_stem(word: &str) -> Option<&str> {
    static STEMS: LazyLock<std::collections::HashSet<&'static str>> = LazyLock::new(|| {
        let lines = include_str!("../../../rules/german/adjectives.txt").lines();
        lines
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .collect()
    });
    ["e", "er", "es", "en", "em"].into_iter().find_map(|end| {
        let stem = word.strip_suffix(end)?;
        STEMS.contains(stem).then_some(stem)
    })
}
