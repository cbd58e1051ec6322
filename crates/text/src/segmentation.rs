//! A text as sentences to translate and the verbatim stretches around them.

use std::ops::Range;

use dragoman_language::Language;

use crate::abbreviations::ordinals_end_in_full_stop;
use crate::boundaries::sentence_ends;
use crate::lines::{is_line_break, is_margin, lines, list_marker, paragraphs, trim_margins};
use crate::placeholders::find_placeholders;

/// Where a text may be split into sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SentenceSplitting {
    /// Only between paragraphs (`0` on the wire): each paragraph is translated as one.
    Off,
    /// After punctuation and at every line end (`1` on the wire).
    PunctuationAndNewlines,
    /// After punctuation and between paragraphs (`nonewlines` on the wire): a single line end is
    /// part of the sentence.
    Punctuation,
}

/// A stretch of a text to translate: begins and ends with something visible and has a letter
/// outside its placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence<'text> {
    text: &'text str,
    placeholders: Vec<Range<usize>>,
}

impl<'text> Sentence<'text> {
    /// The sentence, placeholders included.
    #[must_use]
    pub fn text(&self) -> &'text str {
        self.text
    }

    /// The byte ranges of [`text`](Self::text) that must come back as they are: what
    /// [`find_placeholders`] finds, control characters, and line ends with the white space around
    /// them. They are in order and do not overlap.
    #[must_use]
    pub fn placeholders(&self) -> &[Range<usize>] {
        &self.placeholders
    }
}

/// A text taken apart into sentences. Borrows the text.
#[derive(Debug, Clone)]
pub struct SegmentedText<'text> {
    source: &'text str,
    sentences: Vec<Sentence<'text>>,
    /// Where the sentences lie in the source, in order.
    spans: Vec<Range<usize>>,
}

/// A text whose sentences are replaced by their translations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// The text.
    pub text: String,
    /// Where the translations lie in it, in bytes and in order.
    pub spans: Vec<Range<usize>>,
}

impl<'text> SegmentedText<'text> {
    /// What to translate, in the order of the text; empty if nothing in it has a letter.
    #[must_use]
    pub fn sentences(&self) -> &[Sentence<'text>] {
        &self.sentences
    }

    /// Where the sentences lie in the text, in bytes and in order.
    #[must_use]
    pub fn spans(&self) -> &[Range<usize>] {
        &self.spans
    }

    /// The text with each sentence replaced by its translation and everything around them as in
    /// the source. A sentence without a translation stays; translations too many are ignored.
    #[must_use]
    pub fn join<S: AsRef<str>>(&self, translations: &[S]) -> String {
        self.join_with(translations, |_, _| "").text
    }

    /// As [`join`](Self::join), but where two sentences touch each other in the source, as they do
    /// in Chinese, Japanese and Thai, and the target language parts sentences by a space, there is
    /// one between their translations.
    #[must_use]
    pub fn join_into<S: AsRef<str>>(&self, target: Language, translations: &[S]) -> Joined {
        let spaced = !matches!(target.base().tag(), "zh" | "ja" | "yue" | "wuu");
        self.join_with(translations, |left, right| {
            let touch = left.ends_with(|last: char| !last.is_whitespace())
                && right.starts_with(|first: char| !first.is_whitespace());
            if spaced && touch { " " } else { "" }
        })
    }

    /// `between` says what to put between the translations of sentences that touch.
    fn join_with<S: AsRef<str>>(
        &self,
        translations: &[S],
        between: impl Fn(&str, &str) -> &'static str,
    ) -> Joined {
        let mut joined = String::with_capacity(self.source.len() * 2);
        let mut spans = Vec::with_capacity(self.spans.len());
        let mut end = 0;
        let mut before = "";
        for (index, (span, sentence)) in self.spans.iter().zip(&self.sentences).enumerate() {
            let gap = self.source.get(end..span.start).unwrap_or_default();
            let translation = translations.get(index).map_or(sentence.text, S::as_ref);
            joined.push_str(gap);
            if index > 0 && gap.is_empty() {
                joined.push_str(between(before, translation));
            }
            let start = joined.len();
            joined.push_str(translation);
            spans.push(start..joined.len());
            before = translation;
            end = span.end;
        }
        joined.push_str(self.source.get(end..).unwrap_or_default());
        Joined {
            text: joined,
            spans,
        }
    }
}

/// Takes a text in a language apart into sentences.
///
/// Outside the sentences stay: white space, line ends and control characters between sentences,
/// list markers (bullets, dashes, numbering) at the start of a line or paragraph, and whatever has
/// no letter outside its placeholders. Time is linear in the length of the text.
#[must_use]
pub fn segment(text: &str, language: Language, splitting: SentenceSplitting) -> SegmentedText<'_> {
    segment_around(text, language, splitting, &[])
}

