//! The text of a string, divided into what is translated by itself, with codes.

use std::ops::Range;

use crate::tags::{self, Kind, Tag};
use crate::values::has_words;
use crate::{CodeId, Content, Piece};

use super::message::{self, Apostrophes, Message, Part};
use super::placeholders::placeholder_length;
use super::references::{has_references, reference};

/// A stretch of a string that is one unit. Ranges are those of the string's text.
#[derive(Debug)]
pub(crate) struct Fragment {
    pub(crate) range: Range<usize>,
    pub(crate) content: Content,
    /// Where the codes stand, by their numbers.
    pub(crate) codes: Vec<Code>,
    pub(crate) syntax: Syntax,
}

/// Where a code stands.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    /// The whole mark, or what begins a stretch.
    pub(crate) start: Range<usize>,
    /// What ends a stretch.
    pub(crate) end: Range<usize>,
}

/// How text is written in a fragment, apart from the escapes of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Syntax {
    /// With elements that are paragraphs, so that line ends are nothing but white space.
    pub(super) has_blocks: bool,
    /// With character references.
    pub(super) has_references: bool,
    /// With character references to spaces that are not broken.
    pub(super) has_space_references: bool,
    /// As a message with branches.
    pub(super) is_message: bool,
    /// What chooses it.
    pub(super) kind: message::Kind,
    pub(super) apostrophes: Apostrophes,
}

impl Syntax {
    /// Text as it stands in such a fragment.
    pub(crate) fn write(self, text: &str) -> String {
        let mut text = text.to_owned();
        if self.has_references {
            for (character, reference) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
                text = text.replace(character, reference);
            }
        }
        if self.has_space_references {
            text = text.replace('\u{a0}', "&nbsp;");
        }
        if self.is_message {
            message::quote(&text, self.kind, self.apostrophes)
        } else {
            text
        }
    }
}

enum Token<'a> {
    Text(String),
    Tag(Tag<'a>),
    /// Something that is kept.
    Code,
    /// Something between two fragments.
    Break,
}

/// What programs do with the strings of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// Nothing is known of it but what stands in each.
    Unknown,
    /// Those with numbered arguments are given to Java's `MessageFormat`, where an apostrophe is written twice.
    MessageFormat,
    /// They are markup: signs that would be read as such are written as character references.
    Markup,
    /// Arguments without numbers are put in place in their order, as those of C are, and get numbers where a translation has
    /// them in another.
    Numbered,
    /// All are messages of ICU.
    Icu {
        /// Whether apostrophes quote what would be a part of the message, and are written twice.
        has_quotes: bool,
    },
}

impl Convention {
    /// The parts of a string that is a message, and how apostrophes are written in it.
    fn message(self, text: &str) -> Option<(Message, Apostrophes)> {
        let usual = || {
            let apostrophes = match text.contains("''") {
                true => Apostrophes::Doubled,
                false => Apostrophes::WhereNeeded,
            };
            Some((message::parse(text)?, apostrophes))
        };
        match self {
            Self::Unknown | Self::Markup | Self::Numbered => usual(),
            Self::MessageFormat => match message::parse_message_format(text) {
                Some(message) => Some((message, Apostrophes::Doubled)),
                None => usual(),
            },
            Self::Icu { has_quotes } => {
                let apostrophes = match has_quotes {
                    true => Apostrophes::Doubled,
                    false => Apostrophes::Literal,
                };
                Some((message::parse_parts(text, has_quotes)?, apostrophes))
            }
        }
    }
}

/// The fragments of a string; `kept` are stretches that are no characters.
pub(crate) fn fragments(
    text: &str,
    kept: &[Range<usize>],
    convention: Convention,
) -> Vec<Fragment> {
    let mut fragments = Vec::new();
    let syntax = Syntax {
        has_blocks: has_blocks(text),
        has_references: convention == Convention::Markup || has_references(text),
        has_space_references: text.contains("&nbsp;"),
        ..Syntax::default()
    };
    let message = convention.message(text).filter(|_| kept.is_empty());
    if let Some((message, apostrophes)) = message {
        let syntax = Syntax {
            is_message: true,
            apostrophes,
            ..syntax
        };
        add_message(text, 0..text.len(), &message, syntax, &mut fragments);
    } else {
        let kept: Vec<_> = kept.iter().map(|range| (range.clone(), "")).collect();
        add_fragments(text, 0..text.len(), &kept, syntax, &mut fragments);
    }
    fragments
}

fn add_message(
    text: &str,
    range: Range<usize>,
    message: &Message,
    syntax: Syntax,
    fragments: &mut Vec<Fragment>,
) {
    let parts = message.parts.iter().map(|(range, part)| {
        let meaning = if *part == Part::Apostrophe { "'" } else { "" };
        (range.clone(), meaning)
    });
    let parts: Vec<_> = parts.collect();
    add_fragments(text, range, &parts, syntax, fragments);
    for (_, part) in &message.parts {
        let Part::Branches(branches) = part else {
            continue;
        };
        for branch in branches {
            let syntax = Syntax {
                kind: branch.kind,
                ..syntax
            };
            add_message(
                text,
                branch.range.clone(),
                &branch.message,
                syntax,
                fragments,
            );
        }
    }
}

