//! Markup as a sequence of tags, text and stretches to copy.
//!
//! The scanner takes everything: what is not well-formed is read as the tokenisation stage of the
//! HTML standard reads it, except that a tag without an end is text instead of nothing, so that no
//! text is lost. XML is read alike, but for its names, its CDATA sections and the ends of its
//! instructions, and because no name means anything. Each byte of the input is part of exactly one token, and time is linear.

use super::MarkupSyntax;
use super::attributes::Attributes;
use super::elements::{is_escapable_raw_text, is_raw_text};
use super::wellformed;

/// One piece of markup. `raw` is the piece as it stands in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'source> {
    /// Text, character references not yet decoded.
    Text { raw: &'source str },
    /// Text at the end that begins like markup.
    Unfinished { raw: &'source str },
    /// A start tag.
    Start {
        raw: &'source str,
        name: &'source str,
        /// Whether it ends in `/>`.
        self_closing: bool,
        /// Whether an attribute says that the content is to be translated or that it is not.
        translate: Option<bool>,
    },
    /// A section of XML in which nothing means anything but its own end.
    CharacterData {
        raw: &'source str,
        content: &'source str,
        /// What the source lacks to end it, if anything.
        missing: &'static str,
    },
    /// An end tag.
    End {
        raw: &'source str,
        name: &'source str,
    },
    /// A comment, a declaration, a processing instruction or an element of raw text.
    Verbatim {
        raw: &'source str,
        /// What the source lacks to end it, if anything.
        missing: String,
        /// The name of the element of raw text.
        name: Option<&'source str>,
    },
}

/// What a section of character data begins with.
pub(super) const CDATA_START: &str = "<![CDATA[";

/// What a section of character data ends with.
pub(super) const CDATA_END: &str = "]]>";

/// An iterator over the tokens of a text.
pub(super) struct Scanner<'source> {
    syntax: MarkupSyntax,
    rest: &'source str,
    /// The element, just opened, whose content has no tags but its own end tag.
    escapable: Option<&'source str>,
}

impl<'source> Scanner<'source> {
    pub(super) fn new(syntax: MarkupSyntax, text: &'source str) -> Self {
        Self {
            syntax,
            rest: text,
            escapable: None,
        }
    }

