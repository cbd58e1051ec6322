//! A run of text with inline markup, such as a paragraph, and what becomes a code in it.

mod kept;

use std::ops::Range;

use crate::lines;
use crate::tags::{self, Kind as TagKind};
use crate::values::has_words;
use crate::{CodeId, Content, Piece};

use kept::with_kept;

/// How many tags that are open are looked through for the one that a tag closes.
const NEAR: usize = 32;

/// In which block a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// A paragraph or an item of a list.
    Paragraph,
    /// A heading that is underlined.
    Underlined,
    /// A heading in one line.
    Heading,
    /// A cell of a table.
    Cell,
    /// The alternative text of a picture; whether it is in a table.
    Alternative { in_table: bool },
}

impl Setting {
    pub(super) fn is_in_table(self) -> bool {
        matches!(self, Self::Cell | Self::Alternative { in_table: true })
    }
}

/// What a code stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Code {
    /// With the sign of its ends.
    Emphasis(char),
    Strong(char),
    /// With so many tildes.
    Strike(usize),
    Link(Close),
    /// An element, with its tags.
    Element(Range<usize>, Range<usize>),
    /// An element whose content stays: its tags, and the content as it stands and as it is read.
    Kept(Range<usize>, Range<usize>, String, Range<usize>),
    /// Something that stays as it is written.
    Mark(Range<usize>),
    /// The same, as it is read by who sees a tag in it.
    Tag(Range<usize>),
    /// A line end that is shown, by a sign or by spaces.
    Break(Range<usize>),
}

/// How the text of a link ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Close {
    /// With this.
    Written(Range<usize>),
    /// The text is the label as well, and is no more when it is translated: the label comes after it.
    Label(Range<usize>),
}

/// What follows one another in a run; codes by their numbers.
#[derive(Debug, Clone)]
pub(super) enum Token {
    /// Text, whether it stands as it is read, and where.
    Text(String, bool, Range<usize>),
    LineEnd,
    Open(usize),
    Close(usize),
    Mark(usize),
    /// A picture, which is no part of a sentence at its ends.
    Picture(usize),
    Html(Range<usize>),
}

/// A run that is a unit.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) setting: Setting,
    pub(super) codes: Vec<Code>,
    /// What stands before and after the unit's content in the run.
    pub(super) before: Vec<Piece>,
    pub(super) after: Vec<Piece>,
    /// What stands before the text of the second line, as far as it was seen.
    pub(super) prefix: Option<String>,
    /// The label of a picture that had none but its text.
    pub(super) label: Option<Range<usize>>,
}

/// The number of a code as units have it.
fn id(code: usize) -> CodeId {
    CodeId(u32::try_from(code).unwrap_or(u32::MAX))
}

/// The code of this number.
pub(super) fn code(codes: &[Code], id: CodeId) -> Option<&Code> {
    codes.get(usize::try_from(id.0).ok()?)
}

/// The pieces of a run that consists of these tokens, before, in and after what is to be translated.
pub(super) fn pieces(
    source: &str,
    tokens: Vec<Token>,
    codes: &mut Vec<Code>,
) -> (Vec<Piece>, Content, Vec<Piece>) {
    let tokens = with_elements(source, with_kept(tokens, codes), codes);
    let (start, end) = inner(&tokens, codes);
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    let mut last = None;
    let next_letters = next_letters(&tokens);
    for (at, token) in tokens.into_iter().enumerate() {
        let piece = match token {
            Token::Text(text, ..) => {
                last = text.chars().next_back();
                Piece::Text(text)
            }
            Token::LineEnd => {
                let next = next_letters.get(at).copied().flatten();
                let is_close = last.is_some() && next.is_some() && lines::join_closely(last, next);
                Piece::Text(if is_close { "" } else { " " }.to_owned())
            }
            Token::Open(code) => Piece::Open(id(code)),
            Token::Close(code) => Piece::Close(id(code)),
            Token::Mark(code) | Token::Picture(code) => {
                last = None;
                Piece::Mark(id(code))
            }
            Token::Html(_) => continue,
        };
        let part = usize::from(at >= start) + usize::from(at >= end);
        if let Some(part) = parts.get_mut(part) {
            part.push(piece);
        }
    }
    let [mut before, middle, mut after] = parts;
    let mut middle = Content::new(middle).pieces().to_vec();
    if let Some(Piece::Text(text)) = middle.first_mut() {
        let kept = text.trim_start();
        before.push(Piece::Text(
            text.get(..text.len() - kept.len())
                .unwrap_or_default()
                .to_owned(),
        ));
        *text = kept.to_owned();
    }
    if let Some(Piece::Text(text)) = middle.last_mut() {
        let kept = text.trim_end();
        after.insert(
            0,
            Piece::Text(text.get(kept.len()..).unwrap_or_default().to_owned()),
        );
        *text = kept.to_owned();
    }
    (before, Content::new(middle), after)
}

/// For each token, the letter with which the next text begins if nothing but stretches begin or end before it.
fn next_letters(tokens: &[Token]) -> Vec<Option<char>> {
    let mut next = None;
    let letters = tokens.iter().rev().map(|token| {
        let after = next;
        match token {
            Token::Text(text, ..) => next = text.chars().next(),
            Token::Mark(_) | Token::Picture(_) | Token::Html(_) => next = None,
            Token::LineEnd | Token::Open(_) | Token::Close(_) => {}
        }
        after
    });
    let mut letters: Vec<_> = letters.collect();
    letters.reverse();
    letters
}

