//! Plain text back into HTML.

use std::ops::Range;

use super::TranslatedSentence;
use super::alignment::{PlacedToken, SpanId, keep_order, place_tokens};
use super::parse::{Document, ElementId, ROOT, Span, Verbatim};

/// How many bytes of tags an HTML text may get in addition for each byte that it has, by elements
/// whose words are apart in the translation.
const REPETITION: usize = 8;

/// What even short texts may get.
const LEAST_REPETITION: usize = 1 << 16;

/// A sentence ready to be written.
struct Plan<'text> {
    source: Range<usize>,
    /// The spans from the first to the last one that it overlaps.
    spans: Range<SpanId>,
    tokens: Vec<PlacedToken<'text>>,
}

/// See [`HtmlText::restore`](super::HtmlText::restore). `length` is that of the source.
pub(super) fn restore(
    document: &Document<'_>,
    length: usize,
    sentences: &[TranslatedSentence<'_>],
) -> String {
    let mut budget = length
        .saturating_mul(REPETITION)
        .saturating_add(LEAST_REPETITION);
    let mut plans = Vec::with_capacity(sentences.len());
    let mut end = 0;
    for sentence in sentences {
        let is_text = document.text.get(sentence.source.clone()).is_some();
        let Some(spans) = spans_of(document, &sentence.source) else {
            continue;
        };
        if sentence.source.start < end || !is_text {
            continue;
        }
        end = sentence.source.end;
        let mut tokens = place_tokens(document, sentence, spans.clone());
        match budget.checked_sub(repetition(document, &tokens)) {
            Some(left) => budget = left,
            None => keep_order(&mut tokens),
        }
        plans.push(Plan {
            source: sentence.source.clone(),
            spans,
            tokens,
        });
    }
    let capacity = length + sentences.iter().map(|one| one.text.len()).sum::<usize>();
    let mut writer = Writer {
        document,
        used: used_elements(document, &plans),
        output: String::with_capacity(capacity),
        ends_in_space: true,
        current: ROOT,
        span: 0,
        position: 0,
    };
    for plan in &plans {
        writer.write_source(plan.source.start, plan.spans.start);
        writer.write_translation(plan);
    }
    writer.write_source(document.text.len(), document.spans.len());
    writer.move_to(ROOT, &mut "");
    writer.output
}

/// The spans from the first to the last text in the range.
fn spans_of(document: &Document<'_>, range: &Range<usize>) -> Option<Range<SpanId>> {
    // Spans are sorted by both ends, places included.
    let first = document
        .spans
        .partition_point(|span| span.range.end <= range.start);
    let end = document
        .spans
        .partition_point(|span| span.range.start < range.end);
    let is_text = |span: &Span<'_>| !span.range.is_empty();
    let spans = document.spans.get(first..end)?;
    let skipped = spans.iter().position(is_text)?;
    let last = spans.iter().rposition(is_text)?;
    Some(first + skipped..first + last + 1)
}

/// An upper bound for the bytes of tags between the tokens of a sentence.
fn repetition(document: &Document<'_>, tokens: &[PlacedToken<'_>]) -> usize {
    let element = |token: &PlacedToken<'_>| document.spans[token.span].element;
    let cost = |element: ElementId| document.elements[element].cost;
    let around = tokens
        .iter()
        .map(element)
        .reduce(|one, other| document.common(one, other))
        .unwrap_or(ROOT);
    tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [left, right] if left.span != right.span => Some(element(right)),
            _ => None,
        })
        .map(|element| cost(element).saturating_sub(cost(around)))
        .fold(0, usize::saturating_add)
}

/// For each element whether any text will be written inside it.
fn used_elements(document: &Document<'_>, plans: &[Plan<'_>]) -> Vec<bool> {
    let mut used = vec![false; document.elements.len()];
    let mut mark = |mut element: ElementId| {
        while !std::mem::replace(&mut used[element], true) {
            element = document.elements[element].parent;
        }
    };
    for token in plans.iter().flat_map(|plan| &plan.tokens) {
        mark(document.spans[token.span].element);
    }
    let mut next = 0;
    for span in document.spans.iter().filter(|span| !span.range.is_empty()) {
        let mut covered = span.range.start;
        while let Some(plan) = plans.get(next)
            && plan.source.start <= covered
        {
            covered = covered.max(plan.source.end);
            if covered > span.range.end {
                break;
            }
            next += 1;
        }
        if covered < span.range.end {
            mark(span.element);
            // Some of the rest may be covered, but all of it belongs to the same element.
            next += plans.get(next..).map_or(0, |rest| {
                rest.partition_point(|plan| plan.source.end <= span.range.end)
            });
        }
    }
    used
}

struct Writer<'document, 'html> {
    document: &'document Document<'html>,
    /// For each element whether it has been written or will be.
    used: Vec<bool>,
    output: String,
    /// Whether white space is the last text of the output. Tags are not looked at.
    ends_in_space: bool,
    /// The innermost element that is open in the output.
    current: ElementId,
    /// The first span that is not wholly written, and how far the text is.
    span: SpanId,
    position: usize,
}

