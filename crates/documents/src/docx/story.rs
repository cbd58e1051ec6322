use std::rc::Rc;

use crate::DocumentError;
use crate::office::drawing::Place;
use crate::office::inline::Numbers;
use crate::office::names::Namespace::{
    self, Alternatives, Chart, Drawing, DublinCore, LaterChart, Math, Placement, Vml, Word,
};
use crate::office::package::Part;
use crate::office::pass::Pass;
use crate::office::stories::MAIN;
use crate::xml::{Edits, Reader, Tag, Token};

use super::FORMAT;
use super::marks::Marks;
use super::numbering::Used;
use super::properties::is_on;
use super::styles::Styles;

/// What may stand before `w:bidiVisual` in a table's properties.
const BEFORE_FLAG: [&str; 3] = ["tblStyle", "tblpPr", "tblOverlap"];

/// What is found in parts besides their units, when they are read.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// How paragraphs are numbered.
    pub(super) used: Used,
    /// Whether controls with text are bound to data that stays as it is.
    pub(super) has_bindings: bool,
}

/// A pass over one part.
pub(super) struct Story<'a, 'p, 's> {
    pub(super) reader: Reader<'a, Namespace>,
    pub(super) edits: Edits,
    /// The numbers of its insertions, bookmarks and comments.
    pub(super) numbers: Rc<Numbers>,
    pub(super) pass: &'s mut Pass<'p>,
    pub(super) styles: &'s Styles,
    /// What the translation says of its language; only when it is written.
    pub(super) marks: Option<&'s Marks>,
    /// Takes note of what else there is; only when the part is read.
    pub(super) found: Option<&'s mut Found>,
    /// Whether translations stand behind their sources.
    pub(super) is_bilingual: bool,
    /// Whether paragraphs have no room for a second text.
    pub(super) keeps_sources: bool,
    /// Takes what is not to change.
    ignored: Edits,
    /// How many paragraphs have got a translation so far.
    pub(super) translated: usize,
}

impl<'a, 'p, 's> Story<'a, 'p, 's> {
    pub(super) fn new(
        part: &'a str,
        pass: &'s mut Pass<'p>,
        styles: &'s Styles,
        marks: Option<&'s Marks>,
        depth: usize,
    ) -> Self {
        Self {
            reader: Reader::new(part, Namespace::of, FORMAT, depth),
            edits: Edits::default(),
            numbers: Rc::default(),
            pass,
            styles,
            marks,
            found: None,
            is_bilingual: false,
            keeps_sources: false,
            ignored: Edits::default(),
            translated: 0,
        }
    }

    /// The same with translations behind their sources.
    pub(super) fn bilingual(mut self) -> Self {
        self.is_bilingual = true;
        self.numbers = Rc::new(Numbers::of_repeated());
        self
    }

