//! Typesetting: fonts of the system, and paragraphs as lines of glyphs that fit their frames.
//!
//! [`Fonts`] finds the faces of a system, and of these one of a like shape that has what a text needs.
//! A [`Paragraph`] is text in fonts, with objects in it. It is [`Measured`] once; its lines can then be
//! broken for any width and scale without shaping again, and [`Measured::fit`] finds how a paragraph
//! goes into a [`Frame`].
//!
//! Lengths of text are in the unit of the size of a span (points, pixels); those of glyphs are in em.
//! The x axis goes to the right. This crate knows nothing of documents and their formats.

mod bidi;
mod breaks;
mod coverage;
mod face;
mod faces;
mod fit;
mod font;
mod lines;
mod measure;
mod names;
mod paragraph;
mod scripts;
mod set;

pub use coverage::is_invisible;
pub use face::{Face, PathCommand, Subset, SubsetError};
pub use faces::{Family, Fonts, OTHER_LETTERS, Shape};
pub use fit::{Fitted, FormerLine, Frame, Thread, fit};
pub use font::{Direction, Font, Glyph};
pub use lines::{Line, PlacedGlyph, PlacedObject, Run};
pub use measure::{Measured, MissingGlyph};
pub use paragraph::{Align, Hyphenation, Inline, OBJECT, Object, Paragraph, Span};
pub use set::{LineEnd, Setting, set_lines};
