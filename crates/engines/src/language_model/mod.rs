//! A language model behind the OpenAI-compatible chat protocol, as an engine.
//!
//! A model is told what to do in the system message and is handed texts as JSON strings in the user
//! message. What it answers is believed only after checks: every segment is there once, placeholders
//! and marks are intact, the length, script and language are plausible, and nothing of the
//! instructions is in it. A segment whose answer is refused is asked for once more, alone, and then
//! left to somebody else.
//!
//! Jobs of translation (`translating`) are asked for by `passage`. The same model says texts in other words
//! (`rewriting`), with the same server, slots and health.

mod answer;
mod batches;
mod checks;
mod client;
mod config;
mod engine;
mod languages;
mod markers;
mod passage;
mod prompt;
mod protocol;
mod refusal;
mod rejection;
mod rewriting;
mod translating;

pub use config::{LanguageModelConfig, LanguageModelConfigError};
pub use engine::{Answers, LanguageModel};
pub(crate) use passage::Attempt;
