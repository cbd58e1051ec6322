//! Proofreads English: spelling, grammar, punctuation and spacing.
//!
//! Grammar rules come from harper-core; only the reviewed rules in `rules/linters.tsv` are enabled. Harper's dictionary
//! has the words, and this crate ranks the candidates for a misspelled one. Frequent mistakes that harper does not know
//! are pattern rules (`rules/en.tsv`). Doubtful findings change nothing.
//!
//! Harper and its dictionary take tens of megabytes. They are in a crate of their own, so that the other crates build
//! and test without them.

mod blocks;
mod capitals;
mod dialect;
mod false_positives;
mod grammar_checker;
mod linters;
mod protected_ranges;
mod punctuation;
mod repetition;
mod spelling;
mod vocabulary;

pub use grammar_checker::GrammarChecker;
