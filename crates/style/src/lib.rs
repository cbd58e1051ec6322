//! Style rules: which there are, and how each is carried out in each language.
//!
//! The catalogue lists categories, rules and their options. What a rule does with a written text
//! is one of three things: an edit of the text that a machine can make for certain, such as the
//! shape of quotation marks; a register, such as the formal address; or wording, which is said to
//! a language model as an instruction in plain words. See [`Application`].
//!
//! This crate does not know who wrote which rules or which engine translates.

mod application;
mod catalogue;
mod language;
mod openness;
mod passage;
mod pattern;
mod rules;
mod style;
mod styled_translation;

pub use application::{Application, Means};
pub use catalogue::{ConfiguredRules, RuleChoice, UnknownChoice, catalogue, known_category};
pub use language::StyleLanguage;
pub use openness::is_open;
pub use style::Style;
