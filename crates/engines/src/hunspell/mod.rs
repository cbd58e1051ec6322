//! Dictionaries, asked through Hunspell, a program that runs as processes beside this one.
//!
//! A dictionary has up to two processes, each with a queue (`queue`): one only says which words there
//! are, which takes microseconds, and one finds similar words, which takes up to a second. `words`
//! says what may be asked, `protocol` how, and `cache` keeps what was answered. Processes start when
//! they are wanted and end when nobody wants them any more.

mod cache;
mod config;
mod dictionary;
mod engine;
mod files;
mod process;
mod protocol;
mod queue;
mod report;
mod words;

pub use config::HunspellConfig;
pub use engine::Hunspell;
pub use report::{DictionaryReport, DictionaryState};
