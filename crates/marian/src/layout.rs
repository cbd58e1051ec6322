//! A translation that is taken apart and put together with its placeholders.

use std::collections::HashMap;
use std::ops::Range;

use dragoman_domain::Placeholder;
use dragoman_nmt::Link;
use dragoman_text::copies;

use super::aligning::{Origin, Stretch};
use dragoman_text::pieces::{Piece, is_of_spaced_word, merged};

/// What a model wrote: the text, the byte ranges of the tokens on both sides, and for each target
/// token how much of it belongs to which source tokens.
pub(super) struct Output<'a> {
    pub(super) text: &'a str,
    pub(super) source_tokens: &'a [Range<usize>],
    pub(super) target_tokens: &'a [Range<usize>],
    pub(super) rows: Vec<&'a [Link]>,
}

impl Output<'_> {
    pub(super) fn row(&self, target: usize) -> &[Link] {
        self.rows.get(target).copied().unwrap_or_default()
    }
}

/// A translation with its placeholders.
pub(super) struct Restored {
    pub(super) text: String,
    /// What it consists of; `None` if it is the source itself.
    pub(super) stretches: Option<Vec<Stretch>>,
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start.max(other.start) < one.end.min(other.end)
}

/// A translation that is being rearranged.
pub(super) struct Layout<'a> {
    placeholders: &'a [Placeholder],
    kept: &'a [&'a str],
    output: &'a Output<'a>,
    /// The source token that each target token belongs to most.
    aligned: Vec<Option<usize>>,
    /// The placeholders that each source token is part of.
    inside: Vec<Range<usize>>,
    /// How much of each placeholder is in each target token: a row for each token.
    masses: Vec<f32>,
    /// What the placeholder of this index replaces; an empty range is an insertion.
    placed: Vec<Option<Range<usize>>>,
    /// What goes without replacement.
    removed: Vec<Range<usize>>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        placeholders: &'a [Placeholder],
        kept: &'a [&'a str],
        output: &'a Output<'a>,
    ) -> Self {
        let aligned = (0..output.target_tokens.len())
            .map(|token| strongest(output.row(token)))
            .collect();
        let inside: Vec<Range<usize>> = output
            .source_tokens
            .iter()
            .map(|token| {
                let start = placeholders.partition_point(|range| range.end <= token.start);
                let end = placeholders.partition_point(|range| range.start < token.end);
                start..end.max(start)
            })
            .collect();
        Self {
            masses: masses(output, &inside, placeholders.len()),
            placeholders,
            kept,
            output,
            aligned,
            inside,
            placed: vec![None; placeholders.len()],
            removed: Vec::new(),
        }
    }

    /// Takes each exact copy for the placeholder that it comes from, and removes those that are
    /// too many.
    pub(super) fn adopt_copies(&mut self) {
        let copies = copies(self.output.text, self.kept);
        let mut by_text: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, kept) in self.kept.iter().enumerate() {
            by_text.entry(kept).or_default().push(index);
        }
        let mut matches: Vec<(f32, usize, usize)> = Vec::new();
        for (copy, range) in copies.iter().enumerate() {
            let text = self.output.text.get(range.clone()).unwrap_or_default();
            let tokens = self.target_tokens(range);
            let same = by_text.get(text).into_iter().flatten();
            matches.extend(same.map(|index| (self.mass(&tokens, *index), copy, *index)));
        }
        // The sort is stable: equals stay in the order of the text.
        matches.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut is_free = vec![true; copies.len()];
        for (_, copy, index) in matches {
            if let (Some(is_free), Some(place @ None), Some(range)) = (
                is_free.get_mut(copy),
                self.placed.get_mut(index),
                copies.get(copy),
            ) && *is_free
            {
                *place = Some(range.clone());
                *is_free = false;
            }
        }
        let left = copies
            .into_iter()
            .zip(is_free)
            .filter(|(_, is_free)| *is_free);
        self.removed.extend(left.map(|(range, _)| range));
    }

    /// Puts a placeholder in the place of what the model made of it.
    pub(super) fn replace_remains(&mut self, index: usize) {
        if self.placed.get(index).is_none_or(Option::is_some) {
            return;
        }
        let runs = self.runs(index);
        let mut weighted: Vec<(f32, Range<usize>)> = runs
            .into_iter()
            .map(|tokens| (self.mass(&tokens, index), self.bytes(&tokens)))
            .collect();
        weighted.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut ranges = weighted
            .into_iter()
            .map(|(_, bytes)| self.trimmed(bytes))
            .filter(|bytes| !bytes.is_empty());
        let Some(first) = ranges.next() else { return };
        let rest: Vec<Range<usize>> = ranges.collect();
        let first = self.whole_words(first);
        if let Some(place) = self.placed.get_mut(index) {
            *place = Some(first);
        }
        for range in rest {
            if self.is_debris(&range, index) && !self.is_taken(&range) {
                self.removed.push(range);
            }
        }
    }

    /// Inserts a placeholder that left nothing behind.
    pub(super) fn insert(&mut self, index: usize) {
        if self.placed.get(index).is_none_or(Option::is_some) {
            return;
        }
        let at = self.behind_predecessor(index);
        if let Some(place) = self.placed.get_mut(index) {
            *place = Some(at..at);
        }
    }

    /// Where the translation of what stands before a placeholder ends.
    fn behind_predecessor(&self, index: usize) -> usize {
        let start = self.placeholders.get(index).map_or(0, |range| range.start);
        let sources = self.output.source_tokens;
        let before = (0..sources.len()).rev().filter(|token| {
            let range = sources.get(*token);
            range.is_some_and(|range| !range.is_empty() && range.end <= start)
        });
        let mut last_targets = vec![None; sources.len()];
        for (target, source) in self.aligned.iter().enumerate() {
            if let Some(last) = source.and_then(|source| last_targets.get_mut(source)) {
                *last = self.output.target_tokens.get(target);
            }
        }
        for token in before {
            let earlier = self
                .inside
                .get(token)
                .and_then(|inside| inside.clone().next_back());
            if let Some(Some(place)) = earlier.and_then(|earlier| self.placed.get(earlier)) {
                return place.end;
            }
            if let Some(Some(last)) = last_targets.get(token)
                && !last.is_empty()
                && !self.is_taken(last)
            {
                return self.whole_words((*last).clone()).end;
            }
        }
        0
    }

    /// Runs of neighbouring target tokens that belong to a placeholder and are not used yet.
    fn runs(&self, index: usize) -> Vec<Range<usize>> {
        let Some(placeholder) = self.placeholders.get(index) else {
            return Vec::new();
        };
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (token, aligned) in self.aligned.iter().enumerate() {
            let source = aligned.and_then(|source| self.output.source_tokens.get(source));
            let target = self.output.target_tokens.get(token);
            let belongs = source.is_some_and(|source| overlaps(source, placeholder))
                && target.is_some_and(|target| !target.is_empty() && !self.is_taken(target));
            if !belongs {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.end == token => run.end = token + 1,
                _ => runs.push(token..token + 1),
            }
        }
        runs
    }

    /// How much of a placeholder is in these target tokens.
    fn mass(&self, tokens: &Range<usize>, index: usize) -> f32 {
        let count = self.placeholders.len();
        let mass = |token| self.masses.get(token * count + index).copied();
        tokens.clone().filter_map(mass).sum()
    }

    /// The target tokens that share bytes with a range.
    fn target_tokens(&self, bytes: &Range<usize>) -> Range<usize> {
        let tokens = self.output.target_tokens;
        let start = tokens.iter().position(|token| overlaps(token, bytes));
        let end = tokens.iter().rposition(|token| overlaps(token, bytes));
        start.unwrap_or(0)..end.map_or(0, |end| end + 1)
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        let ranges = self.output.target_tokens.get(tokens.clone());
        let ranges = ranges.unwrap_or_default();
        let start = ranges.iter().map(|range| range.start).min().unwrap_or(0);
        let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
        start..end
    }

    /// A range without white space at its ends, and without what is used already.
    fn trimmed(&self, bytes: Range<usize>) -> Range<usize> {
        let Some(text) = self.output.text.get(bytes.clone()) else {
            return 0..0;
        };
        let start = bytes.start + (text.len() - text.trim_start().len());
        let end = bytes.start + text.trim_end().len();
        start..end.max(start)
    }

    /// A range with the rest of the words that it cuts, as far as nothing used is in the way.
    fn whole_words(&self, bytes: Range<usize>) -> Range<usize> {
        let text = self.output.text;
        let part = |range: Range<usize>| text.get(range).unwrap_or_default();
        let begins_in_word = part(bytes.clone()).starts_with(is_of_spaced_word);
        let ends_in_word = part(bytes.clone()).ends_with(is_of_spaced_word);
        let mut whole = bytes.clone();
        if begins_in_word {
            let before = part(0..bytes.start);
            whole.start = before.trim_end_matches(is_of_spaced_word).len();
        }
        if ends_in_word {
            let after = part(bytes.end..text.len());
            whole.end = text.len() - after.trim_start_matches(is_of_spaced_word).len();
        }
        for taken in self.taken() {
            if overlaps(taken, &whole) && taken.end <= bytes.start {
                whole.start = whole.start.max(taken.end);
            } else if overlaps(taken, &whole) && taken.start >= bytes.end {
                whole.end = whole.end.min(taken.start);
            }
        }
        whole
    }

    /// Whether a range holds nothing but a part of a placeholder that is no word.
    fn is_debris(&self, bytes: &Range<usize>, index: usize) -> bool {
        let text = self.output.text.get(bytes.clone()).unwrap_or_default();
        let is_part = self.kept.get(index).is_some_and(|kept| kept.contains(text));
        is_part && !text.chars().all(char::is_alphanumeric)
    }

    fn is_taken(&self, bytes: &Range<usize>) -> bool {
        self.taken().any(|taken| overlaps(taken, bytes))
    }

    fn taken(&self) -> impl Iterator<Item = &Range<usize>> {
        self.placed.iter().flatten().chain(&self.removed)
    }

    /// The translation as text and placeholders, and where the text before each placeholder and
    /// behind the last comes from.
    pub(super) fn pieces(&self) -> (Vec<Piece>, Vec<Vec<Range<usize>>>) {
        let placed = self.placed.iter().enumerate();
        let mut cuts: Vec<(Range<usize>, Option<usize>)> = placed
            .filter_map(|(index, range)| Some((range.clone()?, Some(index))))
            .chain(self.removed.iter().map(|range| (range.clone(), None)))
            .collect();
        // What is inserted at a place comes before what begins there, both in the source's order.
        cuts.sort_by_key(|(range, index)| (range.start, range.end, *index));
        let text = self.output.text;
        let mut pieces = Vec::new();
        let mut origins = vec![Vec::new()];
        let mut done = 0;
        for (range, index) in cuts {
            let before = text.get(done..range.start).unwrap_or_default();
            pieces.push(Piece::Text(before.to_owned()));
            if let Some(origins) = origins.last_mut() {
                origins.push(done..done + before.len());
            }
            done = done.max(range.end);
            match index {
                Some(index) => {
                    pieces.push(Piece::Kept(index));
                    origins.push(Vec::new());
                }
                None => close_gap(&mut pieces, text, &mut done),
            }
        }
        let rest = text.get(done..).unwrap_or_default();
        pieces.push(Piece::Text(rest.to_owned()));
        if let Some(origins) = origins.last_mut() {
            origins.push(done..done + rest.len());
        }
        (merged(pieces), origins)
    }

    /// What pieces become, which are those of the layout but for white space.
    pub(super) fn written(&self, pieces: Vec<Piece>) -> Restored {
        let mut origins = self.pieces().1.into_iter();
        let (mut text, mut between) = (String::new(), String::new());
        let mut stretches = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(more) => between.push_str(&more),
                Piece::Kept(index) => {
                    let origins = origins.next().unwrap_or_default();
                    self.write(
                        &std::mem::take(&mut between),
                        &origins,
                        (&mut text, &mut stretches),
                    );
                    let start = text.len();
                    text.push_str(self.kept.get(index).copied().unwrap_or_default());
                    stretches.push(Stretch {
                        written: start..text.len(),
                        origin: Origin::Kept(index),
                    });
                }
            }
        }
        let origins = origins.next().unwrap_or_default();
        self.write(&between, &origins, (&mut text, &mut stretches));
        Restored {
            text,
            stretches: Some(stretches),
        }
    }

    /// Writes the text between two placeholders, which comes from these ranges but for the white
    /// space at its ends.
    fn write(
        &self,
        between: &str,
        origins: &[Range<usize>],
        (text, stretches): (&mut String, &mut Vec<Stretch>),
    ) {
        let spaces = between.len() - between.trim_start().len();
        let mut at = text.len() + spaces;
        let end = at + between.trim().len();
        text.push_str(between);
        let mut is_inside = false;
        for origin in origins {
            let part = self.output.text.get(origin.clone()).unwrap_or_default();
            let skipped = if is_inside {
                0
            } else {
                part.len() - part.trim_start().len()
            };
            let length = (part.len() - skipped).min(end.saturating_sub(at));
            is_inside |= length > 0;
            if length > 0 {
                stretches.push(Stretch {
                    written: at..at + length,
                    origin: Origin::Model(origin.start + skipped),
                });
            }
            at += length;
        }
    }
}

