//! A pass over one part: everything but what is in paragraphs.

use std::collections::BTreeSet;

use crate::DocumentError;
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape, escape_attribute};

use super::marks::{Marks, whole};
use super::names::Namespace::{
    self, Drawing, DublinCore, Form, Office, Presentation, Style as StyleNames, Table, Text, Vector,
};
use super::styles::{Scope, Styles};
use super::translation_style::Style;

/// What is found in parts besides their units, when they are read.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Whether formulas look for texts or compare them.
    pub(super) compares: bool,
    /// Whether the values that cells may have are listed.
    pub(super) has_lists: bool,
}

/// What is known of a document before its parts are gone over.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) format: &'static str,
    pub(super) depth: usize,
    /// Whether translations stand behind their sources.
    pub(super) is_bilingual: bool,
    pub(super) styles: Styles,
    /// What pivot tables call columns: the texts of the cells above them.
    pub(super) fields: BTreeSet<String>,
}

/// A pass over one part.
pub(super) struct Story<'a, 'p, 's> {
    pub(super) reader: Reader<'a, Namespace>,
    pub(super) edits: Edits,
    pub(super) pass: &'s mut Pass<'p>,
    pub(super) plan: &'s Plan,
    pub(super) scope: Scope,
    /// What the translation says of its language; only when it is written.
    marks: Option<&'s Marks>,
    /// Whether translations stand behind their sources.
    pub(super) is_bilingual: bool,
    /// How they are written; only when they are.
    pub(super) behind: Option<Style<'s>>,
    /// Takes note of what else there is; only when the part is read.
    pub(super) found: Option<&'s mut Found>,
    /// Whether the paragraph is in a cell whose text may be called by others.
    pub(super) is_in_cell: bool,
    is_in_default: bool,
}

impl<'a, 'p, 's> Story<'a, 'p, 's> {
    pub(super) fn new(
        part: &'a str,
        pass: &'s mut Pass<'p>,
        plan: &'s Plan,
        scope: Scope,
        marks: Option<&'s Marks>,
    ) -> Self {
        Self {
            reader: Reader::new(part, Namespace::of, plan.format, plan.depth),
            edits: Edits::default(),
            pass,
            plan,
            scope,
            marks,
            is_bilingual: false,
            behind: None,
            found: None,
            is_in_cell: false,
            is_in_default: false,
        }
    }

    /// The same with translations behind their sources, which say their language; with marks they are written.
    pub(super) fn bilingual(mut self, marks: Option<&'s Marks>) -> Self {
        self.is_bilingual = true;
        self.behind = marks.map(|marks| Style::new(self.reader.part(), marks));
        self
    }

    /// Goes over the part, and gives the replacements that its translations make. If a kind of content is wanted, the
    /// part has to have it.
    ///
    /// # Errors
    /// Those of the reader and of the pass; [`DocumentError::Malformed`] for a part with another kind of content.
    pub(super) fn walk(mut self, wanted: Option<&str>) -> Result<Edits, DocumentError> {
        let mut has_content = wanted.is_none();
        loop {
            let token = self.reader.next()?;
            if let (Token::Start(tag), Some(style)) = (&token, &mut self.behind) {
                style.note_place(tag);
            }
            match token {
                Token::Start(tag) if (tag.namespace, tag.name) == (Office, "body") => {
                    has_content |= self.body(wanted)?;
                }
                // What else is in the root is gone over as what is in it.
                Token::Start(tag) if tag.namespace == Office && is_root(tag.name) => {}
                Token::Start(tag) => {
                    self.element(&tag)?;
                }
                Token::Eof if has_content => {
                    if let Some(style) = self.behind {
                        style.define(&mut self.edits);
                    }
                    return Ok(self.edits);
                }
                Token::Eof => return Err(self.other_content()),
                _ => {}
            }
        }
    }

