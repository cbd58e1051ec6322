//! A segment as stretches that are translated and stretches that are kept.

use dragoman_language::is_unspaced;

/// A stretch of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text to translate.
    Text(String),
    /// Something that is kept, by its index in the list of what is kept.
    Kept(usize),
}

/// Whether there is anything to translate.
pub fn has_letters(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Text(text) => text.chars().any(char::is_alphabetic),
        Piece::Kept(_) => false,
    })
}

/// Joins texts that follow each other and drops empty ones.
pub fn merged(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (merged.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
            (_, piece) => merged.push(piece),
        }
    }
    merged
}

/// Puts back a space between a word, with its marks, and something kept where the source has one and
/// the translation lost it.
pub fn restore_spaces_around_kept(source: &[Piece], translated: &mut [Piece]) {
    for (index, piece) in source.iter().enumerate() {
        let Piece::Kept(kept) = piece else { continue };
        let Some(position) = translated
            .iter()
            .position(|other| matches!(other, Piece::Kept(other) if other == kept))
        else {
            continue;
        };
        let spaced_before = index > 0
            && matches!(source.get(index - 1), Some(Piece::Text(text)) if text.ends_with(char::is_whitespace));
        let spaced_after = matches!(source.get(index + 1), Some(Piece::Text(text)) if text.starts_with(char::is_whitespace));
        if spaced_before
            && position > 0
            && let Some(Piece::Text(text)) = translated.get_mut(position - 1)
            && ends_a_word(text)
        {
            text.push(' ');
        }
        if spaced_after
            && let Some(Piece::Text(text)) = translated.get_mut(position + 1)
            && begins_a_word(text)
        {
            text.insert(0, ' ');
        }
    }
}

/// Whether a text begins with a word, which may have marks before it that open something.
fn begins_a_word(text: &str) -> bool {
    let opens = |mark: char| "\"'“„‘«‹([{¿¡".contains(mark);
    text.trim_start_matches(opens)
        .starts_with(is_of_spaced_word)
}

/// Whether a text ends with a word, which may have marks behind it that close something. An apostrophe may join it to what
/// follows (`l'`).
fn ends_a_word(text: &str) -> bool {
    let closes = |mark: char| "\"”“»›)]},.;:!?…".contains(mark);
    text.trim_end_matches(closes).ends_with(is_of_spaced_word)
}

/// Whether a character belongs to a word that is written apart from its neighbours. Those of
/// scripts without spaces between words do not.
pub fn is_of_spaced_word(character: char) -> bool {
    character.is_alphanumeric() && !is_unspaced(character)
}
