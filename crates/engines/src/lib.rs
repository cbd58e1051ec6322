//! Translation engines: the adapters of the [`Translator`](dragoman_domain::Translator) port and
//! the [`Router`] that chooses among them. The language model is a [`Rewriter`](dragoman_domain::Rewriter), too, and so is the
//! neural engine.
//!
//! Dictionaries, by which texts are proofread, are here as well, since they too are a program that runs
//! as processes of its own, and so is LanguageTool, a [`Proofreader`](dragoman_domain::Proofreader) on a server.
//!
//! This crate owns the engines' processes, connections, threads, queues and quirks. It knows nothing
//! of the interface that is served, of sentences and markup (a segment arrives ready to translate), of glossaries or of metering, and
//! it reads no configuration: settings arrive as values.

pub mod apertium;
pub mod hunspell;
pub mod language_model;
pub mod language_tool;
mod lines;
mod programs;
mod remote;
mod router;
mod variants;
mod with_language_model;

pub use apertium::{Apertium, ApertiumConfig};

pub use hunspell::{Hunspell, HunspellConfig};
pub use language_model::{LanguageModel, LanguageModelConfig};
pub use language_tool::{LanguageTool, LanguageToolConfig};
pub use router::Router;
pub use variants::WithVariants;
pub use with_language_model::WithLanguageModel;
