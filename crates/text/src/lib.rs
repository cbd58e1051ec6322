//! The segment model of plain text: which stretches of a text are sentences to translate, which
//! parts of a sentence must survive unchanged, and how translations go back between the white
//! space, line ends and list markers of the source.
//!
//! And the markup around plain text: [`MarkedText`] takes HTML and XML apart into text and elements, and
//! puts the elements around the corresponding words of a translation.
//!
//! This crate owns the structure of a text. It does not know engines or documents, and it never
//! changes what is outside the sentences it hands out.

mod abbreviations;
mod alignment;
mod boundaries;
mod braces;
mod copies;
mod edits;
mod error_model;
mod formatting;
mod lines;
mod links;
mod markup;
mod names;
mod origin;
mod pattern;
pub mod pieces;
mod placeholder_copies;
mod placeholders;
pub mod register;
mod repetition;
mod segment;
mod segment_translation;
mod segmentation;
mod spelling;
mod thai;
mod words;

pub use alignment::{Alignment, TokenPart};
pub use copies::copies;
pub use edits::Edit;
pub use error_model::{EditCosts, ErrorModel};
pub use formatting::preserve_formatting;
pub use links::Link;
pub use markup::{
    MarkedSentence, MarkedText, MarkupError, MarkupOptions, MarkupPiece, MarkupProblem,
    MarkupSyntax, MarkupVersion, TagNames, TextPosition, is_unseen,
};
pub use names::{begins_sentence, is_code, is_name};
pub use origin::{EngineQuality, ModelType, Origin};
pub use placeholder_copies::PlaceholderCopy;
pub use placeholders::find_placeholders;
pub use repetition::{is_runaway, truncate_runaway};
pub use segment::{Placeholder, Segment, Term};
pub use segment_translation::SegmentTranslation;
pub use segmentation::{Joined, SegmentedText, Sentence, SentenceSplitting, segment};
pub use spelling::Spelling;
pub use words::{
    capitalised, capitalised_like, is_all_capitals, is_capitalised, lower_case_words, runs,
    spaced_words, words,
};
