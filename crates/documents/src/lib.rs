//! Filters: they take a document apart into units to translate, and write the same document with the
//! translations in their places.
//!
//! A filter edits bytes: what is not a translated text is copied as it is, so that with identical
//! translations the same bytes come back wherever the format allows that. This crate knows formats
//! and nothing of engines, accounts or HTTP. It reads documents of strangers: whatever they contain,
//! it answers with a document or an error, in bounded time and memory.

mod android;
mod apple_strings;
mod arb;
mod archive;
mod collection;
mod content;
mod dita;
mod document;
mod docx;
mod encoding;
mod epub;
mod error;
mod filters;
mod format;
mod html;
mod idml;
mod input;
mod joining;
mod json;
mod language_tags;
mod lines;
mod md;
mod mif;
mod office;
mod open_document;
pub mod overseer;
mod po;
mod pptx;
mod properties;
mod recognition;
mod resx;
mod rtf;
mod separated_values;
mod signature;
mod srt;
mod string_catalogue;
mod strings;
mod tags;
#[cfg(test)]
mod testing;
mod txt;
mod values;
mod warning;
mod workbooks;
mod xliff;
mod xlsx;
mod xml;
mod xml_document;
mod yaml;

pub use android::AndroidStrings;
pub use apple_strings::AppleStrings;
pub use arb::Arb;
pub use collection::Collection;
pub use content::{CodeId, Content, Piece};
pub use dita::Dita;
pub use document::{Document, Limits, Options, Source, Unit, is_right_to_left};
pub use docx::Docx;
pub use epub::Epub;
pub use error::{DocumentError, NoFilter};
pub use filters::{Filter, Filters};
pub use format::Format;
pub use html::Html;
pub use idml::Idml;
pub use input::read_whole;
pub use joining::{Joint, join_line, joint};
pub use json::Json;
pub use md::Markdown;
pub use mif::Mif;
pub use open_document::OpenDocument;
pub use overseer::{Overseer, overseen};
pub use po::Gettext;
pub use pptx::Pptx;
pub use properties::Properties;
pub use recognition::{
    Layout, NoRecogniser, Orientation, Picture, Pixels, RecognisedWord, RecognitionError,
    TextRecogniser,
};
pub use resx::Resx;
pub use rtf::Rtf;
pub use separated_values::SeparatedValues;
pub use srt::Subtitles;
pub use string_catalogue::StringCatalogue;
pub use txt::PlainText;
pub use warning::{Pages, Quote, Warning, WarningValue};
pub use xliff::Xliff;
pub use xlsx::Xlsx;
pub use xml_document::XmlDocument;
pub use yaml::Yaml;
