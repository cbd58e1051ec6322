//! What patterns cannot say of French: nouns and the words before them, verbs and their subjects.

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

use super::rule::Rule;

pub(super) const RULES: &[Rule] = &[
    confusions::edits,
    nouns::edits,
    verbs::edits,
    participles::edits,
    agreement::edits,
];
