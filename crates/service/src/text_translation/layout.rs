//! What stands around the sentences of a text.

use std::collections::HashSet;
use std::ops::Range;

use dragoman_domain::{Segment, SegmentTranslation};
use dragoman_style::is_reformattable;
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
    /// The placeholders that no style rule may change, as ranges of the segment.
    fixed: Vec<Range<usize>>,
}

impl Sentence {
    pub(super) fn plain(sentence: &dragoman_text::Sentence<'_>) -> Self {
        let segment = Segment::new(sentence.text(), sentence.placeholders().to_vec());
        Self::new(segment, &[], false)
    }

    fn marked(sentence: &MarkedSentence) -> Self {
        let segment = sentence.segment().clone();
        Self::new(segment, sentence.kept(), sentence.has_inline_markup())
    }

    /// `kept` are parts of placeholders that stay as they are, whatever they look like.
    fn new(segment: Segment, kept: &[Range<usize>], has_markup: bool) -> Self {
        let is_fixed = |range: &&Range<usize>| {
            let is_kept = kept
                .iter()
                .any(|kept| kept.start < range.end && range.start < kept.end);
            let text = segment.text().get((*range).clone());
            is_kept || !text.is_some_and(is_reformattable)
        };
        Self {
            fixed: segment
                .placeholders()
                .iter()
                .filter(is_fixed)
                .cloned()
                .collect(),
            segment,
            has_markup,
        }
    }

    /// Where what no style rule may change stands in a translation: terms, and most placeholders.
    pub(super) fn fixed_in(&self, translation: &SegmentTranslation) -> Vec<Range<usize>> {
        let text_of = |range: &Range<usize>| self.segment.text().get(range.clone());
        let fixed: HashSet<&str> = self.fixed.iter().filter_map(text_of).collect();
        let placeholders = translation.placeholders(&self.segment);
        let is_fixed = |range: &&Range<usize>| {
            let text = translation.text().get((*range).clone());
            text.is_some_and(|text| fixed.contains(text))
        };
        let placeholders = placeholders.iter().map(|copy| &copy.range);
        let placeholders = placeholders.filter(is_fixed).cloned();
        placeholders.chain(translation.terms()).collect()
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
            Self::Plain(text) => text.sentences().iter().map(Sentence::plain).collect(),
            Self::Marked { sentences, .. } => sentences.iter().map(Sentence::marked).collect(),
        }
    }
}
