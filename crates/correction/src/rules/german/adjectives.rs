//! Recognition of adjectives.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::forms::ADJECTIVE_ENDINGS;
use super::words;
use crate::packed;

static STEMS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| words(packed::file!("german/adjectives.txt")));

/// Whether this is in the list of stems.
pub(super) fn is_listed(stem: &str) -> bool {
    STEMS.contains(stem)
}

/// Words with the ending of an adjective that decline differently or are no adjectives.
const NON_ADJECTIVES: [&str; 26] = [
    "einig", "wenig", "etlich", "irgend", "viel", "manch", "solch", "beid", "einzig", "zeig",
    "steig", "schweig", "beteilig", "kündig", "reinig", "benötig", "erledig", "verwend", "beend",
    "vollend", "send", "wend", "spend", "blend", "land", "folg",
];

/// Splits an adjective into its stem and its ending.
pub(super) fn split(word: &str) -> Option<(&str, &'static str)> {
    if !word.starts_with(char::is_lowercase) || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    ADJECTIVE_ENDINGS.into_iter().find_map(|end| {
        let stem = word.strip_suffix(end)?;
        is_stem(stem).then_some((stem, end))
    })
}

/// Whether a word in lower case is the stem of an adjective.
pub(super) fn is_stem(stem: &str) -> bool {
    if NON_ADJECTIVES.contains(&stem) {
        return false;
    }
    is_listed(stem)
        || is_comparative_or_superlative(stem)
        || is_derived(stem)
        || is_participle(stem)
}

/// Whether a stem is a comparative or a superlative.
fn is_comparative_or_superlative(stem: &str) -> bool {
    const WITH_UMLAUT: [&str; 22] = [
        "größer",
        "älter",
        "jünger",
        "länger",
        "kürzer",
        "stärker",
        "schwächer",
        "wärmer",
        "kälter",
        "höher",
        "näher",
        "ärmer",
        "härter",
        "klüger",
        "gesünder",
        "besser",
        "ältest",
        "jüngst",
        "längst",
        "kürzest",
        "stärkst",
        "höchst",
    ];
    let of = |end: &str| stem.strip_suffix(end).is_some_and(is_listed);
    WITH_UMLAUT.contains(&stem) || of("er") || of("est") || of("st")
}

/// Whether a stem has a suffix of adjectives only.
fn is_derived(stem: &str) -> bool {
    const MAX_LENGTH: usize = 5;
    let ends = [
        "lich",
        "isch",
        "bar",
        "sam",
        "iell",
        "uell",
        "onell",
        "onal",
        "ional",
        "ikal",
        "imal",
        "mäßig",
        "artig",
        "förmig",
        "würdig",
        "fähig",
        "günstig",
        "gültig",
        "haltig",
        "pflichtig",
        "voll",
        "reich",
        "arm",
        "frei",
        "los",
        "weit",
        "wert",
        "eigen",
        "zeitig",
        "seitig",
        "jährig",
        "ierend",
        "kratisch",
    ];
    stem.len() > MAX_LENGTH && ends.iter().any(|end| stem.ends_with(end))
}

/// Whether a stem has the form of a participle and of no other verb form.
fn is_participle(stem: &str) -> bool {
    let is_past = |rest: &str| {
        rest.len() > 3 && (rest.ends_with("en") && rest.len() > 5 || rest.ends_with('t'))
    };
    let separable = [
        "auf", "an", "ab", "aus", "ein", "vor", "zu", "nach", "um", "hoch", "weg", "mit", "unter",
        "zurück", "fest", "bei", "durch", "über", "vorher", "hervor", "wieder",
    ];
    let is_joint = |prefix: &str| {
        stem.strip_prefix(prefix)
            .and_then(|rest| rest.strip_prefix("ge"))
            .is_some_and(is_past)
    };
    stem.strip_prefix("ge").is_some_and(is_past) && !stem.starts_with("gegen")
        || separable.into_iter().any(is_joint)
        || ["ver", "be", "er", "zer", "ent"].iter().any(|prefix| {
            stem.strip_prefix(prefix)
                .is_some_and(|rest| rest.len() > 3 && rest.ends_with('t'))
        })
        || (stem.ends_with("iert") && stem.len() > 6)
}
