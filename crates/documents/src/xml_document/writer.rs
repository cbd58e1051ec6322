use crate::xml::{Decoded, Edits, escape, escape_attribute};
use crate::{CodeId, Content, Piece};

use super::flow::{self, Code, Slot};
use super::text;

const START: &str = "<![CDATA[";
const END: &str = "]]>";

/// How many bytes of declarations may be added to a unit: an engine may put everything elsewhere.
const MOST_DECLARED: usize = 1 << 20;

/// Writes a translation in its place. What stands in its codes has been written before.
pub(super) fn write(slot: &Slot, content: &Content, file: &Decoded, edits: &mut Edits) {
    let mut writer = Writer {
        slot,
        file,
        edits,
        text: String::new(),
        sections: usize::from(slot.is_in_section),
        is_open: slot.is_in_section,
        within: Vec::new(),
        declared: 0,
    };
    for piece in content.pieces() {
        writer.piece(piece);
    }
    writer.switch(slot.is_in_section);
    let text = writer.text;
    edits.replace(slot.range.clone(), text);
}

struct Writer<'a> {
    slot: &'a Slot,
    file: &'a Decoded,
    edits: &'a mut Edits,
    text: String,
    /// How many sections the text belongs to at this place.
    sections: usize,
    /// Whether a section is open in what was written.
    is_open: bool,
    /// The codes that are open.
    within: Vec<CodeId>,
    /// How many bytes of declarations were added.
    declared: usize,
}

impl Writer<'_> {
    fn piece(&mut self, piece: &Piece) {
        let slot = self.slot;
        match piece {
            Piece::Text(text) if slot.is_html => {
                let text = text::as_html(text);
                self.characters(&text);
            }
            Piece::Text(text) => self.characters(text),
            Piece::Open(id) | Piece::Mark(id) => {
                let Some(code) = slot.code(*id) else { return };
                if code.is_section {
                    self.sections += 1;
                } else {
                    self.code(code, true);
                }
                if matches!(piece, Piece::Open(_)) {
                    self.within.push(*id);
                }
            }
            Piece::Close(id) => {
                self.within.pop();
                let Some(code) = slot.code(*id) else { return };
                if code.is_section {
                    self.sections = self.sections.saturating_sub(1);
                } else {
                    self.code(code, false);
                }
            }
        }
    }

    fn characters(&mut self, text: &str) {
        if self.slot.is_attribute {
            self.text.push_str(&escape_attribute(text));
        } else if self.sections > 0 {
            self.section(text);
        } else {
            self.switch(false);
            self.text.push_str(&escape(text));
        }
    }

    /// Writes a code, or its end, where it means the same as in the source.
    fn code(&mut self, code: &Code, is_beginning: bool) {
        self.switch(code.is_in_section);
        let range = if is_beginning {
            &code.open
        } else {
            &code.close
        };
        let taken = self.edits.take(&self.file.text, range);
        let declaring = code.declaring.iter();
        let missing: Vec<&str> = declaring
            .filter(|id| is_beginning && !self.within.contains(id))
            .filter_map(|id| Some(self.slot.code(*id)?.declarations.as_str()))
            .collect();
        if missing.is_empty() || code.is_in_section || self.declared > MOST_DECLARED {
            self.text.push_str(&taken);
        } else {
            let element = with_declarations(&taken, &missing);
            self.declared += element.len().saturating_sub(taken.len());
            self.text.push_str(&element);
        }
    }

    /// Text within a section. Characters that the encoding lacks cannot be written there.
    fn section(&mut self, text: &str) {
        for character in text.chars() {
            let is_known = character.is_ascii() || self.file.has(character);
            self.switch(is_known);
            if !is_known {
                self.text
                    .push_str(&escape(character.encode_utf8(&mut [0; 4])));
            } else if character == '>' && self.text.ends_with("]]") {
                self.text.push_str(END);
                self.text.push_str(START);
                self.text.push('>');
            } else if character == '\r' || escape(character.encode_utf8(&mut [0; 4])).is_empty() {
                // Not allowed in XML, or read as another one.
            } else {
                self.text.push(character);
            }
        }
    }

    /// Begins or ends a section, if what follows needs it.
    fn switch(&mut self, is_open: bool) {
        if self.is_open != is_open {
            self.text.push_str(if is_open { START } else { END });
            self.is_open = is_open;
        }
    }
}

/// An element with the declarations of namespaces that it had around it. Of those of the same prefix the innermost
/// counts, and its own before all.
fn with_declarations(element: &str, around: &[&str]) -> String {
    let name_end = element.find(|sign: char| sign.is_whitespace() || matches!(sign, '/' | '>'));
    let is_element =
        element.starts_with('<') && !element.starts_with("<!") && !element.starts_with("<?");
    let Some((start, rest)) = name_end.and_then(|end| element.split_at_checked(end)) else {
        return element.to_owned();
    };
    if !is_element {
        return element.to_owned();
    }
    let mut known = flow::declarations(element);
    let mut added = String::new();
    for declaration in around.iter().rev().flat_map(|around| divided(around)) {
        let name = declaration.split_inclusive('=').next().unwrap_or_default();
        if !known.contains(name) {
            known.push_str(declaration);
            added.push_str(declaration);
        }
    }
    format!("{start}{added}{rest}")
}

/// Declarations one by one, each with the space before it.
fn divided(declarations: &str) -> impl Iterator<Item = &str> {
    let mut rest = declarations;
    std::iter::from_fn(move || {
        let value = rest.find('"')? + 1;
        let end = value + rest.get(value..)?.find('"')? + 1;
        let (declaration, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(declaration)
    })
}