/// How much of each placeholder is in each target token.
fn masses(output: &Output<'_>, inside: &[Range<usize>], placeholders: usize) -> Vec<f32> {
    let mut masses = vec![0.0; output.target_tokens.len() * placeholders];
    for (token, sums) in masses.chunks_exact_mut(placeholders.max(1)).enumerate() {
        for link in output.row(token) {
            let inside = inside.get(link.source).cloned().unwrap_or_default();
            let sums = sums.get_mut(inside).unwrap_or_default();
            sums.iter_mut().for_each(|sum| *sum += link.weight);
        }
    }
    masses
}

/// Of the white space around something removed, keeps that on one side.
fn close_gap(pieces: &mut [Piece], text: &str, done: &mut usize) {
    let rest = text.get(*done..).unwrap_or_default();
    let is_spaced = match pieces.last() {
        Some(Piece::Text(before)) if before.is_empty() => *done == 0 || pieces.len() == 1,
        Some(Piece::Text(before)) => before.ends_with(char::is_whitespace),
        _ => true,
    };
    if is_spaced {
        *done += rest.len() - rest.trim_start().len();
    }
}

/// The source token with the largest weight, the last of several.
fn strongest(row: &[Link]) -> Option<usize> {
    let best = row
        .iter()
        .max_by(|one, other| one.weight.total_cmp(&other.weight));
    best.map(|link| link.source)
}
