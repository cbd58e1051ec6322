//! Portuguese rules that patterns cannot express.

use std::sync::LazyLock;

use super::agreement::{self, Determiner, Lexicon, LexiconSources, Noun};
use crate::packed;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(&LexiconSources {
        words: packed::file!("pt-words.tsv"),
        nouns: packed::file!("pt-nouns.tsv"),
        adjectives: packed::file!("pt-adjectives.tsv"),
        verbs: packed::file!("pt-verbs.tsv"),
        is_tolerated: |_, _| false,
        form,
        subjunctive: 4,
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::rule_function::RuleFunction] = &[
    |editable, _| agreement::determiners(editable, &LEXICON),
    |editable, _| agreement::adjectives(editable, &LEXICON),
    |editable, _| agreement::verbs(editable, &LEXICON),
    |editable, _| agreement::clauses(editable, &LEXICON),
    |editable, _| agreement::moods(editable, &LEXICON),
    |editable, _| agreement::demonyms(editable, &LEXICON),
];

fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    determiner.forms.get(noun.features.index()).copied()
}
