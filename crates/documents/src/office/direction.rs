//! What a translation says of its language and of the direction in which it is written.

use std::ops::Range;

use dragoman_language::Language;

use crate::document::is_right_to_left;
use crate::xml::{Edits, Tag};

use super::names::Namespace;

/// What ends a text in another direction than that around it.
pub(crate) const END_OF_DIRECTION: &str = "\u{202C}";

/// What begins a text in another direction than that around it, if a translation behind this source has one: its signs
/// and words of other scripts would be in disorder otherwise.
pub(crate) fn start_of_direction(is_right_to_left: bool, source: &str) -> Option<&'static str> {
    match (is_right_to_left, source.contains(is_from_right)) {
        (true, false) => Some("\u{202B}"),
        (false, true) => Some("\u{202A}"),
        _ => None,
    }
}

/// Whether a letter is of a script that is written from right to left.
fn is_from_right(letter: char) -> bool {
    matches!(
        letter,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}'
    )
}

/// The language and the direction of a translation.
#[derive(Debug, Clone)]
pub(crate) struct Marks {
    tag: &'static str,
    is_right_to_left: bool,
}

impl Marks {
    /// Those of a target language.
    pub(crate) fn new(target: Language) -> Self {
        let tag = target.tag();
        Self {
            tag: match tag {
                "zh" | "zh-Hans" => "zh-CN",
                "zh-Hant" => "zh-TW",
                _ => tag,
            },
            is_right_to_left: is_right_to_left(target),
        }
    }

    /// The language as office programs call it.
    pub(crate) fn tag(&self) -> &'static str {
        self.tag
    }

    /// Whether it is written from right to left.
    pub(crate) fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// The language that a run's properties should have, with its place.
    pub(crate) fn language(
        &self,
        tag: &Tag<'_, Namespace>,
    ) -> Option<(Range<usize>, &'static str)> {
        let mut attributes = tag.attributes();
        let language = attributes.find(|attribute| attribute.full_name == "lang")?;
        (language.raw != self.tag).then_some((language.range, self.tag))
    }

    /// Gives a paragraph's properties, or those of a level, the translation's direction. Where that is
    /// another, what was aligned to one side is aligned to the other.
    pub(crate) fn turn(&self, tag: &Tag<'_, Namespace>, edits: &mut Edits) {
        if self.set_flag(tag, "rtl", edits) {
            Self::turn_alignment(tag, edits);
        }
    }

    /// As [`Marks::turn`], for a level on which others are based: text of it is aligned to the left
    /// if it does not say how.
    pub(crate) fn turn_base(&self, tag: &Tag<'_, Namespace>, edits: &mut Edits) {
        if !self.set_flag(tag, "rtl", edits) || Self::turn_alignment(tag, edits) {
            return;
        }
        if self.is_right_to_left {
            insert(tag, " algn=\"r\"", edits);
        }
    }

    /// Tells whether there is an alignment.
    fn turn_alignment(tag: &Tag<'_, Namespace>, edits: &mut Edits) -> bool {
        let alignment = tag
            .attributes()
            .find(|attribute| attribute.full_name == "algn");
        let Some(alignment) = alignment else {
            return false;
        };
        match alignment.raw {
            "l" => edits.replace(alignment.range, "r".to_owned()),
            "r" => edits.replace(alignment.range, "l".to_owned()),
            _ => {}
        }
        true
    }

    /// Sets a flag to whether the translation is written from right to left, and tells whether it was another.
    pub(crate) fn set_flag(&self, tag: &Tag<'_, Namespace>, name: &str, edits: &mut Edits) -> bool {
        let flag = tag
            .attributes()
            .find(|attribute| attribute.full_name == name);
        let is_set = flag
            .as_ref()
            .is_some_and(|flag| matches!(flag.raw, "1" | "true" | "on"));
        if is_set == self.is_right_to_left {
            return false;
        }
        let value = if self.is_right_to_left { "1" } else { "0" };
        match flag {
            Some(flag) => edits.replace(flag.range, value.to_owned()),
            None => insert(tag, &format!(" {name}=\"{value}\""), edits),
        }
        true
    }
}

/// Puts attributes after an element's name.
fn insert(tag: &Tag<'_, Namespace>, attributes: &str, edits: &mut Edits) {
    let place = tag.range.start + 1 + tag.full_name.len();
    edits.replace(place..place, attributes.to_owned());
}
