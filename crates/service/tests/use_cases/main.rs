//! What can be done with glossaries, style rule lists and translation memories, and what a translation gets of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod alternatives;
mod glossaries;
mod memories;
mod sentences;
mod style;
mod style_lists;
#[path = "../support/mod.rs"]
mod support;
mod term_accuracy;
