//! The sentences of a text with markup.

use std::ops::Range;

use crate::{Placeholder, Segment};
use dragoman_language::Language;

use super::document::{Block, Document, Node, NodeId};
use super::stretch::nodes_of;
use crate::SentenceSplitting;
use crate::segmentation::segment_around;

/// A sentence of a [`MarkedText`](super::MarkedText), or of an attribute of it.
///
/// White space that is not shown as it stands in the source is one space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedSentence {
    segment: Segment,
    kept: Vec<Range<usize>>,
    has_inline_markup: bool,
    /// In the plain text.
    pub(super) source: Range<usize>,
    pub(super) squeezed: Squeezed,
}

impl MarkedSentence {
    /// The sentence as an engine translates it.
    ///
    /// Its placeholders are those of plain text and what stands in inline elements that are not translated; its spans
    /// are what the markup inside stands around, which is not elements around all of the sentence.
    #[must_use]
    pub const fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The sentence as plain text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.segment.text()
    }

    /// The byte ranges of [`text`](Self::text) that must come back as they are.
    #[must_use]
    pub fn placeholders(&self) -> &[Placeholder] {
        self.segment.placeholders()
    }

    /// The parts of [`text`](Self::text) that stand in elements which are not translated. They are
    /// placeholders or parts of some.
    #[must_use]
    pub fn kept(&self) -> &[Range<usize>] {
        &self.kept
    }

    /// The placeholders that one sees, as ranges of the sentence before white space was taken from
    /// it.
    pub(super) fn whole_placeholders(&self) -> Vec<Range<usize>> {
        let is_seen = |range: &&Placeholder| {
            let text = self.text().get((*range).clone()).unwrap_or_default();
            text.contains(|character: char| !character.is_whitespace() && !character.is_control())
        };
        let placeholders = self.placeholders().iter().filter(is_seen);
        placeholders
            .map(|range| self.squeezed.whole(range))
            .collect()
    }

    /// Whether there is markup inside, so that the alignment of its translation is of use.
    #[must_use]
    pub const fn has_inline_markup(&self) -> bool {
        self.has_inline_markup
    }
}

/// How offsets in a text relate to those in a text that white space was taken from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Squeezed {
    /// Offsets in the squeezed text behind which something is missing, with how much is missing up
    /// to there.
    gaps: Vec<(usize, usize)>,
}

impl Squeezed {
    /// The range in the text as it was. What is missing at its ends is left out.
    pub(super) fn whole(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.gaps.partition_point(|&(at, _)| at <= range.start);
        let last = self.gaps.partition_point(|&(at, _)| at < range.end);
        let missing = |before: usize| {
            let gap = before.checked_sub(1).and_then(|last| self.gaps.get(last));
            gap.map_or(0, |&(_, missing)| missing)
        };
        let start = range.start.saturating_add(missing(first));
        start..range.end.saturating_add(missing(last)).max(start)
    }

    /// The offset in the squeezed text. What is missing is where it was taken from.
    pub(super) fn squeezed(&self, offset: usize) -> usize {
        let before = self
            .gaps
            .partition_point(|&(at, missing)| at.saturating_add(missing) < offset);
        let last = |index: usize| self.gaps.get(index).copied();
        let missing = before
            .checked_sub(1)
            .and_then(last)
            .map_or(0, |(_, missing)| missing);
        let inside = last(before).map_or(usize::MAX, |(at, _)| at);
        offset.saturating_sub(missing).min(inside)
    }

    /// The part of it from one offset of the squeezed text to another.
    fn part(&self, range: &Range<usize>) -> Self {
        let missing = self.whole(range).start - range.start;
        let first = self.gaps.partition_point(|&(at, _)| at <= range.start);
        let last = self.gaps.partition_point(|&(at, _)| at < range.end);
        let gaps = self
            .gaps
            .get(first..last.max(first))
            .unwrap_or_default()
            .iter();
        Self {
            gaps: gaps
                .map(|&(at, all)| (at - range.start, all - missing))
                .collect(),
        }
    }
}

/// A text with each run of white space as one space, or as one line end if it has one and those
/// mean something.
fn squeeze(text: &str, has_lines: bool) -> (String, Squeezed) {
    let is_space = |character: &char| matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}');
    let mut squeezed = String::with_capacity(text.len());
    let mut gaps = Vec::new();
    let mut missing = 0;
    let mut rest = text;
    while let Some(start) = rest.find(|character| is_space(&character)) {
        let (before, after) = rest.split_at_checked(start).unwrap_or((rest, ""));
        rest = after.trim_start_matches(|character| is_space(&character));
        let run = after.get(..after.len() - rest.len()).unwrap_or_default();
        let has_line_end = has_lines && run.contains(['\n', '\r']);
        squeezed.push_str(before);
        squeezed.push(if has_line_end { '\n' } else { ' ' });
        if run.len() > 1 {
            missing += run.len() - 1;
            gaps.push((squeezed.len(), missing));
        }
    }
    squeezed.push_str(rest);
    (squeezed, Squeezed { gaps })
}