    /// The body of a part, which has one element. Tells whether that is the one that is wanted.
    fn body(&mut self, wanted: Option<&str>) -> Result<bool, DocumentError> {
        let mut has_content = false;
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    if wanted.is_some_and(|wanted| tag.namespace == Office && tag.name != wanted) {
                        return Err(self.other_content());
                    }
                    has_content |= tag.namespace == Office;
                    self.element(&tag)?;
                }
                Token::End(_) | Token::Eof => return Ok(has_content),
                _ => {}
            }
        }
    }

    fn other_content(&self) -> DocumentError {
        DocumentError::Malformed {
            format: self.plan.format,
            reason: "its content is that of another kind of document".to_owned(),
        }
    }

    /// Goes over the element whose start was read last, and gives the place after its end.
    pub(super) fn element(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        match (tag.namespace, tag.name) {
            (Text, "p" | "h") => return self.paragraph(tag),
            (Text | Table, "tracked-changes")
            | (Office, "scripts" | "event-listeners" | "binary-data") => {
                return self.reader.skip();
            }
            (Text, "section") if is_hidden(tag) => return self.reader.skip(),
            (Drawing, _) if is_prompt(tag, self.scope) => return self.reader.skip(),
            (Table, "table") if self.is_hidden_table(tag) => return self.reader.skip(),
            (Table, "table-cell" | "covered-table-cell") => return self.cell(tag),
            (Vector | Table, "title" | "desc") | (Presentation, "header-decl" | "footer-decl") => {
                return self.text(tag);
            }
            (Text, "index-title-template") | (DublinCore, "title" | "subject") => {
                return self.keeping(|story| story.text(tag));
            }
            (DublinCore, "language") => return self.language(tag),
            (Text | Drawing, "a") => self.value(tag, "title")?,
            (Text, "list-level-style-number" | "outline-level-style") => {
                self.keeping(|story| {
                    story.value(tag, "num-prefix")?;
                    story.value(tag, "num-suffix")
                })?;
            }
            (Table, "error-message" | "help-message") => self.value(tag, "title")?,
            (Table, "content-validation") => self.validation(tag),
            (Form, "item") => {}
            // Without a value of its own what is shown is the value.
            (Form, "option") if tag.attribute("value").is_none() => {}
            (Form, _) => {
                self.value(tag, "label")?;
                self.value(tag, "title")?;
            }
            (StyleNames, "default-style") => {
                self.is_in_default = true;
                let end = self.inside()?;
                self.is_in_default = false;
                return Ok(end);
            }
            (StyleNames, _) => {
                if let Some(marks) = self.marks {
                    let part = self.reader.part();
                    marks.set(part, tag, self.is_in_default, &mut self.edits);
                }
            }
            _ => {}
        }
        self.inside()
    }

    /// Goes over what is in the element whose start was read last, and gives the place after its end.
    pub(super) fn inside(&mut self) -> Result<usize, DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    self.element(&tag)?;
                }
                Token::End(range) => return Ok(range.end),
                _ => {}
            }
        }
    }

    fn is_hidden_table(&self, tag: &Tag<'a, Namespace>) -> bool {
        let style = tag.attribute("style-name").map(|style| style.value());
        style.is_some_and(|style| self.plan.styles.hides_table(self.scope, &style))
    }

    /// A cell of a table. Its text is one to translate unless it shows a number or what a formula computes.
    fn cell(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let formula = tag.attribute("formula");
        if let (Some(formula), Some(found)) = (&formula, self.found.as_mut()) {
            found.compares = found.compares || compares_texts(&formula.value());
        }
        let kind = tag.attribute("value-type");
        let is_string = kind.is_none_or(|kind| kind.raw == "string");
        let is_text = is_string && formula.is_none();
        if is_string && !is_text {
            self.forget_result(tag);
        }
        let first = self.pass.places();
        // Where it is there, it is what programs take for the text.
        let has_value = is_text && tag.attribute("string-value").is_some();
        if has_value && !self.is_field(tag) {
            if self.is_bilingual {
                self.forget_value(tag)?;
            } else {
                self.value(tag, "string-value")?;
            }
            self.pass.begin_copies(first);
        }
        let outside = std::mem::replace(&mut self.is_in_cell, true);
        let end = self.in_cell(is_text)?;
        self.is_in_cell = outside;
        if has_value && !self.is_field(tag) {
            self.pass.end_copies();
        }
        Ok(end)
    }

    /// Programs compute a formula whose text is not said when they open the document: it is made of texts that are others
    /// now. What the cell shows stays for those that compute nothing.
    fn forget_result(&mut self, tag: &Tag<'a, Namespace>) {
        let result = tag
            .attribute("string-value")
            .filter(|_| self.marks.is_some());
        if let Some(range) = result.and_then(|result| whole(self.reader.part(), tag, &result)) {
            self.edits.replace(range, String::new());
        }
    }

    /// Where a cell gets a translation behind its text, the value is not its text any more.
    fn forget_value(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        if let Some(value) = tag.attribute("string-value")
            && self.translated(&value.value())?.is_some()
            && let Some(range) = whole(self.reader.part(), tag, &value)
        {
            self.edits.replace(range, String::new());
        }
        Ok(())
    }

    /// Whether a cell's value is what pivot tables call the column below it.
    fn is_field(&self, tag: &Tag<'a, Namespace>) -> bool {
        let value = tag.attribute("string-value").map(|value| value.value());
        value.is_some_and(|value| self.plan.fields.contains(&value))
    }

    fn in_cell(&mut self, is_text: bool) -> Result<usize, DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(child) if child.namespace == Text && !is_text => {
                    self.reader.skip()?;
                }
                Token::Start(child) if child.namespace == Text => {
                    self.element(&child)?;
                }
                // Comments and drawings have nothing to do with the cell.
                Token::Start(child) => {
                    let inside = std::mem::replace(&mut self.is_in_cell, false);
                    self.element(&child)?;
                    self.is_in_cell = inside;
                }
                Token::End(range) => return Ok(range.end),
                _ => {}
            }
        }
    }

    fn validation(&mut self, tag: &Tag<'a, Namespace>) {
        if let (Some(found), Some(condition)) = (self.found.as_mut(), tag.attribute("condition")) {
            // A list may also be that of the cells of a range.
            let value = condition.value();
            found.has_lists |= value.contains("is-in-list") && value.contains('"');
        }
    }

    /// The text of an element whose start was read last, as a unit of its own. Gives the place after its end.
    pub(super) fn text(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let (text, end) = self.reader.text()?;
        if !tag.is_empty {
            let range = tag.range.end..end.start;
            self.pass.plain(&text, range, escape, &mut self.edits)?;
        }
        Ok(end.end)
    }

    /// The value of an attribute as a unit of its own.
    pub(super) fn value(
        &mut self,
        tag: &Tag<'a, Namespace>,
        name: &str,
    ) -> Result<(), DocumentError> {
        match tag.attribute(name) {
            Some(found) => {
                let text = found.value();
                self.pass
                    .plain(&text, found.range, escape_attribute, &mut self.edits)
            }
            None => Ok(()),
        }
    }

    /// The language that the document says that it is in.
    fn language(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let (text, end) = self.reader.text()?;
        if let Some(marks) = self.marks
            && !tag.is_empty
            && text != marks.tag()
        {
            let range = tag.range.end..end.start;
            self.edits.replace(range, marks.tag().to_owned());
        }
        Ok(end.end)
    }
}

