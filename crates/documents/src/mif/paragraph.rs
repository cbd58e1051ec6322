use std::ops::Range;

use crate::DocumentError;
use crate::office::inline::{Around, Format, Fragment, Inline, Item};

use super::scanner::{Scanner, Token};
use super::strings::{self, Stretch};
use super::unit_pass::UnitPass;

/// What gives text the paragraph's own font again.
const OWN_FONT: &str = "\n   <Font <FTag `'> <FLocked No>>";

/// What ends conditions.
const NO_CONDITION: &str = "\n   <Unconditional >";

/// How long a font with its condition may be that is written as often as a translation wants.
const LONGEST_FORMAT: usize = 4 << 10;

/// How long all of a paragraph may be together.
const ALL_FORMATS: usize = 4 << 20;

/// A paragraph that is being read.
#[derive(Default)]
pub(super) struct Paragraph {
    inline: Inline,
    /// The font here, as it is written; nothing for the paragraph's own.
    font: String,
    has_conditions: bool,
    /// Whether the paragraph cannot be written again in another order.
    is_fixed: bool,
    /// How long its formats are.
    formats_bytes: usize,
    /// The number of the format here, if it is known.
    format: Option<usize>,
    range: Option<Range<usize>>,
    /// How many lines are open in one another: one, where nothing is broken.
    lines: usize,
    /// How many were at its beginning.
    first_lines: usize,
    first: usize,
    last: usize,
    /// Which item is the reference that is open.
    reference: Option<usize>,
    /// Which frames further lines stand in.
    frames: Vec<Range<usize>>,
}

