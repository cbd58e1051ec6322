//! XML as tokens that know where they stand, and the attributes of a tag as places that can be edited.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::Event;

use super::malformed;
use crate::error::quoted;
use crate::xml::are_well_formed;
use crate::{DocumentError, Limits, overseer};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Start,
    End,
    Empty,
    Text,
    CData,
    Reference,
    Instruction,
    /// A comment.
    Comment,
}

/// A tag, a stretch of text or whatever else stands in the file at this place.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
    /// Of a start tag in a list of tokens the place of its end tag; of any other token its own.
    pub(super) mate: usize,
}

impl Token {
    /// The name in a tag.
    pub(super) fn name<'t>(&self, text: &'t str) -> &'t str {
        let tag = slice(text, &self.span);
        let name = tag.trim_start_matches('<').trim_start_matches('/');
        let end = name.find(|c: char| is_space(c) || c == '/' || c == '>');
        end.and_then(|end| name.get(..end)).unwrap_or(name)
    }

    /// The text that a text, a CDATA section or a reference stands for.
    pub(super) fn value<'t>(&self, text: &'t str) -> Result<Cow<'t, str>, DocumentError> {
        let raw = slice(text, &self.span);
        match self.kind {
            Kind::Text => Ok(with_simple_line_ends(raw)),
            Kind::CData => {
                let inner = raw.strip_prefix("<![CDATA[").unwrap_or(raw);
                let inner = inner.strip_suffix("]]>").unwrap_or(inner);
                Ok(with_simple_line_ends(inner))
            }
            Kind::Reference => {
                let name = raw.trim_start_matches('&').trim_end_matches(';');
                let known = if name.starts_with('#') {
                    unescape(raw).ok().map(|text| Cow::Owned(text.into_owned()))
                } else {
                    resolve_predefined_entity(name).map(Cow::Borrowed)
                };
                known.ok_or_else(|| {
                    malformed_at(text, self.span.start, &format!("{raw} is not defined"))
                })
            }
            Kind::Start | Kind::End | Kind::Empty | Kind::Instruction | Kind::Comment => {
                Ok(Cow::Borrowed(""))
            }
        }
    }
}

fn with_simple_line_ends(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// This part of the text; empty if there is no such part.
pub(super) fn slice<'t>(text: &'t str, span: &Range<usize>) -> &'t str {
    text.get(span.clone()).unwrap_or_default()
}

/// What is wrong with a document, and in which line.
pub(super) fn malformed_at(text: &str, position: usize, what: &str) -> DocumentError {
    let before = text.as_bytes().get(..position).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    malformed(format!("line {line}: {what}"))
}

