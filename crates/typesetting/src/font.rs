use crate::coverage::is_invisible;

/// The direction in which text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// From left to right.
    #[default]
    LeftToRight,
    /// From right to left.
    RightToLeft,
}

/// A glyph in its place. Lengths are in em.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u32,
    /// The byte of the text that was shaped with which its characters begin.
    pub cluster: usize,
    /// How far the next glyph stands to the right.
    pub advance: f32,
    /// How far to the right of its place it is drawn.
    pub x_offset: f32,
    /// How far above its place it is drawn.
    pub y_offset: f32,
}

/// What text is set in: a face of this system, or a font that a document brings.
pub trait Font: Send + Sync {
    /// Whether it has a glyph for a character.
    fn has(&self, character: char) -> bool;

    /// Whether it has glyphs for all of a text: it may have some for letters together that it has none for alone.
    fn covers(&self, text: &str) -> bool {
        text.chars().all(|it| is_invisible(it) || self.has(it))
    }

    /// The glyphs of a text of one direction in one writing system, from left to right as they are seen.
    /// Every character that is seen is one that the font has; joiners and selectors of variants may be there besides.
    fn shape(&self, text: &str, direction: Direction) -> Vec<Glyph>;

    /// How much farther than its advance a glyph is from one that follows it, in em. Words that stand side by side without a
    /// space are shaped apart; within a word [`shape`](Self::shape) has it in the advances.
    fn kerning(&self, _glyph: u32, _next: u32) -> f32 {
        0.0
    }

    /// How far its letters rise above the baseline, in em.
    fn ascent(&self) -> f32;

    /// How far its letters reach below the baseline, in em; positive.
    fn descent(&self) -> f32;
}
