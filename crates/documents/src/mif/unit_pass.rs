use std::ops::Range;

use crate::office::inline::{
    Around, Format, Fragment, Inline, Item, Layout, ParagraphOptions, TextTags,
};
use crate::office::pass::Pass;
use crate::xml::Edits;
use crate::{Content, DocumentError};

use super::Seen;
use super::numbers::Numbering;
use super::scanner::{Scanner, Token};
use super::strings::{self, Stretch};

/// A pass over the units of a file, at a place in it: what it comes upon is handed over as a unit, or replaced by
/// its translation.
pub(super) struct UnitPass<'a, 'p, 's> {
    pub(super) scanner: Scanner<'a>,
    pub(super) edits: Edits,
    pass: &'s mut Pass<'p>,
    pub(super) seen: &'s Seen,
    /// Whether what is written is in the encoding of files before version 8.
    pub(super) in_roman: bool,
    /// The condition that text has here, as it is written.
    pub(super) condition: String,
}

impl<'a, 'p, 's> UnitPass<'a, 'p, 's> {
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

    /// A paragraph's format, whose start was read last: the words in its label are a unit.
    pub(super) fn numbering(&mut self) -> Result<(), DocumentError> {
        let numbering = Numbering::read(&mut self.scanner)?;
        match numbering.label(self.scanner.text(), &self.seen.tags) {
            Some(range) => self.value(range),
            None => Ok(()),
        }
    }

    /// A string that is a unit of its own, with what programs put in as codes.
    pub(super) fn value(&mut self, range: Range<usize>) -> Result<(), DocumentError> {
        let raw = self.scanner.text().get(range.clone()).unwrap_or_default();
        let mut inline = Inline::default();
        let format = inline.format(Format {
            key: String::new(),
            open: String::new(),
            close: String::new(),
            around: Around::default(),
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

    /// Hands over what stands in a range as a unit, if there are words in it. What a translation of it has as text is
    /// written between `open` and `close`.
    pub(super) fn place(
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
