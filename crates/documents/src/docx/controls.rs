//! Content controls, and the data that they are bound to.
//!
//! A control that is bound shows what is in the document's data, whatever text it has. The data is not translated,
//! for programs may depend on it, but for the document's title and subject. So a control with a translation is bound
//! to nothing else any more. Where the translation stands behind its source, it is behind controls in the paragraph, which stay as they
//! are; a control around paragraphs has both texts in it, and is bound to nothing.

use std::ops::Range;

use crate::DocumentError;
use crate::office::names::Namespace::{self, Word};
use crate::xml::{Tag, Token};

use super::paragraph::{Paragraph, Within, beside};
use super::properties::is_on;
use super::story::Story;

/// The identifier of a document's properties as data: a constant of the office programs.
const CORE_PROPERTIES: &str = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}";

impl<'a> Story<'a, '_, '_> {
    /// A content control whose start was read last and which stands beside paragraphs, rows or cells. Gives the place
    /// after it.
    pub(super) fn control(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let (translated, places) = (self.translated, self.pass.places());
        let mut bindings = Vec::new();
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if child.namespace == Word && child.name == "sdtPr" => {
                    bindings = self.bindings(self.is_bilingual)?;
                }
                Token::Start(child) => _ = self.element(&child)?,
                Token::End(range) => break range.end,
                Token::Eof => break tag.range.end,
                _ => {}
            }
        };
        if self.pass.places() > places {
            self.note_bindings(&bindings);
        }
        if self.translated > translated {
            self.unbind(bindings);
        }
        Ok(end)
    }

    /// A content control in a paragraph: its properties, then its content.
    pub(super) fn control_in(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        within: &Within,
    ) -> Result<(), DocumentError> {
        let texts = paragraph.texts;
        let mut bindings = Vec::new();
        let mut content_end = None;
        let end = loop {
            match self.reader.next()? {
                Token::Start(child)
                    if child.name == "sdtContent" && !child.is_empty && content_end.is_none() =>
                {
                    let head = tag.range.start..child.range.end;
                    paragraph.fields.open_container(vec![beside(head)]);
                    content_end = Some(self.children(paragraph, within)?.start);
                }
                Token::Start(child) if child.namespace == Word && child.name == "sdtPr" => {
                    bindings = self.bindings(false)?;
                }
                Token::Start(child) => _ = self.element(&child)?,
                Token::End(range) => break range.end,
                _ => {}
            }
        };
        match content_end {
            Some(start) => paragraph.fields.close_container(vec![beside(start..end)]),
            None => paragraph.mark(beside(tag.range.start..end)),
        }
        if paragraph.texts > texts && !self.is_bilingual {
            self.note_bindings(&bindings);
            paragraph.bindings.append(&mut bindings);
        }
        Ok(())
    }

    /// Where the properties of a control, whose start was read last, bind it to data that is not translated, or to any.
    fn bindings(&mut self, to_any: bool) -> Result<Vec<Range<usize>>, DocumentError> {
        let mut bindings = Vec::new();
        let mut is_placeholder = false;
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    let end = self.element(&tag)?;
                    match tag.name {
                        "dataBinding" if to_any || !is_translated(&tag) => {
                            bindings.push(tag.range.start..end);
                        }
                        "showingPlcHdr" => is_placeholder = is_on(&tag),
                        _ => {}
                    }
                }
                // The data is empty, and the text of the control stands in for it.
                Token::End(_) | Token::Eof if is_placeholder => return Ok(Vec::new()),
                Token::End(_) | Token::Eof => return Ok(bindings),
                _ => {}
            }
        }
    }

    fn note_bindings(&mut self, bindings: &[Range<usize>]) {
        if let Some(found) = self.found.as_mut() {
            found.has_bindings |= !bindings.is_empty();
        }
    }

    /// Takes controls off their data.
    pub(super) fn unbind(&mut self, bindings: Vec<Range<usize>>) {
        for binding in bindings {
            self.edits.replace(binding, String::new());
        }
    }
}

/// Whether a binding is to data that is translated itself.
fn is_translated(binding: &Tag<'_, Namespace>) -> bool {
    let value = |name| binding.attribute(name).map(|found| found.value());
    let store = value("storeItemID").unwrap_or_default();
    let path = value("xpath").unwrap_or_default();
    let step = path.rsplit(['/', ':']).next().unwrap_or_default();
    let name = step.split('[').next().unwrap_or_default();
    store.eq_ignore_ascii_case(CORE_PROPERTIES) && matches!(name, "title" | "subject")
}
