//! HTML as a sequence of tags, texts and stretches to copy, each with its place.
//!
//! It follows the tokenisation of the HTML standard and builds no tree, so that whatever is broken keeps
//! its bytes. Each byte is part of exactly one token, and time is linear.

use std::ops::Range;

use super::attributes::Attributes;
use super::elements::{is_escapable_raw_text, is_raw_text};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Text, character references not yet decoded.
    Text(Range<usize>),
    Start(Tag),
    End(Tag),
    /// An element with its content, in which tags mean nothing.
    Raw(Range<usize>),
    /// A comment, a declaration, a processing instruction, or what begins like a tag and does not end.
    Verbatim(Range<usize>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) range: Range<usize>,
    /// In lower case.
    pub(super) name: String,
    /// Whether it ends in `/>`.
    pub(super) self_closing: bool,
}

impl Tag {
    /// What stands after the name, with the end of the tag.
    pub(super) fn attributes<'a>(&self, text: &'a str) -> Attributes<'a> {
        let start = self.range.start + 1 + self.name.len();
        Attributes::new(text.get(..self.range.end).unwrap_or_default(), start)
    }
}

/// An iterator over the tokens of a text.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The element, just opened, whose content has no tags but its own end tag.
    escapable: Option<String>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            escapable: None,
        }
    }

    /// Where the next token begins.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next bytes; all if there are not so many.
    fn take(&mut self, length: usize) -> Range<usize> {
        let start = self.at;
        self.at = start.saturating_add(length).min(self.text.len());
        start..self.at
    }

    fn markup(&mut self) -> Token {
        let rest = self.rest();
        let inside = rest.get(1..).unwrap_or_default();
        if inside.starts_with(['!', '?']) {
            let length = declaration_length(rest);
            return Token::Verbatim(self.take(length));
        }
        if let Some(name) = inside.strip_prefix('/').map(tag_name) {
            let Some(end) = rest.find('>') else {
                return Token::Verbatim(self.take(rest.len()));
            };
            let range = self.take(end + 1);
            return if name.is_empty() {
                Token::Verbatim(range)
            } else {
                Token::End(Tag {
                    range,
                    name: name.to_ascii_lowercase(),
                    self_closing: false,
                })
            };
        }
        self.start_tag(tag_name(inside))
    }

    fn start_tag(&mut self, name: &str) -> Token {
        let mut attributes = Attributes::new(self.text, self.at + 1 + name.len());
        attributes.by_ref().for_each(drop);
        let Some((end, self_closing)) = attributes.end() else {
            // Looking for tags inside would take quadratic time, and browsers show nothing of it.
            return Token::Verbatim(self.take(self.text.len()));
        };
        let start = self.at;
        self.at = end;
        if is_raw_text(name) {
            let length = end_tag(self.rest(), name).unwrap_or(self.text.len());
            self.take(length);
            return Token::Raw(start..self.at);
        }
        let name = name.to_ascii_lowercase();
        if is_escapable_raw_text(&name) {
            self.escapable = Some(name.clone());
        }
        Token::Start(Tag {
            range: start..end,
            name,
            self_closing,
        })
    }
}

impl Iterator for Scanner<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        if let Some(name) = self.escapable.take() {
            let length = end_tag_start(rest, &name).unwrap_or(rest.len());
            if length > 0 {
                return Some(Token::Text(self.take(length)));
            }
        }
        if is_markup(rest) {
            return Some(self.markup());
        }
        let next = rest
            .match_indices('<')
            .find(|(at, _)| is_markup(rest.get(*at..).unwrap_or_default()));
        let length = next.map_or(rest.len(), |(at, _)| at);
        Some(Token::Text(self.take(length)))
    }
}

/// Whether the text begins with something other than text.
fn is_markup(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next() == Some(b'<')
        && bytes
            .next()
            .is_some_and(|next| next.is_ascii_alphabetic() || b"!?/".contains(&next))
}

pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// The tag name that the text begins with, empty if there is none.
fn tag_name(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return "";
    }
    let end = text.find(|next| is_space(next) || matches!(next, '/' | '>'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// How long a comment, a document type or a processing instruction is.
fn declaration_length(rest: &str) -> usize {
    if rest.starts_with("<?php") || rest.starts_with("<?=") {
        return rest.find("?>").map_or(rest.len(), |at| at + 2);
    }
    let end = match rest.strip_prefix("<!--") {
        // These two are whole comments, although the dashes of both ends are the same.
        Some(inside) if inside.starts_with('>') => Some(5),
        Some(inside) if inside.starts_with("->") => Some(6),
        Some(inside) => inside
            .match_indices('>')
            .find(|(at, _)| {
                let before = inside.get(..*at).unwrap_or_default();
                before.ends_with("--") || before.ends_with("--!")
            })
            .map(|(at, _)| at + 5),
        None => rest.find('>').map(|at| at + 1),
    };
    end.unwrap_or(rest.len())
}

/// Where the end tag of an element of raw text begins.
fn end_tag_start(text: &str, name: &str) -> Option<usize> {
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(|at| {
        let found = tag_name(text.get(at + 2..).unwrap_or_default());
        found.eq_ignore_ascii_case(name)
    })
}

/// Where the end tag of an element of raw text ends.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let start = end_tag_start(text, name)?;
    Some(start + text.get(start..)?.find('>')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens in short: texts as they are, others with a letter before.
    fn scan(html: &str) -> Vec<String> {
        let short = |token| match token {
            Token::Text(range) => html[range].to_owned(),
            Token::Start(tag) => format!("S {}", &html[tag.range]),
            Token::End(tag) => format!("E {}", tag.name),
            Token::Raw(range) => format!("R {}", &html[range]),
            Token::Verbatim(range) => format!("V {}", &html[range]),
        };
        Scanner::new(html).map(short).collect()
    }

    #[test]
    fn tags_texts_and_comments_are_told_apart() {
        for (html, expected) in [
            ("a<b>c</B >", &["a", "S <b>", "c", "E b"][..]),
            ("1 < 2 <3 <", &["1 < 2 <3 <"]),
            ("<a href='>' x=\"/>\">", &["S <a href='>' x=\"/>\">"]),
            ("<a b==c d/e=f/>g", &["S <a b==c d/e=f/>", "g"]),
            ("<!-- a > b -->c", &["V <!-- a > b -->", "c"]),
            ("<!-->c<!--->d", &["V <!-->", "c", "V <!--->", "d"]),
            ("<!--a", &["V <!--a"]),
            (
                "<![if !IE]>a<![endif]>",
                &["V <![if !IE]>", "a", "V <![endif]>"],
            ),
            (
                "<?php 1 > 0 ?>a<? b>",
                &["V <?php 1 > 0 ?>", "a", "V <? b>"],
            ),
            ("</>a</ b>", &["V </>", "a", "V </ b>"]),
            ("a <b c=\"d>e</b>", &["a ", "V <b c=\"d>e</b>"]),
            (
                "<script>a<b></SCRIPT >c",
                &["R <script>a<b></SCRIPT >", "c"],
            ),
            ("<style>a", &["R <style>a"]),
            (
                "<title>a<b></title>c",
                &["S <title>", "a<b>", "E title", "c"],
            ),
        ] {
            assert_eq!(scan(html), expected, "{html}");
        }
    }
}
