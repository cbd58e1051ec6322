//! The strings of a file of resources.

use std::ops::Range;

use crate::strings::{Convention, StringCollection};
use crate::values::is_technical;
use crate::xml::{Reader, Tag, Token};
use crate::xml_document::answer;
use crate::{DocumentError, Limits, overseer};

use super::escapes::Decoder;
use super::notation::Form;

const FORMAT: &str = "XML";

/// The namespace of XLIFF, whose placeholders strings may have.
const XLIFF: &str = "urn:oasis:names:tc:xliff:document:1.2";

/// What a plural takes, in bytes.
const OF_PLURAL: usize = 700;

/// Elements of resources that have no strings in them.
const OTHERS: [&str; 28] = [
    "add-resource",
    "anim",
    "array",
    "attr",
    "bool",
    "color",
    "declare-styleable",
    "dimen",
    "drawable",
    "eat-comment",
    "font",
    "fraction",
    "id",
    "integer",
    "integer-array",
    "interpolator",
    "java-symbol",
    "layout",
    "macro",
    "mipmap",
    "overlayable",
    "public",
    "public-group",
    "skip",
    "staging-public-group",
    "style",
    "symbol",
    "transition",
];

/// What there is in a file of resources.
pub(super) struct Contents {
    pub(super) strings: StringCollection<Form>,
    pub(super) plurals: Vec<Plural>,
    /// Where the root says in which language the strings are.
    pub(super) locale: Option<Range<usize>>,
    pub(super) declares_entities: bool,
}

/// A message in several plurals.
#[derive(Debug)]
pub(super) struct Plural {
    pub(super) range: Range<usize>,
    /// Which there are.
    pub(super) quantities: Vec<String>,
    pub(super) other: Option<Item>,
}

/// One of the plurals, by where it stands.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) range: Range<usize>,
    /// The value of the attribute.
    pub(super) quantity: Range<usize>,
    pub(super) text: Range<usize>,
}

/// Reads a file; nothing if it is other XML.
///
/// # Errors
/// [`DocumentError::Malformed`], [`DocumentError::TooLarge`], and those of an [`overseer`].
pub(super) fn read(text: &str, limits: &Limits) -> Result<Option<Contents>, DocumentError> {
    let reader = Reader::new(text, |name| name == XLIFF, FORMAT, limits.depth);
    let resources = Resources {
        text,
        reader: reader.with_document_type(),
        is_translated: true,
        contents: Contents {
            strings: StringCollection::new(Convention::Unknown, limits),
            plurals: Vec::new(),
            locale: None,
            declares_entities: false,
        },
    };
    resources.read()
}

struct Resources<'a> {
    text: &'a str,
    reader: Reader<'a, bool>,
    is_translated: bool,
    contents: Contents,
}

impl<'a> Resources<'a> {
    fn read(mut self) -> Result<Option<Contents>, DocumentError> {
        let mut is_begun = false;
        loop {
            let start = self.reader.place();
            match self.reader.next()? {
                Token::Start(tag) if !is_begun => {
                    if tag.full_name != "resources" {
                        return Ok(None);
                    }
                    is_begun = true;
                    self.is_translated = is_translated(&tag);
                    let mut attributes = tag.attributes();
                    let locale = attributes.find(|it| it.full_name == "tools:locale");
                    self.contents.locale = locale.map(|locale| locale.range);
                }
                Token::Start(tag) => {
                    if !self.resource(&tag)? {
                        return Ok(None);
                    }
                }
                Token::Text(text) if !text.trim().is_empty() => return Ok(None),
                Token::Reference => return Ok(None),
                Token::Other => {
                    let raw = self
                        .text
                        .get(start..self.reader.place())
                        .unwrap_or_default();
                    self.contents.declares_entities |=
                        raw.starts_with("<!DOCTYPE") && raw.contains("<!ENTITY");
                }
                Token::Text(_) | Token::End(_) => {}
                Token::Eof => return Ok(is_begun.then_some(self.contents)),
            }
        }
    }

