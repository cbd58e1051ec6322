//! Inline codes of a segment as tags in its text, and back.

use std::fmt::Write as _;

use crate::tokens::{TagShape, TokenKind, tokens};

/// The longest native code that is kept, in bytes.
const LONGEST_CODE: usize = 1024;

/// What an element of a segment means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeKind {
    /// `bpt`: the beginning of a pair.
    Begin,
    /// `ept`: the end of a pair.
    End,
    /// `ph`, `it` and `ut`: anything else.
    Alone,
}

impl CodeKind {
    pub(super) fn of(element: &str) -> Option<Self> {
        match element {
            "bpt" => Some(Self::Begin),
            "ept" => Some(Self::End),
            "ph" | "it" | "ut" => Some(Self::Alone),
            _ => None,
        }
    }
}

#[derive(Debug)]
enum Piece {
    Text(String),
    Code(Code),
}

#[derive(Debug)]
struct Code {
    kind: CodeKind,
    /// `i`, which ties the two of a pair together.
    pair: Option<String>,
    /// `x`, which ties codes of different languages together.
    number: Option<String>,
    /// What the code is in the format of the document.
    native: String,
}

/// A segment while it is read.
#[derive(Debug, Default)]
pub(super) struct SegmentBuilder {
    pieces: Vec<Piece>,
    /// How deep in a code the reader is: 0 in text, 1 in a code, more in what is inside it.
    depth: usize,
    characters: usize,
}

impl SegmentBuilder {
    /// An element begins. What marks text but is not a code (`hi`) leaves no trace, what is inside
    /// a code (`sub`) is left out with its text.
    pub(super) fn open(&mut self, element: &str, pair: Option<String>, number: Option<String>) {
        if self.depth > 0 {
            self.depth += 1;
        } else if let Some(kind) = CodeKind::of(element) {
            self.depth = 1;
            self.characters += 1;
            self.pieces.push(Piece::Code(Code {
                kind,
                pair,
                number,
                native: String::new(),
            }));
        }
    }

    /// An element ends.
    pub(super) const fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Characters follow. What XML does not allow is left out, what is beyond `most` characters is
    /// only counted.
    pub(super) fn text(&mut self, text: &str, most: usize) {
        let allowed = text.chars().filter(|symbol| is_allowed(*symbol));
        match (self.depth, self.pieces.last_mut()) {
            (0, last) => {
                self.characters += text.chars().count();
                if self.characters > most {
                    return;
                }
                if let Some(Piece::Text(before)) = last {
                    before.extend(allowed);
                } else {
                    self.pieces.push(Piece::Text(allowed.collect()));
                }
            }
            (1, Some(Piece::Code(code))) if code.native.len() <= LONGEST_CODE => {
                code.native.extend(allowed.take(LONGEST_CODE + 1));
            }
            _ => {}
        }
    }

    /// Characters of text, and one for each code.
    pub(super) const fn characters(&self) -> usize {
        self.characters
    }

    /// The text with the codes as tags, without outer white space.
    pub(super) fn finish(self) -> String {
        let tags = Tags::of(&self.pieces);
        let mut text = String::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Code(code) => tags.write(&mut text, index, code),
            }
        }
        text.trim().to_owned()
    }
}

/// Which codes of a segment belong together.
struct Tags<'a> {
    pieces: &'a [Piece],
    /// For each code that has one, the other of its pair.
    partners: Vec<(usize, usize)>,
    /// For each code, its number where nothing else tells it.
    ordinals: Vec<(usize, usize)>,
}

