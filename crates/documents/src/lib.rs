//! Filters: they take a document apart into units to translate, and write the same document with the
//! translations in their places.
//!
//! A filter edits bytes: what is not a translated text is copied as it is, so that with identical
//! translations the same bytes come back wherever the format allows that. This crate knows formats
//! and nothing of engines, accounts or HTTP. It reads documents of strangers: whatever they contain,
//! it answers with a document or an error, in bounded time and memory.

mod archive;
mod collection;
mod content;
mod document;
mod docx;
mod encoding;
mod error;
mod html;
mod json;
mod lines;
mod office;
mod srt;
mod tags;
mod txt;
mod values;
mod xliff;
mod xml;

pub use content::{CodeId, Content, Piece};
pub use document::{Document, Limits, Options, Source, Unit, Warning};
pub use docx::Docx;
pub use error::DocumentError;
pub use html::Html;
pub use json::Json;
pub use srt::Subtitles;
pub use txt::PlainText;
pub use xliff::Xliff;
