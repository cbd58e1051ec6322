//! What stands around the sentences of a text.

use dragoman_domain::{Language, Segment, SegmentTranslation};
use dragoman_text::{MarkedSentence, MarkedText, SegmentedText};

/// A text as sentences and what is around them.
pub(super) enum Layout<'text> {
    /// Without markup.
    Plain(SegmentedText<'text>),
    /// With markup.
    Marked {
        text: &'text MarkedText<'text>,
        sentences: Vec<MarkedSentence>,
    },
}

/// A sentence of a layout.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub(super) segment: Segment,
    /// Whether markup goes between its words, which takes an alignment.
    pub(super) has_markup: bool,
}

impl Layout<'_> {
    /// The number of sentences.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Plain(text) => text.sentences().len(),
            Self::Marked { sentences, .. } => sentences.len(),
        }
    }

    /// Whether there is nothing but one sentence and white space around it.
    pub(super) fn is_sentence(&self, source: &str) -> bool {
        match self {
            Self::Plain(text) => {
                matches!(text.sentences(), [sentence] if sentence.text() == source.trim())
            }
            Self::Marked { .. } => false,
        }
    }

    /// The sentences, in order.
    pub(super) fn sentences(&self) -> Vec<Sentence> {
        match self {
            Self::Plain(text) => text
                .sentences()
                .iter()
                .map(|sentence| Sentence {
                    segment: Segment::new(
                        sentence.text().to_owned(),
                        sentence.placeholders().to_vec(),
                    ),
                    has_markup: false,
                })
                .collect(),
            Self::Marked { sentences, .. } => sentences
                .iter()
                .map(|sentence| Sentence {
                    segment: Segment::new(
                        sentence.text().to_owned(),
                        sentence.placeholders().to_vec(),
                    ),
                    has_markup: sentence.has_inline_markup(),
                })
                .collect(),
        }
    }

    /// The text with its sentences replaced by their translations.
    pub(super) fn join(&self, target: Language, translations: &[SegmentTranslation]) -> String {
        match self {
            Self::Plain(text) => {
                let texts: Vec<&str> = translations.iter().map(SegmentTranslation::text).collect();
                text.join_into(target, &texts)
            }
            Self::Marked { text, sentences } => text.restore(sentences, translations, target),
        }
    }
}
