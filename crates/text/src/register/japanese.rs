//! Japanese: the register is that of the predicate at the end of each sentence.

use super::evidence::Evidence;

/// What polite predicates end in, and polite requests.
pub(super) const POLITE: [&str; 12] = [
    "です",
    "ます",
    "ました",
    "ません",
    "ましょう",
    "でした",
    "でしょう",
    "ください",
    "下さい",
    "なさい",
    "ございます",
    "くださいませ",
];

/// What plain predicates and requests end in: verbs in the dictionary form, past tenses, adjectives,
/// imperatives and the bare form of requests.
pub(super) const PLAIN: [&str; 16] = [
    "た", "だ", "う", "く", "ぐ", "す", "つ", "ぬ", "ぶ", "む", "る", "い", "て", "ろ", "れ",
    "るな",
];

/// Expressions that end like predicates and are none.
const NO_PREDICATES: [&str; 8] = [
    "について",
    "として",
    "によって",
    "すべて",
    "はじめて",
    "ところ",
    "あなた",
    "それ",
];

/// Particles that may stand behind a predicate.
const PARTICLES: [&str; 7] = ["か", "ね", "よ", "よね", "かな", "わ", "ぞ"];

/// What in a text tells of its register.
pub(super) fn evidence(text: &str) -> Evidence {
    let mut evidence = Evidence::default();
    for sentence in text.split(['。', '！', '？', '!', '?', '\n', '．']) {
        let sentence = sentence.trim_end_matches(|c: char| !c.is_alphanumeric());
        if ends_in(sentence, &POLITE) {
            evidence.formal += 1;
        } else if ends_in(sentence, &PLAIN) && !ends_in(sentence, &NO_PREDICATES) {
            evidence.informal += 1;
        }
    }
    evidence
}

/// Whether a sentence ends in one of these, particles apart.
fn ends_in(sentence: &str, predicates: &[&str]) -> bool {
    let ends = |text: &str| predicates.iter().any(|predicate| text.ends_with(predicate));
    let mut bare = PARTICLES
        .iter()
        .filter_map(|particle| sentence.strip_suffix(particle));
    ends(sentence) || bare.any(ends)
}
