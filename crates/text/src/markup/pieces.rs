//! Text with codes in it, as documents have it.

/// A piece of a text whose markup is known by numbers of the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkupPiece<'text> {
    /// Text as one reads it.
    Text(&'text str),
    /// The beginning of a stretch.
    Start(u32),
    /// The end of the stretch that was begun last.
    End,
    /// Something without text, which stands between words or letters.
    Mark(u32),
}

/// Whether a character is a control character that nobody sees, or none at all. White space is seen.
#[must_use]
pub fn is_unseen(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => character.is_control(),
    }
}
