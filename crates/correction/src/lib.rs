//! What is wrong in a text, and how to mend it with the least change: spelling by a dictionary, and rules of grammar,
//! punctuation and spacing.
//!
//! A text goes through four steps, each of which makes [edits](dragoman_text::Edit) of what the one before has left:
//! words that no dictionary has; the rules of the language; words that stand twice; spaces, punctuation and capitals.
//! Whatever a step is not sure of stays, so that a text that is right comes back as it is. What is particular
//! to a language (its rules, its words, its keyboard) is data in `rules/` and in tables.
//!
//! This crate knows neither where dictionaries come from nor who asks.

mod base_language;
mod correction;
mod data_files;
mod draft;
mod general;
mod orthography;
mod rules;
mod scripts;
mod spelling;
mod words;

pub use correction::{Correction, languages};
pub use draft::Draft;
pub use rules::{PatternRule, RuleTable};
pub use spelling::{Dictionaries, is_jargon};
