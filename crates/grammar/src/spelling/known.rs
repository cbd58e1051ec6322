//! Words that are correct although no dictionary has them.

use std::sync::LazyLock;

use dragoman_correction::is_jargon;
use fst::Set;
use rustc_hash::FxHashSet;

use crate::vocabulary::{FrequencyClass, Vocabulary};

/// Suffixes that form new words from any word.
const ENDINGS: [&str; 4] = ["ness", "less", "like", "wise"];

/// Prefixes that form new words.
const BEGINNINGS: [&str; 20] = [
    "anti", "auto", "co", "counter", "cyber", "hyper", "inter", "mega", "micro", "mini", "multi",
    "nano", "non", "over", "pre", "re", "sub", "super", "ultra", "un",
];

/// Words of other languages, dialects and trades that are not misspellings of other words: food, music, law, fabrics,
/// slang.
static LOANWORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../rules/loans.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Words that are too rare for harper's dictionary: `rules/rare.txt`, which the build script packs. Words that are also
/// common misspellings are in the list of misspellings, which has precedence.
#[allow(clippy::expect_used)] // No other set gets here, and the tests read this one.
static RARE: LazyLock<Set<&[u8]>> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rare.fst"));
    Set::new(packed).expect("the set is one that the build script wrote")
});

/// Whether a word is in the list of rare words, which has no plurals in s.
fn is_rare(word: &str) -> bool {
    let is_listed = |word: &str| RARE.contains(word);
    is_listed(word) || word.strip_suffix('s').is_some_and(is_listed)
}

/// Whether a word ends in "ck" instead of "c", as before 1800: "publick", "musick".
fn has_archaic_ck(word: &str, vocabulary: &Vocabulary) -> bool {
    let stem = word.strip_suffix('k').filter(|stem| stem.ends_with("ic"));
    stem.is_some_and(|stem| stem.len() >= 5 && vocabulary.has(stem))
}

/// Words that are rarely nouns, so that an apostrophe is missing before their s.
const NO_PLURALS: [&str; 10] = [
    "where", "there", "child", "women", "woman", "people", "goose", "mouse", "here", "other",
];

/// Whether a word is in the dictionary or formed from words that are.
pub(super) fn is_known(word: &str, vocabulary: &Vocabulary) -> bool {
    let small = word.to_ascii_lowercase();
    vocabulary.has(word)
        || vocabulary.has(&small)
        // Capitals are not checked here.
        || vocabulary.has_letters(&small)
        || is_jargon(small.as_str())
        || LOANWORDS.contains(small.as_str())
        || is_rare(&small)
        || has_archaic_ck(&small, vocabulary)
        || is_plural(&small, vocabulary)
        || is_formed(&small, vocabulary)
}

/// Whether a word is the plural of a noun, which dictionaries lack for nouns that they treat as uncountable.
fn is_plural(word: &str, vocabulary: &Vocabulary) -> bool {
    const MIN_LENGTH: usize = 5;
    let hisses = |stem: &str| {
        ["s", "x", "z", "ch", "sh"]
            .iter()
            .any(|end| stem.ends_with(end))
    };
    let stem = match (word.strip_suffix("es"), word.strip_suffix('s')) {
        (Some(stem), _) if hisses(stem) => stem,
        (_, Some(stem)) if !hisses(stem) && !stem.ends_with(['y', 'o', 'f', 'e']) => stem,
        _ => return false,
    };
    let is_noun = is_jargon(stem) || vocabulary.is_noun(stem);
    stem.len() >= MIN_LENGTH && is_noun && !NO_PLURALS.contains(&stem)
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
        let is_undone = word.strip_prefix("un").is_some_and(|stem| is_word(stem, 4));
        has_ending || has_beginning || is_undone || is_compound(word, vocabulary)
    })
}

/// Whether a word is a technical compound of two nouns ("webhook", "toolchain").
fn is_compound(word: &str, vocabulary: &Vocabulary) -> bool {
    const MIN_LENGTH: usize = 3;
    let places = MIN_LENGTH..word.len().saturating_sub(MIN_LENGTH - 1);
    word.len() >= 7
        && places.into_iter().any(|at| {
            let Some((one, other)) = word.split_at_checked(at) else {
                return false;
            };
            let usual = |part: &str| {
                let usage = vocabulary.frequency_class(part);
                usage.is_some_and(|usage| part.len() >= 4 || usage == FrequencyClass::Frequent)
            };
            // Between two words that are often adjacent, a space is missing.
            let are_frequent = [one, other]
                .into_iter()
                .all(|part| vocabulary.frequency_class(part) == Some(FrequencyClass::Frequent));
            usual(one) && usual(other) && !are_frequent && one.len().max(other.len()) >= 4
        })
}