    fn take(&mut self, length: usize) -> &'source str {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// The text up to something that looks like markup.
    fn text(&mut self) -> Token<'source> {
        let length = self
            .rest
            .match_indices('<')
            .find(|&(position, _)| {
                is_markup(self.syntax, self.rest.get(position..).unwrap_or_default())
            })
            .map_or(self.rest.len(), |(position, _)| position);
        Token::Text {
            raw: self.take(length),
        }
    }

    fn markup(&mut self) -> Token<'source> {
        let inside = self.rest.get(1..).unwrap_or_default();
        if self.syntax == MarkupSyntax::Xml && inside.starts_with("![CDATA[") {
            return self.character_data();
        }
        if inside.starts_with('!') || inside.starts_with('?') {
            return self.declaration();
        }
        if let Some(name) = inside
            .strip_prefix('/')
            .map(|tag| tag_name(self.syntax, tag))
        {
            return match self.rest.find('>') {
                // A browser takes this for a comment.
                Some(end) if name.is_empty() => Token::Verbatim {
                    raw: self.take(end + 1),
                    missing: String::new(),
                    name: None,
                },
                Some(end) => Token::End {
                    raw: self.take(end + 1),
                    name,
                },
                None => self.unfinished(),
            };
        }
        self.start_tag(tag_name(self.syntax, inside))
    }

    fn start_tag(&mut self, name: &'source str) -> Token<'source> {
        let whole = self.rest;
        let Some(attributes) = Attributes::read(whole.get(1 + name.len()..).unwrap_or_default())
        else {
            return self.unfinished();
        };
        let length = 1 + name.len() + attributes.length;
        let raw = self.take(length);
        if self.syntax == MarkupSyntax::Html && is_raw_text(name) {
            let end = end_tag(self.rest, name);
            self.take(end.unwrap_or(self.rest.len()));
            let raw = before(whole, self.rest);
            let missing = end.map_or_else(|| format!("</{name}>"), |_| String::new());
            return Token::Verbatim {
                raw,
                missing,
                name: Some(name),
            };
        }
        if self.syntax == MarkupSyntax::Html && is_escapable_raw_text(name) {
            self.escapable = Some(name);
        }
        Token::Start {
            raw,
            name,
            self_closing: attributes.self_closing,
            translate: attributes.translate,
        }
    }

    fn character_data(&mut self) -> Token<'source> {
        let inside = self.rest.get(CDATA_START.len()..).unwrap_or_default();
        let (length, missing) = match inside.find(CDATA_END) {
            Some(length) => (length, ""),
            None => (inside.len(), CDATA_END),
        };
        Token::CharacterData {
            raw: self.take(CDATA_START.len() + length + CDATA_END.len()),
            content: inside.get(..length).unwrap_or_default(),
            missing,
        }
    }

    /// Where an instruction or a document type ends, and what ends it.
    fn xml_declaration_end(&self) -> (Option<usize>, &'static str) {
        if self.rest.starts_with("<?") {
            return (self.rest.find("?>").map(|end| end + 2), "?>");
        }
        match self.rest.find(['[', '>']) {
            Some(bracket) if self.rest.as_bytes().get(bracket) == Some(&b'[') => {
                let inside = self.rest.get(bracket..).unwrap_or_default();
                let end = inside.match_indices(']').find_map(|(position, _)| {
                    let after = inside.get(position + 1..)?;
                    let spaces = after.len() - after.trim_start_matches(is_space).len();
                    let is_end = after.get(spaces..)?.starts_with('>');
                    is_end.then_some(bracket + position + 1 + spaces + 1)
                });
                (end, "]>")
            }
            end => (end.map(|end| end + 1), ">"),
        }
    }

    /// A comment, a document type or a processing instruction.
    fn declaration(&mut self) -> Token<'source> {
        let is_html = self.syntax == MarkupSyntax::Html;
        let (end, missing) = match self.rest.strip_prefix("<!--") {
            // These two are whole comments, although the dashes of both ends are the same.
            Some(inside) if is_html && inside.starts_with('>') => (Some(5), "-->"),
            Some(inside) if is_html && inside.starts_with("->") => (Some(6), "-->"),
            Some(inside) => {
                let end = inside.match_indices('>').find(|&(position, _)| {
                    let before = inside.get(..position).unwrap_or_default();
                    before.ends_with("--") || (is_html && before.ends_with("--!"))
                });
                (end.map(|(position, _)| position + 5), "-->")
            }
            None if self.syntax == MarkupSyntax::Xml => self.xml_declaration_end(),
            None => (self.rest.find('>').map(|end| end + 1), ">"),
        };
        let raw = self.take(end.unwrap_or(self.rest.len()));
        let missing = match end {
            Some(_) => String::new(),
            None => missing.to_owned(),
        };
        Token::Verbatim {
            raw,
            missing,
            name: None,
        }
    }

    /// The rest as text. Looking for tags inside would take quadratic time, and a browser shows
    /// nothing of it either.
    fn unfinished(&mut self) -> Token<'source> {
        Token::Unfinished {
            raw: self.take(self.rest.len()),
        }
    }
}

impl<'source> Iterator for Scanner<'source> {
    type Item = Token<'source>;

    fn next(&mut self) -> Option<Token<'source>> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(name) = self.escapable.take() {
            let length = end_tag_start(self.rest, name).unwrap_or(self.rest.len());
            if length > 0 {
                return Some(Token::Text {
                    raw: self.take(length),
                });
            }
        }
        Some(if is_markup(self.syntax, self.rest) {
            self.markup()
        } else {
            self.text()
        })
    }
}

/// Whether the text begins with something other than text.
fn is_markup(syntax: MarkupSyntax, text: &str) -> bool {
    let mut characters = text.chars();
    characters.next() == Some('<')
        && match characters.next() {
            Some('!' | '?' | '/') => true,
            Some(first) => begins_name(syntax, first),
            None => false,
        }
}

fn begins_name(syntax: MarkupSyntax, first: char) -> bool {
    match syntax {
        MarkupSyntax::Html => first.is_ascii_alphabetic(),
        MarkupSyntax::Xml => wellformed::begins_name(first),
    }
}

pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// The text without what is left of it. Compares lengths only.
pub(super) fn before<'text>(text: &'text str, rest: &str) -> &'text str {
    text.get(..text.len().saturating_sub(rest.len()))
        .unwrap_or_default()
}

