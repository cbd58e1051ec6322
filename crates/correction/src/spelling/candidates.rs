//! Candidates for corrections that dictionaries often do not suggest.

use std::collections::BTreeMap;

use super::word_lists::WordLists;
use crate::orthography::Orthography;

/// The maximum length of a word for which candidates are generated, in letters.
const MAX_LENGTH: usize = 40;

/// The maximum number of spellings without transcriptions that are looked up: an unknown word takes a dictionary long.
const MAX_COUNT: usize = 4;

/// The candidates for `word` if its keyboard lacks letters or an apostrophe is missing. Each comes with the word that
/// has to be in the dictionary.
pub(super) fn of(
    word: &str,
    orthography: &Orthography,
    word_lists: &WordLists,
) -> BTreeMap<String, String> {
    let mut candidates = BTreeMap::new();
    if word.chars().count() > MAX_LENGTH {
        return candidates;
    }
    let mut add = |other: String| {
        if other != word && candidates.len() < MAX_COUNT {
            candidates.insert(other.clone(), other);
        }
    };
    for (written, wanted) in orthography.transcriptions {
        add(word.replace(written, wanted));
    }
    for (written, wanted) in orthography.transcriptions {
        for (at, _) in word.match_indices(written) {
            let (before, after) = word.split_at(at);
            let rest = after.strip_prefix(written).unwrap_or_default();
            add(format!("{before}{wanted}{rest}"));
        }
    }
    if orthography.transcriptions.contains(&("oe", "œ")) {
        candidates.extend(with_accents(word).map(|other| (other.clone(), other)));
    }
    for (end, next) in word.char_indices() {
        let (head, rest) = word.split_at(end);
        if word_lists.elided.contains(head.to_lowercase().as_str())
            && is_vowel(next)
            && rest.chars().nth(1).is_some()
            && (word_lists.is_common(rest) || (is_article(head) && rest.chars().nth(3).is_some()))
        {
            candidates.insert(format!("{head}'{rest}"), rest.to_owned());
        }
    }
    candidates
}

/// Variants of a French word with acute accents on two letters, which dictionaries do not suggest.
fn with_accents(word: &str) -> impl Iterator<Item = String> {
    const MAX_PAIRS: usize = 6;
    let end = word.trim_end_matches(['e', 's']).len();
    let evidence_by_word: Vec<usize> = word
        .match_indices('e')
        .map(|(at, _)| at)
        .filter(|at| *at < end)
        .collect();
    let pairs = evidence_by_word
        .iter()
        .enumerate()
        .flat_map(|(index, one)| {
            let others = evidence_by_word.iter().skip(index + 1);
            others.map(move |other| [*one, *other])
        });
    let accented = |evidence_by_word: [usize; 2]| {
        let letter = |(at, letter)| {
            if evidence_by_word.contains(&at) {
                'é'
            } else {
                letter
            }
        };
        word.char_indices().map(letter).collect()
    };
    let accented: Vec<String> = pairs.take(MAX_PAIRS).map(accented).collect();
    accented.into_iter()
}

/// Whether an elided word, in lower case, precedes any noun. Other elided words precede few words, and a capitalised
/// word may be a name.
fn is_article(head: &str) -> bool {
    matches!(head, "l" | "d" | "un") || (head.len() > 3 && !head.starts_with(char::is_uppercase))
}

/// Whether a lower-case letter is a vowel or the silent h.
fn is_vowel(letter: char) -> bool {
    "aeiouyhàâäéèêëîïìíòóôöùúûœ".contains(letter)
}
