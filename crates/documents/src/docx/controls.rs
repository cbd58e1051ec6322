//! Content controls, and the data that they are bound to.
//!
//! A control that is bound shows what is in the document's data, whatever text it has. The data is not translated,
//! for programs may depend on it, but for the document's title and subject. So a control with a translation is bound
//! to nothing else any more.
//!
//! Where translations stand behind their sources, that of a control in a paragraph is behind the paragraph, and the control
//! stays as it is. A control around paragraphs has both texts in it: it is bound to nothing, and may have lines. One
//! with choices, or a date, keeps its source, as the choices do.

use std::ops::Range;

use crate::DocumentError;
use crate::office::names::Namespace::{self, Word};
use crate::xml::{Tag, Token};

use super::paragraph::{Paragraph, Within, beside};
use super::properties::is_on;
use super::story::Story;

/// The identifier of a document's properties as data: a constant of the office programs.
const CORE_PROPERTIES: &str = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}";

/// What the properties of a control say.
#[derive(Default)]
struct Control {
    /// Where it is bound to data.
    bindings: Vec<Range<usize>>,
    /// Where it says that it has nothing but text of one look, in one line.
    has_one_line: Vec<Range<usize>>,
    /// Whether its text is chosen and not written.
    has_choices: bool,
}

impl<'a> Story<'a, '_, '_> {
    /// A content control whose start was read last and which stands beside paragraphs, rows or cells. Gives the place
    /// after it.
    pub(super) fn control(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let (translated, places) = (self.translated, self.pass.places());
        let outside = self.keeps_sources;
        let mut control = Control::default();
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if child.namespace == Word && child.name == "sdtPr" => {
                    control = self.control_properties(self.is_bilingual)?;
                    self.keeps_sources |= self.is_bilingual && control.has_choices;
                }
                Token::Start(child) => _ = self.element(&child)?,
                Token::End(range) => break range.end,
                Token::Eof => break tag.range.end,
                _ => {}
            }
        };
        if self.pass.places() > places && !self.keeps_sources {
            self.note_bindings(&control.bindings);
        }
        if self.translated > translated {
            self.unbind(control.bindings);
            if self.is_bilingual {
                self.unbind(control.has_one_line);
            }
        }
        self.keeps_sources = outside;
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
                    bindings = self.control_properties(false)?.bindings;
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

    /// The properties of a control, whose start was read last. Bindings to data that is translated count if they are to any.
    fn control_properties(&mut self, to_any: bool) -> Result<Control, DocumentError> {
        let mut control = Control::default();
        let mut is_placeholder = false;
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    let end = self.element(&tag)?;
                    let range = tag.range.start..end;
                    match tag.name {
                        "dataBinding" if to_any || !is_translated(&tag) => {
                            control.bindings.push(range);
                        }
                        "text" => control.has_one_line.push(range),
                        "dropDownList" | "comboBox" | "date" => control.has_choices = true,
                        "showingPlcHdr" => is_placeholder = is_on(&tag),
                        _ => {}
                    }
                }
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        // The data is empty, and the text of the control stands in for it.
        if is_placeholder {
            control.bindings.clear();
        }
        Ok(control)
    }

    fn note_bindings(&mut self, bindings: &[Range<usize>]) {
        if let Some(found) = self.found.as_mut() {
            found.has_bindings |= !bindings.is_empty();
        }
    }

    /// Takes controls off their data, or away from what else they say.
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