/// Reads a document token by token.
pub(super) struct Scanner<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    depth: usize,
    has_root: bool,
    limits: Limits,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, limits: Limits) -> Self {
        Self {
            text,
            reader: Reader::from_str(text),
            depth: 0,
            has_root: false,
            limits,
        }
    }

    fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// The next token; nothing at the end of a document that is complete.
    pub(super) fn next(&mut self) -> Result<Option<Token>, DocumentError> {
        overseer::go_on()?;
        loop {
            let start = self.position();
            let event = self
                .reader
                .read_event()
                .map_err(|error| malformed_at(self.text, start, &quoted(&error.to_string())))?;
            let kind = match &event {
                Event::Start(_) => Kind::Start,
                Event::End(_) => Kind::End,
                Event::Empty(_) => Kind::Empty,
                Event::Text(_) => Kind::Text,
                Event::CData(_) => Kind::CData,
                Event::GeneralRef(_) => Kind::Reference,
                Event::PI(_) => Kind::Instruction,
                Event::Comment(_) => Kind::Comment,
                Event::Decl(_) => continue,
                Event::DocType(_) => {
                    self.check_document_type(start)?;
                    continue;
                }
                Event::Eof => {
                    return if self.depth == 0 && self.has_root {
                        Ok(None)
                    } else {
                        let what = "it ends before its last element is closed";
                        Err(malformed_at(self.text, start, what))
                    };
                }
            };
            let span = start..self.position();
            self.check_place(kind, &span)?;
            return Ok(Some(Token {
                kind,
                span,
                mate: 0,
            }));
        }
    }

    fn check_document_type(&self, start: usize) -> Result<(), DocumentError> {
        let declaration = slice(self.text, &(start..self.position()));
        if declaration.contains("<!ENTITY") {
            let what = "it declares entities, which are not accepted";
            return Err(malformed_at(self.text, start, what));
        }
        Ok(())
    }

    fn check_place(&mut self, kind: Kind, span: &Range<usize>) -> Result<(), DocumentError> {
        let at_top = self.depth == 0;
        let is_element = matches!(kind, Kind::Start | Kind::Empty);
        let is_out_of_place = match kind {
            Kind::Start | Kind::Empty => at_top && self.has_root,
            Kind::Text => at_top && !slice(self.text, span).chars().all(is_space),
            Kind::CData | Kind::Reference => at_top,
            Kind::End | Kind::Instruction | Kind::Comment => false,
        };
        if is_element && !are_well_formed(slice(self.text, span)) {
            let what = "a tag's attributes are malformed";
            return Err(malformed_at(self.text, span.start, what));
        }
        if is_out_of_place {
            let what = "there is something outside of the root element";
            return Err(malformed_at(self.text, span.start, what));
        }
        self.has_root |= is_element;
        match kind {
            Kind::Start => self.depth = self.depth.saturating_add(1),
            Kind::End => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > self.limits.depth {
            return Err(DocumentError::too_large(
                "elements within one another",
                self.limits.depth,
            ));
        }
        Ok(())
    }

    /// Goes behind the end of the element whose start tag was the last token.
    pub(super) fn skip(&mut self) -> Result<(), DocumentError> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside && self.next()?.is_some() {}
        Ok(())
    }

    /// All tokens of the element with this start tag, which was the last token.
    pub(super) fn element(&mut self, start: Token) -> Result<Vec<Token>, DocumentError> {
        let mut tokens = vec![start];
        let mut open = vec![0];
        while let Some(&innermost) = open.last() {
            let Some(mut token) = self.next()? else { break };
            let place = tokens.len();
            if place > self.limits.units {
                return Err(DocumentError::too_large(
                    "pieces of one unit",
                    self.limits.units,
                ));
            }
            overseer::borrow_for::<Token>(1)?;
            token.mate = place;
            match token.kind {
                Kind::Start => open.push(place),
                Kind::End => {
                    open.pop();
                    if let Some(start) = tokens.get_mut(innermost) {
                        start.mate = place;
                    }
                }
                _ => {}
            }
            tokens.push(token);
        }
        Ok(tokens)
    }
}

/// White space as XML knows it.
pub(super) const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// An attribute in a tag: all of it with the white space before, and what is between its quotes.
struct Place {
    whole: Range<usize>,
    value: Range<usize>,
}

/// Where this attribute stands in the tag.
fn find(tag: &str, wanted: &str) -> Option<Place> {
    let bytes = tag.as_bytes();
    let skip = |from: usize, stops: &dyn Fn(u8) -> bool| -> usize {
        let rest = bytes.get(from..).unwrap_or_default();
        let length = rest.iter().position(|byte| stops(*byte));
        from.saturating_add(length.unwrap_or(rest.len()))
    };
    let is_blank = |byte: u8| is_space(char::from(byte));
    let mut at = skip(0, &is_blank);
    loop {
        let name = skip(at, &|byte| !is_blank(byte));
        let name_end = skip(name, &|byte| is_blank(byte) || byte == b'=');
        let equals = skip(name_end, &|byte| !is_blank(byte));
        if bytes.get(equals) != Some(&b'=') {
            return None;
        }
        let quote_at = skip(equals.saturating_add(1), &|byte| !is_blank(byte));
        let quote = *bytes.get(quote_at)?;
        let value = quote_at.saturating_add(1);
        let value_end = skip(value, &|byte| byte == quote);
        if !matches!(quote, b'"' | b'\'') || bytes.get(value_end) != Some(&quote) {
            return None;
        }
        let end = value_end.saturating_add(1);
        if tag.get(name..name_end) == Some(wanted) {
            return Some(Place {
                whole: at..end,
                value: value..value_end,
            });
        }
        at = end;
    }
}

