//! Recognition of unknown words that are names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dragoman_text::is_capitalised;
use regex::Regex;

use super::word_lists::WordLists;
use crate::orthography::Orthography;
use crate::words::Word;

/// The evidence in the context of an unknown word that it is a name, in descending order of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameEvidence {
    /// The word counts as a name.
    Name,
    /// The word is capitalised, which may be the capital of a name, a noun or a sentence.
    Capital,
    /// A hyphen joins the word to another one, as in names and foreign words.
    Joined,
    /// The word is capitalised and follows words that precede nouns.
    Noun,
    /// There is no evidence for a name.
    None,
}

/// German words before the names of companies, places and families.
const BEFORE_NAMES: &[&str] = &[
    "firma", "von", "van", "de", "zu", "marke", "namens", "stadt", "ort", "gemeinde", "dorf",
];

/// German words before nouns that rarely precede names.
const DETERMINERS: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines",
    "kein", "keine", "keinen", "keinem", "keiner", "mein", "meine", "meinen", "meinem", "meiner",
    "dein", "deine", "deinen", "deinem", "deiner", "sein", "seine", "seinen", "seinem", "seiner",
    "ihr", "ihre", "ihren", "ihrem", "ihrer", "unser", "unsere", "unseren", "unserem", "unserer",
    "diese", "dieser", "dieses", "diesen", "diesem", "jede", "jeder", "jedes", "jeden", "jedem",
    "viele", "vielen", "alle", "allen", "welche", "welcher", "welches", "zum", "zur", "beim",
    "vom", "am",
];

/// Suffixes of German nouns.
const ENDINGS: &[&str] = &[
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

/// The evidence for each unknown word; of several occurrences, the strongest evidence counts.
pub(super) fn evidence_by_word<'t>(
    words: &[Word],
    text: &'t str,
    unknown: &BTreeMap<String, Vec<String>>,
    orthography: &Orthography,
    word_lists: &WordLists,
) -> BTreeMap<&'t str, NameEvidence> {
    let mut evidence_by_word: BTreeMap<&str, NameEvidence> = BTreeMap::new();
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
                evidence_by_word.insert(written, NameEvidence::Joined);
            }
            continue;
        }
        let mut evidence = match () {
            () if is_joined(word, text) => NameEvidence::Name,
            () if is_titled(word, text, word_lists) => NameEvidence::Name,
            () if word.is_first
                && !orthography.capitalises_nouns
                && is_before_capital(word, text) =>
            {
                NameEvidence::Name
            }
            () if word.is_first => NameEvidence::Capital,
            () if orthography.capitalises_nouns => german_evidence(word, text),
            () => NameEvidence::Name,
        };
        if evidence_by_word.contains_key(written) {
            evidence = NameEvidence::Name;
        }
        let before = previous.filter(|before| {
            text.get(before.range.end..word.range.start)
                .is_some_and(|between| between.chars().all(char::is_whitespace))
        });
        if let Some(before) = before {
            evidence_by_word.insert(before.text(text), NameEvidence::Name);
            evidence = NameEvidence::Name;
        }
        let known = evidence_by_word.entry(written).or_insert(evidence);
        *known = evidence.min(*known);
        previous = Some(word);
    }
    evidence_by_word
}

/// Whether a capitalised word follows a title of a person.
pub(super) fn is_titled(word: &Word, text: &str, word_lists: &WordLists) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.trim_end_matches('.').to_lowercase();
    is_capitalised(word.text(text)) && word_lists.is_title(&small)
}

/// Whether a German noun is between a name and another noun, as in English names: "bei Packet Systems".
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

/// Whether a capitalised word follows directly.
pub(super) fn is_before_capital(word: &Word, text: &str) -> bool {
    let after = text.get(word.range.end..).unwrap_or_default();
    after
        .strip_prefix(' ')
        .is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Whether a capitalised word has a combination of letters or an ending that Portuguese words do not have.
pub(super) fn has_foreign_spelling(word: &str) -> bool {
    static FOREIGN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new("[kwy]|[bdfgjkmpqrstvwxz]h|bb|cc|dd|ff|gg|ll|mm|nn|pp|tt|zz|[bcdfgjnpqtv]$").ok()
    });
    let small = word.to_lowercase();
    is_capitalised(word)
        && FOREIGN
            .as_ref()
            .is_some_and(|foreign| foreign.is_match(&small))
}

/// Whether a hyphen is next to a word.
pub(super) fn is_joined(word: &Word, text: &str) -> bool {
    let before = text.get(..word.range.start).unwrap_or_default();
    let after = text.get(word.range.end..).unwrap_or_default();
    before.ends_with('-') || after.starts_with('-')
}

/// The evidence in the words before a noun inside a German sentence.
fn german_evidence(word: &Word, text: &str) -> NameEvidence {
    let before = text.get(..word.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.trim_end_matches('.').to_lowercase();
    if BEFORE_NAMES.contains(&small.as_str()) {
        return NameEvidence::Name;
    }
    let written = word.text(text);
    if DETERMINERS.contains(&small.as_str()) || ENDINGS.iter().any(|end| written.ends_with(end)) {
        NameEvidence::Noun
    } else {
        NameEvidence::Capital
    }
}
