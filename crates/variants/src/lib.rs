//! Conversion between written variants of a language: spelling, script and common words.
//!
//! It serves translations into variants that no engine writes itself, and texts that are improved in a variant. English
//! gets British or American spelling, and the words of the country where they have a single meaning. Chinese gets
//! simplified or traditional characters. Portuguese gets the spelling and the common words of Brazil or Portugal where
//! the counterpart is certain; pronouns and ambiguous words do not change, so that an engine that writes one of the two
//! variants is still preferable. Spanish has no rules: the variants of Spain and Latin America differ in ambiguous
//! words and in pronouns, so that a table would change the meaning of texts.

mod chinese;
mod portuguese;
mod ranges;
mod replacements;
mod spelling;
mod vocabulary;

use std::ops::Range;
use std::sync::OnceLock;

use dragoman_language::Language;
use dragoman_text::{Edit, SegmentTranslation};

use chinese::ScriptConverter;
use portuguese::{PortugueseVariant, PortugueseVocabulary};
use spelling::{EnglishVariant, SpellingTable};
use vocabulary::Vocabulary;

/// Converts text from one written variant of a language to another. The tables are read at their first use.
#[derive(Default)]
pub struct Variants {
    spellings: OnceLock<SpellingTable>,
    portuguese: OnceLock<PortugueseVocabulary>,
    american: OnceLock<Vocabulary>,
    british: OnceLock<Vocabulary>,
    traditional: OnceLock<ScriptConverter>,
    simplified: OnceLock<ScriptConverter>,
}

impl std::fmt::Debug for Variants {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Variants").finish_non_exhaustive()
    }
}

impl Variants {
    /// Creates a converter without reading tables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a translation to the variant `target` and adapts its alignment. `kept` are byte ranges of the
    /// translation that do not change, such as placeholders and glossary terms.
    ///
    /// These do not change: languages without rules, web addresses, code, capitalised English words inside a sentence,
    /// words that a text mentions, and words whose counterpart depends on their meaning. Chinese becomes simplified as
    /// a whole or not at all: a few traditional characters in a simplified text are names or quotations.
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
        let portuguese = || self.portuguese.get_or_init(PortugueseVocabulary::new);
        match target.tag() {
            "en-GB" => self.english(text, EnglishVariant::British, kept),
            "en-US" => self.english(text, EnglishVariant::American, kept),
            "pt-BR" => portuguese().edits(text, PortugueseVariant::Brazilian, kept),
            "pt-PT" => portuguese().edits(text, PortugueseVariant::European, kept),
            "zh-Hant" => self.traditional().edits(text, kept),
            "zh-Hans" if self.is_traditional(text) => self.simplified().edits(text, kept),
            _ => Vec::new(),
        }
    }

    /// Replaces words by those of a variant, and changes the spelling of the others.
    fn english(&self, text: &str, variant: EnglishVariant, kept: &[Range<usize>]) -> Vec<Edit> {
        let vocabulary = match variant {
            EnglishVariant::American => &self.american,
            EnglishVariant::British => &self.british,
        };
        let vocabulary = vocabulary.get_or_init(|| Vocabulary::into_variant(variant.tag()));
        let spellings = self.spellings.get_or_init(SpellingTable::new);
        let mut edits = vocabulary.edits(text, kept);
        let mut kept = kept.to_vec();
        kept.extend(edits.iter().map(|edit| edit.range.clone()));
        edits.extend(spellings.edits(text, variant, &kept));
        edits.sort_by_key(|edit| edit.range.start);
        edits
    }

    /// Whether a Chinese text is in traditional characters: it has more characters that are only traditional than
    /// characters that are only simplified.
    #[must_use]
    pub fn is_traditional(&self, text: &str) -> bool {
        let traditional = self.simplified().changes(text);
        traditional > 0 && traditional > self.traditional().changes(text)
    }

    fn traditional(&self) -> &ScriptConverter {
        self.traditional.get_or_init(ScriptConverter::traditional)
    }

    fn simplified(&self) -> &ScriptConverter {
        self.simplified.get_or_init(ScriptConverter::simplified)
    }
}

/// The variants to which [`Variants::convert`] converts text in `base`, so that an engine for `base` also serves them.
///
/// Chinese without a script is already simplified.
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

#[cfg(test)]
mod tests;
