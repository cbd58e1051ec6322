//! What stands around the sentences of a text.

use std::ops::Range;

use dragoman_domain::{Language, Segment, SegmentTranslation};
use dragoman_style::is_open;
use dragoman_text::{MarkedSentence, MarkedText, SegmentedText, copies};

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
    /// The placeholders that no style rule may change, as ranges of the segment.
    fixed: Vec<Range<usize>>,
}

impl Sentence {
    /// A sentence without markup. `kept` are parts of placeholders that stay as they are, whatever
    /// they look like.
    fn new(text: &str, placeholders: &[Range<usize>], kept: &[Range<usize>]) -> Self {
        let is_fixed = |range: &&Range<usize>| {
            let is_kept = kept
                .iter()
                .any(|kept| kept.start < range.end && range.start < kept.end);
            is_kept || !text.get((*range).clone()).is_some_and(is_open)
        };
        Self {
            fixed: placeholders.iter().filter(is_fixed).cloned().collect(),
            segment: Segment::new(text.to_owned(), placeholders.to_vec()),
            has_markup: false,
        }
    }

    fn marked(sentence: &MarkedSentence) -> Self {
        let plain = Self::new(sentence.text(), sentence.placeholders(), sentence.kept());
        let spans = sentence.inline_elements().to_vec();
        Self {
            has_markup: sentence.has_inline_markup(),
            segment: plain.segment.with_spans(spans),
            ..plain
        }
    }

    /// Where the placeholders that no style rule may change stand in a translation.
    pub(super) fn fixed_in(&self, translation: &str) -> Vec<Range<usize>> {
        let fixed = self.fixed.iter();
        let fixed: Vec<&str> = fixed
            .filter_map(|range| self.segment.text().get(range.clone()))
            .collect();
        copies(translation, &fixed)
    }
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

    /// The sentences, in order, all of the passage with this number.
    pub(super) fn sentences(&self, passage: usize) -> Vec<Sentence> {
        let mut sentences = self.sentences_alone();
        for Sentence { segment, .. } in &mut sentences {
            *segment = std::mem::take(segment).in_passage(passage);
        }
        sentences
    }

    fn sentences_alone(&self) -> Vec<Sentence> {
        match self {
            Self::Plain(text) => text
                .sentences()
                .iter()
                .map(|sentence| Sentence::new(sentence.text(), sentence.placeholders(), &[]))
                .collect(),
            Self::Marked { sentences, .. } => sentences.iter().map(Sentence::marked).collect(),
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
