//! Spanish rules that patterns cannot express.

use std::sync::LazyLock;

use super::agreement::{self, Determiner, Lexicon, LexiconSources, Noun};
use crate::packed;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(&LexiconSources {
        words: packed::file!("es-words.tsv"),
        nouns: packed::file!("es-nouns.tsv"),
        adjectives: packed::file!("es-adjectives.tsv"),
        verbs: packed::file!("es-verbs.tsv"),
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
    let forms = &determiner.forms;
    let at = noun.features.index();
    let first = forms.first().copied()?;
    let is_one = !noun.features.is_plural;
    if is_one && noun.takes_masculine_article {
        match first {
            // Both "un" and "una" are accepted before these nouns.
            "el" | "al" | "del" => return Some(first),
            "un" | "algún" | "ningún" => return None,
            _ => {}
        }
    }
    forms.get(at).copied()
}