/// The value of an attribute of this tag.
pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<Cow<'t, str>> {
    let raw = slice(tag, &find(tag, name)?.value);
    Some(unescape(raw).unwrap_or(Cow::Borrowed(raw)))
}

/// The tag with this attribute, wherever it stood before or, if it is new, behind the others.
pub(super) fn with_attribute(tag: &str, name: &str, value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;");
    if let Some(place) = find(tag, name) {
        let value = value.replace('"', "&quot;").replace('\'', "&apos;");
        let mut edited = tag.to_owned();
        edited.replace_range(place.value, &value);
        return edited;
    }
    let value = value.replace('"', "&quot;");
    let (rest, end) = match tag.strip_suffix("/>") {
        Some(rest) => (rest, "/>"),
        None => (tag.strip_suffix('>').unwrap_or(tag), ">"),
    };
    let kept = rest.trim_end_matches(is_space);
    let space = rest.strip_prefix(kept).unwrap_or_default();
    format!("{kept} {name}=\"{value}\"{space}{end}")
}

/// The tag without this attribute.
pub(super) fn without_attribute(tag: &str, name: &str) -> String {
    let mut edited = tag.to_owned();
    if let Some(place) = find(tag, name) {
        edited.replace_range(place.whole, "");
    }
    edited
}

/// Text as it is written between tags. Characters that XML cannot have are left out.
pub(super) fn escaped(text: &str, has_crlf: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| is_legal(*c)) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\r' => escaped.push_str("&#13;"),
            '\n' if has_crlf => escaped.push_str("\r\n"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Text as a CDATA section; one that would end it is divided over two.
pub(super) fn in_cdata(text: &str, has_crlf: bool) -> String {
    let text: String = text.chars().filter(|c| is_legal(*c)).collect();
    let text = text.replace("]]>", "]]]]><![CDATA[>");
    let text = with_simple_line_ends(&text);
    let text = if has_crlf {
        Cow::Owned(text.replace('\n', "\r\n"))
    } else {
        text
    };
    format!("<![CDATA[{text}]]>")
}

const fn is_legal(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_is_found_by_its_whole_name() {
        let tag = "<a:b  xml:lang = 'de' lang=\"x=1 &gt; 'y'\"\n id=\"1\"/>";
        assert_eq!(attribute(tag, "xml:lang").as_deref(), Some("de"));
        assert_eq!(attribute(tag, "lang").as_deref(), Some("x=1 > 'y'"));
        assert_eq!(attribute(tag, "id").as_deref(), Some("1"));
        assert_eq!(attribute(tag, "b"), None);
        assert_eq!(attribute("<a b", "b"), None);
        assert_eq!(attribute("<a b='", "b"), None);
        assert_eq!(attribute("<a b=>", "b"), None);
    }

    #[test]
    fn an_attribute_is_replaced_in_its_place_added_last_and_taken_out() {
        assert_eq!(
            with_attribute("<a b='1' c=\"2\">", "b", "3"),
            "<a b='3' c=\"2\">"
        );
        assert_eq!(
            with_attribute("<a b='1' />", "c", "<\">"),
            "<a b='1' c=\"&lt;&quot;>\" />"
        );
        assert_eq!(without_attribute("<a b='1'\n c='2'>", "c"), "<a b='1'>");
        assert_eq!(without_attribute("<a>", "c"), "<a>");
    }

    #[test]
    fn text_is_escaped_and_loses_what_xml_cannot_have() {
        assert_eq!(
            escaped("a<b>&\r\n\u{1}\u{FFFF}c", false),
            "a&lt;b&gt;&amp;&#13;\nc"
        );
        assert_eq!(
            in_cdata("a]]>b\u{0}", true),
            "<![CDATA[a]]]]><![CDATA[>b]]>"
        );
    }
}
