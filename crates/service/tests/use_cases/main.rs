//! What can be done with glossaries, style rule lists and translation memories, and what a translation gets of them; what
//! those may do who administer an account or run the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod administration;
mod alternatives;
mod glossaries;
mod memories;
mod operation;
mod sentences;
mod sign_in;
mod style;
mod style_lists;
#[path = "../support/mod.rs"]
mod support;
mod term_accuracy;
