//! Words that are right although no dictionary has them.

use crate::vocabulary::{Usage, Vocabulary};

/// Endings that make new words of any that fits.
const ENDINGS: [&str; 4] = ["ness", "less", "like", "wise"];

/// Beginnings that make new words.
const BEGINNINGS: [&str; 17] = [
    "anti", "auto", "co", "counter", "cyber", "hyper", "inter", "mega", "micro", "mini", "multi",
    "nano", "non", "over", "re", "super", "ultra",
];

/// Whether a word is in the dictionary, or made of words that are.
pub(super) fn is_known(word: &str, vocabulary: &Vocabulary) -> bool {
    let small = word.to_ascii_lowercase();
    vocabulary.has(word)
        || vocabulary.has(&small)
        // The capitals are not the matter of spelling.
        || vocabulary.has_letters(&small)
        || is_formed(&small, vocabulary)
}

fn is_formed(word: &str, vocabulary: &Vocabulary) -> bool {
    let is_word = |part: &str, shortest: usize| part.len() >= shortest && vocabulary.has(part);
    let plural = word.strip_suffix('s').unwrap_or(word);
    [word, plural].into_iter().any(|word| {
        let has_ending = ENDINGS
            .into_iter()
            .filter_map(|ending| word.strip_suffix(ending))
            .any(|stem| is_word(stem, 4));
        let has_beginning = BEGINNINGS
            .into_iter()
            .filter_map(|beginning| word.strip_prefix(beginning))
            .any(|stem| is_word(stem, 5));
        has_ending || has_beginning || is_compound(word, vocabulary)
    })
}

/// Whether a word is two nouns in one, as technicians write them ("webhook", "toolchain").
fn is_compound(word: &str, vocabulary: &Vocabulary) -> bool {
    const SHORTEST: usize = 3;
    let places = SHORTEST..word.len().saturating_sub(SHORTEST - 1);
    word.len() >= 7
        && places.into_iter().any(|at| {
            let Some((one, other)) = word.split_at_checked(at) else {
                return false;
            };
            let usual = |part: &str| {
                let usage = vocabulary.usage(part);
                usage.is_some_and(|usage| part.len() >= 4 || usage == Usage::Frequent)
            };
            // Two words that often stand side by side are rather joined by mistake.
            let are_frequent = [one, other]
                .into_iter()
                .all(|part| vocabulary.usage(part) == Some(Usage::Frequent));
            usual(one) && usual(other) && !are_frequent && one.len().max(other.len()) >= 4
        })
}
