//! Style rules: the catalogue, and the implementation of each rule in each language.
//!
//! The catalogue lists categories, rules and their options. A rule is implemented by one of three
//! mechanisms: an edit of the translation that needs no judgement, such as the shape of quotation
//! marks; a register, such as the formal address; or an instruction to a language model. See
//! [`Mechanism`].
//!
//! This crate does not know who configures rules or which engine translates.

mod catalogue;
mod examples;
mod implementation;
mod language;
mod pattern;
mod reformattable;
mod rules;
mod style;
mod styled_translation;
mod target_text;

pub use catalogue::{ConfiguredRules, RuleChoice, UnknownChoice, catalogue, known_category};
pub use examples::{Example, example};
pub use implementation::Mechanism;
pub use language::StyleLanguage;
pub use reformattable::is_reformattable;
pub use rules::mechanism;
pub use style::Style;
