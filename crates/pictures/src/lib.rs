//! Pictures: their text is recognised, and translations are painted where it was.
//!
//! [`PictureFilter`] makes documents of files. [`PictureText`] knows no files: it takes pixels ([`Canvas`]), says what its
//! paragraphs say, and paints translations, as pages that are pictures need it as well ([`jpeg()`] makes files of those). Who recognises text is behind the
//! port [`TextRecogniser`](dragoman_documents::TextRecogniser).

mod canvas;
mod document;
mod exif;
mod file;
mod ground;
mod jpeg;
mod letters;
mod lines;
mod look;
mod numbers;
mod place;
mod png;
mod reading;
mod text;

pub use canvas::Canvas;
pub use document::PictureFilter;
pub use file::{jpeg, jpeg_quality};
pub use text::{PaintedLine, Painting, PictureText, PlacedText, TextLine};
