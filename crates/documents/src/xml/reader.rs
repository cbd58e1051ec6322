use std::ops::Range;

use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;

use crate::{DocumentError, overseer};

use crate::error::quoted;

use super::{are_well_formed, unescape};

/// A part's elements and texts with their places.
///
/// It checks that elements are closed in order and bounds their depth. Document types are refused unless they
/// are expected ([`Reader::with_document_type`]): most of what it reads has none, and entities of their own are
/// how small files become large. Every element has a start and an end, also those that are written as one
/// empty tag: their end has an empty range.
///
/// Names are told by their namespaces, as `N`: a format's own short list of those that it knows.
pub(crate) struct Reader<'a, N> {
    part: &'a str,
    reader: NsReader<&'a [u8]>,
    namespace: fn(&str) -> N,
    format: &'static str,
    depth: usize,
    deepest: usize,
    document_type: DocumentType,
    /// The end of an empty tag that was read last, which is still to be told.
    pending: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DocumentType {
    Refused,
    Allowed,
    /// There is one, so entities may be declared in it or in what it names.
    Read,
}

/// What there is at a place of a part.
#[derive(Debug)]
pub(crate) enum Token<'a, N> {
    /// The start of an element.
    Start(Tag<'a, N>),
    /// The end of an element.
    End(Range<usize>),
    /// Text, references and CDATA sections: as people read it.
    Text(String),
    /// A reference to an entity of the document type. What it stands for is not known.
    Reference,
    /// Comments, processing instructions, the declaration, the document type.
    Other,
    /// The end of the part.
    Eof,
}

/// The tag with which an element starts.
#[derive(Debug, Clone)]
pub(crate) struct Tag<'a, N> {
    /// The namespace of its name.
    pub(crate) namespace: N,
    /// Its name without the prefix.
    pub(crate) name: &'a str,
    /// Its name with the prefix.
    pub(crate) full_name: &'a str,
    /// Where it stands.
    pub(crate) range: Range<usize>,
    /// Whether it is its element's end as well.
    pub(crate) is_empty: bool,
    raw: &'a str,
}

/// An attribute of a tag.
#[derive(Debug, Clone)]
pub(crate) struct Attribute<'a> {
    /// Its name with the prefix.
    pub(crate) full_name: &'a str,
    /// Its value as it is written.
    pub(crate) raw: &'a str,
    /// Where the value stands, without quotes.
    pub(crate) range: Range<usize>,
}

impl<'a> Attribute<'a> {
    /// Its name without the prefix.
    pub(crate) fn name(&self) -> &'a str {
        let name = self.full_name.split_once(':');
        name.map_or(self.full_name, |(_, name)| name)
    }

    /// Its value as people read it; with unknown entities, as it is written.
    pub(crate) fn value(&self) -> String {
        unescape(self.raw).map_or_else(|_| self.raw.to_owned(), |value| value.into_owned())
    }
}

impl<'a, N> Tag<'a, N> {
    /// The tag's attributes, namespaces' declarations among them.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a, N> {
        let raw = self.raw;
        let start = self.range.start;
        // The name follows the "<".
        let mut place = 1 + self.full_name.len();
        std::iter::from_fn(move || {
            let rest = raw.get(place..)?;
            let (name, rest) = rest.split_once('=')?;
            let rest_start = raw.len() - rest.len();
            let value = rest.trim_start();
            let quote = value
                .chars()
                .next()
                .filter(|quote| matches!(quote, '"' | '\''))?;
            let value_start = rest_start + (rest.len() - value.len()) + 1;
            let value = raw.get(value_start..)?;
            let length = value.find(quote)?;
            place = value_start + length + 1;
            Some(Attribute {
                full_name: name.trim(),
                raw: value.get(..length)?,
                range: start + value_start..start + value_start + length,
            })
        })
    }

    /// The declarations of namespaces in the tag as they are written, each after a space: elements in it may need them.
    pub(crate) fn declarations(&self) -> String {
        let declarations = self.attributes().filter(|attribute| {
            let name = attribute.full_name.strip_prefix("xmlns");
            name.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        });
        let written = declarations.map(|attribute| {
            let (name, value) = (attribute.full_name, attribute.raw.replace('"', "&quot;"));
            format!(" {name}=\"{value}\"")
        });
        written.collect()
    }

    /// The value of the first attribute with this name, whatever its prefix is.
    pub(crate) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }
}

impl<'a, N> Reader<'a, N> {
    /// Reads a part of a document. `format` is the document's format, for errors.
    pub(crate) fn new(
        part: &'a str,
        namespace: fn(&str) -> N,
        format: &'static str,
        deepest: usize,
    ) -> Self {
        Self {
            part,
            reader: NsReader::from_str(part),
            namespace,
            format,
            depth: 0,
            deepest,
            document_type: DocumentType::Refused,
            pending: None,
        }
    }

