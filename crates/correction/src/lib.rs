//! Correction of texts with the smallest changes: spelling by a dictionary, and rules of grammar, punctuation and
//! spacing.
//!
//! A text goes through four steps, each of which makes [edits](dragoman_text::Edit) of the result of the previous one:
//! known misspellings, spelling by the dictionary, grammar rules of the language, and general rules for repeated words,
//! spaces, punctuation and capitals. A step changes nothing that may be correct, so that a correct text comes back
//! unchanged. The data of each language (rules, words, keyboard layout) is in `rules/` and in constant tables.
//!
//! This crate does not know where dictionaries come from or who requests a correction.

mod base_language;
mod correction;
mod data_files;
mod editable_text;
mod general;
mod orthography;
mod packed;
mod rules;
mod scripts;
mod spelling;
mod words;

pub use correction::{Correction, languages};
pub use editable_text::EditableText;
pub use rules::{PatternRule, RuleTable};
pub use spelling::{Dictionaries, is_jargon};
