//! French rules that patterns cannot express: nouns and their determiners, verbs and their subjects.

mod agreement;
mod confusions;
mod conjugation;
mod lexicon;
mod lists;
mod nouns;
mod participles;
mod phrases;
mod tokens;
mod verbs;

use super::rule_function::RuleFunction;

pub(super) const RULES: &[RuleFunction] = &[
    confusions::edits,
    nouns::edits,
    verbs::edits,
    participles::edits,
    agreement::edits,
];
