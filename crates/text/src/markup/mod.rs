//! Markup around a translation: taken off before, and put on again where the words are.

mod error;
mod options;
mod problem;

use dragoman_domain::{Placeholder, SegmentTranslation};
use dragoman_language::Language;

use crate::fragment::HtmlText;
use crate::{SentenceSplitting, find_placeholders};

pub use error::{MarkupError, TextPosition};
pub use options::{MarkupOptions, MarkupSyntax, MarkupVersion, TagNames};
pub use problem::MarkupProblem;

/// A sentence of a [`MarkedText`], or of an attribute of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedSentence {
    text: String,
    placeholders: Vec<Placeholder>,
    has_inline_markup: bool,
    source: std::ops::Range<usize>,
}

impl MarkedSentence {
    /// The sentence as plain text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte ranges of [`text`](Self::text) that must come back as they are, in order.
    #[must_use]
    pub fn placeholders(&self) -> &[Placeholder] {
        &self.placeholders
    }

    /// Whether there is markup inside, so that the alignment of its translation is of use.
    #[must_use]
    pub const fn has_inline_markup(&self) -> bool {
        self.has_inline_markup
    }
}

/// A text with markup, as plain text and the markup to put on its translation.
#[derive(Debug, Clone)]
pub struct MarkedText<'source> {
    html: HtmlText<'source>,
}

impl<'source> MarkedText<'source> {
    /// Takes a text apart. Borrows it, since tags go back as they were.
    ///
    /// # Errors
    /// [`MarkupError`] for version 2 of XML, if the text is not well-formed.
    pub fn parse(source: &'source str, options: &MarkupOptions) -> Result<Self, MarkupError> {
        let _ = options;
        Ok(Self {
            html: HtmlText::parse(source),
        })
    }

    /// The text without markup.
    #[must_use]
    pub fn text(&self) -> &str {
        self.html.text()
    }

    /// How many characters of the source are text, tags left out.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.text().chars().count()
    }

    /// What is to be translated, in order.
    #[must_use]
    pub fn sentences(
        &self,
        language: Language,
        splitting: SentenceSplitting,
    ) -> Vec<MarkedSentence> {
        let split = |block: &str| {
            let segmented = crate::segment(block, language, splitting);
            let start = |part: &str| part.as_ptr() as usize - block.as_ptr() as usize;
            let sentences = segmented.sentences().iter();
            let range = |text: &str| start(text)..start(text) + text.len();
            sentences.map(|sentence| range(sentence.text())).collect()
        };
        let ranges = self.html.sentences(split).into_iter();
        ranges
            .map(|source| {
                let text = self
                    .text()
                    .get(source.clone())
                    .unwrap_or_default()
                    .to_owned();
                MarkedSentence {
                    placeholders: find_placeholders(&text),
                    text,
                    has_inline_markup: true,
                    source,
                }
            })
            .collect()
    }

    /// The text with each of the sentences replaced by its translation; one without a translation
    /// stays. `target` is the language of the translations.
    #[must_use]
    pub fn restore(
        &self,
        sentences: &[MarkedSentence],
        translations: &[SegmentTranslation],
        target: Language,
    ) -> String {
        let _ = target;
        let translated: Vec<_> = sentences
            .iter()
            .zip(translations)
            .map(
                |(sentence, translation)| crate::fragment::TranslatedSentence {
                    source: sentence.source.clone(),
                    text: translation.text(),
                    source_tokens: &[],
                    target_tokens: &[],
                    alignment: &[],
                },
            )
            .collect();
        self.html.restore(&translated)
    }
}
