//! Which unknown words are names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dragoman_text::is_capitalised;
use regex::Regex;

use super::word_lists::WordLists;
use crate::orthography::Orthography;
use crate::words::Word;

/// What the place of an unknown word says of it. Those that come first are the more careful ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// It is taken for a name.
    Name,
    /// It has a capital that may be that of a name or of a noun, or of a sentence.
    Capital,
    /// A hyphen joins it to another word, as in names and in words of other languages.
    Joined,
    /// It has a capital, and words stand before it that stand before nouns.
    Noun,
    /// Nothing speaks for a name.
    Open,
}

/// What stands before names of firms and places in German, and before families.
const HEADS: &[&str] = &[
    "firma", "von", "van", "de", "zu", "marke", "namens", "stadt", "ort", "gemeinde", "dorf",
];

/// What stands before nouns in German, and rarely before names.
const DETERMINERS: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines",
    "kein", "keine", "keinen", "keinem", "keiner", "mein", "meine", "meinen", "meinem", "meiner",
    "dein", "deine", "deinen", "deinem", "deiner", "sein", "seine", "seinen", "seinem", "seiner",
    "ihr", "ihre", "ihren", "ihrem", "ihrer", "unser", "unsere", "unseren", "unserem", "unserer",
    "diese", "dieser", "dieses", "diesen", "diesem", "jede", "jeder", "jedes", "jeden", "jedem",
    "viele", "vielen", "alle", "allen", "welche", "welcher", "welches", "zum", "zur", "beim",
    "vom", "am",
];

/// Ends of German nouns.
const ENDS: &[&str] = &[
    "ung",
    "ungen",
    "heit",
    "heiten",
    "keit",
    "keiten",
    "schaft",
    "schaften",
    "tion",
    "tionen",
    "tät",
    "täten",
    "ment",
    "nis",
    "nisse",
    "ling",
    "linge",
    "ismus",
    "ismen",
    "chen",
    "frist",
    "gespräch",
];

/// What the places of unknown words say of them; a word that stands in several has the most careful one.
pub(super) fn places<'t>(
    words: &[Word],
    text: &'t str,
    unknown: &BTreeMap<String, Vec<String>>,
    orthography: &Orthography,
    word_lists: &WordLists,
) -> BTreeMap<&'t str, Place> {
    let mut places: BTreeMap<&str, Place> = BTreeMap::new();
    let mut previous: Option<&Word> = None;
    for word in words {
        let written = word.text(text);
        if !unknown.contains_key(written) {
            previous = None;
            continue;
        }
        if !is_capitalised(written) {
            previous = None;
            if is_joined(word, text) {
                places.insert(written, Place::Joined);
            }
            continue;
        }
        let mut place = match () {
            () if is_joined(word, text) => Place::Name,
            () if is_titled(word, text, word_lists) => Place::Name,
            () if word.is_first
                && !orthography.capitalises_nouns
                && is_before_capital(word, text) =>
            {
                Place::Name
            }
            () if word.is_first => Place::Capital,
            () if orthography.capitalises_nouns => german_place(word, text),
            () => Place::Name,
        };
        if places.contains_key(written) {
            place = Place::Name;
        }
        let before = previous.filter(|before| {
            text.get(before.range.end..word.range.start)
                .is_some_and(|between| between.chars().all(char::is_whitespace))
        });
        if let Some(before) = before {
            places.insert(before.text(text), Place::Name);
            place = Place::Name;
        }
        let known = places.entry(written).or_insert(place);
        *known = place.min(*known);
        previous = Some(word);
    }
    places
}

/// Whether a word with a capital stands behind what is said before the names of people.
pub(super) fn is_titled(word: &Word, text: &str, word_lists: &WordLists) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.trim_end_matches('.').to_lowercase();
    is_capitalised(word.text(text)) && word_lists.is_title(&small)
}

/// Whether a German noun stands before another and behind a name, as those of English names do: "bei Packet Systems".
pub(super) fn is_in_title(word: &Word, text: &str) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    is_capitalised(word.text(text))
        && is_before_capital(word, text)
        && (is_capitalised(last.trim_start_matches(['»', '„', '"', '(']))
            && !DETERMINERS.contains(&last.to_lowercase().as_str())
            || last == "bei"
            || before.ends_with(['»', '„', '"', '“', '«', '(']))
}

/// Whether a word with a capital follows at once.
pub(super) fn is_before_capital(word: &Word, text: &str) -> bool {
    let behind = text.get(word.range.end..).unwrap_or_default();
    behind
        .strip_prefix(' ')
        .is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Whether a word with a capital has letters that Portuguese ones do not have together, or ends as none does.
pub(super) fn is_spelt_foreign(word: &str) -> bool {
    static FOREIGN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new("[kwy]|[bdfgjkmpqrstvwxz]h|bb|cc|dd|ff|gg|ll|mm|nn|pp|tt|zz|[bcdfgjnpqtv]$").ok()
    });
    let small = word.to_lowercase();
    is_capitalised(word)
        && FOREIGN
            .as_ref()
            .is_some_and(|foreign| foreign.is_match(&small))
}

/// Whether a hyphen stands beside a word.
pub(super) fn is_joined(word: &Word, text: &str) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    let behind = text.get(word.range.end..).unwrap_or_default();
    before.ends_with('-') || behind.starts_with('-')
}

/// What the words before a noun inside a German sentence say of it.
fn german_place(word: &Word, text: &str) -> Place {
    let before = text.get(..word.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.trim_end_matches('.').to_lowercase();
    if HEADS.contains(&small.as_str()) {
        return Place::Name;
    }
    let written = word.text(text);
    if DETERMINERS.contains(&small.as_str()) || ENDS.iter().any(|end| written.ends_with(end)) {
        Place::Noun
    } else {
        Place::Capital
    }
}