/// A paragraph as it is to be written.
pub(super) struct Written {
    pub(super) inline: Inline,
    pub(super) range: Range<usize>,
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Paragraph {
    /// Reads the paragraph whose start was read last, up to its end; or, with `is_line`, the line of text of a
    /// drawing.
    ///
    /// # Errors
    /// Those of the scanner and of the pass.
    pub(super) fn read(
        pass: &mut UnitPass<'_, '_, '_>,
        is_line: bool,
    ) -> Result<Self, DocumentError> {
        let mut paragraph = Self {
            has_conditions: !pass.condition.is_empty(),
            ..Self::default()
        };
        loop {
            match pass.scanner.next()? {
                Token::Open("ParaLine", _) => paragraph.lines += 1,
                Token::Open("Pgf", _) if paragraph.lines == 0 && !is_line => pass.numbering()?,
                // What is said of the whole paragraph stands before its lines.
                Token::Open(name, _)
                    if paragraph.lines == 0
                        && paragraph.range.is_none()
                        && !(is_line && is_text(name)) =>
                {
                    pass.scanner.skip()?;
                }
                Token::Open(name, start) => paragraph.statement(pass, name, start)?,
                Token::Close(_) if paragraph.lines > 0 => paragraph.lines -= 1,
                Token::Close(_) | Token::Eof => return Ok(paragraph),
                Token::Text(_) | Token::Word(_) => {}
            }
        }
    }

    fn statement(
        &mut self,
        pass: &mut UnitPass<'_, '_, '_>,
        name: &str,
        start: usize,
    ) -> Result<(), DocumentError> {
        match name {
            "String" => {
                let (value, end) = pass.scanner.value()?;
                if let Some(value) = value {
                    self.string(pass, value, &(start..end));
                }
            }
            "Char" => {
                let (name, end) = pass.scanner.word()?;
                self.character(pass, name, start..end);
            }
            "Font" => {
                let end = pass.scanner.skip()?;
                let raw = pass.scanner.text().get(start..end).unwrap_or_default();
                self.set_font(raw);
            }
            "Conditional" | "Unconditional" => {
                let end = pass.scanner.skip()?;
                let raw = pass.scanner.text().get(start..end).unwrap_or_default();
                pass.condition.clear();
                if name == "Conditional" {
                    pass.condition.push_str(raw);
                }
                self.has_conditions = true;
                self.format = None;
            }
            "XRef" => {
                let range = start..pass.scanner.skip()?;
                self.close_reference();
                let format = self.format(pass);
                let open = Fragment::InRun(range.clone(), format);
                self.push(pass, Item::Open(vec![open]), &range);
                self.reference = self.inline.items.len().checked_sub(1);
            }
            "XRefEnd" => {
                let range = start..pass.scanner.skip()?;
                if self.reference.take().is_some() {
                    let format = self.format(pass);
                    let close = Fragment::InRun(range.clone(), format);
                    self.push(pass, Item::Close(vec![close]), &range);
                } else {
                    self.mark(pass, range);
                }
            }
            "TextRectID" => {
                let range = start..pass.scanner.skip()?;
                if self.range.is_some() && self.lines > 0 {
                    self.frames.push(range);
                }
            }
            "ElementBegin" | "ElementEnd" | "SuspectBegin" | "SuspectEnd" => {
                let range = start..pass.scanner.skip()?;
                let format = self.format(pass);
                let fragment = Fragment::InRun(range.clone(), format);
                self.push(pass, Item::Ordered(vec![fragment]), &range);
            }
            "Marker" => {
                let end = pass.marker()?;
                self.mark(pass, start..end);
            }
            _ => {
                let end = pass.scanner.skip()?;
                self.mark(pass, start..end);
            }
        }
        Ok(())
    }

    fn string(&mut self, pass: &UnitPass<'_, '_, '_>, value: Range<usize>, whole: &Range<usize>) {
        let raw = pass.scanner.text().get(value.clone()).unwrap_or_default();
        for stretch in strings::read(raw, value.start, false) {
            let format = self.format(pass);
            let item = match stretch {
                Stretch::Text(text, range) => Item::Text(text, format, range),
                Stretch::Mark(range) => Item::Mark(vec![Fragment::InText(range, format)]),
            };
            self.push(pass, item, whole);
        }
    }

    fn character(&mut self, pass: &UnitPass<'_, '_, '_>, name: &str, range: Range<usize>) {
        match (name, strings::named(name)) {
            // Where a line was divided, or may be, is another matter in a translation.
            ("SoftHyphen" | "DiscHyphen" | "NoHyphen", _) => {}
            (_, Some(character)) => {
                let format = self.format(pass);
                let item = Item::Text(character.to_string(), format, range.clone());
                self.push(pass, item, &range);
            }
            _ => self.mark(pass, range),
        }
    }

    fn set_font(&mut self, raw: &str) {
        self.format = None;
        if !raw.contains("<FTag") {
            // It says only what changes.
            if self.font.len() <= LONGEST_FORMAT {
                self.font.push_str("\n   ");
                self.font.push_str(raw);
            }
        } else if is_own_font(raw) {
            self.font.clear();
        } else {
            self.font = format!("\n   {raw}");
        }
    }

    /// The number of the format that text has here.
    fn format(&mut self, pass: &UnitPass<'_, '_, '_>) -> usize {
        if let Some(known) = self.format {
            return known;
        }
        let font = if self.font.is_empty() {
            OWN_FONT
        } else {
            &self.font
        };
        let mut open = String::new();
        if !pass.condition.is_empty() {
            open = format!("\n   {}", pass.condition);
        }
        open.push_str(font);
        self.formats_bytes = self.formats_bytes.saturating_add(open.len());
        self.is_fixed |= open.len() > LONGEST_FORMAT || self.formats_bytes > ALL_FORMATS;
        if self.is_fixed {
            return *self.format.insert(0);
        }
        let key = format!("{}|{}", pass.condition, essence(&self.font));
        let shows = ["Underlining", "Strike", "Overline", "Background"];
        let number = self.inline.format(Format {
            shows_on_space: !pass.condition.is_empty()
                || shows.iter().any(|name| key.contains(name)),
            key,
            open,
            close: String::new(),
            around: Around::default(),
        });
        self.format = Some(number);
        number
    }

    fn mark(&mut self, pass: &UnitPass<'_, '_, '_>, range: Range<usize>) {
        let format = self.format(pass);
        let fragment = Fragment::InRun(range.clone(), format);
        self.push(pass, Item::Mark(vec![fragment]), &range);
    }

    fn push(&mut self, pass: &UnitPass<'_, '_, '_>, item: Item, whole: &Range<usize>) {
        self.last = self.format(pass);
        self.is_fixed |= self.range.is_some() && self.lines != self.first_lines;
        match &mut self.range {
            Some(range) => range.end = whole.end,
            None => {
                self.first = self.last;
                self.first_lines = self.lines;
                self.range = Some(whole.clone());
            }
        }
        self.inline.push(item);
    }

    /// Makes a reference that does not end in the paragraph something without text.
    fn close_reference(&mut self) {
        let reference = self.reference.take();
        let item = reference.and_then(|place| self.inline.items.get_mut(place));
        if let Some(item) = item
            && let Item::Open(fragments) = item
        {
            *item = Item::Mark(std::mem::take(fragments));
        }
    }

    /// The paragraph as it is to be written, if there is anything in it.
    pub(super) fn finish(mut self) -> Option<Written> {
        self.close_reference();
        if self.is_fixed {
            return None;
        }
        for range in std::mem::take(&mut self.frames) {
            let line = "\n  >\n  <ParaLine\n   ".to_owned();
            let line = Around::default().with(line, String::new(), None);
            let fragment = Fragment::Beside(range, line);
            self.inline.push(Item::Mark(vec![fragment]));
        }
        if self.has_conditions {
            for format in &mut self.inline.formats {
                if format.key.starts_with('|') {
                    format.open.insert_str(0, NO_CONDITION);
                }
            }
        }
        Some(Written {
            range: self.range?,
            inline: self.inline,
            first: self.first,
            last: self.last,
        })
    }
}

/// Whether a font is that of the paragraph: it names no format and sets nothing.
fn is_own_font(raw: &str) -> bool {
    essence(raw) == "<Font<FTag`'>>"
}

/// A font without what makes no difference to the eye.
fn essence(raw: &str) -> String {
    let mut essence = String::with_capacity(raw.len());
    let mut scanner = Scanner::new(raw, 16);
    while let Ok(token) = scanner.next() {
        match token {
            Token::Open("FLocked" | "FLanguage", _) if scanner.skip().is_ok() => {}
            Token::Open(name, _) => essence.extend(["<", name]),
            Token::Text(range) => {
                essence.extend(["`", raw.get(range).unwrap_or_default(), "'"]);
            }
            Token::Word(word) => essence.extend([" ", word]),
            Token::Close(_) => essence.push('>'),
            Token::Eof => break,
        }
    }
    essence
}

/// Statements of a line of text in a drawing that are its text.
fn is_text(name: &str) -> bool {
    matches!(name, "String" | "Char" | "Font" | "Variable")
}