impl<'a> Tags<'a> {
    fn of(pieces: &'a [Piece]) -> Self {
        let mut open: Vec<(usize, &Code)> = Vec::new();
        let mut partners = Vec::new();
        let mut ordinals = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let Piece::Code(code) = piece else { continue };
            match code.kind {
                CodeKind::Begin => open.push((index, code)),
                CodeKind::End => {
                    // Nearly always the last one.
                    if let Some(begin) = open.iter().rposition(|(_, begin)| begin.pair == code.pair)
                    {
                        let (begin, _) = open.remove(begin);
                        partners.push((begin, index));
                        partners.push((index, begin));
                        continue;
                    }
                }
                CodeKind::Alone => {}
            }
            ordinals.push((index, ordinals.len() + 1));
        }
        partners.sort_unstable();
        Self {
            pieces,
            partners,
            ordinals,
        }
    }

    fn partner(&self, index: usize) -> Option<(usize, &'a Code)> {
        let place = self
            .partners
            .binary_search_by_key(&index, |(index, _)| *index)
            .ok()?;
        let (_, partner) = self.partners.get(place)?;
        match self.pieces.get(*partner)? {
            Piece::Code(code) => Some((*partner, code)),
            Piece::Text(_) => None,
        }
    }

    fn write(&self, text: &mut String, index: usize, code: &Code) {
        let partner = self.partner(index);
        let keeps = match partner {
            Some((_, partner)) => is_native_pair(code, partner),
            None => is_native(&code.native),
        };
        if keeps {
            text.push_str(code.native.trim());
            return;
        }
        // The beginning of a pair has the number of both.
        let (first, named) = match partner {
            Some((place, partner)) if code.kind == CodeKind::End => (place, partner),
            _ => (index, code),
        };
        let number = [&named.number, &named.pair]
            .into_iter()
            .flatten()
            .find(|number| is_number(number))
            .cloned()
            .unwrap_or_else(|| self.ordinal(first).to_string());
        let (before, after) = match (partner, code.kind) {
            (Some(_), CodeKind::Begin) => ("", ""),
            (Some(_), _) => ("/", ""),
            (None, _) => ("", "/"),
        };
        // Writing to a string never fails.
        let _ = write!(text, "<{before}{number}{after}>");
    }

    fn ordinal(&self, index: usize) -> usize {
        self.ordinals
            .binary_search_by_key(&index, |(index, _)| *index)
            .ok()
            .and_then(|place| self.ordinals.get(place))
            .map_or(0, |(_, ordinal)| *ordinal)
    }
}

fn is_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a native code is one tag or one placeholder and can stand in a text as it is.
fn is_native(code: &str) -> bool {
    let code = code.trim();
    let tokens = tokens(code);
    matches!(tokens.as_slice(), [token] if token.kind != TokenKind::Number && token.range == (0..code.len()))
}

/// Whether two native codes are the tags of one element.
fn is_native_pair(one: &Code, other: &Code) -> bool {
    let (begin, end) = if one.kind == CodeKind::Begin {
        (one, other)
    } else {
        (other, one)
    };
    let (begin, end) = (begin.native.trim(), end.native.trim());
    is_native(begin)
        && is_native(end)
        && end.starts_with("</")
        && !begin.ends_with("/>")
        && name(begin) == name(end)
}

/// The name of the element that a tag belongs to.
fn name(tag: &str) -> &str {
    let inner = tag.trim_start_matches('<').trim_start_matches('/');
    let end = inner
        .find(|next: char| next.is_whitespace() || next == '>' || next == '/')
        .unwrap_or(inner.len());
    inner.get(..end).unwrap_or_default()
}

/// Whether XML 1.0 allows a character.
pub(super) const fn is_allowed(symbol: char) -> bool {
    matches!(symbol, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// What a text with tags consists of in TMX.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    /// A tag whose partner is in the same text, with the number of the pair.
    Begin(usize, &'a str),
    End(usize, &'a str),
    /// A tag whose partner is not.
    Opening(&'a str),
    Closing(&'a str),
    /// A tag that needs no partner.
    Empty(&'a str),
}

/// The parts of a text, in order.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut pairs = 0;
    let mut position = 0;
    for token in tokens(text) {
        let TokenKind::Tag(shape) = token.kind else {
            continue;
        };
        let before = text.get(position..token.range.start).unwrap_or_default();
        if !before.is_empty() {
            parts.push(Part::Text(before));
        }
        position = token.range.end;
        let tag = text.get(token.range).unwrap_or_default();
        match shape {
            TagShape::Empty => parts.push(Part::Empty(tag)),
            TagShape::Start => {
                open.push((parts.len(), name(tag)));
                parts.push(Part::Opening(tag));
            }
            TagShape::End => {
                if let Some((begin, _)) = open.pop_if(|(_, begin)| *begin == name(tag)) {
                    pairs += 1;
                    if let Some(part) = parts.get_mut(begin)
                        && let Part::Opening(tag) = *part
                    {
                        *part = Part::Begin(pairs, tag);
                    }
                    parts.push(Part::End(pairs, tag));
                } else {
                    parts.push(Part::Closing(tag));
                }
            }
        }
    }
    let rest = text.get(position..).unwrap_or_default();
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}
