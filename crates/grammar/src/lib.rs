//! Proofreads English: spelling, grammar, punctuation and spacing.
//!
//! Grammar comes from harper-core, of whose rules only those are on that were found to be right nearly always
//! (`rules/linters.tsv`). Its dictionary says which words there are; which of the similar ones was meant is decided here.
//! Frequent mistakes that harper does not know are rules of a table (`rules/en.tsv`). Whatever is in doubt stays.
//!
//! A crate of its own because harper and its dictionary make tens of megabytes: everything else builds and tests
//! without them.

mod blocks;
mod capitals;
mod dialect;
mod doubts;
mod linters;
mod marks;
mod protection;
mod reader;
mod repetition;
mod spelling;
mod vocabulary;

pub use reader::Reader;
