//! Language tags as the wire spells them: which exist, what they are called, which are variants
//! of which, and pairs of them.
//!
//! This crate owns the closed list of languages that Dragoman knows. It does not know which of
//! them an engine can translate (that is what engines say of themselves), nor how to recognise
//! one in a text.

mod pair;
mod register;
mod script;
mod table;

use std::fmt;
use std::str::FromStr;

pub use pair::LanguagePair;
pub use register::{Register, has_registers};
pub use script::is_unspaced;

use table::{ENTRIES, Entry};

/// A language or a regional or script variant of one, for example `en`, `en-GB` or `zh-Hant`.
///
/// A value is always one of the known languages, so it can be copied, compared and hashed cheaply
/// and always has a name. The order is that of the tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(u16);

/// The text is not the tag of a known language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{tag}\" is not a known language code")]
pub struct UnknownLanguage {
    /// What was given instead of a known tag.
    pub tag: String,
}

impl Language {
    /// The language with this BCP 47 tag, in any case.
    ///
    /// # Errors
    /// [`UnknownLanguage`] if no known language has the tag.
    pub fn parse(tag: &str) -> Result<Self, UnknownLanguage> {
        ENTRIES
            .binary_search_by(|entry| compare_ignoring_case(entry.tag, tag))
            .ok()
            .and_then(|index| u16::try_from(index).ok())
            .map(Self)
            .ok_or_else(|| UnknownLanguage {
                tag: tag.to_owned(),
            })
    }

    /// Every known language, in the order of the tags.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ENTRIES.len()).filter_map(|index| u16::try_from(index).ok().map(Self))
    }

    /// The BCP 47 tag in its usual case: `en-GB`, `zh-Hans`, `es-419`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        self.entry().tag
    }

    /// The tag in the upper case that version 2 of the interface answers with: `EN-GB`.
    #[must_use]
    pub fn upper_case_tag(self) -> String {
        self.tag().to_ascii_uppercase()
    }

    /// The name of the language in English.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The language without its script and region: `en` for `en-GB`, itself for `en`.
    #[must_use]
    pub fn base(self) -> Self {
        match self.tag().split_once('-') {
            // Invariant: the base of every variant is in the table (a test checks it).
            Some((base, _)) => Self::parse(base).unwrap_or(self),
            None => self,
        }
    }

    /// Whether the tag names a script or a region.
    #[must_use]
    pub fn is_variant(self) -> bool {
        self.tag().contains('-')
    }

    fn entry(self) -> &'static Entry {
        // Invariant: the only constructors take the index from the table itself.
        &ENTRIES[usize::from(self.0)]
    }
}

/// Compares byte by byte as if both were in lower case.
const fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn compare_ignoring_case(left: &str, right: &str) -> std::cmp::Ordering {
    left.bytes().map(lower).cmp(right.bytes().map(lower))
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        Self::parse(tag)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_so_that_look_up_finds_every_entry() {
        for pair in ENTRIES.windows(2) {
            assert_eq!(
                compare_ignoring_case(pair[0].tag, pair[1].tag),
                std::cmp::Ordering::Less,
                "{} stands before {}",
                pair[0].tag,
                pair[1].tag
            );
        }
        for language in Language::all() {
            assert_eq!(Language::parse(language.tag()), Ok(language));
        }
    }

    #[test]
    fn the_base_of_every_variant_is_known() {
        for language in Language::all() {
            assert!(!language.base().is_variant(), "{language}");
        }
    }

    #[test]
    fn case_does_not_matter_on_input_and_is_usual_on_output() {
        for (given, tag, upper) in [
            ("EN", "en", "EN"),
            ("eN-gB", "en-GB", "EN-GB"),
            ("zh-hans", "zh-Hans", "ZH-HANS"),
            ("es-419", "es-419", "ES-419"),
        ] {
            let language = Language::parse(given).unwrap();
            assert_eq!(language.tag(), tag);
            assert_eq!(language.upper_case_tag(), upper);
        }
    }

    #[test]
    fn what_is_no_language_is_named_in_the_error() {
        for given in ["", "xx", "english", "en_GB", "en-", "e", "EN-GB-x", "ｅｎ"] {
            assert_eq!(
                Language::parse(given),
                Err(UnknownLanguage {
                    tag: given.to_owned()
                })
            );
        }
    }
}
