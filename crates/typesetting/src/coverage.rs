//! Which characters need glyphs, and which a face has.

/// Whether a character needs no glyph of its own: what is not seen, and white space, for which fonts without
/// it have a gap.
pub(crate) fn needs_no_glyph(character: char) -> bool {
    is_invisible(character) || character.is_control() || is_space(character)
}

/// Whether a character is white space, of whatever width.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace()
}

/// Whether a character is never seen, and not part of how its neighbours look: marks of direction, places
/// where a line may end, byte order marks.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
        || is_joiner(character)
        || is_selector(character)
}

/// Whether a character is not seen, but says how its neighbours are joined.
pub(crate) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}' | '\u{34F}')
}

/// Whether a character chooses between the shapes of the one before it.
pub(crate) const fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180F}')
}

/// The characters that a face has, as ranges in order.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    ranges: Vec<(u32, u32)>,
}

impl Coverage {
    /// Of characters in any order.
    pub(crate) fn of(characters: impl Iterator<Item = u32>) -> Self {
        let mut all: Vec<u32> = characters.collect();
        all.sort_unstable();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for character in all {
            match ranges.last_mut() {
                Some((_, last)) if character <= last.saturating_add(1) => *last = character,
                _ => ranges.push((character, character)),
            }
        }
        Self { ranges }
    }

    /// Whether the face has a glyph for a character.
    pub(crate) fn has(&self, character: char) -> bool {
        let code = u32::from(character);
        let after = self.ranges.partition_point(|(first, _)| *first <= code);
        let before = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        before.is_some_and(|(_, last)| code <= *last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_joins_ranges() {
        let coverage = Coverage::of([100, 97, 98, 98].into_iter());
        assert_eq!(coverage.ranges, [(97, 98), (100, 100)]);
        assert!(coverage.has('a') && coverage.has('d'));
        assert!(!coverage.has('c') && !coverage.has('`') && !coverage.has('e'));
    }

    #[test]
    fn what_is_not_seen_needs_no_glyph() {
        for character in [
            '\u{AD}', ' ', '\u{A0}', '\n', '\u{200D}', '\u{FE0F}', '\u{202B}',
        ] {
            assert!(needs_no_glyph(character), "{character:?}");
        }
        assert!(!needs_no_glyph('a'));
    }
}
