//! German rules that patterns cannot express: commas at clauses, capitals of nominalised verbs and adjectives, and
//! agreement of articles, adjectives and nouns.

mod adjectives;
mod clauses;
mod conjunctions;
mod forms;
mod noun_phrases;
mod nouns;
mod tokens;
mod verbs;

use std::collections::HashSet;
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised, is_code};

use super::rule_function::RuleFunction;
use crate::editable_text::EditableText;
use crate::packed;
use tokens::{are_beside, is_word, tokens};

/// The rules in the order in which they are applied.
pub(super) const RULES: &[RuleFunction] = &[
    conjunctions::commas,
    clauses::infinitive_commas,
    clauses::relative_clause_commas,
    clauses::initial_clause_commas,
    capitals,
    noun_phrases::agreement,
    verbs::irregular_forms,
    verbs::perfect_auxiliaries,
];

/// Whether a word, capitalised or not, is a known noun.
pub(crate) fn is_noun(word: &str) -> bool {
    nouns::Noun::of(&capitalised(word)).is_some()
}

/// Verbs that can be nominalised.
static INFINITIVES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| words(packed::file!("german/infinitives.txt")));

/// The words of a list.
fn words(list: &'static str) -> HashSet<&'static str> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
}

/// Capitalises verbs after "beim" and adjectives after "etwas", which are nominalised there.
fn capitals(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, (before, word)) in tokens.iter().zip(tokens.iter().skip(1)).enumerate() {
        let bare = word
            .text
            .trim_end_matches([',', '.', ';', ':', '!', '?', ')']);
        let next = tokens.get(at + 2);
        // An adjective before a noun is not nominalised.
        let is_attribute = bare.len() == word.text.len()
            && next.is_some_and(|next| {
                next.is_capitalised() || !is_word(next.text.trim_end_matches(['.', ',', '!', '?']))
            });
        let is_noun = match before.lowercase().as_str() {
            "beim" | "zum" | "vom" => INFINITIVES.contains(bare) && !is_attribute,
            "etwas" | "nichts" | "wenig" | "allerlei" => {
                // "Etwas anderes" is in lower case.
                bare.strip_suffix("es")
                    .is_some_and(|stem| stem != "ander" && adjectives::is_listed(stem))
                    && !is_attribute
            }
            _ => false,
        };
        if is_noun && are_beside(text, *before, *word) && !is_code(text, &word.range()) {
            edits.push(Edit {
                range: word.start..word.start + bare.len(),
                text: capitalised(bare),
            });
        }
    }
    edits
}

#[cfg(test)]
mod tests;
