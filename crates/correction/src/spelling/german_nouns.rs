//! Recognition of German nouns in lower case.

use std::ops::Range;

use super::word_lists::WordLists;
use crate::rules::is_german_noun;

/// Suffixes of nouns only.
const ENDINGS: [&str; 10] = [
    "ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "tion", "tionen", "tät",
];

/// Endings of adjectives and verbs that nouns have too.
const SHARED_ENDINGS: [&str; 7] = ["e", "er", "es", "en", "em", "eln", "ern"];

/// Words that precede nouns: articles, pronouns and prepositions.
const BEFORE: [&str; 73] = [
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines",
    "kein", "keine", "keinen", "keinem", "keiner", "mein", "meine", "meinen", "meinem", "meiner",
    "dein", "deine", "deinen", "deinem", "deiner", "seine", "seinen", "seinem", "seiner", "ihre",
    "ihren", "ihrem", "ihrer", "unser", "unsere", "unseren", "unserem", "unserer", "diese",
    "dieser", "dieses", "diesen", "diesem", "jede", "jeder", "jedes", "jeden", "jedem", "viele",
    "vielen", "alle", "allen", "zum", "zur", "beim", "vom", "am", "im", "ins", "ans", "mit", "von",
    "für", "ohne", "bei", "per", "viel", "zwei", "drei", "mehr", "euer",
];

/// Prepositions that also precede names of programs and adverbs.
const PREPOSITIONS: [&str; 6] = ["mit", "von", "für", "ohne", "bei", "per"];

/// Suffixes of adjectives, before their inflectional endings, that the dictionary takes for nouns.
const ADJECTIVE_SUFFIXES: [&str; 22] = [
    "arm", "artig", "bar", "fähig", "fest", "förmig", "frei", "gerecht", "haft", "haltig", "ig",
    "isch", "lich", "los", "mäßig", "reich", "sam", "seitig", "sicher", "voll", "weit", "wert",
];

/// Whether a lower-case word that the dictionary has only with a capital is a noun in its context. The dictionary may
/// have the nominalised form of a verb or an adjective that it lacks.
pub(super) fn is_noun(
    word: &str,
    text: &str,
    range: &Range<usize>,
    word_lists: &WordLists,
) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    // "Siehe time(7)" refers to a program.
    if after.starts_with(['-', '(']) || before.ends_with('-') || is_adjective_in_row(word, after) {
        return false;
    }
    if ENDINGS.iter().any(|end| word.ends_with(end)) {
        return true;
    }
    let last = before.strip_suffix(' ').and_then(|before| {
        let last = before.split_whitespace().next_back()?;
        last.chars().all(char::is_alphabetic).then_some(last)
    });
    let Some(last) = last else {
        return false;
    };
    let is_adjective = last.starts_with(char::is_lowercase)
        && last.chars().count() > 3
        && ["e", "er", "es", "en", "em"]
            .iter()
            .any(|end| last.ends_with(end));
    let last = last.to_lowercase();
    let next = after.strip_prefix(' ').unwrap_or_default();
    let is_attribute = SHARED_ENDINGS.iter().any(|end| word.ends_with(end))
        && next.starts_with(char::is_uppercase);
    let follows_article = BEFORE.contains(&last.as_str())
        && (!PREPOSITIONS.contains(&last.as_str())
            || is_german_noun(word)
            || word_lists.is_common(word));
    // "Es täte not" has an adverb.
    let is_known = is_german_noun(word)
        && word != "not"
        && !word.ends_with("en")
        // "An image" is English.
        && (is_adjective || last != "an" && word_lists.is_common(&last))
        && !matches!(last.as_str(), "ich" | "du" | "und" | "bitte");
    !is_attribute && (follows_article || is_known)
}

/// Whether a word has the ending of an adjective and another adjective follows, as in "einer systemweiten und einer
/// eigenen Datei".
fn is_adjective_in_row(word: &str, after: &str) -> bool {
    let ends = SHARED_ENDINGS
        .iter()
        .filter_map(|end| word.strip_suffix(end));
    let mut stems = ends.filter(|stem| ADJECTIVE_SUFFIXES.iter().any(|end| stem.ends_with(end)));
    let joins = [" und ", " oder ", " sowie ", " bzw. ", ", "];
    joins.iter().any(|join| after.starts_with(join)) && stems.next().is_some()
}

/// Whether a capitalised word is an adjective derived from a place name, as in "die Haager Konferenz".
pub(super) fn is_place_adjective(word: &str, text: &str, range: &Range<usize>) -> bool {
    let after = text.get(range.end..).unwrap_or_default();
    let next = after.strip_prefix(' ').unwrap_or_default();
    let is_adjective = ["er", "ische", "ischen", "ischer", "isches"]
        .iter()
        .any(|end| word.ends_with(end));
    word.starts_with(char::is_uppercase) && is_adjective && next.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base_language::BaseLanguage;

    #[test]
    fn nouns_are_told_from_verbs_and_adjectives() {
        let word_lists = WordLists::of(BaseLanguage::German);
        for (text, word, expected) in [
            ("Das ist der netzbetreiber.", "netzbetreiber", true),
            ("Wir haben hund und katze.", "hund", true),
            ("Die herausforderung bleibt.", "herausforderung", true),
            ("Man kann Wölfe kaum domestizieren.", "domestizieren", false),
            ("Das waren wolkenlose Tage.", "wolkenlose", false),
            ("In einer mondlosen Nacht.", "mondlosen", false),
            ("Da kreiste er herum - fall nicht!", "fall", false),
            (
                "Aus einer systemweiten und einer eigenen Datei.",
                "systemweiten",
                false,
            ),
            ("Der von polkit gestartete Dienst.", "polkit", false),
            ("Siehe dialog(1) und date(1).", "dialog", false),
            ("Er war farben- und formenblind.", "farben", false),
        ] {
            let start = text.find(word).unwrap();
            let found = is_noun(word, text, &(start..start + word.len()), word_lists);
            assert_eq!(found, expected, "{text}");
        }
    }
}
