//! Proofreading in this process: the adapters of the port [`Proofreader`](dragoman_domain::Proofreader) over the crates
//! [`dragoman_correction`] and [`dragoman_grammar`], which know nothing of keys, deadlines and threads.
//!
//! This crate owns on which threads texts are read, how callers take turns at them, and when nobody waits any more.

mod english;
mod fair_thread_pool;
mod rules;

pub use english::EnglishProofreader;
pub use rules::RuleProofreader;
