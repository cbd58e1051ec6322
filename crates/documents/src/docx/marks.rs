//! What a translation says of its language, its direction and its script.

use std::ops::Range;

use dragoman_language::Language;

use crate::office::direction;
use crate::xml::{Edits, Tag};

/// What a translation says of its language and direction.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    tag: &'static str,
    /// The attribute of `w:lang` for the target's kind of script.
    attribute: &'static str,
    is_right_to_left: bool,
    /// Whether its letters have properties of their own: of right-to-left scripts, and of those of India and its
    /// neighbours.
    is_complex: bool,
    /// Whether the translation stands behind its source, so that only its own text says its language.
    is_behind: bool,
}

/// Languages besides those from right to left whose letters word processors take for complex.
const COMPLEX: [&str; 26] = [
    "as", "bho", "bn", "bo", "brx", "doi", "dz", "gu", "hi", "kn", "km", "kok", "lo", "mai", "ml",
    "mni", "mr", "my", "ne", "or", "pa", "sa", "si", "ta", "te", "th",
];

/// The attribute of `w:lang` for most scripts.
const LATIN: &str = "val";

/// The hint in a run's fonts that signs which scripts share are those of East Asia.
pub(super) const EAST_ASIAN: &str = "eastAsia";

impl Marks {
    pub(super) fn new(target: Language, is_behind: bool) -> Self {
        let common = direction::Marks::new(target);
        let (tag, is_right_to_left) = (common.tag(), common.is_right_to_left());
        let primary = tag.split('-').next().unwrap_or(tag);
        let is_complex = is_right_to_left || COMPLEX.contains(&primary);
        Self {
            tag,
            attribute: match primary {
                _ if is_complex => "bidi",
                "zh" | "ja" | "ko" => EAST_ASIAN,
                _ => LATIN,
            },
            is_right_to_left,
            is_complex,
            is_behind,
        }
    }

    /// The language that an element `w:lang` should have, with its place.
    pub(super) fn language<N>(&self, tag: &Tag<'_, N>) -> Option<(Range<usize>, &'static str)> {
        let attribute = tag.attribute(self.attribute)?;
        (attribute.raw != self.tag).then_some((attribute.range, self.tag))
    }

    /// Whether it is written from right to left.
    pub(super) fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// Whether the translation stands behind its source, so that only its own text says its language.
    pub(super) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// What an element `w:lang` says with nothing but the translation's language; its name has this prefix. Attributes
    /// without one would be in no namespace.
    pub(super) fn new_language(&self, prefix: &str) -> Option<String> {
        let (attribute, tag) = (self.attribute, self.tag);
        let written = || format!("<{prefix}lang {prefix}{attribute}=\"{tag}\"/>");
        (!prefix.is_empty()).then(written)
    }

    /// The language that an element `w:lang` should have besides those for other scripts, and where it is to stand.
    pub(super) fn added_language<N>(&self, tag: &Tag<'_, N>) -> Option<(usize, String)> {
        if tag.attribute(self.attribute).is_some() {
            return None;
        }
        let place = tag.range.start + 1 + tag.full_name.len();
        let (prefix, name, language) = (attribute_prefix(tag)?, self.attribute, self.tag);
        Some((place, format!(" {prefix}{name}=\"{language}\"")))
    }

    /// Whether its letters have properties of their own.
    pub(super) fn is_complex(&self) -> bool {
        self.is_complex
    }

    /// As [`Marks::set_language`], for the languages for which a theme has fonts besides those of Latin scripts.
    pub(super) fn set_theme_language<N>(&self, tag: &Tag<'_, N>, edits: &mut Edits) {
        if self.attribute == LATIN {
            return;
        }
        if !self.is_behind {
            self.set_language(tag, edits);
        } else if let Some((place, language)) = self.added_language(tag) {
            edits.replace(place..place, language);
        }
    }

    /// Sets the language of an element that says which there are for each kind of script.
    pub(super) fn set_language<N>(&self, tag: &Tag<'_, N>, edits: &mut Edits) {
        if tag.attribute(self.attribute).is_some() {
            if let Some((range, language)) = self.language(tag) {
                edits.replace(range, language.to_owned());
            }
        } else if self.attribute != LATIN
            && let Some((place, language)) = self.added_language(tag)
        {
            edits.replace(place..place, language);
        }
    }

    /// Whether signs that Latin scripts have as well are those of East Asia; `None` if that is as it was. Chinese and
    /// Japanese write them wide, which a hint in a run's fonts says.
    pub(super) fn wants_hint(&self) -> Option<bool> {
        match (self.attribute, self.tag) {
            (EAST_ASIAN, "ko") => None,
            (attribute, _) => Some(attribute == EAST_ASIAN),
        }
    }

    /// The fonts of a run with the hint that the translation needs; `None` if they are as they should be.
    pub(super) fn fonts<N>(&self, tag: &Tag<'_, N>) -> Option<String> {
        let wants_hint = self.wants_hint()?;
        let hint = tag.attribute("hint").map(|hint| hint.raw);
        if (hint == Some(EAST_ASIAN)) == wants_hint {
            return None;
        }
        let prefix = attribute_prefix(tag)?;
        let fonts = tag.attributes().filter(|font| font.name() != "hint");
        let fonts: String = fonts
            .map(|font| {
                format!(
                    " {}=\"{}\"",
                    font.full_name,
                    font.raw.replace('"', "&quot;")
                )
            })
            .collect();
        let name = tag.full_name;
        Some(match (wants_hint, fonts.as_str()) {
            (true, _) => format!("<{name} {prefix}hint=\"{EAST_ASIAN}\"{fonts}/>"),
            (false, "") => String::new(),
            (false, _) => format!("<{name}{fonts}/>"),
        })
    }
}

/// The prefix of an element's attributes, with its colon, if it has any.
fn attribute_prefix<'a, N>(tag: &Tag<'a, N>) -> Option<&'a str> {
    let mut names = tag.attributes().map(|attribute| attribute.full_name);
    names.find_map(|name| {
        name.split_inclusive(':')
            .next()
            .filter(|prefix| prefix.ends_with(':'))
    })
}