    /// Allows a document type. It is passed over: nothing that it names is read, and references to entities are
    /// told as such and never expanded.
    pub(crate) fn with_document_type(mut self) -> Self {
        self.document_type = DocumentType::Allowed;
        self
    }

    /// The part that is read.
    pub(crate) fn part(&self) -> &'a str {
        self.part
    }

    /// Where the next token begins: what was read last ends there.
    pub(crate) fn place(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// What comes next.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] for what is not well formed, [`DocumentError::TooLarge`] for elements
    /// too deep in one another.
    pub(crate) fn next(&mut self) -> Result<Token<'a, N>, DocumentError> {
        overseer::go_on()?;
        if let Some(end) = self.pending.take() {
            self.depth = self.depth.saturating_sub(1);
            return Ok(Token::End(end..end));
        }
        let start = self.place();
        let (resolved, event) = match self.reader.read_resolved_event() {
            Ok((resolved, event)) => match resolved {
                ResolveResult::Bound(namespace) => ((self.namespace)(namespace.0), event),
                _ => ((self.namespace)(""), event),
            },
            Err(error) => {
                return Err(malformed(self.format, start, &quoted(&error.to_string())));
            }
        };
        let range = start..usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        let raw = self.part.get(range.clone()).unwrap_or_default();
        match event {
            Event::Start(_) | Event::Empty(_) => {
                let is_empty = matches!(event, Event::Empty(_));
                self.depth = self.depth.saturating_add(1);
                if self.depth > self.deepest {
                    return Err(DocumentError::TooLarge {
                        what: "elements within one another",
                        most: u64::try_from(self.deepest).unwrap_or(u64::MAX),
                    });
                }
                if !are_well_formed(raw) {
                    return Err(malformed(
                        self.format,
                        start,
                        "a tag's attributes are malformed",
                    ));
                }
                if is_empty {
                    self.pending = Some(range.end);
                }
                Ok(Token::Start(tag(resolved, range, raw, is_empty)))
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(Token::End(range))
            }
            Event::GeneralRef(_)
                if self.document_type == DocumentType::Read && is_entity_reference(raw) =>
            {
                Ok(Token::Reference)
            }
            Event::Text(_) | Event::GeneralRef(_) => {
                let text =
                    unescape(raw).map_err(|reason| malformed(self.format, start, &reason))?;
                Ok(Token::Text(text.into_owned()))
            }
            Event::CData(data) => Ok(Token::Text(data.xml10_content().into_owned())),
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => Ok(Token::Other),
            Event::DocType(_) if self.document_type == DocumentType::Allowed && self.depth == 0 => {
                self.document_type = DocumentType::Read;
                Ok(Token::Other)
            }
            Event::DocType(_) => Err(malformed(self.format, start, "it has a document type")),
            Event::Eof if self.depth > 0 => {
                Err(malformed(self.format, start, "it ends within an element"))
            }
            Event::Eof => Ok(Token::Eof),
        }
    }

    /// Reads up to the end of the element whose start was read last, and gives the place after it.
    ///
    /// # Errors
    /// As [`Reader::next`].
    pub(crate) fn skip(&mut self) -> Result<usize, DocumentError> {
        let outside = self.depth.saturating_sub(1);
        loop {
            if let Token::End(range) = self.next()?
                && self.depth <= outside
            {
                return Ok(range.end);
            }
        }
    }

    /// The text within the element whose start was read last, without that of elements in it, and where its
    /// end is.
    ///
    /// # Errors
    /// As [`Reader::next`].
    pub(crate) fn text(&mut self) -> Result<(String, Range<usize>), DocumentError> {
        let outside = self.depth.saturating_sub(1);
        let inside = self.depth;
        let mut text = String::new();
        loop {
            match self.next()? {
                Token::Text(more) if self.depth == inside => text.push_str(&more),
                Token::End(range) if self.depth <= outside => return Ok((text, range)),
                _ => {}
            }
        }
    }
}

fn tag<N>(namespace: N, range: Range<usize>, raw: &str, is_empty: bool) -> Tag<'_, N> {
    let full_name = raw
        .strip_prefix('<')
        .unwrap_or(raw)
        .split(|character: char| character.is_ascii_whitespace() || matches!(character, '/' | '>'))
        .next()
        .unwrap_or_default();
    let name = full_name
        .split_once(':')
        .map_or(full_name, |(_, name)| name);
    Tag {
        namespace,
        name,
        full_name,
        range,
        is_empty,
        raw,
    }
}

/// Whether this refers to an entity that is not one of XML's own.
fn is_entity_reference(raw: &str) -> bool {
    let name = raw.strip_prefix('&').and_then(|raw| raw.strip_suffix(';'));
    name.is_some_and(|name| {
        name.starts_with(|first: char| first.is_alphabetic() || "_:".contains(first))
            && !name.contains(|other: char| other.is_whitespace() || "<>&;#".contains(other))
    }) && unescape(raw).is_err()
}

