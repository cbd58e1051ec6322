//! What a translation says of its language and direction.

use std::ops::Range;

use dragoman_language::Language;

use crate::office::direction;
use crate::xml::{Attribute, Edits, Tag};

use super::names::Namespace;

/// The languages whose text has the properties of East Asian text.
const ASIAN: [&str; 3] = ["zh", "ja", "ko"];

/// Languages besides those from right to left whose letters programs take for complex.
const COMPLEX: [&str; 26] = [
    "as", "bho", "bn", "bo", "brx", "doi", "dz", "gu", "hi", "kn", "km", "kok", "lo", "mai", "ml",
    "mni", "mr", "my", "ne", "or", "pa", "sa", "si", "ta", "te", "th",
];

/// What a language is called that has no country, or none at all.
const NONE: &str = "none";

/// Text that is in no language.
const NO_LANGUAGE: &str = "zxx";

/// What a translation says of its language and direction.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    tag: &'static str,
    language: &'static str,
    country: &'static str,
    /// What the names of the properties end with that are for the target's kind of script.
    ending: &'static str,
    is_right_to_left: bool,
    /// Whether the document was written in the other direction.
    turns: bool,
}

impl Marks {
    /// Those for a target language in a document that was written from right to left or not.
    pub(super) fn new(target: Language, was_right_to_left: bool) -> Self {
        let common = direction::Marks::new(target);
        let (tag, is_right_to_left) = (common.tag(), common.is_right_to_left());
        let (language, rest) = tag.split_once('-').unwrap_or((tag, NONE));
        let is_country = rest.len() == 2;
        Self {
            tag,
            language,
            country: if is_country { rest } else { NONE },
            ending: match language {
                _ if ASIAN.contains(&language) => "-asian",
                _ if is_right_to_left || COMPLEX.contains(&language) => "-complex",
                _ => "",
            },
            is_right_to_left,
            turns: is_right_to_left != was_right_to_left,
        }
    }

    /// The language as documents call it.
    pub(super) fn tag(&self) -> &'static str {
        self.tag
    }

    /// Whether the translation is written from right to left.
    pub(super) fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// A style of text that says nothing but its language. It declares its names itself.
    pub(super) fn style(&self, name: &str) -> String {
        let (language, country, ending) = (self.language, self.country, self.ending);
        let prefix = if ending.is_empty() { "fo" } else { "style" };
        format!(
            "<style:style xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
             xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" style:name=\"{name}\" \
             style:family=\"text\"><style:text-properties {prefix}:language{ending}=\"{language}\" \
             {prefix}:country{ending}=\"{country}\"/></style:style>"
        )
    }

    /// Sets the properties of a tag that say in which language text is and in which direction it is written. Those
    /// of defaults are added where they are missing.
    pub(super) fn set(
        &self,
        part: &str,
        tag: &Tag<'_, Namespace>,
        is_default: bool,
        edits: &mut Edits,
    ) {
        match tag.name {
            "text-properties" => self.set_language(part, tag, is_default, edits),
            "paragraph-properties" => self.set_alignment(tag, edits),
            _ => {}
        }
        let is_default = is_default && tag.name == "paragraph-properties";
        let Some(mode) = tag.attribute("writing-mode") else {
            if is_default && self.is_right_to_left {
                insert(tag, &[("writing-mode", "rl-tb")], edits);
            }
            return;
        };
        let wanted = match (mode.raw, self.is_right_to_left) {
            ("lr-tb", true) => "rl-tb",
            // A page may say nothing.
            ("page", true) if is_default => "rl-tb",
            ("lr", true) => "rl",
            ("rl-tb", false) => "lr-tb",
            ("rl", false) => "lr",
            _ => return,
        };
        edits.replace(mode.range, wanted.to_owned());
    }

    fn set_language(
        &self,
        part: &str,
        tag: &Tag<'_, Namespace>,
        is_default: bool,
        edits: &mut Edits,
    ) {
        let find = |name: &str| tag.attribute(&format!("{name}{}", self.ending));
        let Some(language) = find("language") else {
            // Those of Latin scripts are in another namespace, which may have any prefix.
            if is_default && !self.ending.is_empty() {
                let (language, country) = (
                    format!("language{}", self.ending),
                    format!("country{}", self.ending),
                );
                let values = [
                    (language.as_str(), self.language),
                    (country.as_str(), self.country),
                ];
                insert(tag, &values, edits);
            }
            return;
        };
        // Of text of Latin scripts that has none somebody wanted so.
        let is_without = language.raw == NONE && self.ending.is_empty();
        if language.raw == NO_LANGUAGE || is_without {
            return;
        }
        set(language, self.language, edits);
        if let Some(country) = find("country") {
            set(country, self.country, edits);
        }
        if let Some(whole) = find("rfc-language-tag") {
            set(whole, self.tag, edits);
        }
        // It is the script of the language that was there.
        if let Some(range) = find("script").and_then(|script| whole(part, tag, &script)) {
            edits.replace(range, String::new());
        }
    }

    /// Text that was aligned to a side of the page is aligned to where its lines begin or end.
    fn set_alignment(&self, tag: &Tag<'_, Namespace>, edits: &mut Edits) {
        let Some(alignment) = tag.attribute("text-align").filter(|_| self.turns) else {
            return;
        };
        let wanted = match (alignment.raw, self.is_right_to_left) {
            ("left", true) | ("right", false) => "start",
            ("right", true) | ("left", false) => "end",
            _ => return,
        };
        edits.replace(alignment.range, wanted.to_owned());
    }
}

fn set(attribute: Attribute<'_>, wanted: &str, edits: &mut Edits) {
    if attribute.raw != wanted {
        edits.replace(attribute.range, wanted.to_owned());
    }
}

/// Puts attributes of the namespace of the element after its name.
fn insert(tag: &Tag<'_, Namespace>, values: &[(&str, &str)], edits: &mut Edits) {
    let prefix = tag.full_name.strip_suffix(tag.name).unwrap_or_default();
    // Attributes are in no namespace without one.
    if prefix.is_empty() {
        return;
    }
    let place = tag.range.start + 1 + tag.full_name.len();
    let written = values
        .iter()
        .map(|(name, value)| format!(" {prefix}{name}=\"{value}\""));
    edits.replace(place..place, written.collect());
}

/// Where an attribute stands with its name and the white space before it.
pub(super) fn whole(
    part: &str,
    tag: &Tag<'_, Namespace>,
    attribute: &Attribute<'_>,
) -> Option<Range<usize>> {
    let before = part.get(tag.range.start..attribute.range.start)?;
    let name = before.rfind(attribute.full_name)?;
    let start = before.get(..name)?.trim_end().len();
    Some(tag.range.start + start..attribute.range.end + 1)
}
