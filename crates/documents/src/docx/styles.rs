use std::collections::HashMap;

use crate::DocumentError;
use crate::xml::{Edits, Reader, Tag, Token};

use super::FORMAT;
use super::properties::{Marks, Properties};
use crate::office::names::Namespace;

/// How many styles may be based on one another; word processors allow fewer.
const LONGEST_CHAIN: usize = 32;

/// Which styles hide their text.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    default_paragraph: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    based_on: Option<String>,
    hides: Option<bool>,
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
        let mut id = id;
        for _ in 0..LONGEST_CHAIN {
            let style = self.by_id.get(id)?;
            if style.hides.is_some() {
                return style.hides;
            }
            id = style.based_on.as_deref()?;
        }
        None
    }

    /// Whether text of paragraphs of this style, or of none, is hidden.
    pub(super) fn hides_paragraph(&self, id: Option<&str>) -> bool {
        let id = id.or(self.default_paragraph.as_deref());
        id.and_then(|id| self.hides(id)).unwrap_or(false)
    }
}

/// Sets the language that text has if nothing else is said of it.
///
/// # Errors
/// Those of the reader.
pub(super) fn set_language(
    part: &str,
    marks: &Marks,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut edits = Edits::default();
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.namespace == Namespace::Word && tag.name == "style" => {
                reader.skip()?;
            }
            Token::Start(tag) if tag.namespace == Namespace::Word && tag.name == "lang" => {
                if let Some((range, language)) = marks.language(&tag) {
                    edits.replace(range, language.to_owned());
                }
            }
            Token::Eof => return Ok(edits),
            _ => {}
        }
    }
}