/// Adds what stands in this range; `parts` are known to be codes, or to mean some text.
fn add_fragments(
    text: &str,
    range: Range<usize>,
    parts: &[(Range<usize>, &str)],
    syntax: Syntax,
    fragments: &mut Vec<Fragment>,
) {
    let tokenizer = Tokenizer {
        text,
        range,
        parts,
        syntax,
    };
    let mut group = Vec::new();
    for (range, token) in tokenizer.tokens() {
        if matches!(token, Token::Break) {
            add_fragment(std::mem::take(&mut group), syntax, fragments);
        } else {
            group.push((range, token));
        }
    }
    add_fragment(group, syntax, fragments);
}

struct Tokenizer<'a> {
    text: &'a str,
    range: Range<usize>,
    parts: &'a [(Range<usize>, &'a str)],
    syntax: Syntax,
}

impl<'a> Tokenizer<'a> {
    fn tokens(&self) -> Vec<(Range<usize>, Token<'a>)> {
        let mut tokens: Vec<(Range<usize>, Token<'a>)> = Vec::new();
        let mut parts = self.parts.iter().peekable();
        let mut at = self.range.start;
        let mut before = None;
        while at < self.range.end {
            while parts.next_if(|(part, _)| part.end <= at).is_some() {}
            let next_part = parts.peek();
            let (length, token) = match next_part.filter(|(part, _)| part.start <= at) {
                Some((part, "")) => (part.end - at, Token::Code),
                Some((part, meaning)) => (part.end - at, Token::Text((*meaning).to_owned())),
                None => {
                    let end = next_part.map_or(self.range.end, |(part, _)| part.start);
                    self.token(at..end.min(self.range.end), before)
                }
            };
            let range = at..at + length.max(1);
            before = match &token {
                Token::Text(text) => text.chars().next_back(),
                Token::Tag(_) | Token::Code | Token::Break => None,
            };
            at = range.end;
            match (tokens.last_mut(), token) {
                (Some((last, Token::Text(text))), Token::Text(more))
                    if !is_written_space(last, text) && !is_written_space(&range, &more) =>
                {
                    last.end = range.end;
                    text.push_str(&more);
                }
                (_, token) => tokens.push((range, token)),
            }
        }
        tokens
    }

    /// The first token of a stretch that is not empty, and its length.
    fn token(&self, range: Range<usize>, before: Option<char>) -> (usize, Token<'a>) {
        let rest = self.text.get(range.clone()).unwrap_or_default();
        let Some(first) = rest.chars().next() else {
            return (1, Token::Text(String::new()));
        };
        if first == '<'
            && let Some(found) = self.tag(range.start)
        {
            return found;
        }
        match first {
            ']' if rest.starts_with("]]>") => return (3, Token::Break),
            '&' if self.syntax.has_references => {
                if let Some((length, character)) = reference(rest) {
                    return (length, Token::Text(character));
                }
            }
            '\n' | '\r' if self.syntax.has_blocks => {
                let space = rest.len() - rest.trim_start().len();
                return (space, Token::Text(" ".to_owned()));
            }
            '\n' | '\r' => return line_end(rest, before),
            _ => {}
        }
        // In a message, what stands in braces is known.
        let is_known = self.syntax.is_message && first == '{';
        match placeholder_length(rest, before).filter(|_| !is_known) {
            Some(length) => (length, Token::Code),
            None => (first.len_utf8(), Token::Text(first.to_string())),
        }
    }

    /// The tag that stands here, with the parts that stand in it.
    fn tag(&self, at: usize) -> Option<(usize, Token<'a>)> {
        let rest = self.text.get(at..self.range.end)?;
        let tag = tags::tag(rest)?;
        Some(match (tag.protects(), tag.separates()) {
            (true, true) => (tags::element_length(rest, &tag), Token::Break),
            (true, false) => (tags::element_length(rest, &tag), Token::Code),
            (false, true) => (tag.length, Token::Break),
            (false, false) => (tag.length, Token::Tag(tag)),
        })
    }
}

/// Whether this is white space that is written as a character reference or with more white space.
fn is_written_space(range: &Range<usize>, text: &str) -> bool {
    range.len() != text.len() && text.chars().all(char::is_whitespace)
}

/// A line end separates fragments where a sentence may end, and is a code within one.
fn line_end<'a>(rest: &str, before: Option<char>) -> (usize, Token<'a>) {
    let after = rest.trim_start();
    let space = rest.get(..rest.len() - after.len()).unwrap_or_default();
    let goes_on = after.starts_with(char::is_lowercase)
        && !before.is_some_and(|before| ".!?:;…。！？；：".contains(before))
        && space.matches('\n').count() < 2;
    let token = if goes_on { Token::Code } else { Token::Break };
    (space.len(), token)
}

