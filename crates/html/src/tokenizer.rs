//! From a text to tokens.
//!
//! It follows the tokenisation stage of the HTML standard, except that a tag which does not end is a token of its own, so
//! that nothing is lost. XML is read alike, but for its names, its sections of character data and the ends of its
//! instructions, and because no name makes the content of an element raw text.

use std::ops::Range;

use crate::attributes::{Attributes, Translatability};
use crate::characters::{is_space, is_xml_name_start};
use crate::elements::Element;

/// What a section of character data of XML begins with.
pub const CDATA_START: &str = "<![CDATA[";

/// What a section of character data of XML ends with.
pub const CDATA_END: &str = "]]>";

/// In which way a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// As browsers read HTML.
    Html,
    /// The source of a page: HTML in which instructions of PHP end with `?>` only.
    HtmlWithPhp,
    /// XML, which need not be well-formed.
    Xml,
}

/// A piece of a text with markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The byte of the text at which it begins.
    pub start: usize,
    /// The piece as it stands in the text. It is never empty.
    pub raw: &'a str,
    /// What it is.
    pub kind: Kind<'a>,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Text, character references not yet decoded.
    Text,
    /// What is left of a text from a place on that begins like a tag without an end. Browsers show nothing of it.
    Unfinished,
    /// A start tag.
    Start {
        /// As it is spelled.
        name: &'a str,
        /// What HTML says of the element.
        element: Element,
        /// Whether it ends in `/>`.
        is_self_closing: bool,
        /// Whether its attributes say that the content is to be translated or that it is not.
        translate: Option<bool>,
    },
    /// An end tag.
    End {
        /// As it is spelled.
        name: &'a str,
        /// What HTML says of the element.
        element: Element,
    },
    /// An element of HTML with its content, in which nothing but its own end tag means anything.
    RawText {
        /// As it is spelled.
        name: &'a str,
        /// What HTML says of the element.
        element: Element,
        /// Whether it has its end tag. If not, it is all that is left of the text.
        is_closed: bool,
        /// As that of a start tag.
        translate: Option<bool>,
    },
    /// A comment, a declaration, a processing instruction, or what browsers take for a comment.
    Declaration {
        /// What the text lacks to end it, if anything.
        missing: &'static str,
    },
    /// A section of XML in which nothing but its own end means anything.
    CharacterData {
        /// What is in it, behind [`CDATA_START`].
        content: &'a str,
        /// What the text lacks to end it, if anything.
        missing: &'static str,
    },
}

impl<'a> Token<'a> {
    /// Its bytes in the text.
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }

    /// The attributes of a start tag, or of that of an element of raw text; no others have any.
    #[must_use]
    pub fn attributes(&self) -> Attributes<'a> {
        let (Kind::Start { name, .. } | Kind::RawText { name, .. }) = self.kind else {
            return Attributes::new("", self.start);
        };
        let before = 1 + name.len();
        Attributes::new(
            self.raw.get(before..).unwrap_or_default(),
            self.start + before,
        )
    }
}

/// An iterator over the tokens of a text: each byte is part of exactly one, they are in the order of the text, and time is
/// linear.
#[derive(Debug, Clone)]
pub struct Tokenizer<'a> {
    syntax: Syntax,
    rest: &'a str,
    position: usize,
    /// The element, just opened, whose content has no tags but its own end tag.
    escapable: Option<&'a str>,
}

impl<'a> Tokenizer<'a> {
    /// The tokens of a whole text.
    #[must_use]
    pub const fn new(syntax: Syntax, text: &'a str) -> Self {
        Self::new_at(syntax, text, 0)
    }

    /// The tokens of a part of a text, which begins at this position.
    #[must_use]
    pub const fn new_at(syntax: Syntax, part: &'a str, position: usize) -> Self {
        Self {
            syntax,
            rest: part,
            position,
            escapable: None,
        }
    }

