//! Places in a text that are counted in units of UTF-16.

use std::ops::Range;

/// The bytes at which the units of a text begin.
#[derive(Debug)]
pub(super) struct Units {
    /// One for each unit and one for the end of the text; nothing for the second unit of a character that has two.
    starts: Vec<Option<usize>>,
}

impl Units {
    pub(super) fn of(text: &str) -> Self {
        let mut starts = Vec::with_capacity(text.len() + 1);
        for (at, character) in text.char_indices() {
            starts.push(Some(at));
            if character.len_utf16() > 1 {
                starts.push(None);
            }
        }
        starts.push(Some(text.len()));
        Self { starts }
    }

    /// The bytes of a stretch; nothing if it is not one of the text, or cuts a character in two.
    pub(super) fn range(&self, offset: usize, length: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(offset)?;
        let end = *self.starts.get(offset.checked_add(length)?)?;
        Some(start?..end?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_of_two_units_are_not_cut() {
        let text = "a\u{1f600}e\u{301}\u{10ffff}";
        let units = Units::of(text);
        for (offset, length, expected) in [
            (0, 1, Some("a")),
            (1, 2, Some("\u{1f600}")),
            (3, 2, Some("e\u{301}")),
            (5, 2, Some("\u{10ffff}")),
            (0, 7, Some(text)),
            (7, 0, Some("")),
            (1, 1, None),
            (2, 1, None),
            (7, 1, None),
            (8, 0, None),
            (usize::MAX, 1, None),
            (1, usize::MAX, None),
        ] {
            let range = units.range(offset, length);
            assert_eq!(range.map(|range| &text[range]), expected);
        }
    }

    proptest! {
        #[test]
        fn every_stretch_has_the_units_that_it_is_said_to_have(text: String, offset in 0..40usize, length in 1..40usize) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let stretch = units.get(offset..offset + length).and_then(|units| String::from_utf16(units).ok());
            let range = Units::of(&text).range(offset, length);
            prop_assert_eq!(range.map(|range| text[range].to_owned()), stretch);
        }
    }
}
