//! What is wrong with a text that is not well-formed.

use super::problem::MarkupProblem;

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPosition {
    /// Bytes before it.
    pub byte: usize,
    /// Counted from 1; line ends are those of XML.
    pub line: usize,
    /// Characters from the beginning of the line, counted from 1.
    pub column: usize,
}

impl TextPosition {
    /// The place of a byte of the text.
    pub(super) fn new(text: &str, byte: usize) -> Self {
        let byte = text.floor_char_boundary(byte);
        let before = text.get(..byte).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            byte,
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
        }
    }
}

impl std::fmt::Display for TextPosition {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { byte, line, column } = self;
        write!(formatter, "line {line}, column {column} (byte {byte})")
    }
}

/// Why a text was not taken as XML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct MarkupError {
    /// Where it is.
    pub position: TextPosition,
    /// What it is.
    pub problem: MarkupProblem,
}
