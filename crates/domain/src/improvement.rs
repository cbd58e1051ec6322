//! Better texts in the same language: mistakes mended, or the same in other words.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Instant;

use async_trait::async_trait;
use dragoman_language::Language;
use dragoman_text::Spelling;

use crate::{EngineError, KeyId};

const IMPROVEMENT_LANGUAGES: [&str; 14] = [
    "de", "en", "en-GB", "en-US", "es", "fr", "it", "ja", "ko", "pt", "pt-BR", "pt-PT", "zh",
    "zh-Hans",
];

/// Every language and variant that texts can be improved in, if there is somebody to do it, in the order of their tags.
pub fn improvement_languages() -> &'static [Language] {
    static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
        // A test checks that every one is known.
        IMPROVEMENT_LANGUAGES
            .iter()
            .filter_map(|tag| Language::parse(tag).ok())
            .collect()
    });
    &LANGUAGES
}

/// For whom a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WritingStyle {
    /// For scholars.
    Academic,
    /// For people at work.
    Business,
    /// For friends.
    Casual,
    /// For everybody: short sentences of common words.
    Simple,
}

/// How a text sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Sure of itself.
    Confident,
    /// Considerate.
    Diplomatic,
    /// Full of enthusiasm.
    Enthusiastic,
    /// Warm.
    Friendly,
}

/// How a text is to be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StyleOrTone {
    /// In a style.
    Style(WritingStyle),
    /// In a tone.
    Tone(Tone),
}

impl StyleOrTone {
    /// Every style, and then every tone.
    pub const ALL: [Self; 8] = [
        Self::Style(WritingStyle::Academic),
        Self::Style(WritingStyle::Business),
        Self::Style(WritingStyle::Casual),
        Self::Style(WritingStyle::Simple),
        Self::Tone(Tone::Confident),
        Self::Tone(Tone::Diplomatic),
        Self::Tone(Tone::Enthusiastic),
        Self::Tone(Tone::Friendly),
    ];

    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Style(WritingStyle::Academic) => "academic",
            Self::Style(WritingStyle::Business) => "business",
            Self::Style(WritingStyle::Casual) => "casual",
            Self::Style(WritingStyle::Simple) => "simple",
            Self::Tone(Tone::Confident) => "confident",
            Self::Tone(Tone::Diplomatic) => "diplomatic",
            Self::Tone(Tone::Enthusiastic) => "enthusiastic",
            Self::Tone(Tone::Friendly) => "friendly",
        }
    }
}

/// Knows how words are spelled.
#[async_trait]
pub trait Speller: Send + Sync {
    /// The languages and variants that there is a dictionary for now.
    fn languages(&self) -> Vec<Language>;

    /// What the dictionary of a language says of words, in order. `caller` is whose key the work is for; none is the
    /// operator's own.
    ///
    /// # Errors
    /// [`EngineError`] if there is none, or it does not answer.
    async fn look_up(
        &self,
        language: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError>;

    /// Whether the dictionary of a language has words, in order: for who wants no similar words, which
    /// take thousands of times as long to find.
    ///
    /// # Errors
    /// Those of [`look_up`](Self::look_up).
    async fn are_known(
        &self,
        language: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<bool>, EngineError> {
        let spellings = self.look_up(language, words, caller).await?;
        let is_known = |spelling: &Spelling| *spelling == Spelling::Known;
        Ok(spellings.iter().map(is_known).collect())
    }
}

/// A text in which mistakes are to be mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofreadingJob {
    /// Its language, or the variant in which it is to be right.
    pub language: Language,
    /// The text.
    pub text: String,
    /// Bytes of the text that stay as they are, such as placeholders: ordered, not overlapping.
    pub kept: Vec<Range<usize>>,
    /// Whose key the work is for; none is the operator's own.
    pub caller: Option<KeyId>,
    /// When the answer is of no use any more, if ever.
    pub deadline: Option<Instant>,
}

/// Mends mistakes of spelling, grammar and punctuation, and changes nothing else.
#[async_trait]
pub trait Proofreader: Send + Sync {
    /// A short name for logs and metrics.
    fn name(&self) -> &'static str;

    /// The languages and variants that it can read now. A base language stands for texts in any of its variants.
    fn languages(&self) -> Vec<Language>;

    /// What does not work at the moment and may work again by itself, for the operator, each without the customer's text.
    fn troubles(&self) -> Vec<String> {
        Vec::new()
    }

    /// The text without the mistakes that it is sure of. A text that is right comes back as it is, to the byte.
    ///
    /// # Errors
    /// [`EngineError`]: the text is not read.
    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError>;
}

/// Texts that are to be said in other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewritingJob {
    /// Their language, or the variant to write in.
    pub language: Language,
    /// The texts.
    pub texts: Vec<String>,
    /// How; without it only clearer and more fluent.
    pub style_or_tone: Option<StyleOrTone>,
    /// Whose key the work is for; none is the operator's own.
    pub caller: Option<KeyId>,
    /// When the answer is of no use any more, if ever.
    pub deadline: Option<Instant>,
}

/// Says texts in other words.
#[async_trait]
pub trait Rewriter: Send + Sync {
    /// A short name for logs and metrics.
    fn name(&self) -> &'static str;

    /// The languages and variants that it can write in now.
    fn languages(&self) -> Vec<Language>;

    /// Whether it can write in a [`StyleOrTone`] now.
    fn has_styles(&self) -> bool;

    /// The texts in other words, in order; none for a text that it cannot make better, or for which what came out
    /// does not say the same.
    ///
    /// # Errors
    /// [`EngineError`]: no text is rewritten.
    async fn rewrite(&self, job: RewritingJob) -> Result<Vec<Option<String>>, EngineError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_improved_texts_is_known_and_in_the_order_of_tags() {
        let tags: Vec<&str> = improvement_languages()
            .iter()
            .map(|language| language.tag())
            .collect();
        assert_eq!(tags, IMPROVEMENT_LANGUAGES);
        assert!(tags.is_sorted());
    }
}
