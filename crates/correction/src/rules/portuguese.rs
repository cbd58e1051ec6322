//! Portuguese rules that patterns cannot express.

use std::sync::LazyLock;

use super::agreement::{self, Determiner, Lexicon, Noun, Sources};

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(&Sources {
        words: include_str!("../../rules/pt-words.tsv"),
        nouns: include_str!("../../rules/pt-nouns.tsv"),
        adjectives: include_str!("../../rules/pt-adjectives.tsv"),
        verbs: include_str!("../../rules/pt-verbs.tsv"),
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
    determiner.forms.get(noun.features.index()).copied()
}
