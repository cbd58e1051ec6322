//! A LanguageTool server as a proofreader.
//!
//! The server finds what may be wrong in a text, matters of taste included, and proposes replacements. Of these only such
//! are made as nobody has to choose: what is clearly a mistake, and has one replacement or a first one that resembles it
//! (`choice`). Placeholders and the like stay, and tags are shown to the server as markup (`question`).

mod choice;
mod client;
mod config;
mod distance;
mod engine;
mod first_reader;
mod names;
mod protocol;
mod question;
mod tags;
mod units;

pub use config::{CheckLevel, LanguageToolConfig, LanguageToolConfigError};
pub use engine::LanguageTool;
pub use first_reader::FirstReader;
