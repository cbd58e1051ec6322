//! From one written variant of a language to another: spelling and script.
//!
//! For targets whose variant no engine writes itself. English is spelled the British or the
//! American way, and Chinese is written in simplified or in traditional characters. Portuguese and Spanish have no rules
//! here: Brazilian and European Portuguese, and the Spanish of Spain and of Latin America, differ
//! in words, pronouns and syntax, not in spelling, so that a table would change what a text says.

mod chinese;
mod spelling;

use std::ops::Range;
use std::sync::OnceLock;

use dragoman_domain::{Edit, Language, SegmentTranslation};

use chinese::Script;
use spelling::{Spelling, Spellings};

/// Turns one written variant of a language into another. The tables are read when they are first
/// needed.
#[derive(Default)]
pub struct Variants {
    spellings: OnceLock<Spellings>,
    traditional: OnceLock<Script>,
    simplified: OnceLock<Script>,
}

impl std::fmt::Debug for Variants {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Variants").finish_non_exhaustive()
    }
}

impl Variants {
    /// Without any table yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a translation as `target` is written; the alignment follows. `kept` are byte ranges
    /// of the translation that stay as they are, such as placeholders and the terms of a glossary.
    ///
    /// A language without rules stays as it is, and so do web addresses and code, capitalised
    /// English words inside a sentence, and words that may or may not be spelled differently,
    /// depending on their sense. Chinese becomes simplified as a whole or not at all: in a text of simplified characters
    /// a few traditional ones are names or quotations.
    pub fn convert(
        &self,
        translation: &mut SegmentTranslation,
        target: Language,
        kept: &[Range<usize>],
    ) {
        let edits = self.edits(translation.text(), target, kept);
        if !edits.is_empty() {
            translation.edit(edits);
        }
    }

    fn edits(&self, text: &str, target: Language, kept: &[Range<usize>]) -> Vec<Edit> {
        let spellings = || self.spellings.get_or_init(Spellings::new);
        match target.tag() {
            "en-GB" => spellings().edits(text, Spelling::British, kept),
            "en-US" => spellings().edits(text, Spelling::American, kept),
            "zh-Hant" => self.traditional().edits(text, kept),
            "zh-Hans" if self.is_traditional(text) => self.simplified().edits(text, kept),
            _ => Vec::new(),
        }
    }

    /// Whether a Chinese text is written in traditional characters: it has more that are used only there than such that
    /// are used only in simplified Chinese.
    #[must_use]
    pub fn is_traditional(&self, text: &str) -> bool {
        let traditional = self.simplified().changes(text);
        traditional > 0 && traditional > self.traditional().changes(text)
    }

    fn traditional(&self) -> &Script {
        self.traditional.get_or_init(Script::traditional)
    }

    fn simplified(&self) -> &Script {
        self.simplified.get_or_init(Script::simplified)
    }
}

/// The variants that [`Variants::convert`] makes of text in `base`: what an engine that translates
/// into `base` can be offered for, too.
///
/// Chinese without a script is simplified, so that nothing has to be done for that.
#[must_use]
pub fn derivable(base: Language) -> Vec<Language> {
    let tags: &[&str] = match base.tag() {
        "en" => &["en-GB", "en-US"],
        "en-US" => &["en-GB"],
        "en-GB" => &["en-US"],
        "zh" => &["zh-Hans", "zh-Hant"],
        "zh-Hans" => &["zh-Hant"],
        _ => &[],
    };
    let languages = tags.iter().filter_map(|tag| Language::parse(tag).ok());
    languages.collect()
}

/// The stretches of a text between those that are kept, which may overlap in any order.
fn between(text: &str, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut kept: Vec<&Range<usize>> = kept.iter().filter(|range| !range.is_empty()).collect();
    kept.sort_by_key(|range| range.start);
    let (mut stretches, mut start) = (Vec::with_capacity(kept.len() + 1), 0);
    for range in kept {
        if range.start > start {
            stretches.push(start..range.start.min(text.len()));
        }
        start = start.max(range.end);
    }
    stretches.push(start..text.len());
    stretches.retain(|range| range.start < range.end && text.get(range.clone()).is_some());
    stretches
}

#[cfg(test)]
mod tests;
