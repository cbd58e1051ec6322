//! Which stretch of the source each token of a translation corresponds to.

use std::ops::Range;

use super::TranslatedSentence;
use super::parse::{Document, ElementId};
use super::words::continues_word;

/// An index into the spans of a document.
pub(super) type SpanId = usize;

/// A token of a translation and where it gets its markup from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedToken<'text> {
    /// The tokens of a sentence together are its whole text.
    pub(super) text: &'text str,
    /// A span of text, not a place.
    pub(super) span: SpanId,
}

/// The tokens of a sentence, each with the markup of the token of the source that it pays most
/// attention to. `spans` are those of the sentence, the first and the last one being text.
pub(super) fn place_tokens<'text>(
    document: &Document<'_>,
    sentence: &TranslatedSentence<'text>,
    spans: Range<SpanId>,
) -> Vec<PlacedToken<'text>> {
    let texts = token_texts(sentence.text, sentence.target_tokens);
    let source = SourceTokens::new(document, sentence, spans);
    let mut chosen = choose(sentence, texts.len());
    let chosen_first = chosen.clone();
    smooth(document, &source, &texts, &mut chosen);
    let mut placed = Vec::with_capacity(texts.len());
    for (index, &text) in texts.iter().enumerate() {
        let pair = index
            .checked_sub(1)
            .map(|previous| &chosen_first[previous..=index]);
        let text = match (pair, text.strip_prefix(' ')) {
            (Some([left, right]), Some(glued)) if source.touch(left.token, right.token) => glued,
            _ => text,
        };
        source.place(chosen[index].token, text, &mut placed);
    }
    placed
}

/// Makes the tokens follow the order of the source, so that no element is left and entered again.
pub(super) fn keep_order(tokens: &mut [PlacedToken<'_>]) {
    let mut last = 0;
    for token in tokens {
        last = last.max(token.span);
        token.span = last;
    }
}

/// The text of each token with what lies between it and the one before. The last token gets the
/// rest, so that no text is lost, whatever the ranges.
fn token_texts<'text>(text: &'text str, tokens: &[Range<usize>]) -> Vec<&'text str> {
    let mut texts = Vec::with_capacity(tokens.len().max(1));
    let mut start = 0;
    for token in tokens.split_last().map_or(tokens, |(_, others)| others) {
        let end = text.floor_char_boundary(token.end).max(start);
        texts.push(text.get(start..end).unwrap_or_default());
        start = end;
    }
    texts.push(text.get(start..).unwrap_or_default());
    texts
}

/// A token of the source, and how much attention it gets.
#[derive(Debug, Clone, Copy)]
struct Choice {
    token: usize,
    weight: f32,
}

/// For each token of the target the one of the source with the greatest weight. The ends of the
/// sentences belong together, whatever their weight.
fn choose(sentence: &TranslatedSentence<'_>, targets: usize) -> Vec<Choice> {
    let sources = sentence.source_tokens.len();
    let mut rows = sentence.alignment.chunks_exact(sources.max(1));
    (0..targets)
        .map(|target| {
            let row = rows.next();
            if target + 1 == targets {
                return Choice {
                    token: sources.saturating_sub(1),
                    weight: 1.0,
                };
            }
            match row.filter(|_| sources > 0) {
                Some(row) => greatest(row),
                None => Choice {
                    token: target.saturating_mul(sources) / targets,
                    weight: 1.0,
                },
            }
        })
        .collect()
}

fn greatest(row: &[f32]) -> Choice {
    let mut best = Choice {
        token: 0,
        weight: f32::NEG_INFINITY,
    };
    for (token, &weight) in row.iter().enumerate() {
        if weight > best.weight {
            best = Choice { token, weight };
        }
    }
    best
}

