//! The texts and kinds of the pieces of a vocabulary.

use super::{SPACE_SYMBOL, TokenId};

/// What a piece is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Part of text, found by its score.
    Normal,
    /// Stands for what has no piece.
    Unknown,
    /// Never in text, such as the end of a sentence; decodes to nothing.
    Control,
    /// Always kept whole where it occurs in a text.
    UserDefined,
    /// Kept for its number only; never produced.
    Unused,
    /// Stands for one byte of an unknown character.
    Byte,
}

/// The pieces of a vocabulary by number.
#[derive(Clone)]
pub(super) struct Pieces {
    texts: String,
    /// Where the text of each piece ends in `texts`, and its kind.
    entries: Vec<(u32, Kind)>,
}

impl Pieces {
    pub(super) fn with_capacity(pieces: usize, bytes: usize) -> Self {
        Self {
            texts: String::with_capacity(bytes),
            entries: Vec::with_capacity(pieces),
        }
    }

    /// Adds a piece; its number is how many there were before. The caller bounds the sum of all texts far below 4 GiB.
    pub(super) fn push(&mut self, text: &str, kind: Kind) {
        self.texts.push_str(text);
        let end = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.entries.push((end, kind));
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn text(&self, id: TokenId) -> Option<&str> {
        let index = usize::try_from(id).ok()?;
        let &(end, _) = self.entries.get(index)?;
        let start = match index.checked_sub(1) {
            Some(previous) => self.entries.get(previous)?.0,
            None => 0,
        };
        self.texts
            .get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    pub(super) fn kind(&self, id: TokenId) -> Option<Kind> {
        let (_, kind) = self.entries.get(usize::try_from(id).ok()?)?;
        Some(*kind)
    }

    /// Whether a piece is the beginning of a word, which is to say that it starts with [`SPACE_SYMBOL`].
    pub(super) fn starts_word(&self, id: TokenId) -> bool {
        self.text(id)
            .is_some_and(|text| text.starts_with(SPACE_SYMBOL))
    }

    pub(super) fn is_control(&self, id: TokenId) -> bool {
        self.kind(id) == Some(Kind::Control)
    }

    /// The byte that a piece stands for, if it is one of those.
    pub(super) fn byte(&self, id: TokenId) -> Option<u8> {
        if self.kind(id)? != Kind::Byte {
            return None;
        }
        byte_of(self.text(id)?)
    }
}

/// The byte that `<0x00>` to `<0xFF>` stand for; the digits are upper case.
pub(super) fn byte_of(text: &str) -> Option<u8> {
    let digits = text.strip_prefix("<0x")?.strip_suffix('>')?;
    let upper = |digit: u8| digit.is_ascii_digit() || (b'A'..=b'F').contains(&digit);
    if digits.len() == 2 && digits.bytes().all(upper) {
        u8::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}
