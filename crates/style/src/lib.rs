//! Style rules: the catalogue, and the implementation of each rule in each language.
//!
//! The catalogue lists categories, rules and their options. A rule is implemented by one of three
//! mechanisms: an edit of the translation that needs no judgement, such as the shape of quotation
//! marks; a register, such as the formal address; or an instruction to a language model. See
//! [`Mechanism`].
//!
//! This crate does not know who configures rules or which engine translates.

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
