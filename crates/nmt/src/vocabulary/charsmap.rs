//! The compiled replacement rules of a SentencePiece file ("precompiled charsmap").
//!
//! The blob is the size of a double array in bytes (u32, little endian), the array, and all replacements, each ended by a NUL. The
//! array is that of the Darts-clone library: units of 32 bits in which, from the lowest, 8 bits are the byte that leads to the unit, one
//! bit says that a key ends there, one that the offset is to be taken times 256, and 21 are the offset to the children; a unit with the
//! highest bit set holds a value instead, here the place of the replacement.

use super::VocabularyError;

/// The longest replacement in bytes. The longest one of Unicode's own mappings has 33.
const MAX_REPLACEMENT: usize = 64;

/// The longest stretch that is replaced, in bytes. Unicode's own mappings need 18; a damaged array could go round in circles.
const MAX_STRETCH: usize = 256;

const VALUE: u32 = 1 << 31;

/// Rules that replace stretches of text, the longest that fits first.
#[derive(Clone)]
pub(super) struct Charsmap {
    units: Vec<u32>,
    replacements: String,
}

impl Charsmap {
    /// Reads and checks the blob.
    ///
    /// # Errors
    /// If sizes contradict each other, or a rule leads to no replacement of reasonable size.
    pub(super) fn parse(blob: &[u8]) -> Result<Self, VocabularyError> {
        let invalid = |problem| VocabularyError::InvalidCharsmap { problem };
        let (size, rest) = blob
            .split_first_chunk::<4>()
            .ok_or(invalid("they are shorter than their header"))?;
        let size = u32::from_le_bytes(*size) as usize;
        if size >= rest.len() || size == 0 || !size.is_multiple_of(4) {
            return Err(invalid("the size of their array is wrong"));
        }
        let (array, replacements) = rest
            .split_at_checked(size)
            .ok_or(invalid("the size of their array is wrong"))?;
        let (units, _) = array.as_chunks::<4>();
        let charsmap = Self {
            units: units.iter().copied().map(u32::from_le_bytes).collect(),
            replacements: std::str::from_utf8(replacements)
                .map_err(|_| invalid("the replacements are not UTF-8"))?
                .to_owned(),
        };
        let values = charsmap.units.iter().filter(|unit| *unit & VALUE != 0);
        for unit in values {
            if charsmap.replacement(unit & !VALUE).is_none() {
                return Err(invalid("a rule leads to no replacement"));
            }
        }
        Ok(charsmap)
    }

    /// The replacement for the longest stretch at the beginning of a text that has one, and the length of that stretch in bytes.
    #[inline]
    pub(super) fn longest_match(&self, text: &str) -> Option<(&str, usize)> {
        let mut position = 0_u32;
        let mut unit = *self.units.first()?;
        position ^= offset(unit);
        let mut longest = None;
        for (index, byte) in text.bytes().take(MAX_STRETCH).enumerate() {
            position ^= u32::from(byte);
            let Some(&next) = self.units.get(position as usize) else {
                break;
            };
            unit = next;
            if unit & (VALUE | 0xff) != u32::from(byte) {
                break;
            }
            position ^= offset(unit);
            if unit & 0x100 != 0 {
                let length = index.saturating_add(1);
                let value = self.units.get(position as usize);
                // A damaged array could have a rule for half a character.
                if let Some(value) = value.filter(|_| text.is_char_boundary(length)) {
                    longest = Some((value & !VALUE, length));
                }
            }
        }
        let (value, length) = longest?;
        Some((self.replacement(value)?, length))
    }

    /// Whether a rule begins with this ASCII character and is about it alone, or has another ASCII character behind it.
    pub(super) fn has_ascii_rule(&self, byte: u8) -> bool {
        let Some(root) = self.units.first() else {
            return false;
        };
        let child = |position: u32, byte: u8| {
            let position = position ^ u32::from(byte);
            let unit = *self.units.get(position as usize)?;
            let matches = unit & (VALUE | 0xff) == u32::from(byte);
            matches.then_some((unit, position ^ offset(unit)))
        };
        let Some((unit, position)) = child(offset(*root), byte) else {
            return false;
        };
        unit & 0x100 != 0 || (0..0x80).any(|next| child(position, next).is_some())
    }

    /// The text at a place up to the next NUL or the end.
    fn replacement(&self, value: u32) -> Option<&str> {
        let rest = self.replacements.get(value as usize..)?;
        if rest.is_empty() {
            return None;
        }
        let length = rest
            .bytes()
            .take(MAX_REPLACEMENT.saturating_add(1))
            .position(|byte| byte == 0)
            .or_else(|| (rest.len() <= MAX_REPLACEMENT).then_some(rest.len()))?;
        rest.get(..length)
    }
}

/// How far the children of a unit are, to be combined by XOR.
#[inline]
fn offset(unit: u32) -> u32 {
    (unit >> 10) << ((unit & 0x200) >> 6)
}