    /// Where the next token begins.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    const fn is_xml(&self) -> bool {
        matches!(self.syntax, Syntax::Xml)
    }

    /// The next bytes, all if there are not so many, as a token.
    fn take(&mut self, length: usize, kind: Kind<'a>) -> Token<'a> {
        let (raw, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        let start = self.position;
        self.rest = rest;
        self.position += raw.len();
        Token { start, raw, kind }
    }

    /// All that is left.
    fn take_rest(&mut self, kind: Kind<'a>) -> Token<'a> {
        self.take(self.rest.len(), kind)
    }

    /// The text up to something that looks like markup.
    fn text(&mut self) -> Token<'a> {
        let begins_markup = |&(at, _): &(usize, &str)| {
            let rest = self.rest.get(at..).unwrap_or_default();
            is_markup(self.syntax, rest)
        };
        let next = self.rest.match_indices('<').find(begins_markup);
        let length = next.map_or(self.rest.len(), |(at, _)| at);
        self.take(length, Kind::Text)
    }

    fn markup(&mut self) -> Token<'a> {
        if self.is_xml() && self.rest.starts_with(CDATA_START) {
            return self.character_data();
        }
        let inside = self.rest.get(1..).unwrap_or_default();
        if inside.starts_with(['!', '?']) {
            return self.declaration();
        }
        match inside.strip_prefix('/') {
            Some(tag) => self.end_tag(tag_name(self.syntax, tag)),
            None => self.start_tag(tag_name(self.syntax, inside)),
        }
    }

    fn end_tag(&mut self, name: &'a str) -> Token<'a> {
        let Some(end) = self.rest.find('>') else {
            return self.take_rest(Kind::Unfinished);
        };
        let kind = if name.is_empty() {
            Kind::Declaration { missing: "" }
        } else {
            let element = Element::of(name);
            Kind::End { name, element }
        };
        self.take(end + 1, kind)
    }

    fn start_tag(&mut self, name: &'a str) -> Token<'a> {
        let behind = self.rest.get(1 + name.len()..).unwrap_or_default();
        let mut attributes = Attributes::new(behind, 1 + name.len());
        let mut translatability = Translatability::default();
        for attribute in attributes.by_ref() {
            translatability.observe(&attribute);
        }
        let Some(end) = attributes.end() else {
            // Looking for tags inside would take quadratic time.
            return self.take_rest(Kind::Unfinished);
        };
        let element = Element::of(name);
        if !self.is_xml() && element.is_raw_text() {
            return self.raw_text(name, element, end.position, translatability.verdict());
        }
        if !self.is_xml() && element.is_escapable_raw_text() {
            self.escapable = Some(name);
        }
        let kind = Kind::Start {
            name,
            element,
            is_self_closing: end.is_self_closing,
            translate: translatability.verdict(),
        };
        self.take(end.position, kind)
    }

    /// An element of raw text, whose start tag has this length.
    fn raw_text(
        &mut self,
        name: &'a str,
        element: Element,
        length: usize,
        translate: Option<bool>,
    ) -> Token<'a> {
        let content = self.rest.get(length..).unwrap_or_default();
        let end = end_tag(content, name);
        let kind = Kind::RawText {
            name,
            element,
            is_closed: end.is_some(),
            translate,
        };
        self.take(length + end.unwrap_or(content.len()), kind)
    }

    fn character_data(&mut self) -> Token<'a> {
        let inside = self.rest.get(CDATA_START.len()..).unwrap_or_default();
        let (length, missing) = match inside.find(CDATA_END) {
            Some(length) => (length, ""),
            None => (inside.len(), CDATA_END),
        };
        let content = inside.get(..length).unwrap_or_default();
        let kind = Kind::CharacterData { content, missing };
        self.take(CDATA_START.len() + length + CDATA_END.len(), kind)
    }

    /// A comment, a document type or a processing instruction.
    fn declaration(&mut self) -> Token<'a> {
        let (length, end) = if self.rest.starts_with("<!--") {
            (self.comment_length(), "-->")
        } else if self.is_xml() {
            self.xml_declaration_length()
        } else if self.is_php() {
            (self.length_to("?>"), "?>")
        } else {
            (self.length_to(">"), ">")
        };
        let missing = if length.is_some() { "" } else { end };
        let kind = Kind::Declaration { missing };
        self.take(length.unwrap_or(self.rest.len()), kind)
    }

    fn is_php(&self) -> bool {
        let begins = |start: &str| self.rest.starts_with(start);
        self.syntax == Syntax::HtmlWithPhp && (begins("<?php") || begins("<?="))
    }

    fn length_to(&self, end: &str) -> Option<usize> {
        self.rest.find(end).map(|at| at + end.len())
    }

    fn comment_length(&self) -> Option<usize> {
        const START: usize = "<!--".len();
        let inside = self.rest.get(START..)?;
        let is_html = !self.is_xml();
        // These two are whole comments, although the dashes of both ends are the same.
        if is_html && inside.starts_with('>') {
            return Some(START + 1);
        }
        if is_html && inside.starts_with("->") {
            return Some(START + 2);
        }
        let ends = |&(at, _): &(usize, &str)| {
            let before = inside.get(..at).unwrap_or_default();
            before.ends_with("--") || (is_html && before.ends_with("--!"))
        };
        let end = inside.match_indices('>').find(ends);
        end.map(|(at, _)| START + at + 1)
    }

    /// How long an instruction or a document type of XML is, and what ends it.
    fn xml_declaration_length(&self) -> (Option<usize>, &'static str) {
        if self.rest.starts_with("<?") {
            return (self.length_to("?>"), "?>");
        }
        match self.rest.find(['[', '>']) {
            Some(bracket) if self.rest.as_bytes().get(bracket) == Some(&b'[') => {
                let inside = self.rest.get(bracket..).unwrap_or_default();
                let end = inside.match_indices(']').find_map(|(at, _)| {
                    let after = inside.get(at + 1..)?;
                    let spaces = after.len() - after.trim_start_matches(is_space).len();
                    let is_end = after.get(spaces..)?.starts_with('>');
                    is_end.then_some(bracket + at + 1 + spaces + 1)
                });
                (end, "]>")
            }
            end => (end.map(|end| end + 1), ">"),
        }
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(name) = self.escapable.take() {
            let length = end_tag_start(self.rest, name).unwrap_or(self.rest.len());
            if length > 0 {
                return Some(self.take(length, Kind::Text));
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
fn is_markup(syntax: Syntax, text: &str) -> bool {
    let mut characters = text.chars();
    characters.next() == Some('<')
        && match characters.next() {
            Some('!' | '?' | '/') => true,
            Some(first) => begins_name(syntax, first),
            None => false,
        }
}

const fn begins_name(syntax: Syntax, first: char) -> bool {
    match syntax {
        Syntax::Html | Syntax::HtmlWithPhp => first.is_ascii_alphabetic(),
        Syntax::Xml => is_xml_name_start(first),
    }
}

/// The tag name that the text begins with, empty if there is none.
fn tag_name(syntax: Syntax, text: &str) -> &str {
    if !text.starts_with(|first| begins_name(syntax, first)) {
        return "";
    }
    let end = text.find(|next| is_space(next) || matches!(next, '/' | '>'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Where the end tag of an element of raw text begins.
fn end_tag_start(text: &str, name: &str) -> Option<usize> {
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(|at| {
        let tag = text.get(at + 2..).unwrap_or_default();
        tag_name(Syntax::Html, tag).eq_ignore_ascii_case(name)
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

    /// Tokens in short: text as it is, the others with a letter before.
    fn tokens(syntax: Syntax, text: &str) -> Vec<String> {
        let short = |token: Token<'_>| {
            let raw = token.raw;
            match token.kind {
                Kind::Text => raw.to_owned(),
                Kind::Unfinished => format!("U {raw}"),
                Kind::Start {
                    is_self_closing,
                    translate,
                    ..
                } => {
                    let slash = if is_self_closing { "/" } else { "" };
                    let kept = match translate {
                        Some(false) => "!",
                        Some(true) => "+",
                        None => "",
                    };
                    format!("S{slash}{kept} {raw}")
                }
                Kind::End { name, .. } => format!("E {name}"),
                Kind::RawText { is_closed, .. } => {
                    format!("R{} {raw}", if is_closed { "" } else { "?" })
                }
                Kind::Declaration { missing } => format!("D {raw}|{missing}"),
                Kind::CharacterData { content, missing } => format!("C {content}|{missing}"),
            }
        };
        Tokenizer::new(syntax, text).map(short).collect()
    }

    #[test]
    fn tags_text_and_comments_are_told_apart() {
        for (html, expected) in [
            ("a<b>c</B >", &["a", "S <b>", "c", "E B"][..]),
            ("1 < 2 <3 <", &["1 < 2 <3 <"]),
            ("<a href='>' x=\"/>\">", &["S <a href='>' x=\"/>\">"]),
            ("<a b==c d/e=f/>g", &["S <a b==c d/e=f/>", "g"]),
            ("<br/><br / >", &["S/ <br/>", "S <br / >"]),
            ("<a href=x/>", &["S <a href=x/>"]),
            ("<!-- a > b -->c", &["D <!-- a > b -->|", "c"]),
            ("<!-->c<!--->d", &["D <!-->|", "c", "D <!--->|", "d"]),
            ("<!-- a --!>b", &["D <!-- a --!>|", "b"]),
            ("<!--a", &["D <!--a|-->"]),
            ("<!doctype html>a", &["D <!doctype html>|", "a"]),
            ("<?xml version='1'?>a", &["D <?xml version='1'?>|", "a"]),
            (
                "<![if !IE]>a<![endif]>",
                &["D <![if !IE]>|", "a", "D <![endif]>|"],
            ),
            ("<!doctype", &["D <!doctype|>"]),
            ("</>a</ b>", &["D </>|", "a", "D </ b>|"]),
            ("a </", &["a ", "U </"]),
            ("a <b c", &["a ", "U <b c"]),
            ("a <b c=\"d>e</b>", &["a ", "U <b c=\"d>e</b>"]),
        ] {
            assert_eq!(tokens(Syntax::Html, html), expected, "{html}");
        }
    }

    #[test]
    fn in_some_elements_only_their_own_end_tag_means_something() {
        for (html, expected) in [
            (
                "<script>a<b></SCRIPT >c",
                &["R <script>a<b></SCRIPT >", "c"][..],
            ),
            ("<style>a", &["R? <style>a"]),
            ("<style>a</style", &["R? <style>a</style"]),
            (
                "<title>a<b></title>c",
                &["S <title>", "a<b>", "E title", "c"],
            ),
            ("<TextArea></textarea>", &["S <TextArea>", "E textarea"]),
        ] {
            assert_eq!(tokens(Syntax::Html, html), expected, "{html}");
        }
    }

    #[test]
    fn attributes_say_what_is_not_to_be_translated() {
        for (tag, expected) in [
            ("<a translate=no>", Some(false)),
            ("<a TRANSLATE='Yes'>", Some(true)),
            ("<a translate>", Some(true)),
            ("<a translate=x>", None),
            ("<a class='x notranslate' translate=yes>", Some(false)),
            ("<a class='xnotranslate'>", None),
            ("<a translate=yes translate=no>", Some(true)),
        ] {
            let token = Tokenizer::new(Syntax::Html, tag).next().unwrap();
            let Kind::Start { translate, .. } = token.kind else {
                panic!("{tag}");
            };
            assert_eq!(translate, expected, "{tag}");
        }
    }

    #[test]
    fn instructions_of_php_may_hold_angle_brackets() {
        let html = "<?php 1 > 0 ?>a<? b><?= c";
        let php = ["D <?php 1 > 0 ?>|", "a", "D <? b>|", "D <?= c|?>"];
        assert_eq!(tokens(Syntax::HtmlWithPhp, html), php);
        let plain = ["D <?php 1 >|", " 0 ?>a", "D <? b>|", "D <?= c|>"];
        assert_eq!(tokens(Syntax::Html, html), plain);
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
            ("<?php a > b ?>c", &["D <?php a > b ?>|", "c"]),
            ("<?php a", &["D <?php a|?>"]),
            (
                "<!DOCTYPE a [<!ENTITY b 'c]'> ] >d",
                &["D <!DOCTYPE a [<!ENTITY b 'c]'> ] >|", "d"],
            ),
            ("<!DOCTYPE a [<!-- -->", &["D <!DOCTYPE a [<!-- -->|]>"]),
            ("<!DOCTYPE a>d", &["D <!DOCTYPE a>|", "d"]),
        ] {
            assert_eq!(tokens(Syntax::Xml, xml), expected, "{xml}");
        }
    }

    #[test]
    fn a_part_of_a_text_has_the_positions_of_the_whole() {
        let whole = "..<a b='c'>d";
        let tokens: Vec<Token<'_>> = Tokenizer::new_at(Syntax::Html, &whole[2..], 2).collect();
        for token in &tokens {
            assert_eq!(&whole[token.range()], token.raw);
        }
        let value = tokens[0].attributes().value("b").unwrap();
        assert_eq!(&whole[value.range], "c");
    }
}