    /// Reads a resource to its end, unless it is none.
    fn resource(&mut self, tag: &Tag<'a, bool>) -> Result<bool, DocumentError> {
        let is_translated = self.is_translated && is_translated(tag);
        let name = tag.attribute("name").map_or("", |name| name.raw);
        match tag.full_name {
            "string" if is_translated => {
                self.string(tag, name)?;
            }
            "item" if is_translated && is_string(tag) => {
                self.string(tag, name)?;
            }
            "plurals" if is_translated => self.plural(tag)?,
            "string-array" if is_translated && !has_values(tag, name) => self.items(name)?,
            "string" | "item" | "plurals" | "string-array" => {
                self.reader.skip()?;
            }
            other if OTHERS.contains(&other) => {
                self.reader.skip()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the items of an array.
    fn items(&mut self, name: &str) -> Result<(), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) if tag.full_name == "item" && is_translated(&tag) => {
                    self.string(&tag, name)?;
                }
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                Token::Text(_) | Token::Reference | Token::Other => {}
            }
        }
    }

    fn plural(&mut self, tag: &Tag<'a, bool>) -> Result<(), DocumentError> {
        overseer::borrow(OF_PLURAL)?;
        let mut plural = Plural {
            range: tag.range.clone(),
            quantities: Vec::new(),
            other: None,
        };
        loop {
            match self.reader.next()? {
                Token::Start(item) if item.full_name == "item" => {
                    let (text, end) = self.string(&item, "")?;
                    let Some(quantity) = item.attribute("quantity") else {
                        continue;
                    };
                    if quantity.raw == "other" && !text.is_empty() && plural.other.is_none() {
                        plural.other = Some(Item {
                            range: item.range.start..end,
                            quantity: quantity.range.clone(),
                            text,
                        });
                    }
                    overseer::borrow(OF_PLURAL / 10 + quantity.raw.len())?;
                    plural.quantities.push(quantity.raw.to_owned());
                }
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => break,
                Token::Text(_) | Token::Reference | Token::Other => {}
            }
        }
        plural.range.end = self.reader.place();
        self.contents.plurals.push(plural);
        Ok(())
    }

    /// Reads a string to the end of its element. Tells where its text stands, and where the element ends.
    fn string(
        &mut self,
        tag: &Tag<'a, bool>,
        name: &str,
    ) -> Result<(Range<usize>, usize), DocumentError> {
        let mut decoder = Decoder::new();
        // For each element in it, whether its content is a placeholder.
        let mut open: Vec<bool> = Vec::new();
        let (inner, end) = loop {
            let start = self.reader.place();
            let token = self.reader.next()?;
            let raw = self
                .text
                .get(start..self.reader.place())
                .unwrap_or_default();
            match token {
                Token::Start(tag) => {
                    let is_placeholder =
                        tag.name == "g" && (tag.namespace || tag.full_name == "xliff:g");
                    open.push(is_placeholder);
                    match is_placeholder {
                        true => decoder.begin_placeholder(raw),
                        false => decoder.tag(raw),
                    }
                }
                Token::End(range) => match open.pop() {
                    // The end of an empty tag has no width.
                    Some(is_placeholder) => {
                        let raw = self.text.get(range).unwrap_or_default();
                        match is_placeholder {
                            true => decoder.end_placeholder(raw),
                            false if raw.is_empty() => {}
                            false => decoder.tag(raw),
                        }
                    }
                    None => break (tag.range.end..range.start.max(tag.range.end), range.end),
                },
                Token::Text(_) => match raw.strip_prefix("<![CDATA[") {
                    Some(section) => {
                        decoder.section(section.strip_suffix("]]>").unwrap_or(section));
                    }
                    None => decoder.characters(raw),
                },
                Token::Reference => decoder.entity(raw),
                Token::Other => decoder.aside(raw),
                Token::Eof => break (tag.range.end..tag.range.end, tag.range.end),
            }
        };
        let range = self.trimmed(inner);
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let decoded = decoder.end(raw);
        if !is_reference(raw) && !is_technical(&decoded.text, name) {
            let convention = decoded.form.convention();
            self.contents.strings.push_with_kept(
                range.clone(),
                decoded.form,
                decoded.text,
                &decoded.kept,
                convention,
            )?;
        }
        Ok((range, end))
    }

    /// The range without the white space of XML at its ends.
    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let space = [' ', '\t', '\r', '\n'];
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let start = range.end - raw.trim_start_matches(space).len();
        let end = range.start + raw.trim_end_matches(space).len();
        start..end.max(start)
    }
}

fn is_translated(tag: &Tag<'_, bool>) -> bool {
    let said = tag.attribute("translatable");
    said.and_then(|said| answer(said.raw)) != Some(false)
}

fn is_string(tag: &Tag<'_, bool>) -> bool {
    tag.attribute("type")
        .is_some_and(|kind| kind.raw == "string")
}

/// Whether an array has what programs know entries of a list by: it is called so beside the one with the entries.
fn has_values(tag: &Tag<'_, bool>, name: &str) -> bool {
    let said = tag.attribute("translatable");
    let is_said = said.and_then(|said| answer(said.raw)) == Some(true);
    name.to_ascii_lowercase().ends_with("values") && !is_said
}

/// Whether a string is that of another resource.
fn is_reference(raw: &str) -> bool {
    let is_one = raw.starts_with('@') || raw.starts_with('?');
    is_one && raw.contains(['/', ':']) && !raw.contains(char::is_whitespace)
        || raw == "@null"
        || raw == "@empty"
}