fn malformed(format: &'static str, place: usize, reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format,
        reason: format!("{reason} (byte {place} of a part)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(part: &str) -> Reader<'_, bool> {
        Reader::new(part, |name| name == "urn:known", "test", 8)
    }

    fn outcome(part: &str) -> Result<usize, DocumentError> {
        let mut reader = reader(part);
        let mut count = 0;
        while !matches!(reader.next()?, Token::Eof) {
            count += 1;
        }
        Ok(count)
    }

    #[test]
    fn elements_are_told_with_their_names_and_places() {
        let part = "<?xml version='1.0'?><k:a xmlns:k='urn:known'><k:b/><c>t</c></k:a>";
        let mut reader = reader(part);
        let mut told = Vec::new();
        loop {
            match reader.next().unwrap() {
                Token::Start(tag) => {
                    told.push((
                        tag.namespace,
                        tag.name.to_owned(),
                        part[tag.range].to_owned(),
                    ));
                }
                Token::End(range) => told.push((false, "/".into(), part[range].to_owned())),
                Token::Text(text) => told.push((false, "text".into(), text)),
                Token::Reference | Token::Other => {}
                Token::Eof => break,
            }
        }
        let expected = [
            (true, "a", "<k:a xmlns:k='urn:known'>"),
            (true, "b", "<k:b/>"),
            (false, "/", ""),
            (false, "c", "<c>"),
            (false, "text", "t"),
            (false, "/", "</c>"),
            (false, "/", "</k:a>"),
        ];
        let expected = expected.map(|(known, name, raw)| (known, name.into(), raw.into()));
        assert_eq!(told, expected);
    }

    #[test]
    fn attributes_are_told_with_the_places_of_their_values() {
        let part = "<a one = \"1 > 0\" k:two='&quot;' three=''/>";
        let mut reader = reader(part);
        let Token::Start(tag) = reader.next().unwrap() else {
            panic!("an element was expected");
        };
        let attributes: Vec<_> = tag
            .attributes()
            .map(|found| (found.full_name, found.value(), &part[found.range]))
            .collect();
        assert_eq!(
            attributes,
            [
                ("one", "1 > 0".to_owned(), "1 > 0"),
                ("k:two", "\"".to_owned(), "&quot;"),
                ("three", String::new(), "")
            ]
        );
        assert_eq!(tag.attribute("two").unwrap().raw, "&quot;");
    }

    #[test]
    fn text_is_read_with_references_and_sections_but_without_that_of_elements() {
        let part = "<a>1 &lt; <!-- no --><b>no</b><![CDATA[<2>]]>&#33;</a>";
        let mut reader = reader(part);
        reader.next().unwrap();
        let (text, end) = reader.text().unwrap();
        assert_eq!((text.as_str(), &part[end]), ("1 < <2>!", "</a>"));
        assert!(matches!(reader.next().unwrap(), Token::Eof));
    }

    #[test]
    fn what_is_not_well_formed_is_an_error() {
        let parts = [
            "<a>",
            "<a></b>",
            "</a>",
            "<a",
            "<a>&nbsp;</a>",
            "<a>& b</a>",
            "<a><![CDATA[</a>",
            "<a b/>",
            "<a b='1'c='2'/>",
        ];
        for part in parts {
            let outcome = outcome(part);
            assert!(
                matches!(outcome, Err(DocumentError::Malformed { .. })),
                "{part}"
            );
        }
    }

    #[test]
    fn entities_of_a_document_and_deep_elements_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert!(matches!(
            outcome(bomb),
            Err(DocumentError::Malformed { .. })
        ));
        let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert_eq!(outcome(&deep(8)).unwrap(), 16);
        assert!(matches!(
            outcome(&deep(9)),
            Err(DocumentError::TooLarge { most: 8, .. })
        ));
    }

    #[test]
    fn a_document_type_that_is_expected_is_passed_over_and_its_entities_are_references() {
        let part =
            "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY b \"]><b>\"> <!-- ]> -->]><a>&b; &lt;&c;</a>";
        let mut reader = reader(part).with_document_type();
        assert!(matches!(reader.next().unwrap(), Token::Other));
        let Token::Start(tag) = reader.next().unwrap() else {
            panic!("an element was expected");
        };
        assert_eq!(&part[tag.range], "<a>");
        assert!(matches!(reader.next().unwrap(), Token::Reference));
        assert!(matches!(reader.next().unwrap(), Token::Text(text) if text == " "));
        assert!(matches!(reader.next().unwrap(), Token::Text(text) if text == "<"));
        assert!(matches!(reader.next().unwrap(), Token::Reference));

        for part in [
            "<a>&b;</a>",
            "<a><!DOCTYPE a></a>",
            "<!DOCTYPE a><a>&#0x;</a>",
        ] {
            let mut reader = self::reader(part).with_document_type();
            let mut read = || loop {
                match reader.next() {
                    Ok(Token::Eof) => return true,
                    Ok(_) => {}
                    Err(_) => return false,
                }
            };
            assert!(!read(), "{part}");
        }
    }
}
