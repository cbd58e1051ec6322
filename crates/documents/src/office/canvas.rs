//! Parts that are made of drawings: slides and what belongs to them, diagrams, charts, drawings on sheets.

use std::ops::Range;

use crate::DocumentError;
use crate::xml::{Edits, Reader, Tag, Token};

use super::direction::Marks;
use super::drawing::{Place, Widths};
use super::names::Namespace::{
    self, Alternatives, Chart, Drawing, DublinCore, LaterChart, LaterPresentation, Presentation,
};
use super::pass::Pass;

/// How much wider than its text a translation may be, in percent, before the text is made to fit its box.
const ROOM: usize = 10;

/// The smallest scale of a text that is made to fit, in thousandths of a percent: that of the programs.
const SMALLEST: u32 = 25_000;

/// What is done with text in placeholders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placeholders {
    /// Text in placeholders as well.
    Translated,
    /// Text in placeholders only prompts for text: nobody sees it on a slide.
    Left,
}

/// A pass over one part.
pub(crate) struct Canvas<'a, 'p, 's> {
    reader: Reader<'a, Namespace>,
    edits: Edits,
    pass: &'s mut Pass<'p>,
    marks: Option<&'s Marks>,
    placeholders: Placeholders,
    is_in_placeholder: bool,
}

/// How a box makes its text fit.
#[derive(Default)]
struct Fit {
    /// The name of the element that says it, and where it stands.
    present: Option<(String, Range<usize>)>,
    /// The scale to which the text was shrunk, and where that is said.
    scale: Option<(u32, Range<usize>)>,
    /// Where it is to stand if there is none, and what has to stand around it there.
    place: Option<(Range<usize>, String, String)>,
    prefix: String,
    is_fixed: bool,
}

