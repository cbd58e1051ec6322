//! The text of drawings: of shapes, diagrams and charts.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::DocumentError;
use crate::xml::{Edits, Reader, Tag, Token, escape, escape_attribute};

use super::direction::Marks;
use super::inline::{Around, Format, Fragment, Inline, Item, Layout, TextTags};
use super::names::Namespace;
use super::pass::Pass;

/// Where a pass over a part reads, asks and writes.
pub(crate) struct Place<'r, 'a, 'p> {
    /// Reads the part.
    pub(crate) reader: &'r mut Reader<'a, Namespace>,
    /// Takes the replacements.
    pub(crate) edits: &'r mut Edits,
    /// Knows the units.
    pub(crate) pass: &'r mut Pass<'p>,
    /// What a translation says of its language and direction, where it says it.
    pub(crate) marks: Option<&'r Marks>,
}

/// The widths of a text and of its translation.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Widths {
    /// Of the text.
    pub(crate) before: usize,
    /// Of its translation: the same if there is none.
    pub(crate) after: usize,
}

impl<'a> Place<'_, 'a, '_> {
    /// A paragraph of a drawing whose start was read last.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(crate) fn paragraph(&mut self, tag: &Tag<'a, Namespace>) -> Result<Widths, DocumentError> {
        let mut inline = Inline::default();
        let mut inner = tag.range.end..tag.range.end;
        let mut has_properties = false;
        loop {
            match self.reader.next()? {
                Token::Start(child) => {
                    if child.namespace == Namespace::Drawing && child.name == "r" {
                        inner.end = self.run(&child, &mut inline)?;
                        continue;
                    }
                    let end = self.reader.skip()?;
                    match child.name {
                        "pPr" => {
                            inner = end..end;
                            has_properties = true;
                            if let Some(marks) = self.marks {
                                marks.turn(&child, self.edits);
                            }
                        }
                        // It has to be the last.
                        "endParaRPr" => {}
                        _ => {
                            inner.end = end;
                            let range = child.range.start..end;
                            let fragment = Fragment::Beside(range, Around::default());
                            inline.push(Item::Mark(vec![fragment]));
                        }
                    }
                }
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        let prefix = tag.full_name.strip_suffix('p').unwrap_or_default();
        let tags = TextTags {
            open: format!("<{prefix}t>"),
            close: format!("</{prefix}t>"),
        };
        let properties = match self.marks {
            Some(marks) if marks.is_right_to_left() && !has_properties && !tag.is_empty => {
                format!("<{prefix}pPr rtl=\"1\"/>")
            }
            _ => String::new(),
        };
        place_paragraph(self, inline, inner, &tags, properties)
    }

    fn run(
        &mut self,
        tag: &Tag<'a, Namespace>,
        inline: &mut Inline,
    ) -> Result<usize, DocumentError> {
        let part = self.reader.part();
        let mut open = part.get(tag.range.clone()).unwrap_or_default().to_owned();
        let mut key = String::new();
        loop {
            match self.reader.next()? {
                Token::Start(child) if child.name == "t" => {
                    let (text, end) = self.reader.text()?;
                    let format = inline.format(Format {
                        key: key.clone(),
                        open: open.clone(),
                        shows_on_space: shows_on_space(&key),
                        close: format!("</{}>", tag.full_name),
                        around: Around::default(),
                    });
                    let range = child.range.start..end.end;
                    inline.push(Item::Text(text, format, range));
                }
                Token::Start(child) => {
                    let end = self.reader.skip()?;
                    key = visible_properties(part, &child, end);
                    let language = self.marks.and_then(|marks| marks.language(&child));
                    let (range, language) = language.unwrap_or((end..end, ""));
                    let before = part.get(child.range.start..range.start);
                    open.push_str(before.unwrap_or_default());
                    open.push_str(language);
                    open.push_str(part.get(range.end..end).unwrap_or_default());
                }
                Token::End(range) => return Ok(range.end),
                _ => {}
            }
        }
    }

    /// The text of an element whose start was read last, as a unit of its own.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(crate) fn text(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        let (text, end) = self.reader.text()?;
        if tag.is_empty {
            return Ok(());
        }
        let range = tag.range.end..end.start;
        self.plain(&text, range, escape)
    }

