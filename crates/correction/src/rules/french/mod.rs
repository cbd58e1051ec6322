//! French rules that patterns cannot express: nouns and their determiners, verbs and their subjects.

mod agreement;
mod conjugation;
mod homophones;
mod lexicon;
mod noun_phrases;
mod nouns;
mod participle_agreement;
mod participles;
mod tokens;
mod verbs;
mod word_lists;

use super::rule_function::RuleFunction;

pub(super) const RULES: &[RuleFunction] = &[
    homophones::edits,
    nouns::edits,
    verbs::edits,
    participles::edits,
    agreement::edits,
];
