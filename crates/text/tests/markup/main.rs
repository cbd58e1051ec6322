//! HTML taken off a text and put on its translation.
#![allow(clippy::unwrap_used)] // The functions that tests share are tests, too.

mod behaviour;
mod peer;
mod properties;

use std::ops::Range;

use dragoman_text::{HtmlText, TranslatedSentence};

/// Sentences end with a full stop before a space or at the end.
fn split(block: &str) -> Vec<Range<usize>> {
    let ends = block.match_indices(". ").map(|(position, _)| position + 1);
    let mut start = 0;
    let mut ranges = Vec::new();
    for end in ends.chain([block.len()]) {
        let sentence = &block[start..end];
        let visible = sentence.trim();
        let from = start + sentence.find(visible).unwrap();
        ranges.push(from..from + visible.len());
        start = end;
    }
    ranges
}

/// A text in one sentence, with its own tokens and each of them aligned to itself.
struct Identity {
    text: String,
    source: Range<usize>,
    tokens: Vec<Range<usize>>,
    alignment: Vec<f32>,
}

impl Identity {
    /// Tokens are words with the white space before them.
    fn new(text: &str, source: Range<usize>) -> Self {
        let text = text[source.clone()].to_owned();
        let mut tokens = Vec::new();
        let mut start = 0;
        for (position, pair) in text.char_indices().zip(text.chars().skip(1)) {
            let (position, character) = position;
            if !character.is_whitespace() && pair.is_whitespace() {
                tokens.push(start..position + character.len_utf8());
                start = position + character.len_utf8();
            }
        }
        tokens.push(start..text.len());
        tokens.push(text.len()..text.len());
        let size = tokens.len();
        let alignment = (0..size * size)
            .map(|index| f32::from(u8::from(index / size == index % size)))
            .collect();
        Self {
            text,
            source,
            tokens,
            alignment,
        }
    }

    fn sentence(&self) -> TranslatedSentence<'_> {
        TranslatedSentence {
            source: self.source.clone(),
            text: &self.text,
            source_tokens: &self.tokens,
            target_tokens: &self.tokens,
            alignment: &self.alignment,
        }
    }
}

/// The fragment translated into itself.
fn identity(html: &str) -> String {
    let marked = HtmlText::parse(html);
    let sentences: Vec<_> = marked
        .sentences(split)
        .into_iter()
        .map(|range| Identity::new(marked.text(), range))
        .collect();
    let translated: Vec<_> = sentences.iter().map(Identity::sentence).collect();
    marked.restore(&translated)
}

/// What the fragment says and how, for comparing two: each piece of text and each tag.
fn text_of(html: &str) -> String {
    let text = HtmlText::parse(html).text().to_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of the tags in a fragment that holds no `<` but in tags.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .map(|tag| tag.split_once('>').map_or(tag, |(tag, _)| tag))
        .collect()
}