/// What is to be translated: the content in its order, and then the attributes.
pub(super) fn sentences(
    document: &Document<'_>,
    language: Language,
    splitting: SentenceSplitting,
) -> Vec<MarkedSentence> {
    let mut found = Vec::new();
    for block in &document.blocks {
        add_block(document, block, language, splitting, &mut found);
    }
    found
}

fn add_block(
    document: &Document<'_>,
    block: &Block,
    language: Language,
    splitting: SentenceSplitting,
    found: &mut Vec<MarkedSentence>,
) {
    let whole = document.text_of(block.range.clone());
    let has_lines = splitting == SentenceSplitting::PunctuationAndNewlines;
    let ((text, squeezed), splitting) = if block.keeps_white_space {
        let unchanged = (whole.to_owned(), Squeezed::default());
        // Each line says something of its own, unless sentences are not to be split.
        match splitting {
            SentenceSplitting::Off => (unchanged, splitting),
            _ => (unchanged, SentenceSplitting::PunctuationAndNewlines),
        }
    } else {
        (squeeze(whole, has_lines), splitting)
    };
    let start = block.range.start;
    let kept: Vec<_> = kept_in(document, &block.range)
        .map(|range| squeezed.squeezed(range.start - start)..squeezed.squeezed(range.end - start))
        .collect();
    let segmented = segment_around(&text, language, splitting, &kept);
    for (sentence, span) in segmented.sentences().iter().zip(segmented.spans()) {
        let whole = squeezed.whole(span);
        let source = start + whole.start..start + whole.end;
        let nodes = nodes_of(document, &source).unwrap_or_default();
        let inside = document.nodes.get(nodes.clone()).unwrap_or_default();
        let in_sentence = |offset: usize| {
            let offset = squeezed.squeezed(offset.clamp(source.start, source.end) - start);
            offset.clamp(span.start, span.end) - span.start
        };
        let elements = elements_of(document, nodes)
            .map(|range| in_sentence(range.start)..in_sentence(range.end));
        found.push(MarkedSentence {
            segment: Segment::new(sentence.text(), sentence.placeholders().to_vec())
                .with_spans(elements.collect()),
            kept: within(&kept, span),
            has_inline_markup: inside.iter().any(|node| !matches!(node, Node::Text)),
            squeezed: squeezed.part(span),
            source,
        });
    }
}

/// What the markup among some nodes stands around, in the plain text.
fn elements_of<'document>(
    document: &'document Document<'_>,
    nodes: Range<NodeId>,
) -> impl Iterator<Item = Range<usize>> + 'document {
    let range_of = |node: NodeId| document.ranges.get(node).cloned().unwrap_or_default();
    nodes
        .clone()
        .filter_map(move |node| match document.nodes.get(node)? {
            Node::Start(element) => {
                let end = document.elements.get(*element)?.nodes.end;
                nodes
                    .contains(&end)
                    .then(|| range_of(node).end..range_of(end).start)
            }
            Node::Point(verbatim) if verbatim.is_visible => {
                let at = range_of(node).start;
                Some(at..at)
            }
            Node::Point(_) | Node::End(_) | Node::Text | Node::Kept(_) => None,
        })
}

/// The ranges that lie within a span, as ranges of it.
fn within(ranges: &[Range<usize>], span: &Range<usize>) -> Vec<Range<usize>> {
    let first = ranges.partition_point(|range| range.start < span.start);
    let last = ranges.partition_point(|range| range.end <= span.end);
    let ranges = ranges.get(first..last).unwrap_or_default().iter();
    ranges
        .map(|range| range.start - span.start..range.end - span.start)
        .collect()
}

/// The ranges of what is kept in a block.
fn kept_in<'document>(
    document: &'document Document<'_>,
    block: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'document {
    let first = document
        .ranges
        .partition_point(|range| range.end <= block.start);
    let end = document
        .ranges
        .partition_point(|range| range.start < block.end);
    (first..end.max(first)).filter_map(|node| match document.nodes.get(node) {
        Some(Node::Kept(_)) => document.ranges.get(node).cloned(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_find_their_way_through_taken_white_space() {
        let text = "\n  one  two\t\n three ";
        let (short, squeezed) = squeeze(text, true);
        assert_eq!(short, "\none two\nthree ");
        for word in ["one", "two", "three", "one two", "two\nthree"] {
            let start = short.find(word).unwrap();
            let whole = squeezed.whole(&(start..start + word.len()));
            let found: Vec<_> = text[whole.clone()].split_whitespace().collect();
            assert_eq!(found, word.split_whitespace().collect::<Vec<_>>());
            assert_eq!(text[whole.clone()].trim(), &text[whole.clone()]);
            assert_eq!(squeezed.squeezed(whole.start), start, "{word}");
            assert_eq!(squeezed.squeezed(whole.end), start + word.len(), "{word}");
            let inner = squeezed.part(&(start..short.len()));
            assert_eq!(inner.whole(&(0..word.len())), 0..whole.len(), "{word}");
        }
    }
}
