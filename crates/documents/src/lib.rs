//! Filters: they take a document apart into units to translate, and write the same document with the
//! translations in their places.
//!
//! A filter edits bytes: what is not a translated text is copied as it is, so that with identical
//! translations the same bytes come back wherever the format allows that. This crate knows formats
//! and nothing of engines, accounts or HTTP. It reads documents of strangers: whatever they contain,
//! it answers with a document or an error, in bounded time and memory.

mod content;
mod document;
mod error;
pub mod xliff;

pub use content::{CodeId, Content, Piece};
pub use document::{Document, Limits, Options, Source, Unit, Warning};
pub use error::DocumentError;
