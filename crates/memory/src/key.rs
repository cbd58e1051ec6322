//! A text as matching sees it.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::hashing::StableHash;
use crate::tokens::{Token, TokenKind, tokens};

/// Stands for a number in the symbols of a key; no character has this code.
const NUMBER: u32 = 0x11_0000;

/// Stands for a placeholder.
const PLACEHOLDER: u32 = 0x11_0001;

/// A text prepared for comparison.
///
/// Two texts are *the same* if they are equal in Unicode's form NFC, outer white space apart. For
/// everything less than that a key holds the text's *symbols*: its characters in lower case, runs of
/// white space as one blank, invisible characters and inline tags left out, and one symbol for each
/// number and each placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchKey {
    exact: String,
    tokens: Vec<Token>,
    symbols: Vec<u32>,
    /// For each tag, how many symbols stand before it.
    tag_places: Vec<usize>,
}

impl MatchKey {
    /// The key of a text. Time is linear in its length.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let exact = composed(text.trim()).trim().to_owned();
        let tokens = tokens(&exact);
        let (symbols, tag_places) = symbols(&exact, &tokens, Case::Folded);
        Self {
            exact,
            tokens,
            symbols,
            tag_places,
        }
    }

    /// The text in form NFC without outer white space.
    #[must_use]
    pub fn exact_text(&self) -> &str {
        &self.exact
    }

    /// A hash of [`exact_text`](Self::exact_text) that never changes, so it may be stored.
    /// Different texts can have the same.
    #[must_use]
    pub fn exact_hash(&self) -> u64 {
        let mut hash = StableHash::new();
        hash.write(self.exact.as_bytes());
        hash.finish()
    }

    /// The number of symbols, which [`length_bounds`](crate::length_bounds) is about.
    #[must_use]
    pub const fn fuzzy_len(&self) -> usize {
        self.symbols.len()
    }

    pub(crate) fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// The symbols with the case that the letters have in the text.
    pub(crate) fn cased_symbols(&self) -> Vec<u32> {
        symbols(&self.exact, &self.tokens, Case::Kept).0
    }

    /// For each tag, how many symbols stand before it.
    pub(crate) fn tag_places(&self) -> &[usize] {
        &self.tag_places
    }

    /// The tokens of one sort as they are spelled, in order.
    pub(crate) fn spelled(
        &self,
        sort: impl Fn(TokenKind) -> bool,
    ) -> impl Iterator<Item = (TokenKind, &str)> {
        self.tokens
            .iter()
            .filter(move |token| sort(token.kind))
            .map(|token| (token.kind, slice(&self.exact, &token.range)))
    }
}

/// A text in form NFC.
fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Folded,
    Kept,
}

/// The symbols, and how many of them stand before each tag.
fn symbols(text: &str, tokens: &[Token], case: Case) -> (Vec<u32>, Vec<usize>) {
    let mut symbols = Vec::with_capacity(text.len());
    let mut tag_places = Vec::new();
    let mut position = 0;
    for token in tokens {
        let before = slice(text, &(position..token.range.start));
        push_characters(&mut symbols, before, case);
        match token.kind {
            TokenKind::Number => symbols.push(NUMBER),
            TokenKind::Placeholder => symbols.push(PLACEHOLDER),
            TokenKind::Tag(_) => tag_places.push(symbols.len()),
        }
        position = token.range.end;
    }
    push_characters(&mut symbols, slice(text, &(position..text.len())), case);
    if symbols.last() == Some(&u32::from(' ')) {
        symbols.pop();
    }
    for place in &mut tag_places {
        *place = (*place).min(symbols.len());
    }
    (symbols, tag_places)
}

fn push_characters(symbols: &mut Vec<u32>, text: &str, case: Case) {
    for symbol in text.chars() {
        if symbol.is_ascii_lowercase() {
            symbols.push(u32::from(symbol));
        } else if symbol.is_whitespace() {
            if symbols.last().is_some_and(|last| *last != u32::from(' ')) {
                symbols.push(u32::from(' '));
            }
        } else if !is_invisible(symbol) {
            match case {
                Case::Folded => symbols.extend(symbol.to_lowercase().map(u32::from)),
                Case::Kept => symbols.push(u32::from(symbol)),
            }
        }
    }
}

/// Whether a character has no width and no meaning of its own: control characters, the soft hyphen,
/// what joins and breaks words, and the marks of direction.
fn is_invisible(symbol: char) -> bool {
    symbol.is_control()
        || matches!(
            symbol,
            '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

fn slice<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}
