//! Proofreading in this process: adapters that implement the port [`Proofreader`](dragoman_domain::Proofreader) with
//! the crates [`dragoman_correction`] and [`dragoman_grammar`], which know nothing of keys, deadlines and threads.
//!
//! This crate decides on which threads texts are read, how callers share them, and when the work for an abandoned
//! request stops.

mod english;
mod fair_thread_pool;
mod rules;

pub use english::EnglishProofreader;
pub use rules::RuleProofreader;
