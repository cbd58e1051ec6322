//! The order in which parts of a line are seen, by the Unicode bidirectional algorithm.

use unicode_bidi::{Level, ParagraphBidiInfo};

use crate::Direction;

/// The levels of a text, one for each byte, and that of its lines.
pub(crate) struct Levels {
    bytes: Vec<Level>,
    base: Level,
}

impl Levels {
    /// Of a text whose lines run in a direction; without one, in that of its first letter that has one.
    pub(crate) fn of(text: &str, direction: Option<Direction>) -> Self {
        let level = direction.map(|direction| match direction {
            Direction::LeftToRight => Level::ltr(),
            Direction::RightToLeft => Level::rtl(),
        });
        let info = ParagraphBidiInfo::new(text, level);
        Self {
            base: info.paragraph_level,
            bytes: info.levels,
        }
    }

    /// The direction in which lines run.
    pub(crate) fn direction(&self) -> Direction {
        direction(self.base)
    }

    /// The level of the character at a byte.
    pub(crate) fn at(&self, byte: usize) -> Level {
        self.bytes.get(byte).copied().unwrap_or(self.base)
    }
}

/// The direction of text of a level.
pub(crate) fn direction(level: Level) -> Direction {
    match level.is_rtl() {
        true => Direction::RightToLeft,
        false => Direction::LeftToRight,
    }
}

/// The places of a line's parts, which have these levels, from left to right as they are seen.
pub(crate) fn visual_order(levels: &[Level]) -> Vec<usize> {
    ParagraphBidiInfo::reorder_visual(levels)
}