    /// The text of an element whose start was read last, whose lines are units: as those of a workbook's cells, of
    /// which charts say the texts again.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(crate) fn lines(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        let (text, end) = self.reader.text()?;
        if tag.is_empty {
            return Ok(());
        }
        let mut written = Edits::default();
        let mut place = 0;
        for line in text.split_inclusive('\n') {
            let range = place..place + line.len();
            let whole = |line: &str| line.to_owned();
            self.pass.plain(line, range.clone(), whole, &mut written)?;
            place = range.end;
        }
        if !written.is_empty() {
            let text = escape(&written.apply(&text));
            self.edits.replace(tag.range.end..end.start, text);
        }
        Ok(())
    }

    /// The value of an attribute, as a unit of its own.
    ///
    /// # Errors
    /// Those of the pass.
    pub(crate) fn attribute(
        &mut self,
        tag: &Tag<'a, Namespace>,
        name: &str,
    ) -> Result<(), DocumentError> {
        if let Some(attribute) = tag.attributes().find(|found| found.full_name == name) {
            self.plain(&attribute.value(), attribute.range, escape_attribute)?;
        }
        Ok(())
    }

    /// As [`Place::attribute`], whatever the prefix of the attribute is.
    ///
    /// # Errors
    /// Those of the pass.
    pub(crate) fn value(
        &mut self,
        tag: &Tag<'a, Namespace>,
        name: &str,
    ) -> Result<(), DocumentError> {
        match tag.attribute(name) {
            Some(found) => self.plain(&found.value(), found.range, escape_attribute),
            None => Ok(()),
        }
    }

    fn plain(
        &mut self,
        text: &str,
        range: Range<usize>,
        escape: fn(&str) -> String,
    ) -> Result<(), DocumentError> {
        self.pass.plain(text, range, escape, self.edits)
    }
}

/// A run's properties without the attributes that make no difference to the eye.
fn visible_properties(part: &str, tag: &Tag<'_, Namespace>, end: usize) -> String {
    let mut key = String::new();
    for attribute in tag.attributes() {
        let is_invisible = matches!(
            attribute.full_name,
            "lang" | "altLang" | "dirty" | "err" | "noProof" | "smtClean" | "smtId" | "kern"
        );
        if !is_invisible {
            key.push_str(attribute.full_name);
            key.push('=');
            key.push_str(attribute.raw);
            key.push(' ');
        }
    }
    if !tag.is_empty {
        key.push_str(part.get(tag.range.end..end).unwrap_or_default());
    }
    key
}

/// Whether these properties are seen on a space: lines and backgrounds are.
fn shows_on_space(key: &str) -> bool {
    ["u=", "strike=", ":highlight", ":uFill", ":uLn"]
        .into_iter()
        .any(|name| key.contains(name))
}

fn place_paragraph(
    place: &mut Place<'_, '_, '_>,
    inline: Inline,
    inner: Range<usize>,
    tags: &TextTags,
    properties: String,
) -> Result<Widths, DocumentError> {
    let Inline { items, formats, .. } = inline;
    let mut layout = Layout::new(items, &formats);
    let content = std::mem::take(&mut layout.content);
    let before = content.text().width();
    let translation = if content.has_letters() {
        place.pass.place(content)?
    } else {
        None
    };
    let Some(translation) = translation else {
        if !properties.is_empty() {
            place.edits.replace(inner.start..inner.start, properties);
        }
        let after = before;
        return Ok(Widths { before, after });
    };
    let part = place.reader.part();
    let most = place.pass.most_bytes();
    let text = layout.write(&translation, &formats, tags, (part, place.edits), most)?;
    place.edits.replace(inner, properties + &text);
    let after = translation.text().width();
    Ok(Widths { before, after })
}
