use std::ops::Range;

use crate::office::inline::{Format, Fragment, Inline, Item, Layout, ParagraphOptions, TextTags};
use crate::office::pass::Pass;
use crate::xml::Edits;
use crate::{Content, DocumentError};

use super::Seen;
use super::numbers::Numbering;
use super::paragraph::Paragraph;
use super::scanner::{Scanner, Token};
use super::strings::{self, Stretch};

/// A pass over a file.
pub(super) struct Walk<'a, 'p, 's> {
    pub(super) scanner: Scanner<'a>,
    edits: Edits,
    pass: &'s mut Pass<'p>,
    seen: &'s Seen,
    /// Whether what is written is in the encoding of files before version 8.
    in_roman: bool,
    /// The condition that text has here, as it is written.
    pub(super) condition: String,
}

impl<'a, 'p, 's> Walk<'a, 'p, 's> {
    pub(super) fn new(
        text: &'a str,
        pass: &'s mut Pass<'p>,
        seen: &'s Seen,
        in_roman: bool,
        depth: usize,
    ) -> Self {
        Self {
            scanner: Scanner::new(text, depth),
            edits: Edits::default(),
            pass,
            seen,
            in_roman,
            condition: String::new(),
        }
    }

    /// Goes over the file, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the scanner and of the pass.
    pub(super) fn run(mut self) -> Result<Edits, DocumentError> {
        loop {
            match self.scanner.next()? {
                Token::Open(name, start) => self.statement(name, start)?,
                Token::Eof => return Ok(self.edits),
                _ => {}
            }
        }
    }

    fn statement(&mut self, name: &str, start: usize) -> Result<(), DocumentError> {
        if self.seen.unseen.contains(&start) {
            return self.scanner.skip().map(drop);
        }
        match name {
            "Para" => return self.paragraph(false),
            "TextLine" => return self.paragraph(true),
            "Pgf" => return self.numbering(),
            "XRefDef" | "VariableDef" => {
                let (value, _) = self.scanner.value()?;
                return value.map_or(Ok(()), |range| self.value(range));
            }
            "TextFlow" | "CellContent" | "TblTitleContent" | "FNote" => self.condition.clear(),
            _ => {}
        }
        loop {
            match self.scanner.next()? {
                Token::Open(name, start) => self.statement(name, start)?,
                Token::Close(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// A paragraph's format, whose start was read last: the words in its label are a unit.
    pub(super) fn numbering(&mut self) -> Result<(), DocumentError> {
        let numbering = Numbering::read(&mut self.scanner)?;
        match numbering.label(self.scanner.text(), &self.seen.tags) {
            Some(range) => self.value(range),
            None => Ok(()),
        }
    }

    /// A string that is a unit of its own, with what programs put in as codes.
    fn value(&mut self, range: Range<usize>) -> Result<(), DocumentError> {
        let raw = self.scanner.text().get(range.clone()).unwrap_or_default();
        let mut inline = Inline::default();
        let format = inline.format(Format {
            key: String::new(),
            open: String::new(),
            close: String::new(),
            shows_on_space: false,
        });
        for stretch in strings::read(raw, range.start, true) {
            inline.push(match stretch {
                Stretch::Text(text, range) => Item::Text(text, format, range),
                Stretch::Mark(range) => Item::Mark(vec![Fragment::InText(range, format)]),
            });
        }
        let options = ParagraphOptions {
            first: Some(format),
            last: Some(format),
            escape: if self.in_roman {
                |text| strings::write_value(text, true)
            } else {
                |text| strings::write_value(text, false)
            },
            joins_texts: false,
            nests: true,
        };
        self.place(inline, range, options, "", "")
    }

    fn paragraph(&mut self, is_line: bool) -> Result<(), DocumentError> {
        let paragraph = Paragraph::read(self, is_line)?;
        let Some(written) = paragraph.finish() else {
            return Ok(());
        };
        let options = ParagraphOptions {
            first: Some(written.first),
            last: Some(written.last),
            escape: if self.in_roman {
                |text| strings::write_line(text, true)
            } else {
                |text| strings::write_line(text, false)
            },
            joins_texts: false,
            // A reference within a reference has no end of its own.
            nests: false,
        };
        self.place(
            written.inline,
            written.range,
            options,
            "\n   <String `",
            "'>",
        )
    }

    fn place(
        &mut self,
        inline: Inline,
        range: Range<usize>,
        options: ParagraphOptions,
        open: &str,
        close: &str,
    ) -> Result<(), DocumentError> {
        let Inline { items, formats, .. } = inline;
        let mut layout = Layout::new(items, &formats);
        let content: Content = std::mem::take(&mut layout.content);
        if !content.has_letters() {
            return Ok(());
        }
        let Some(translation) = self.pass.place(content)? else {
            return Ok(());
        };
        let tags = TextTags {
            open: open.to_owned(),
            close: close.to_owned(),
        };
        let most = self.pass.most_bytes();
        let place = (self.scanner.text(), &mut self.edits);
        let text = layout.write_between(options, &translation, &formats, &tags, place, most)?;
        self.edits
            .replace(range, text.trim_start_matches("\n   ").to_owned());
        Ok(())
    }

    /// A marker, whose start was read last: what stands in the index is a unit. Gives the place after it.
    pub(super) fn marker(&mut self) -> Result<usize, DocumentError> {
        let mut text = None;
        let mut is_index = false;
        loop {
            match self.scanner.next()? {
                Token::Open("MTypeName", _) => {
                    let (name, _) = self.scanner.value()?;
                    let name = name.and_then(|range| self.scanner.text().get(range));
                    is_index = name == Some("Index");
                }
                Token::Open("MText", _) => text = self.scanner.value()?.0,
                Token::Open(..) => _ = self.scanner.skip()?,
                Token::Close(end) => {
                    if let Some(range) = text.filter(|_| is_index) {
                        self.value(range)?;
                    }
                    return Ok(end);
                }
                Token::Eof => return Ok(self.scanner.text().len()),
                Token::Text(_) | Token::Word(_) => {}
            }
        }
    }
}
