use std::borrow::Cow;
use std::ops::Range;

use crate::{DocumentError, Limits, overseer};

use super::dialect::{Dialect, Quotes};
use super::reader::{Cell, Reader, Writing};

/// A table that was read.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    file: &'a str,
    pub(super) dialect: Dialect,
    cells: Vec<Cell>,
    /// Which cells are those of the header.
    header: Range<usize>,
}

impl<'a> Rows<'a> {
    /// Reads a table, which may have as many cells as there may be units.
    pub(super) fn read(
        file: &'a str,
        dialect: &Dialect,
        limits: &Limits,
    ) -> Result<Self, DocumentError> {
        let mut reader = Reader::new(file, dialect);
        let mut cells = Vec::new();
        let mut header = None;
        while let Some(cell) = reader.next_cell()? {
            if cells.len() >= limits.units {
                return Err(DocumentError::too_large("cells", limits.units));
            }
            overseer::borrow_for::<Cell>(1)?;
            let ends_header = cell.ends_row && header.is_none();
            cells.push(cell);
            if ends_header {
                header = Some(0..cells.len());
            }
        }
        Ok(Self {
            file,
            dialect: *dialect,
            cells,
            header: header.unwrap_or_default(),
        })
    }

    /// All cells in their order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cells of the first row.
    pub(super) fn header(&self) -> &[Cell] {
        self.cells.get(self.header.clone()).unwrap_or_default()
    }

    /// Whether a cell is one of the first row.
    pub(super) fn is_of_header(&self, cell: &Cell) -> bool {
        let last = self.header().last();
        last.is_some_and(|last| cell.range.start <= last.range.start)
    }

    /// The rows below the first one.
    pub(super) fn below_header(&self) -> impl Iterator<Item = &[Cell]> {
        let cells = self.cells.get(self.header.end..).unwrap_or_default();
        cells.chunk_by(|one, _| !one.ends_row)
    }

    /// A cell as it is written.
    pub(super) fn written(&self, cell: &Cell) -> &'a str {
        self.file.get(cell.range.clone()).unwrap_or_default()
    }

    /// Where the row ends of which a cell is the last one.
    pub(super) fn row_end(&self, last: &Cell) -> usize {
        let rest = self.file.get(last.range.end..).unwrap_or_default();
        let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
        last.range.end + length
    }

    /// What a cell means.
    pub(super) fn text(&self, cell: &Cell) -> Cow<'a, str> {
        let written = self.written(cell);
        let inner = || {
            let inner = written
                .strip_prefix('"')
                .and_then(|it| it.strip_suffix('"'));
            inner.unwrap_or_default()
        };
        match (cell.writing, self.dialect.quotes) {
            (Writing::Plain | Writing::Odd, _) => Cow::Borrowed(written),
            (Writing::Quoted, Quotes::Escaped) => Cow::Owned(unescaped(inner())),
            (Writing::Quoted, _) => match inner() {
                text if text.contains("\"\"") => Cow::Owned(text.replace("\"\"", "\"")),
                text => Cow::Borrowed(text),
            },
        }
    }
}

/// A text in which quotation marks and backslashes stand behind a backslash. What other escapes mean differs between
/// programs, so they stay what they are.
fn unescaped(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut characters = written.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        match (character, next) {
            ('\\', Some(escaped @ ('"' | '\\'))) | ('"', Some(escaped @ '"')) => {
                characters.next();
                text.push(escaped);
            }
            _ => text.push(character),
        }
    }
    text
}