impl<'a, 'p, 's> Canvas<'a, 'p, 's> {
    pub(crate) fn new(
        part: &'a str,
        pass: &'s mut Pass<'p>,
        marks: Option<&'s Marks>,
        (format, depth): (&'static str, usize),
    ) -> Self {
        Self {
            reader: Reader::new(part, Namespace::of, format, depth),
            edits: Edits::default(),
            pass,
            marks,
            placeholders: Placeholders::Translated,
            is_in_placeholder: false,
        }
    }

    /// The same for a part in which placeholders are treated so.
    pub(crate) fn with_placeholders(mut self, placeholders: Placeholders) -> Self {
        self.placeholders = placeholders;
        self
    }

    /// Goes over the part, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(crate) fn walk(mut self) -> Result<Edits, DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) => self.element(&tag)?,
                Token::Eof => return Ok(self.edits),
                _ => {}
            }
        }
    }

    /// Goes over the element whose start was read last.
    fn element(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        match (tag.namespace, tag.name) {
            (Chart, "numCache" | "numLit") | (LaterChart, "numDim") => {
                return self.reader.skip().map(drop);
            }
            (Alternatives, "AlternateContent") => return self.alternatives(),
            (Presentation, "sp") => return self.shape(),
            (Presentation, "ph") => self.is_in_placeholder = true,
            (Drawing, "p") => return self.place().paragraph(tag).map(drop),
            (Presentation, "txBody") => return self.body(),
            (Chart | LaterChart, "v") | (LaterChart, "pt") => return self.place().lines(tag),
            (Presentation, "text") | (DublinCore, "title" | "subject") => {
                return self.place().text(tag);
            }
            (LaterPresentation, "section") => self.place().attribute(tag, "name")?,
            (_, "cNvPr") => {
                self.place().attribute(tag, "descr")?;
                self.place().attribute(tag, "title")?;
            }
            (Drawing, "tblPr") => {
                if let Some(marks) = self.marks {
                    marks.set_flag(tag, "rtl", &mut self.edits);
                }
            }
            (Presentation, "titleStyle" | "bodyStyle" | "otherStyle" | "notesStyle")
            | (Presentation, "defaultTextStyle") => return self.levels(true),
            (Drawing, "lstStyle") => return self.levels(false),
            _ => {}
        }
        self.inside()
    }

    /// Goes over what is in the element whose start was read last.
    fn inside(&mut self) -> Result<(), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) => self.element(&tag)?,
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn place(&mut self) -> Place<'_, 'a, 'p> {
        Place {
            reader: &mut self.reader,
            edits: &mut self.edits,
            pass: self.pass,
            marks: self.marks,
        }
    }

    /// The same content for programs of different ages: it is translated once.
    fn alternatives(&mut self) -> Result<(), DocumentError> {
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
                Token::End(_) | Token::Eof => {
                    if read > 1 {
                        self.pass.end_copies();
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    /// A shape on a slide. Whether it is a placeholder is said before its text.
    fn shape(&mut self) -> Result<(), DocumentError> {
        let outside = std::mem::replace(&mut self.is_in_placeholder, false);
        self.inside()?;
        self.is_in_placeholder = outside;
        Ok(())
    }

    /// The paragraphs' properties of each level.
    fn levels(&mut self, is_base: bool) -> Result<(), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) => {
                    if let Some(marks) = self.marks {
                        match tag.name {
                            "extLst" => {}
                            _ if is_base => marks.turn_base(&tag, &mut self.edits),
                            _ => marks.turn(&tag, &mut self.edits),
                        }
                    }
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// The text of a shape.
    fn body(&mut self) -> Result<(), DocumentError> {
        let is_left = self.is_in_placeholder && self.placeholders == Placeholders::Left;
        let mut fit = None;
        let mut widths = Widths::default();
        loop {
            match self.reader.next()? {
                Token::Start(tag) if tag.namespace == Drawing && tag.name == "bodyPr" => {
                    fit = Some(self.fit(&tag)?);
                }
                Token::Start(tag) if tag.namespace == Drawing && tag.name == "p" => {
                    if is_left {
                        self.reader.skip()?;
                        continue;
                    }
                    let paragraph = self.place().paragraph(&tag)?;
                    widths.before = widths.before.saturating_add(paragraph.before);
                    widths.after = widths.after.saturating_add(paragraph.after);
                }
                Token::Start(tag) => self.element(&tag)?,
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        let most = widths.before.saturating_add(widths.before / (100 / ROOM));
        if let (Some(_), Some(fit)) = (self.marks, fit)
            && widths.after > most
        {
            fit.tighten(widths, &mut self.edits);
        }
        Ok(())
    }

    fn fit(&mut self, tag: &Tag<'a, Namespace>) -> Result<Fit, DocumentError> {
        let part = self.reader.part();
        let prefix = tag.full_name.strip_suffix("bodyPr").unwrap_or_default();
        let wrap = tag.attribute("wrap");
        let mut fit = Fit {
            prefix: prefix.to_owned(),
            is_fixed: wrap.is_some_and(|wrap| wrap.raw == "none"),
            ..Fit::default()
        };
        let mut place = tag.range.end;
        loop {
            match self.reader.next()? {
                Token::Start(child) => {
                    let end = self.reader.skip()?;
                    match child.name {
                        "prstTxWarp" => {
                            place = end;
                            let preset = child.attribute("prst");
                            fit.is_fixed |=
                                preset.is_some_and(|preset| preset.raw != "textNoShape");
                        }
                        "noAutofit" | "normAutofit" | "spAutoFit" => {
                            fit.scale = child.attribute("fontScale").and_then(|scale| {
                                let value = scale.raw.parse().ok()?;
                                Some((value, scale.range))
                            });
                            let range = child.range.start..end;
                            fit.present = Some((child.name.to_owned(), range));
                        }
                        _ => {}
                    }
                }
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        fit.place = Some(if tag.is_empty {
            let raw = part.get(tag.range.clone()).unwrap_or_default();
            let open = raw.strip_suffix("/>").unwrap_or(raw).trim_end();
            (
                tag.range.clone(),
                format!("{open}>"),
                format!("</{}>", tag.full_name),
            )
        } else {
            (place..place, String::new(), String::new())
        });
        Ok(fit)
    }
}

impl Fit {
    /// Makes programs shrink the text where it does not fit its box.
    fn tighten(self, widths: Widths, edits: &mut Edits) {
        if self.is_fixed {
            return;
        }
        let prefix = self.prefix;
        let plain = format!("<{prefix}normAutofit/>");
        match (self.present, self.place) {
            // The box grows with its text.
            (Some((name, _)), _) if name == "spAutoFit" => {}
            // It was shrunk to fit already: the more text there is, the smaller it has to be.
            (Some((name, _)), _) if name == "normAutofit" => {
                if let Some((scale, range)) = self.scale {
                    edits.replace(range, smaller(scale, widths).to_string());
                }
            }
            (Some((_, range)), _) => edits.replace(range, plain),
            (None, Some((range, open, close))) => {
                edits.replace(range, format!("{open}{plain}{close}"));
            }
            (None, None) => {}
        }
    }
}

/// The scale of a text that takes more room than before: the area that a text needs grows with the
/// square of its size.
fn smaller(scale: u32, widths: Widths) -> u32 {
    let square = u64::from(scale).saturating_mul(u64::from(scale));
    let before = u64::try_from(widths.before).unwrap_or(u64::MAX);
    let after = u64::try_from(widths.after).unwrap_or(u64::MAX).max(1);
    let square = square.saturating_mul(before) / after;
    let scale = u32::try_from(square.isqrt()).unwrap_or(scale);
    (scale - scale % 500).max(SMALLEST)
}