/// Whether a text has elements that are paragraphs. What is never closed may be no element, such as the arguments of a
/// program: `lamp <section>`.
fn has_blocks(text: &str) -> bool {
    let has_ends = text.contains("</");
    let is_element = |tag: &Tag<'_>| tag.kind != Kind::Open || has_ends;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let found = rest.get(at..).and_then(tags::tag);
        if found.is_some_and(|tag| tag.separates() && is_element(&tag)) {
            return true;
        }
        let length = found.map_or(1, |tag| tag.length);
        rest = rest.get(at + length..).unwrap_or_default();
    }
    false
}

fn add_fragment(
    mut group: Vec<(Range<usize>, Token<'_>)>,
    syntax: Syntax,
    fragments: &mut Vec<Fragment>,
) {
    let partners = strip(&mut group);
    let (Some((first, _)), Some((last, _))) = (group.first(), group.last()) else {
        return;
    };
    let mut range = first.start..last.end;
    let mut codes: Vec<Code> = Vec::new();
    let mut pieces = Vec::new();
    let mut open = Vec::new();
    let count = group.len();
    for (index, (place, token)) in group.into_iter().enumerate() {
        let id = CodeId(u32::try_from(codes.len()).unwrap_or(u32::MAX));
        let is_paired = partners.get(index).is_some_and(|is_paired| *is_paired);
        match token {
            Token::Text(mut text) => {
                // White space that is left at the ends is as long as it is written.
                if index == 0 {
                    range.start += text.len() - text.trim_start().len();
                    text = text.trim_start().to_owned();
                }
                if index + 1 == count {
                    range.end -= text.len() - text.trim_end().len();
                    text = text.trim_end().to_owned();
                }
                pieces.push(Piece::Text(text));
            }
            Token::Tag(tag) if is_paired && tag.kind == Kind::Close => {
                if let Some(CodeId(opened)) = open.pop() {
                    if let Some(code) = usize::try_from(opened)
                        .ok()
                        .and_then(|at| codes.get_mut(at))
                    {
                        code.end = place;
                    }
                    pieces.push(Piece::Close(CodeId(opened)));
                }
            }
            Token::Tag(_) if is_paired => {
                open.push(id);
                codes.push(Code {
                    start: place,
                    end: 0..0,
                });
                pieces.push(Piece::Open(id));
            }
            Token::Tag(_) | Token::Code => {
                codes.push(Code {
                    start: place,
                    end: 0..0,
                });
                pieces.push(Piece::Mark(id));
            }
            Token::Break => {}
        }
    }
    let content = Content::new(pieces);
    if has_words(&content.text()) {
        fragments.push(Fragment {
            range,
            content,
            codes,
            syntax,
        });
    }
}

/// Takes away what stands around the text: white space, tags around all of it, tags without a partner.
/// Gives which of the tokens left are tags with a partner.
fn strip(group: &mut Vec<(Range<usize>, Token<'_>)>) -> Vec<bool> {
    let partners = partners(group);
    let (mut start, mut end) = (0, group.len());
    let is_space = |at: usize| {
        matches!(group.get(at), Some((_, Token::Text(text)))
            if text.chars().all(char::is_whitespace))
    };
    let is_lone = |at: usize| {
        matches!(group.get(at), Some((_, Token::Tag(_)))) && partners.get(at) == Some(&None)
    };
    let is_around = |start: usize, end: usize| partners.get(start) == Some(&Some(end));
    while start < end {
        if is_space(start) || is_lone(start) {
            start += 1;
        } else if is_space(end - 1) || is_lone(end - 1) {
            end -= 1;
        } else if is_around(start, end - 1) {
            start += 1;
            end -= 1;
        } else {
            break;
        }
    }
    group.truncate(end);
    group.drain(..start.min(end));
    let kept = partners.into_iter().skip(start).take(end - start);
    kept.map(|partner| partner.is_some()).collect()
}

/// For each token, which one is the other tag of its element, if they nest.
fn partners(group: &[(Range<usize>, Token<'_>)]) -> Vec<Option<usize>> {
    let mut partners = vec![None; group.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, (_, token)) in group.iter().enumerate() {
        let Token::Tag(tag) = token else {
            continue;
        };
        match tag.kind {
            Kind::Single => {}
            Kind::Open => open.push((at, tag.name)),
            Kind::Close => {
                // Far out partners are not looked for: nobody nests tags so deep.
                let near = open.len().saturating_sub(32);
                let opened = open.iter().skip(near);
                let found = opened
                    .rev()
                    .find(|(_, name)| name.eq_ignore_ascii_case(tag.name));
                let Some((opened, _)) = found.copied() else {
                    continue;
                };
                while open.pop().is_some_and(|(other, _)| other != opened) {}
                for (one, other) in [(opened, at), (at, opened)] {
                    if let Some(partner) = partners.get_mut(one) {
                        *partner = Some(other);
                    }
                }
            }
        }
    }
    partners
}
