use std::sync::Arc;

use crate::{Direction, Font};

/// Text of one look.
#[derive(Clone)]
pub struct Span {
    /// What is written.
    pub text: String,
    /// The fonts it may be set in: a word is set in the first that has all its characters, or in several if none has.
    pub fonts: Vec<Arc<dyn Font>>,
    /// The size of an em.
    pub size: f32,
    /// How far above the baseline of the line it stands, in the unit of `size`.
    pub rise: f32,
    /// What is added after each character, in em.
    pub letter_spacing: f32,
    /// The width of a space, in em; that of the font if there is none.
    pub word_space: Option<f32>,
    /// The caller's number for it.
    pub tag: usize,
}

/// Something that stands in a line like a word, and is not text: a formula, a picture. It keeps its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Object {
    /// How much room it takes in its line.
    pub width: f32,
    /// The caller's number for it.
    pub tag: usize,
}

/// A part of a paragraph.
#[derive(Clone)]
pub enum Inline {
    /// Text.
    Text(Span),
    /// Something else, which stands for the character U+FFFC in the paragraph's text.
    Object(Object),
}

/// Where lines stand in their room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Align {
    /// At the side where the paragraph's lines begin.
    #[default]
    Start,
    /// At the side where they end.
    End,
    /// In the middle.
    Centre,
    /// From side to side, by wider spaces; the last line and those before line breaks at the start.
    Justify,
    /// At the left.
    Left,
    /// At the right.
    Right,
}

/// A word with places at which it may be divided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hyphenation {
    /// The word, as it is in the text.
    pub word: String,
    /// Bytes of the word before which a hyphen and the end of a line may come, in order.
    pub places: Vec<usize>,
}

/// A paragraph to be set.
#[derive(Clone, Default)]
pub struct Paragraph {
    /// Its parts in the order in which they are read.
    pub inlines: Vec<Inline>,
    /// The direction in which its lines run; if there is none, that of the first letter that has one.
    pub direction: Option<Direction>,
    /// Where its lines stand.
    pub align: Align,
    /// How much later the first line begins than the others; earlier if negative.
    pub first_line_indent: f32,
    /// Words that may be divided, besides at soft hyphens.
    pub hyphenation: Vec<Hyphenation>,
}

/// What an object is in the text.
pub const OBJECT: char = '\u{FFFC}';

impl Paragraph {
    /// Its text: that of its spans, and U+FFFC for each object. Places in it are places in this text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for inline in &self.inlines {
            match inline {
                Inline::Text(span) => text.push_str(&span.text),
                Inline::Object(_) => text.push(OBJECT),
            }
        }
        text
    }
}