/// Whether an element is the root of a part.
fn is_root(name: &str) -> bool {
    name.starts_with("document-")
}

/// Whether a section is hidden, whatever a condition says of it later.
fn is_hidden(tag: &Tag<'_, Namespace>) -> bool {
    tag.attribute("display")
        .is_some_and(|display| display.raw == "none")
}

/// Whether a frame only prompts for what may be in it: one that is empty on a slide, or one of a master's that stands for
/// those of slides. What else masters have is seen on slides.
fn is_prompt(tag: &Tag<'_, Namespace>, scope: Scope) -> bool {
    let placeholder = tag.attribute("placeholder");
    let is_seen = |class: &str| matches!(class, "header" | "footer" | "date-time" | "page-number");
    let class = tag.attribute("class").filter(|_| scope == Scope::Styles);
    placeholder.is_some_and(|found| found.raw == "true")
        || class.is_some_and(|class| !is_seen(class.raw))
}

/// Functions that compare the text of cells.
const COMPARING: [&str; 5] = ["LOOKUP(", "MATCH(", "COUNTIF", "SUMIF", "AVERAGEIF"];

fn compares_texts(formula: &str) -> bool {
    let upper = formula.to_ascii_uppercase();
    COMPARING.iter().any(|name| upper.contains(name)) || upper.contains("=\"")
}
