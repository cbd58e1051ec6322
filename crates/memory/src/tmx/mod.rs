//! Translation Memory eXchange, version 1.4b (LISA OSCAR, 2005; also reads 1.1 to 1.4).
//!
//! A file may be of any size: both directions hold one unit at a time.

mod codes;
mod dates;
mod decoding;
mod error;
mod languages;
mod reader;
mod writer;

use dragoman_language::Language;
use jiff::Timestamp;

pub use error::{TmxError, TmxProblem, TooMany};
pub use reader::TmxReader;
pub use writer::TmxWriter;

/// A segment with its translations.
///
/// Texts have no outer white space and are never empty. Inline codes of the file are tags in them;
/// see [`TmxReader`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The text in the language of [`TmxReader::source_language`].
    pub source: String,
    /// Its translations, at most one for each language, never none.
    pub targets: Vec<(Language, String)>,
    /// When the unit was made.
    pub created: Option<Timestamp>,
    /// When it was last changed.
    pub changed: Option<Timestamp>,
    /// When it was last used.
    pub last_used: Option<Timestamp>,
}

/// How much of a TMX file is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TmxLimits {
    /// Units in the file, those that are skipped included; more are an error.
    pub units: u64,
    /// Characters of one segment; a longer one is skipped.
    pub segment_characters: usize,
    /// Translations of one unit; what follows is skipped.
    pub targets: usize,
    /// Elements inside one another; more are an error.
    pub depth: usize,
    /// Attributes of one element; more are an error.
    pub attributes: usize,
    /// Bytes (in UTF-8) of one tag, comment or stretch of text; more are an error.
    pub markup_bytes: usize,
}

impl Default for TmxLimits {
    fn default() -> Self {
        Self {
            units: 10_000_000,
            segment_characters: 10_000,
            targets: 200,
            depth: 64,
            attributes: 64,
            markup_bytes: 1 << 20,
        }
    }
}
