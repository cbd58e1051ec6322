//! Marian-family machine translation, from file bytes to text.
//!
//! A [`Model`] is loaded once and shared. [`Model::prepare`] turns a text into [`Source`]s, a
//! [`Batch`] decodes any number of them together, and [`Model::finish`] turns the tokens back
//! into text with alignments and scores.
//!
//! The models are the students of the Bergamot and Firefox projects (a transformer encoder, a
//! decoder of simple recurrent units, int8 weights) and OPUS-MT's transformers. This crate opens
//! model files and computes; it starts no thread and knows nothing of networks or of who asks.

mod alignment;
mod batch;
pub mod files;
mod model;
mod prescription;
pub mod profile;
mod search;
pub mod shortlist_learning;
mod source;
mod translation;
pub mod vocabulary;
mod wanted_terms;
mod wrapping;

pub use alignment::{Alignment, Link};
pub use batch::{Batch, Finished, Request};
pub use dragoman_kernels::{Helper, Kernels, Leader};
pub use files::MAX_BEAM;
pub use model::{LoadError, Model, ModelPaths, VocabularyPaths};
pub use prescription::{PieceScore, Prescription};
pub use search::{Constraints, Guide, SearchOptions, TokenTranslation};
pub use source::{Prepared, Source, SourceError};
pub use translation::{Translation, WordScore, translate};
pub use wanted_terms::WantedTerm;
pub use wrapping::MAX_SOURCE_TOKENS;
