//! Tables of characters and phrases and what is written for them, read where they lie.
//!
//! `scripts/chinese` makes them. Numbers are little-endian. In this order:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | how many bytes the next part has |
//! | so many | a map from phrases to numbers, as the library `fst` writes it |
//! | the rest | replacements in full, a line each |
//!
//! The number of a phrase says what is written for it:
//!
//! | number | what |
//! |---|---|
//! | 0 | what is written for each of its characters alone |
//! | lowest four bits `n` from 1 | the same, but for the `n`th character the one whose code is above those bits |
//! | lowest four bits 0 | the replacement that is on the line above those bits, counted from 1 |

use fst::Map;

/// The bits that say which character of a phrase is another.
const PLACE_BITS: u32 = 4;

/// What a phrase becomes.
#[derive(Clone, Copy)]
enum Replacement {
    ByCharacters,
    /// By characters, but for one of them.
    ByCharactersBut(usize, char),
    Whole(&'static str),
}

/// A table.
pub(crate) struct Replacements {
    phrases: Map<&'static [u8]>,
    whole: Vec<&'static str>,
}

impl Replacements {
    /// The table in these bytes; `None` if they are not one.
    pub(crate) fn read(bytes: &'static [u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (phrases, whole) = rest.split_at_checked(length)?;
        Some(Self {
            phrases: Map::new(phrases).ok()?,
            whole: std::str::from_utf8(whole).ok()?.lines().collect(),
        })
    }

    /// Appends a text with the longest phrase at each place replaced, from the beginning on.
    pub(crate) fn replace(&self, text: &str, replaced: &mut String) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (length, replacement) = match self.longest(rest) {
                Some((length, replacement)) => (length, Some(replacement)),
                None => (first.len_utf8(), None),
            };
            let (phrase, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            match replacement {
                None => replaced.push_str(phrase),
                Some(Replacement::Whole(whole)) => replaced.push_str(whole),
                Some(Replacement::ByCharacters) => {
                    replaced.extend(phrase.chars().map(|character| self.alone(character)));
                }
                Some(Replacement::ByCharactersBut(place, other)) => {
                    let characters = phrase.chars().enumerate();
                    replaced.extend(characters.map(|(at, character)| match at == place {
                        true => other,
                        false => self.alone(character),
                    }));
                }
            }
            rest = after;
        }
    }

    /// What is written for a character of a phrase by its own entry.
    fn alone(&self, character: char) -> char {
        let number = self.phrases.get(character.encode_utf8(&mut [0; 4]));
        match number.and_then(|number| self.replacement(number)) {
            Some(Replacement::ByCharactersBut(0, other)) => other,
            _ => character,
        }
    }

    /// The length of the longest phrase that a text begins with, in bytes, and what it becomes.
    fn longest(&self, text: &str) -> Option<(usize, Replacement)> {
        let phrases = self.phrases.as_fst();
        let (mut node, mut sum, mut found) = (phrases.root(), 0, None);
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            let Some(index) = node.find_input(byte) else {
                break;
            };
            let transition = node.transition(index);
            sum += transition.out.value();
            node = phrases.node(transition.addr);
            if node.is_final() {
                found = Some((at + 1, sum + node.final_output().value()));
            }
        }
        let (length, number) = found?;
        Some((length, self.replacement(number)?))
    }

    fn replacement(&self, number: u64) -> Option<Replacement> {
        let above = u32::try_from(number >> PLACE_BITS).ok()?;
        let place = usize::try_from(number & ((1 << PLACE_BITS) - 1)).ok()?;
        Some(match (place.checked_sub(1), above) {
            (Some(place), code) => Replacement::ByCharactersBut(place, char::from_u32(code)?),
            (None, 0) => Replacement::ByCharacters,
            (None, line) => {
                let line = usize::try_from(line - 1).ok()?;
                Replacement::Whole(self.whole.get(line)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(phrases: &[(&str, u64)], whole: &str) -> Replacements {
        let phrases = Map::from_iter(phrases.iter().copied()).unwrap();
        let phrases = phrases.as_fst().as_bytes();
        let length = u32::try_from(phrases.len()).unwrap();
        let bytes = [&length.to_le_bytes(), phrases, whole.as_bytes()].concat();
        Replacements::read(bytes.leak()).unwrap()
    }

    #[test]
    fn the_longest_phrase_is_replaced_in_each_way() {
        let character = |place: u64, other: char| u64::from(other) << 4 | (place + 1);
        let phrases = [
            ("a", character(0, 'A')),
            ("ab", 0),
            ("abb", 1 << 4),
            ("b", character(0, 'B')),
            ("ba", character(1, 'Z')),
            ("c", 2 << 4),
        ];
        let table = table(&phrases, "first\nsecond\n");
        for (text, replaced) in [
            ("", ""),
            ("xyz", "xyz"),
            ("abx", "ABx"),
            ("abba", "firstA"),
            ("bab", "BZB"),
            ("c", "second"),
        ] {
            let mut found = String::new();
            table.replace(text, &mut found);
            assert_eq!(found, replaced, "{text}");
        }
    }

    #[test]
    fn what_is_no_table_is_not_read() {
        assert!(Replacements::read(b"").is_none());
        assert!(Replacements::read(b"\x09\0\0\0short").is_none());
        assert!(Replacements::read(b"\x04\0\0\0none").is_none());
    }
}