    /// Goes over the part, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn walk(mut self, part: &Part) -> Result<Edits, DocumentError> {
        let mut is_first = true;
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    let is_document = tag.namespace == Word && tag.name == "document";
                    if is_first && part.kind == MAIN && !is_document {
                        return Err(DocumentError::Malformed {
                            format: FORMAT,
                            reason: "its main part is not that of a word processor".to_owned(),
                        });
                    }
                    is_first = false;
                    self.element(&tag)?;
                }
                Token::Eof => return Ok(self.edits),
                _ => {}
            }
        }
    }

    /// Goes over the element whose start was read last, and gives the place after its end.
    pub(super) fn element(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        match (tag.namespace, tag.name) {
            (Word, "p") => return self.paragraph(tag),
            (Word, "del" | "moveFrom") | (Math, "oMath" | "oMathPara") => {
                return self.reader.skip();
            }
            (Chart, "numCache" | "numLit") | (LaterChart, "numDim") => return self.reader.skip(),
            (Word, "sdt") => return self.control(tag),
            (Word, "tblPr") => return self.table_properties(tag),
            (Alternatives, "AlternateContent") => return self.alternatives(),
            (Drawing, "p") => {
                self.place().paragraph(tag)?;
                return Ok(self.reader.place());
            }
            (Chart | LaterChart, "v") | (LaterChart, "pt") => {
                self.place().lines(tag)?;
                return Ok(self.reader.place());
            }
            (DublinCore, "title" | "subject") => {
                self.shown_again().text(tag)?;
                return Ok(self.reader.place());
            }
            (Placement, "docPr") | (_, "cNvPr") => {
                self.place().attribute(tag, "descr")?;
                self.place().attribute(tag, "title")?;
            }
            (Word, "helpText" | "statusText" | "tblCaption" | "tblDescription") => {
                self.place().value(tag, "val")?;
            }
            (Word, "listEntry") => self.shown_again().value(tag, "val")?,
            // Without a value of its own what is shown is the value.
            (Word, "listItem") if tag.attribute("value").is_some() => {
                self.shown_again().value(tag, "displayText")?;
            }
            (Drawing, "hlinkClick" | "hlinkHover") => self.place().attribute(tag, "tooltip")?,
            (Vml, "textpath") => self.place().attribute(tag, "string")?,
            (Vml, _) => self.place().attribute(tag, "alt")?,
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

    pub(super) fn place(&mut self) -> Place<'_, 'a, 'p> {
        Place {
            reader: &mut self.reader,
            edits: &mut self.edits,
            pass: self.pass,
            marks: None,
        }
    }

    /// What has no room for two languages, and is shown in paragraphs as well: the title, the choices of lists. Where
    /// the paragraphs keep their sources, it does.
    fn shown_again(&mut self) -> Place<'_, 'a, 'p> {
        Place {
            edits: if self.is_bilingual {
                &mut self.ignored
            } else {
                &mut self.edits
            },
            reader: &mut self.reader,
            pass: self.pass,
            marks: None,
        }
    }

    /// The same content for programs of different ages: it is translated once.
    fn alternatives(&mut self) -> Result<usize, DocumentError> {
        let first = self.pass.places();
        let mut read = 0;
        loop {
            match self.reader.next()? {
                Token::Start(_) => {
                    if read == 1 {
                        self.pass.begin_copies(first);
                    }
                    self.inside()?;
                    read += 1;
                }
                Token::End(range) => {
                    if read > 1 {
                        self.pass.end_copies();
                    }
                    return Ok(range.end);
                }
                _ => {}
            }
        }
    }

    /// In a language that is written from right to left the first column is the rightmost.
    fn table_properties(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let prefix = tag.full_name.strip_suffix("tblPr").unwrap_or_default();
        let marks = self.marks.filter(|_| !self.is_bilingual);
        let mut wants_flag = marks.is_some_and(Marks::is_right_to_left);
        let flag = format!("<{prefix}bidiVisual/>");
        loop {
            let place = self.reader.place();
            match self.reader.next()? {
                Token::Start(child) => {
                    let is_flag = child.namespace == Word && child.name == "bidiVisual";
                    if wants_flag && !is_flag && !BEFORE_FLAG.contains(&child.name) {
                        self.edits.replace(place..place, flag.clone());
                        wants_flag = false;
                    }
                    let end = self.element(&child)?;
                    match marks.filter(|_| is_flag) {
                        Some(marks) if is_on(&child) == marks.is_right_to_left() => {
                            wants_flag = false;
                        }
                        Some(_) => self.edits.replace(child.range.start..end, String::new()),
                        None => {}
                    }
                }
                Token::End(range) => {
                    if wants_flag && tag.is_empty {
                        let name = tag.full_name;
                        let text = format!("<{name}>{flag}</{name}>");
                        self.edits.replace(tag.range.clone(), text);
                    } else if wants_flag {
                        self.edits.replace(place..place, flag);
                    }
                    return Ok(range.end);
                }
                Token::Eof => return Ok(place),
                _ => {}
            }
        }
    }
}