/// Gives all tokens of a word the same token of the source: the one that is in more elements or,
/// failing that, the one that has more weight.
fn smooth(
    document: &Document<'_>,
    source: &SourceTokens<'_, '_>,
    texts: &[&str],
    chosen: &mut [Choice],
) {
    let mut word = 0;
    // The last token is the end of the sentence.
    for index in 1..texts.len().saturating_sub(1) {
        if !continues_word(texts[index - 1], texts[index]) {
            word = index;
            continue;
        }
        let (previous, current) = (chosen[index - 1], chosen[index]);
        let (outer, inner) = (
            source.element(previous.token),
            source.element(current.token),
        );
        let has_more_markup = outer != inner && document.contains(outer, inner);
        if has_more_markup || current.weight >= previous.weight {
            for choice in &mut chosen[word..index] {
                choice.token = current.token;
                choice.weight = current.weight;
            }
        } else {
            chosen[index].token = previous.token;
            chosen[index].weight = previous.weight;
        }
    }
}

/// A token of the source.
struct SourceToken {
    /// In the plain text, without the white space before it.
    visible: Range<usize>,
    /// The last span that begins before the token ends, as an index of [`SourceTokens::spans`].
    span: usize,
}

/// The tokens of a sentence and the spans that they lie in.
struct SourceTokens<'document, 'html> {
    document: &'document Document<'html>,
    tokens: Vec<SourceToken>,
    /// The spans of text in the sentence.
    spans: Vec<SpanId>,
}

impl<'document, 'html> SourceTokens<'document, 'html> {
    fn new(
        document: &'document Document<'html>,
        sentence: &TranslatedSentence<'_>,
        spans: Range<SpanId>,
    ) -> Self {
        let spans: Vec<SpanId> = spans
            .filter(|&id| !document.spans[id].range.is_empty())
            .collect();
        let place = |offset: usize| {
            let position = sentence.source.start.saturating_add(offset);
            document
                .text
                .floor_char_boundary(position.min(sentence.source.end))
        };
        let tokens = sentence
            .source_tokens
            .iter()
            .map(|token| {
                let end = place(token.end);
                let text = document.text.get(place(token.start)..end);
                let visible = text.unwrap_or_default().trim_start().len();
                let next = spans.partition_point(|&id| document.spans[id].range.start < end);
                SourceToken {
                    visible: end - visible..end,
                    span: next.saturating_sub(1),
                }
            })
            .collect();
        Self {
            document,
            tokens,
            spans,
        }
    }

    /// The span of a token, or the first one if there is no such token.
    fn span(&self, token: usize) -> SpanId {
        let index = self.tokens.get(token).map_or(0, |token| token.span);
        self.spans[index]
    }

    fn element(&self, token: usize) -> ElementId {
        self.document.spans[self.span(token)].element
    }

    /// Adds a token of the target that corresponds to the token of the source. If both are the
    /// same text and the source has markup inside, so has the target.
    fn place<'text>(&self, token: usize, text: &'text str, placed: &mut Vec<PlacedToken<'text>>) {
        let mut rest = text;
        if let Some(SourceToken { visible, span }) = self.tokens.get(token)
            && self.document.text.get(visible.clone()) == Some(text.trim_start())
        {
            let before = self.spans.get(..*span).unwrap_or_default();
            let first =
                before.partition_point(|&id| self.document.spans[id].range.end <= visible.start);
            for &id in before.get(first..).unwrap_or_default() {
                let left = visible.end - self.document.spans[id].range.end;
                let (part, after) = rest
                    .split_at_checked(rest.len().saturating_sub(left))
                    .unwrap_or(("", rest));
                placed.push(PlacedToken {
                    text: part,
                    span: id,
                });
                rest = after;
            }
        }
        placed.push(PlacedToken {
            text: rest,
            span: self.span(token),
        });
    }

    /// Whether nothing but a space that stands for tags parts these two from each other.
    fn touch(&self, left: usize, right: usize) -> bool {
        /// The longest piece of a word that is looked at.
        const LONGEST: usize = 128;
        let (Some(left), Some(right)) = (self.tokens.get(left), self.tokens.get(right)) else {
            return false;
        };
        let (left, right) = (left.visible.start, right.visible.start);
        if right <= left || right - left > LONGEST {
            return false;
        }
        let between = self.document.text.get(left..right).unwrap_or_default();
        let mut spaces = between.match_indices(char::is_whitespace);
        let space = spaces.next().map(|(offset, _)| left + offset);
        space.is_some_and(|space| self.document.spaces.binary_search(&space).is_ok())
            && spaces.next().is_none()
    }
}
