use std::ops::Range;
use std::sync::Arc;

use crate::copies;

/// A stretch of a segment that must come back as it is, as a byte range of the segment's text.
pub type Placeholder = Range<usize>;

/// How a stretch of a segment is to be translated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// Bytes of the segment's text.
    pub source: Range<usize>,
    /// The wanted words of the target language, each as good as the others, best first: the same
    /// term in its inflected forms. Never empty.
    pub targets: Vec<String>,
}

/// The unit that an engine translates: usually one sentence, without outer white space. Copies share what it is made
/// of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Segment {
    text: Arc<str>,
    placeholders: Arc<[Placeholder]>,
    terms: Arc<[Term]>,
    passage: usize,
    spans: Arc<[Range<usize>]>,
}

impl Segment {
    /// A segment whose `placeholders` have to survive translation unchanged, each exactly once.
    ///
    /// Ranges that are empty, overlap an earlier one or do not lie on character boundaries inside
    /// the text are dropped.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>, mut placeholders: Vec<Placeholder>) -> Self {
        let text = text.into();
        placeholders.sort_by_key(|range| (range.start, range.end));
        let mut end = 0;
        placeholders.retain(|range| {
            let keep = range.start >= end && !range.is_empty() && text.get(range.clone()).is_some();
            if keep {
                end = range.end;
            }
            keep
        });
        Self {
            text,
            placeholders: shared(placeholders),
            terms: Arc::default(),
            passage: 0,
            spans: Arc::default(),
        }
    }

    /// The segment as a part of a passage of its job, such as one of several texts.
    #[must_use]
    pub const fn in_passage(mut self, passage: usize) -> Self {
        self.passage = passage;
        self
    }

    /// The segment with stretches that have markup around them, empty ones for markup between
    /// words; for engines that cannot tell which words stand for which, but can carry marks.
    ///
    /// Those that do not lie on character boundaries inside the text are dropped.
    #[must_use]
    pub fn with_spans(mut self, mut spans: Vec<Range<usize>>) -> Self {
        spans.retain(|range| self.text.get(range.clone()).is_some());
        self.spans = shared(spans);
        self
    }

    /// The segment with terms that an engine is to use if it can; whether it did is for the caller
    /// to see.
    ///
    /// Those that are empty, overlap an earlier one or a placeholder, or do not lie on character
    /// boundaries inside the text are dropped.
    #[must_use]
    pub fn with_terms(mut self, mut terms: Vec<Term>) -> Self {
        terms.sort_by_key(|term| (term.source.start, term.source.end));
        let mut end = 0;
        terms.retain(|term| {
            let Range {
                start,
                end: term_end,
            } = term.source;
            let next = self
                .placeholders
                .partition_point(|range| range.end <= start);
            let is_free = self
                .placeholders
                .get(next)
                .is_none_or(|range| range.start >= term_end);
            let is_text = start < term_end && self.text.get(start..term_end).is_some();
            let keep = start >= end && is_free && is_text && !term.targets.is_empty();
            if keep {
                end = term_end;
            }
            keep
        });
        self.terms = shared(terms);
        self
    }

    /// The text to translate, placeholders included.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte ranges of [`text`](Self::text) that must survive: ordered, not overlapping.
    #[must_use]
    pub fn placeholders(&self) -> &[Placeholder] {
        &self.placeholders
    }

    /// Where a text has copies of placeholders: byte ranges from left to right, the longest where several begin.
    pub(crate) fn copies_in(&self, text: &str) -> Vec<Range<usize>> {
        let placeholders = self.placeholders.iter();
        let texts = placeholders.filter_map(|range| self.text.get(range.clone()));
        copies(text, &texts.collect::<Vec<_>>())
    }

    /// The terms that are wanted: ordered, not overlapping one another or a placeholder.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Which passage of the job it belongs to. Segments of one passage follow one another as they
    /// do in the source.
    #[must_use]
    pub const fn passage(&self) -> usize {
        self.passage
    }

    /// The stretches that have markup around them; those of nested elements nest.
    #[must_use]
    pub fn spans(&self) -> &[Range<usize>] {
        &self.spans
    }
}

/// A list to share. Most of a segment's lists are empty, and those share one that needs no memory.
fn shared<T>(list: Vec<T>) -> Arc<[T]> {
    if list.is_empty() {
        Arc::default()
    } else {
        list.into()
    }
}
