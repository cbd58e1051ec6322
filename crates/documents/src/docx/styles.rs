use std::collections::HashMap;

use crate::DocumentError;
use crate::xml::{Edits, Reader, Tag, Token};

use super::FORMAT;
use super::marks::Marks;
use super::properties::{Properties, is_on};
use crate::office::names::Namespace;

/// How many styles may be based on one another; word processors allow fewer.
const LONGEST_CHAIN: usize = 32;

/// Which styles hide their text, and which number their paragraphs.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    default_paragraph: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    based_on: Option<String>,
    hides: Option<bool>,
    numbering: Option<String>,
}

impl Styles {
    /// Reads a part with styles. Those that are known already are replaced.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn read(&mut self, part: &str, depth: usize) -> Result<(), DocumentError> {
        let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.namespace == Namespace::Word && tag.name == "style" => {
                    self.read_style(&mut reader, &tag)?;
                }
                Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn read_style<'a>(
        &mut self,
        reader: &mut Reader<'a, Namespace>,
        tag: &Tag<'a, Namespace>,
    ) -> Result<(), DocumentError> {
        let value = |name| tag.attribute(name).map(|attribute| attribute.value());
        let id = value("styleId").unwrap_or_default();
        let is_default = matches!(value("default").as_deref(), Some("1" | "true" | "on"));
        if is_default && value("type").as_deref() == Some("paragraph") {
            self.default_paragraph = Some(id.clone());
        }
        let mut style = Style::default();
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.name == "rPr" => {
                    style.hides = Properties::read(reader, &tag)?.is_on("vanish");
                }
                Token::Start(tag) if tag.name == "pPr" => {
                    style.numbering = Properties::read(reader, &tag)?.numbering;
                }
                Token::Start(tag) => {
                    if tag.name == "basedOn" {
                        let base = tag.attribute("val");
                        style.based_on = base.map(|base| base.value());
                    }
                    reader.skip()?;
                }
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        self.by_id.insert(id, style);
        Ok(())
    }

    /// Whether text of this style is hidden; `None` if the style does not say.
    pub(super) fn hides(&self, id: &str) -> Option<bool> {
        self.chain(id).find_map(|style| style.hides)
    }

    /// The number of the numbering that paragraphs of this style, or of none, have.
    pub(super) fn numbering(&self, id: Option<&str>) -> Option<&str> {
        let id = id.or(self.default_paragraph.as_deref())?;
        self.chain(id).find_map(|style| style.numbering.as_deref())
    }

    /// A style and those on which it is based.
    fn chain(&self, id: &str) -> impl Iterator<Item = &Style> {
        let style_with = |id: &str| self.by_id.get(id);
        let styles = std::iter::successors(style_with(id), move |style| {
            style.based_on.as_deref().and_then(style_with)
        });
        styles.take(LONGEST_CHAIN)
    }

    /// Whether text of paragraphs of this style, or of none, is hidden.
    pub(super) fn hides_paragraph(&self, id: Option<&str>) -> bool {
        let id = id.or(self.default_paragraph.as_deref());
        id.and_then(|id| self.hides(id)).unwrap_or(false)
    }
}

/// Sets what styles say of the language of text: the one that it has if nothing else is said, its direction, and
/// how text of complex scripts looks.
///
/// # Errors
/// Those of the reader.
pub(super) fn mark(part: &str, marks: &Marks, depth: usize) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut edits = Edits::default();
    let mut is_style = false;
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.namespace == Namespace::Word => match tag.name {
                "docDefaults" => is_style = false,
                "style" => is_style = true,
                "bidiVisual" => {
                    let end = reader.skip()?;
                    if is_on(&tag) != marks.is_right_to_left() && !marks.is_behind() {
                        edits.replace(tag.range.start..end, String::new());
                    }
                }
                "rPr" | "pPr" => {
                    let properties = Properties::read(&mut reader, &tag)?;
                    properties.mark_style(part, marks, is_style, &mut edits);
                }
                _ => {}
            },
            Token::Eof => return Ok(edits),
            _ => {}
        }
    }
}
