//! What patterns cannot say of French: nouns and the words before them, verbs and their subjects.

mod agreement;
mod lexicon;
mod nouns;
mod participles;
mod tokens;
mod verbs;

use super::Rule;

pub(super) const RULES: &[Rule] = &[
    nouns::edits,
    verbs::edits,
    participles::edits,
    agreement::edits,
];
