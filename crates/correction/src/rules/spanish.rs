//! Spanish rules that patterns cannot express.

use std::sync::LazyLock;

use super::agreement::{self, Determiner, Lexicon, Noun, Sources};

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(&Sources {
        words: include_str!("../../rules/es-words.tsv"),
        nouns: include_str!("../../rules/es-nouns.tsv"),
        adjectives: include_str!("../../rules/es-adjectives.tsv"),
        verbs: include_str!("../../rules/es-verbs.tsv"),
        is_tolerated: |_, _| false,
        form,
        subjunctive: 4,
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::rule_function::RuleFunction] = &[
    |draft, _| agreement::determiners(draft, &LEXICON),
    |draft, _| agreement::adjectives(draft, &LEXICON),
    |draft, _| agreement::verbs(draft, &LEXICON),
    |draft, _| agreement::clauses(draft, &LEXICON),
    |draft, _| agreement::moods(draft, &LEXICON),
    |draft, _| agreement::demonyms(draft, &LEXICON),
];

fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    let forms = &determiner.forms;
    let at = noun.features.index();
    let first = forms.first().copied()?;
    let is_one = !noun.features.is_plural;
    if is_one && noun.begins_stressed {
        match first {
            // Both "un" and "una" are accepted before these nouns.
            "el" | "al" | "del" => return Some(first),
            "un" | "algún" | "ningún" => return None,
            _ => {}
        }
    }
    forms.get(at).copied()
}