/// Makes stretches of tags that are pairs within one stretch of Markdown, and codes of others.
fn with_elements(source: &str, mut tokens: Vec<Token>, codes: &mut Vec<Code>) -> Vec<Token> {
    enum Around<'a> {
        Stretch,
        Tag(usize, &'a str),
    }
    let mut open: Vec<Around<'_>> = Vec::new();
    let mut pairs = vec![None; tokens.len()];
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(_) => open.push(Around::Stretch),
            Token::Close(_) => while let Some(Around::Tag(..)) = open.pop() {},
            Token::Html(range) => {
                let Some(tag) = source.get(range.clone()).and_then(tags::tag) else {
                    continue;
                };
                match tag.kind {
                    TagKind::Single => {}
                    TagKind::Open => open.push(Around::Tag(at, tag.name)),
                    TagKind::Close => {
                        let near = open.iter().rev().take(NEAR);
                        let near = near.take_while(|around| matches!(around, Around::Tag(..)));
                        let found = near.enumerate().find_map(|(depth, around)| match around {
                            Around::Tag(opened, name) if name.eq_ignore_ascii_case(tag.name) => {
                                Some((depth, *opened))
                            }
                            _ => None,
                        });
                        if let Some((depth, opened)) = found {
                            open.truncate(open.len().saturating_sub(depth + 1));
                            for (one, other) in [(opened, at), (at, opened)] {
                                if let Some(pair) = pairs.get_mut(one) {
                                    *pair = Some(other);
                                }
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    make_elements(source, &mut tokens, &pairs, codes)
}

fn make_elements(
    source: &str,
    tokens: &mut [Token],
    pairs: &[Option<usize>],
    codes: &mut Vec<Code>,
) -> Vec<Token> {
    let mut made = Vec::with_capacity(tokens.len());
    let mut numbers: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let Token::Html(range) = token else {
            made.push(token.clone());
            at += 1;
            continue;
        };
        let pair = pairs.get(at).copied().flatten();
        let other = pair.and_then(|pair| match tokens.get(pair) {
            Some(Token::Html(other)) => Some((pair, other.clone())),
            _ => None,
        });
        match other {
            None => {
                made.push(Token::Mark(codes.len()));
                codes.push(Code::Tag(range.clone()));
            }
            Some((pair, end)) if pair > at => {
                let number = codes.len();
                if let Some(text) = kept_text(source, tokens, at, pair) {
                    let inside = range.end..end.start;
                    codes.push(Code::Kept(range.clone(), inside, text, end));
                    made.push(Token::Mark(number));
                    at = pair + 1;
                    continue;
                }
                codes.push(Code::Element(range.clone(), end));
                numbers.push((at, number));
                made.push(Token::Open(number));
            }
            Some((pair, _)) => {
                if let Some((_, number)) = numbers.pop_if(|(opened, _)| *opened == pair) {
                    made.push(Token::Close(number));
                }
            }
        }
        at += 1;
    }
    made
}

/// The text of an element whose content is nothing to translate, if there is only text in it.
fn kept_text(source: &str, tokens: &[Token], start: usize, end: usize) -> Option<String> {
    let Some(Token::Html(range)) = tokens.get(start) else {
        return None;
    };
    if !tags::tag(source.get(range.clone())?)?.protects() {
        return None;
    }
    let within = tokens.get(start + 1..end)?.iter().map(|token| match token {
        Token::Text(text, ..) => Some(text.as_str()),
        _ => None,
    });
    within.collect()
}

/// Which tokens are to be translated: not white space and what is no part of a sentence at the ends, nor a stretch around
/// all of it.
fn inner(tokens: &[Token], codes: &[Code]) -> (usize, usize) {
    let partners = partners(tokens);
    let is_outer = |at: usize| match tokens.get(at) {
        Some(Token::Text(text, ..)) => text.trim().is_empty(),
        Some(Token::LineEnd | Token::Picture(_)) => true,
        Some(Token::Mark(code)) => matches!(codes.get(*code), Some(Code::Tag(_) | Code::Break(_))),
        _ => false,
    };
    // How many tokens before each one have words.
    let mut count = 0_usize;
    let counts: Vec<usize> = std::iter::once(0)
        .chain(tokens.iter().map(|token| {
            let is_read = match token {
                Token::Text(text, ..) => has_words(text),
                Token::Mark(code) => {
                    !matches!(codes.get(*code), Some(Code::Tag(_) | Code::Break(_)))
                }
                _ => false,
            };
            count += usize::from(is_read);
            count
        }))
        .collect();
    let is_empty = |range: Range<usize>| counts.get(range.start) == counts.get(range.end);
    let (mut start, mut end) = (0, tokens.len());
    while start < end {
        let last = end - 1;
        let first_partner = partners.get(start).copied().flatten();
        let last_partner = partners.get(last).copied().flatten();
        if is_outer(start) {
            start += 1;
        } else if is_outer(last) {
            end = last;
        } else if let Some(close) = first_partner.filter(|close| is_empty(start..*close)) {
            start = close + 1;
        } else if let Some(open) = last_partner.filter(|open| is_empty(*open..last)) {
            end = open;
        } else if first_partner == Some(last) {
            (start, end) = (start + 1, last);
        } else {
            break;
        }
    }
    (start, end.max(start))
}

/// For each token that begins or ends a stretch, where the other one is.
fn partners(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(_) => open.push(at),
            Token::Close(_) => {
                if let Some(opened) = open.pop() {
                    for (one, other) in [(opened, at), (at, opened)] {
                        if let Some(partner) = partners.get_mut(one) {
                            *partner = Some(other);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    partners
}