/// As [`segment`], for a text in which these stretches are placeholders, too. They are in order.
pub(crate) fn segment_around<'text>(
    text: &'text str,
    language: Language,
    splitting: SentenceSplitting,
    kept: &[Range<usize>],
) -> SegmentedText<'text> {
    let blocks = match splitting {
        SentenceSplitting::PunctuationAndNewlines => lines(text),
        SentenceSplitting::Off | SentenceSplitting::Punctuation => paragraphs(text),
    };
    let mut segmented = SegmentedText {
        source: text,
        sentences: Vec::new(),
        spans: Vec::new(),
    };
    for block in blocks {
        let mut block = trim_margins(text, block);
        let marker = list_marker(
            text.get(block.clone()).unwrap_or_default(),
            ordinals_end_in_full_stop(language),
        );
        // A marker does not go on into what is kept.
        let next = kept.partition_point(|range| range.end <= block.start + marker);
        let limit = kept.get(next).map_or(usize::MAX, |range| range.start);
        block.start = (block.start + marker).min(limit.max(block.start));
        let first = kept.partition_point(|range| range.start < block.start);
        let last = kept.partition_point(|range| range.end <= block.end);
        let kept: Vec<_> = kept
            .get(first..last)
            .unwrap_or_default()
            .iter()
            .map(|range| range.start - block.start..range.end - block.start)
            .collect();
        add_sentences(&mut segmented, block, language, splitting, &kept);
    }
    segmented
}

fn add_sentences(
    segmented: &mut SegmentedText<'_>,
    block: Range<usize>,
    language: Language,
    splitting: SentenceSplitting,
    kept: &[Range<usize>],
) {
    let text = segmented.source.get(block.clone()).unwrap_or_default();
    let placeholders = with_kept(all_placeholders(text), kept);
    let ends = match splitting {
        SentenceSplitting::Off => vec![text.len()],
        SentenceSplitting::PunctuationAndNewlines | SentenceSplitting::Punctuation => {
            sentence_ends(text, &placeholders, language)
        }
    };
    let mut start = 0;
    let mut next_placeholder = 0;
    for end in ends {
        let span = trim_margins(text, start..end);
        start = end;
        // Both lists are in order, so one pass over the placeholders serves all sentences.
        let first = next_placeholder
            + placeholders[next_placeholder..].partition_point(|range| range.start < span.start);
        let last = first + placeholders[first..].partition_point(|range| range.start < span.end);
        next_placeholder = last;
        let inside: Vec<_> = placeholders[first..last]
            .iter()
            .map(|range| range.start - span.start..range.end - span.start)
            .collect();
        let sentence = text.get(span.clone()).unwrap_or_default();
        if has_letter_outside(sentence, &inside) {
            segmented.sentences.push(Sentence {
                text: sentence,
                placeholders: inside,
            });
            segmented
                .spans
                .push(block.start + span.start..block.start + span.end);
        }
    }
}

/// The placeholders of a block and the stretches that carry its lines and control characters.
fn all_placeholders(text: &str) -> Vec<Range<usize>> {
    let mut placeholders = find_placeholders(text);
    let mut start = None;
    let mut holds = false;
    let structural = |character: char| is_line_break(character) || character.is_control();
    for (position, character) in text.char_indices().chain([(text.len(), 'x')]) {
        if is_margin(character) && position < text.len() {
            start.get_or_insert(position);
            holds |= structural(character) && character != '\t';
        } else if let Some(start) = start.take() {
            if holds {
                placeholders.push(start..position);
            }
            holds = false;
        }
    }
    // Invariant: placeholders hold no line end, of control characters only tabs, and neither begin nor end
    // with white space, so these runs overlap none of them.
    placeholders.sort_unstable_by_key(|range| range.start);
    placeholders
}

/// Both lists in one. What is kept takes the place of placeholders that it overlaps.
fn with_kept(mut placeholders: Vec<Range<usize>>, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    if kept.is_empty() {
        return placeholders;
    }
    placeholders.retain(|range| {
        let next = kept.partition_point(|kept| kept.end <= range.start);
        kept.get(next).is_none_or(|kept| kept.start >= range.end)
    });
    placeholders.extend_from_slice(kept);
    placeholders.sort_unstable_by_key(|range| range.start);
    placeholders
}

fn has_letter_outside(text: &str, placeholders: &[Range<usize>]) -> bool {
    let mut start = 0;
    let mut has_letter = false;
    for range in placeholders {
        has_letter |= has_letter_in(text, start..range.start);
        start = range.end;
    }
    has_letter || has_letter_in(text, start..text.len())
}

fn has_letter_in(text: &str, range: Range<usize>) -> bool {
    text.get(range)
        .is_some_and(|part| part.contains(char::is_alphabetic))
}
