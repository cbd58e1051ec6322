//! The alignment of a segment, from those of what it was translated in.

use std::ops::Range;

use dragoman_domain::{Alignment, Link, Placeholder};
use dragoman_nmt::Link as Share;
use dragoman_text::spaced_words;

/// Where a stretch of a written translation comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// From the model's text: the bytes that begin here.
    Model(usize),
    /// It is the placeholder of this index.
    Kept(usize),
}

/// A stretch of a written translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch {
    /// Its bytes in what is written.
    pub(super) written: Range<usize>,
    pub(super) origin: Origin,
}

/// Tokens of both sides and what ties them together. Unlike an [`Alignment`] it can grow on both
/// sides.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tokens {
    source: Vec<Range<usize>>,
    target: Vec<(Range<usize>, Vec<Link>)>,
}

/// A text with the byte ranges of its tokens, in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tokenized<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Range<usize>],
}

impl Tokens {
    /// Those of a text that stands for itself: each word, and each placeholder as a whole.
    pub(super) fn copied(text: &str, placeholders: &[Placeholder]) -> Self {
        let mut source = Vec::new();
        let mut done = 0;
        for placeholder in placeholders {
            source.extend(words_within(text, done..placeholder.start));
            source.push(placeholder.clone());
            done = placeholder.end;
        }
        source.extend(words_within(text, done..text.len()));
        let itself = |source| Link {
            source,
            weight: 1.0,
        };
        let target = source.iter().cloned().enumerate();
        let target = target.map(|(index, range)| (range, vec![itself(index)]));
        Self {
            target: target.collect(),
            source,
        }
    }

    /// Those of a model's translation that was written as `stretches`, in their order. `row` gives
    /// what a target token stands for.
    pub(super) fn written<'a>(
        source: Tokenized<'_>,
        placeholders: &[Placeholder],
        target: Tokenized<'_>,
        row: impl Fn(usize) -> &'a [Share],
        stretches: &[Stretch],
    ) -> Self {
        let (tokens, of_columns) = source_tokens(source, placeholders);
        let mut written = Vec::with_capacity(target.tokens.len());
        for (index, token) in target.tokens.iter().enumerate() {
            if let Some(range) = moved(&trimmed(target.text, token), stretches) {
                written.push((range, links(row(index), &of_columns)));
            }
        }
        for stretch in stretches {
            let Origin::Kept(kept) = &stretch.origin else {
                continue;
            };
            let range = placeholders.get(*kept);
            let itself = tokens.iter().position(|token| Some(token) == range);
            let link = itself.map(|source| Link {
                source,
                weight: 1.0,
            });
            written.push((stretch.written.clone(), link.into_iter().collect()));
        }
        written.sort_by_key(|(range, _)| (range.start, range.end));
        Self {
            source: tokens,
            target: written,
        }
    }

    /// Adds the tokens of the next part, whose texts begin at these bytes.
    pub(super) fn append(&mut self, part: Self, source_start: usize, target_start: usize) {
        let known = self.source.len();
        let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        let source = part.source.into_iter();
        self.source
            .extend(source.map(|range| shifted(range, source_start)));
        self.target
            .extend(part.target.into_iter().map(|(range, mut links)| {
                links.iter_mut().for_each(|link| link.source += known);
                (shifted(range, target_start), links)
            }));
    }

    pub(super) fn into_alignment(self) -> Alignment {
        let mut alignment = Alignment::new(self.source);
        for (range, links) in self.target {
            alignment.push(range, links);
        }
        alignment
    }
}

/// Where the words of a range of a text are.
fn words_within(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let words = spaced_words(text.get(range.clone()).unwrap_or_default());
    words.map(move |(at, word)| range.start + at..range.start + at + word.len())
}

/// The tokens of a source in which placeholders are tokens of their own, and which of them each of
/// the model's tokens has most of.
fn source_tokens(
    source: Tokenized<'_>,
    placeholders: &[Placeholder],
) -> (Vec<Range<usize>>, Vec<Option<usize>>) {
    // Each with the model's token that it is of.
    let mut pieces: Vec<(Range<usize>, Option<usize>)> = placeholders
        .iter()
        .map(|range| (range.clone(), None))
        .collect();
    let mut inside = vec![None; source.tokens.len()];
    for (index, token) in source.tokens.iter().enumerate() {
        let first = placeholders.partition_point(|range| range.end <= token.start);
        let near = placeholders.get(first..).unwrap_or_default().iter();
        let mut start = token.start;
        for placeholder in near.take_while(|range| range.start < token.end) {
            pieces.push((start..placeholder.start.max(start), Some(index)));
            start = placeholder.end;
            if let Some(inside) = inside.get_mut(index) {
                *inside = Some(placeholder.start);
            }
        }
        pieces.push((start..token.end.max(start), Some(index)));
    }
    for (range, of) in &mut pieces {
        if of.is_some() {
            *range = trimmed(source.text, range);
        }
    }
    pieces.retain(|(range, _)| !range.is_empty());
    pieces.sort_by_key(|(range, _)| range.start);
    let mut of_tokens: Vec<Option<usize>> = vec![None; source.tokens.len()];
    for (position, (range, of)) in pieces.iter().enumerate() {
        let Some(best) = of.and_then(|of| of_tokens.get_mut(of)) else {
            continue;
        };
        let length = |position: usize| pieces.get(position).map_or(0, |(range, _)| range.len());
        if best.is_none_or(|best| length(best) < range.len()) {
            *best = Some(position);
        }
    }
    let mut next: Option<(usize, usize)> = None;
    for ((of_token, inside), token) in of_tokens.iter_mut().zip(inside).zip(source.tokens).rev() {
        let position = inside.and_then(|start| {
            let at = pieces.binary_search_by_key(&start, |(range, _)| range.start);
            at.ok()
        });
        // A space, or some bytes of a character, belongs to the token that it touches.
        let touched = next.filter(|(start, _)| *start == token.end);
        *of_token = of_token.or(position).or(touched.map(|(_, index)| index));
        next = of_token.map(|index| (token.start, index));
    }
    let ranges = pieces.into_iter().map(|(range, _)| range).collect();
    (ranges, of_tokens)
}

/// A row of a model's alignment as links to the tokens that its columns became.
fn links(row: &[Share], of_columns: &[Option<usize>]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::with_capacity(row.len());
    for share in row {
        let Some(Some(source)) = of_columns.get(share.source) else {
            continue;
        };
        match links.iter_mut().find(|link| link.source == *source) {
            Some(link) => link.weight += share.weight,
            None => links.push(Link {
                source: *source,
                weight: share.weight,
            }),
        }
    }
    links
}

/// A range without the white space at its ends.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let surface = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (surface.len() - surface.trim_start().len());
    start..start + surface.trim().len()
}

/// Where the first bytes of a range of the model's text are that were written.
fn moved(range: &Range<usize>, stretches: &[Stretch]) -> Option<Range<usize>> {
    let mut of_model = stretches.iter().filter_map(|stretch| match stretch.origin {
        Origin::Model(start) => Some((start..start + stretch.written.len(), stretch)),
        Origin::Kept(_) => None,
    });
    of_model.find_map(|(origin, stretch)| {
        let shared = origin.start.max(range.start)..origin.end.min(range.end);
        let by = |at: usize| stretch.written.start + (at - origin.start);
        (shared.start < shared.end).then(|| by(shared.start)..by(shared.end))
    })
}
