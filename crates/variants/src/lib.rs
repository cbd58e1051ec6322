//! Conversion between written variants of a language: spelling, script and common words.
//!
//! For targets whose variant no engine writes itself, and for texts that are improved in a variant. English is spelled the
//! British or the American way and has the words of that country where they mean nothing else, and Chinese is written in
//! simplified or in traditional characters. Of PortugueseVariant, the spelling and the common words are those of Brazil or of
//! Portugal, where one certainly stands for the other; pronouns and words with several senses stay, and so do engines that
//! write one of the two. Spanish has no rules here: that of Spain and that of Latin America differ in words and pronouns,
//! so that a table would change what a text says.

mod chinese;
mod portuguese;
mod ranges;
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

/// Converts text from one written variant of a language to another. The tables are read when they are first
/// needed.
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
    /// Without any table yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a translation to the variant `target`, with its alignment. `kept` are byte ranges
    /// of the translation that stay as they are, such as placeholders and the terms of a glossary.
    ///
    /// A language without rules stays as it is, and so do web addresses and code, capitalised
    /// English words inside a sentence, words that a text speaks of, and words that may or may not be spelled
    /// differently or replaced, depending on their sense. Chinese becomes simplified as a whole or not at all: in a text of simplified characters
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

    /// The words of a variant where they differ, and its spelling elsewhere.
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

/// The variants to which [`Variants::convert`] converts text in `base`, so that an engine that translates into `base` serves
/// them too.
///
/// Chinese without a script is simplified already.
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