impl Writer<'_, '_> {
    /// Writes the source as it is: the spans before the given one and its text before `end`.
    fn write_source(&mut self, end: usize, last: SpanId) {
        while let Some(span) = self.document.spans.get(self.span)
            && self.span <= last
        {
            let start = span.range.start.max(self.position);
            let stop = span.range.end.min(end);
            if start < stop {
                self.move_to(span.element, &mut "");
                self.write_text(self.document.text.get(start..stop).unwrap_or_default());
                self.position = stop;
            } else if let Some(verbatim) = &span.verbatim {
                self.move_to(span.element, &mut "");
                self.write_verbatim(verbatim);
            } else if span.range.is_empty() {
                self.move_to(span.element, &mut "");
            }
            if self.span == last {
                break;
            }
            self.span += 1;
        }
        self.position = self.position.max(end);
    }

    fn write_translation(&mut self, plan: &Plan<'_>) {
        for token in &plan.tokens {
            let visible = token.text.trim_start();
            // White space belongs to what is outside of elements that begin with the word.
            let mut space = token
                .text
                .get(..token.text.len() - visible.len())
                .unwrap_or_default();
            self.catch_up(token.span, &mut space, visible);
            self.move_to(self.document.spans[token.span].element, &mut space);
            self.write_text(space);
            self.write_text(visible);
        }
        self.position = plan.source.end;
        // The text of the last span may go on after the sentence.
        let is_over = |id: SpanId| self.document.spans[id].range.end <= plan.source.end;
        let last = plan.spans.end - 1;
        self.catch_up(last + usize::from(is_over(last)), &mut "", "");
    }

    /// Writes what the translation passes by on its way to a span: the places before it, and the
    /// elements before it that no token is in. `space` and `visible` are the next token.
    fn catch_up(&mut self, next: SpanId, space: &mut &str, visible: &str) {
        for id in self.span..next {
            let Some(span) = self.document.spans.get(id) else {
                break;
            };
            if !span.range.is_empty() && self.used[span.element] {
                continue;
            }
            let text = self.document.text.get(span.range.clone());
            if text.is_none_or(|text| text.trim_start().is_empty()) {
                self.write_place(id, space, visible);
            } else {
                self.move_to(span.element, space);
            }
        }
        self.span = self.span.max(next);
    }

    /// Writes what stands in a place of the source or around nothing but white space, with white space around it as the source has.
    fn write_place(&mut self, id: SpanId, space: &mut &str, visible: &str) {
        let place = &self.document.spans[id];
        let (before, after) = self.document.white_space_around(id);
        let kept = match space.char_indices().rev().take(after).last() {
            Some((position, _)) if before == 0 || position > 0 => position,
            // Too little for both sides.
            _ if before > 0 && after > 0 => space.chars().next().map_or(0, char::len_utf8),
            _ => space.len(),
        };
        let (mut left, right) = space.split_at_checked(kept).unwrap_or((*space, ""));
        *space = right;
        self.move_to(place.element, &mut left);
        self.write_text(left);
        let Some(verbatim) = &place.verbatim else {
            return;
        };
        if verbatim.visible && before > 0 && !self.ends_in_space {
            self.write_text(" ");
        }
        self.write_verbatim(verbatim);
        let is_word_next = visible.starts_with(char::is_alphanumeric);
        let next = self.document.spans.get(id + 1);
        let is_last = next.is_none_or(|next| !next.range.is_empty());
        if verbatim.visible && after > 0 && is_last && is_word_next && space.is_empty() {
            *space = " ";
        }
    }

    /// Closes and opens elements until the given one is the innermost. White space that is still
    /// to be written comes before the first element that is opened.
    fn move_to(&mut self, element: ElementId, space: &mut &str) {
        let elements = &self.document.elements;
        let common = self.document.common(self.current, element);
        while self.current != common {
            let open = &elements[self.current];
            self.output.push_str("</");
            self.output.push_str(open.name);
            self.output.push('>');
            self.current = open.parent;
        }
        let depth = elements[element].depth - elements[common].depth;
        let mut path = Vec::with_capacity(depth);
        let mut inner = element;
        while inner != common {
            path.push(inner);
            inner = elements[inner].parent;
        }
        if !path.is_empty() {
            self.write_text(std::mem::take(space));
        }
        for inner in path.into_iter().rev() {
            self.output.push_str(elements[inner].start_tag);
            self.used[inner] = true;
        }
        self.current = element;
    }

    fn write_verbatim(&mut self, verbatim: &Verbatim<'_>) {
        self.output.push_str(verbatim.raw);
        self.output.push_str(&verbatim.missing);
        self.ends_in_space &= !verbatim.visible;
    }

    /// Writes text, its special characters as character references.
    fn write_text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(position) = rest.find(['&', '<', '>']) {
            let (plain, special) = rest.split_at_checked(position).unwrap_or((rest, ""));
            self.output.push_str(plain);
            self.output.push_str(match special.chars().next() {
                Some('&') => "&amp;",
                Some('<') => "&lt;",
                _ => "&gt;",
            });
            rest = special.get(1..).unwrap_or_default();
        }
        self.output.push_str(rest);
        if let Some(last) = text.chars().next_back() {
            self.ends_in_space = last.is_whitespace();
        }
    }
}