/// The tag name that the text begins with, empty if there is none.
fn tag_name(syntax: MarkupSyntax, text: &str) -> &str {
    if !text.starts_with(|first| begins_name(syntax, first)) {
        return "";
    }
    let end = text.find(|next| is_space(next) || matches!(next, '/' | '>'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Where the end tag of an element of raw text begins.
fn end_tag_start(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</")
        .find(|(position, opening)| {
            let found = tag_name(
                MarkupSyntax::Html,
                text.get(position + opening.len()..).unwrap_or_default(),
            );
            found.eq_ignore_ascii_case(name)
        })
        .map(|(position, _)| position)
}

/// Where the end tag of an element of raw text ends.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let start = end_tag_start(text, name)?;
    let length = text.get(start..)?.find('>')? + 1;
    Some(start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens in short: text as it is, the others with a letter before.
    fn scan(syntax: MarkupSyntax, html: &str) -> Vec<String> {
        Scanner::new(syntax, html)
            .map(|token| match token {
                Token::Text { raw } => raw.to_owned(),
                Token::Unfinished { raw } => format!("U {raw}"),
                Token::Start {
                    raw,
                    self_closing,
                    translate,
                    ..
                } => {
                    let void = if self_closing { "/" } else { "" };
                    let kept = match translate {
                        Some(false) => "!",
                        Some(true) => "+",
                        None => "",
                    };
                    format!("S{void}{kept} {raw}")
                }
                Token::CharacterData {
                    content, missing, ..
                } => format!("C {content}|{missing}"),
                Token::End { name, .. } => format!("E {name}"),
                Token::Verbatim { raw, missing, .. } => format!("V {raw}|{missing}"),
            })
            .collect()
    }

    #[test]
    fn tags_text_and_comments_are_told_apart() {
        for (html, expected) in [
            ("a<b>c</b>", &["a", "S <b>", "c", "E b"][..]),
            ("1 < 2 <3 <", &["1 < 2 <3 <"]),
            ("<a href='>' x=\"/>\">", &["S <a href='>' x=\"/>\">"]),
            ("<br/><br / >", &["S/ <br/>", "S <br / >"]),
            ("<a href=x/>", &["S <a href=x/>"]),
            ("<i TRANSLATE=no>", &["S! <i TRANSLATE=no>"]),
            (
                "<i class='a notranslate'>",
                &["S! <i class='a notranslate'>"],
            ),
            ("<!-- a > b -->c", &["V <!-- a > b -->|", "c"]),
            ("<!-->c<!--->d", &["V <!-->|", "c", "V <!--->|", "d"]),
            ("<!--a", &["V <!--a|-->"]),
            ("<!doctype html>a", &["V <!doctype html>|", "a"]),
            ("<?xml version='1'?>a", &["V <?xml version='1'?>|", "a"]),
            ("</>a</ b>", &["V </>|", "a", "V </ b>|"]),
            ("a </", &["a ", "U </"]),
            ("a <b c", &["a ", "U <b c"]),
            ("a <b c=\"d>e</b>", &["a ", "U <b c=\"d>e</b>"]),
            (
                "<script>a<b></script >c",
                &["V <script>a<b></script >|", "c"],
            ),
            ("<style>a", &["V <style>a|</style>"]),
            (
                "<title>a<b></title>c",
                &["S <title>", "a<b>", "E title", "c"],
            ),
        ] {
            assert_eq!(scan(MarkupSyntax::Html, html), expected, "{html}");
        }
    }

    #[test]
    fn xml_has_other_names_sections_and_no_elements_of_raw_text() {
        for (xml, expected) in [
            ("<_a/><é:b>", &["S/ <_a/>", "S <é:b>"][..]),
            (
                "<script>a<b></script>",
                &["S <script>", "a", "S <b>", "E script"],
            ),
            ("<title>a<b>", &["S <title>", "a", "S <b>"]),
            ("a<![CDATA[<b>]]]>c", &["a", "C <b>]|", "c"]),
            ("<![CDATA[a]]", &["C a]]|]]>"]),
            ("<?php a > b ?>c", &["V <?php a > b ?>|", "c"]),
            ("<?php a", &["V <?php a|?>"]),
            (
                "<!DOCTYPE a [<!ENTITY b 'c]'> ] >d",
                &["V <!DOCTYPE a [<!ENTITY b 'c]'> ] >|", "d"],
            ),
            ("<!DOCTYPE a [<!-- -->", &["V <!DOCTYPE a [<!-- -->|]>"]),
            ("<!DOCTYPE a>d", &["V <!DOCTYPE a>|", "d"]),
        ] {
            assert_eq!(scan(MarkupSyntax::Xml, xml), expected, "{xml}");
        }
    }
}
