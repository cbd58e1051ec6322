use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use crate::{DocumentError, overseer};

use super::dialect::{Dialect, Quotes};

/// A cell, by where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// As it is written: with its quotation marks, but without white space around those.
    pub(super) range: Range<usize>,
    pub(super) column: usize,
    pub(super) writing: Writing,
    /// Whether it is the last one of its row.
    pub(super) ends_row: bool,
}

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Plain,
    /// In quotation marks.
    Quoted,
    /// With a quotation mark at its beginning of which the other one is missing, or with something behind that: programs
    /// differ in what they read.
    Odd,
}

impl Cell {
    pub(super) fn is_odd(&self) -> bool {
        self.writing == Writing::Odd
    }
}

/// Reads a table cell by cell.
pub(super) struct Reader<'a> {
    text: &'a str,
    delimiter: u8,
    quotes: Quotes,
    position: usize,
    column: usize,
    /// Whether there is a cell at the position, though it may be empty.
    is_in_row: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, dialect: &Dialect) -> Self {
        Self {
            text,
            delimiter: u8::try_from(dialect.delimiter).unwrap_or(b','),
            quotes: dialect.quotes,
            position: dialect.start,
            column: 0,
            is_in_row: false,
        }
    }

    /// The next cell; none at the end.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn next_cell(&mut self) -> Result<Option<Cell>, DocumentError> {
        overseer::go_on()?;
        if !self.is_in_row && self.position >= self.text.len() {
            return Ok(None);
        }
        let (range, writing) = match self.quoted() {
            Some(quoted) => quoted,
            None => (self.position..self.plain_end(self.position), Writing::Plain),
        };
        let end = match writing {
            Writing::Quoted => self.behind_spaces(range.end),
            Writing::Plain | Writing::Odd => range.end,
        };
        let column = self.column;
        let ends_row = self.byte(end) != Some(self.delimiter);
        if ends_row {
            self.position = end + self.line_end_length(end);
            self.column = 0;
        } else {
            self.position = end + 1;
            self.column += 1;
        }
        self.is_in_row = !ends_row;
        Ok(Some(Cell {
            range,
            column,
            writing,
            ends_row,
        }))
    }

    /// The cell at the position if it begins with a quotation mark.
    fn quoted(&self) -> Option<(Range<usize>, Writing)> {
        if self.quotes == Quotes::Literal {
            return None;
        }
        let start = self.behind_spaces(self.position);
        if self.byte(start) != Some(b'"') {
            return None;
        }
        let is_first = start == self.position;
        let Some(end) = self.closing_mark(start + 1) else {
            return is_first.then_some((start..self.text.len(), Writing::Odd));
        };
        if self.ends_cell(self.behind_spaces(end)) {
            return Some((start..end, Writing::Quoted));
        }
        is_first.then(|| (start..self.plain_end(end), Writing::Odd))
    }

    /// Where a cell in quotation marks ends whose content begins there, behind its mark.
    fn closing_mark(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut position = start;
        loop {
            let rest = bytes.get(position..)?;
            let found = match self.quotes {
                Quotes::Escaped => memchr2(b'"', b'\\', rest)?,
                Quotes::Doubled | Quotes::Literal => memchr(b'"', rest)?,
            };
            let at = position + found;
            let is_first_of_two = match self.byte(at) {
                Some(b'"') => self.byte(at + 1) == Some(b'"'),
                _ => true,
            };
            if !is_first_of_two {
                return Some(at + 1);
            }
            position = at + 2;
        }
    }

    /// Where a cell without quotation marks ends.
    fn plain_end(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let length = memchr3(self.delimiter, b'\n', b'\r', rest);
        start + length.unwrap_or(rest.len())
    }

    fn ends_cell(&self, position: usize) -> bool {
        let next = self.byte(position);
        next.is_none_or(|byte| byte == self.delimiter || matches!(byte, b'\n' | b'\r'))
    }

    fn behind_spaces(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        // A space may be what divides the cells.
        let is_space = |byte: &&u8| **byte == b' ' && self.delimiter != b' ';
        start + rest.iter().take_while(is_space).count()
    }

    fn line_end_length(&self, position: usize) -> usize {
        match (self.byte(position), self.byte(position + 1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(_), _) => 1,
            (None, _) => 0,
        }
    }

    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }
}
