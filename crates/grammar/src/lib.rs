//! Proofreads English: spelling, grammar, punctuation and spacing.
//!
//! Grammar comes from harper-core, of whose rules only those are on that were found to be right nearly always
//! (`rules/linters.tsv`). Its dictionary has the words; this crate ranks the candidates for a misspelled one.
//! Frequent mistakes that harper does not know are rules of a table (`rules/en.tsv`). Whatever is in doubt stays.
//!
//! A crate of its own because harper and its dictionary make tens of megabytes: everything else builds and tests
//! without them.

mod blocks;
mod capitals;
mod dialect;
mod false_positives;
mod grammar_checker;
mod linters;
mod protection;
mod punctuation;
mod repetition;
mod spelling;
mod vocabulary;

pub use grammar_checker::GrammarChecker;
