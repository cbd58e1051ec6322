//! Glossary terms: the entries of dictionaries as people write them, where they stand in a sentence,
//! whether its translation uses them, and how to put them there if it does not.
//!
//! This crate knows words, not engines, accounts or storage.

mod enforcement;
mod entries;
mod matching;

pub use enforcement::{Enforcement, enforce, occurrences};
pub use entries::{
    EntriesError, EntriesFault, EntriesFormat, LONGEST_TERM, parse_entries, write_csv,
};
pub use matching::{Lexicon, Terminology};
