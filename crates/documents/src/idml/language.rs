//! What a translation says of its language and direction.

use std::ops::Range;

use dragoman_language::Language;

use crate::document::is_right_to_left;
use crate::xml::{Tag, escape_attribute};

/// Names under which a language is known, the best first, where it is not its name in English.
const NAMES: [(&str, &[&str]); 16] = [
    (
        "de",
        &["de_DE_2006", "German: 2006 Reform", "German: Reformed"],
    ),
    (
        "de-CH",
        &["de_CH_2006", "German: Swiss 2006 Reform", "German: Swiss"],
    ),
    ("en", &["English: USA"]),
    ("en-CA", &["English: Canadian", "English: UK"]),
    ("en-GB", &["English: UK"]),
    ("en-US", &["English: USA"]),
    ("es", &["Spanish: Castilian", "Spanish"]),
    ("fr-CA", &["French: Canadian", "French"]),
    ("nb", &["Norwegian: Bokmal"]),
    ("nl", &["nl_NL_2005", "Dutch: 2005 Reform", "Dutch"]),
    ("nn", &["Norwegian: Nynorsk"]),
    ("no", &["Norwegian: Bokmal"]),
    ("pt-BR", &["Portuguese: Brazilian"]),
    ("zh", &["Chinese: Simplified"]),
    ("zh-Hans", &["Chinese: Simplified"]),
    ("zh-Hant", &["Chinese: Traditional"]),
];

/// What a translation says of its language and direction.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    /// The value of an attribute, if the package has the language: a name that it lacks means nothing in it.
    language: Option<String>,
    direction: &'static str,
}

/// The attribute that says how far letters are moved together or apart, which was set by hand for a pair of them.
pub(super) const PAIR_KERNING: &str = "KerningValue";

impl Marks {
    /// Those for a target language in a package with these languages.
    pub(super) fn new(target: Language, languages: &[String]) -> Self {
        let tag = target.tag();
        let own = NAMES.iter().find(|(known, _)| *known == tag);
        let base = [target.base().name()];
        let names = own.map_or(&base[..], |(_, names)| names);
        let known = names.iter().find_map(|name| {
            let has_name =
                |language: &&String| language.strip_prefix("$ID/").unwrap_or(language) == *name;
            languages.iter().find(has_name)
        });
        Self {
            language: known.map(|name| escape_attribute(name)),
            direction: if is_right_to_left(target) {
                "RightToLeftDirection"
            } else {
                "LeftToRightDirection"
            },
        }
    }

    /// Whether the package has the target language.
    pub(super) fn has_language(&self) -> bool {
        self.language.is_some()
    }

    /// Leaves the language as it is.
    pub(super) fn forget_language(&mut self) {
        self.language = None;
    }

    /// What attributes of this tag are to say otherwise than they do.
    pub(super) fn changes<'m>(
        &'m self,
        tag: &Tag<'_, ()>,
    ) -> impl Iterator<Item = (Range<usize>, &'m str)> {
        tag.attributes().filter_map(|attribute| {
            let wanted = match attribute.full_name {
                "AppliedLanguage" if !attribute.raw.ends_with("[No Language]") => {
                    self.language.as_deref()?
                }
                "StoryDirection" | "ParagraphDirection" => self.direction,
                "CharacterDirection" if attribute.raw != "DefaultDirection" => self.direction,
                _ => return None,
            };
            (wanted != attribute.raw).then_some((attribute.range, wanted))
        })
    }

    /// The tag of a range of text as it is to be around a translation.
    pub(super) fn applied(&self, part: &str, tag: &Tag<'_, ()>) -> String {
        let mut text = String::new();
        let mut copied = tag.range.start;
        let mut changes: Vec<_> = self.changes(tag).collect();
        changes.extend(pair_kerning(part, tag).map(|range| (range, "")));
        changes.sort_by_key(|(range, _)| range.start);
        for (range, wanted) in changes {
            text.push_str(part.get(copied..range.start).unwrap_or_default());
            text.push_str(wanted);
            copied = range.end;
        }
        text.push_str(part.get(copied..tag.range.end).unwrap_or_default());
        text
    }
}

/// Where a tag says how far its letters are moved together, with the white space before.
fn pair_kerning(part: &str, tag: &Tag<'_, ()>) -> Option<Range<usize>> {
    let mut attributes = tag.attributes();
    let found = attributes.find(|attribute| attribute.full_name == PAIR_KERNING)?;
    let before = part.get(tag.range.start..found.range.start)?;
    let name = before.rfind(PAIR_KERNING)?;
    let start = before.get(..name)?.trim_end().len();
    Some(tag.range.start + start..found.range.end + 1)
}
