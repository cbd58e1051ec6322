use std::collections::{HashMap, HashSet};

use crate::DocumentError;
use crate::office::direction::Marks;
use crate::office::names::Namespace::{self, Sheet, Thread};
use crate::xml::{Edits, Tag, Token, escape, escape_attribute};
use crate::{Content, Piece};

use super::formulas::{Formulas, Renamed};
use super::headers;
use super::strings::{Texts, plain_lines};

/// A row and a column, from 1.
pub(super) type Position = (u32, u32);

/// The attributes with messages to whoever fills in a cell, and how long they may be.
const MESSAGES: [(&str, usize); 4] = [
    ("promptTitle", 32),
    ("prompt", 255),
    ("errorTitle", 32),
    ("error", 255),
];

/// How long the text may be that a link shows to whoever points at it.
const TIP: (&str, usize) = ("tooltip", 255);

/// What is known of a sheet's cells before it is read.
#[derive(Debug, Default, Clone)]
pub(super) struct Cells {
    /// Nobody sees them.
    pub(super) are_hidden: bool,
    /// The headers of tables.
    pub(super) headers: HashSet<Position>,
    /// Those of them that keep their text.
    pub(super) kept: HashSet<Position>,
    /// Where tables are.
    pub(super) areas: Vec<Area>,
}

/// The most tables of a sheet in which formulas are known to be.
const MOST_AREAS: usize = 256;

/// The cells of a table.
#[derive(Debug, Default, Clone)]
pub(super) struct Area {
    pub(super) first: Position,
    pub(super) last: Position,
    /// What formulas call the table.
    pub(super) table: String,
}

impl Cells {
    /// The table in which a cell is.
    pub(super) fn table_at(&self, (row, column): Position) -> Option<&str> {
        let mut areas = self.areas.iter().take(MOST_AREAS);
        let area = areas.find(|area| {
            (area.first.0..=area.last.0).contains(&row)
                && (area.first.1..=area.last.1).contains(&column)
        });
        area.map(|area| area.table.as_str())
    }
}

/// What the cells of all sheets use.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Shared strings of cells whose text is translated.
    pub(super) shown: HashSet<usize>,
    /// Shared strings of others.
    pub(super) kept: HashSet<usize>,
    /// Those of the headers of tables, by sheet.
    pub(super) headers: HashMap<(String, Position), usize>,
    /// The units of headers whose text stands in their cells, by sheet.
    pub(super) header_units: Vec<((String, Position), usize)>,
    pub(super) formulas: Formulas,
    /// Whether there are cells with lists of what they may have.
    pub(super) has_lists: bool,
    /// Whether there are formulas with text as their results.
    pub(super) has_results: bool,
}

/// A pass over a sheet, or over a part with comments.
pub(super) struct SheetWalk<'a, 'p, 's> {
    texts: Texts<'a, 'p, 's>,
    name: &'s str,
    cells: &'s Cells,
    /// When it is read.
    pub(super) survey: Option<&'s mut Survey>,
    /// Where shared strings of cells that keep their text have gone.
    pub(super) moved: Option<&'s HashMap<usize, usize>>,
    /// When it is written.
    pub(super) marks: Option<&'s Marks>,
    /// The new names of tables' columns.
    pub(super) names: &'s Renamed,
    position: Position,
}

impl<'a, 'p, 's> SheetWalk<'a, 'p, 's> {
    pub(super) fn new(
        texts: Texts<'a, 'p, 's>,
        (name, cells): (&'s str, &'s Cells),
        names: &'s Renamed,
    ) -> Self {
        Self {
            texts,
            name,
            cells,
            survey: None,
            moved: None,
            marks: None,
            names,
            position: (0, 0),
        }
    }

    /// Goes over the part, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn walk(mut self) -> Result<Edits, DocumentError> {
        loop {
            match self.texts.reader.next()? {
                Token::Start(tag) => self.element(&tag)?,
                Token::Eof => return Ok(self.texts.edits),
                _ => {}
            }
        }
    }

    fn element(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        let is_hidden = self.cells.are_hidden;
        match (tag.namespace, tag.name) {
            (Sheet, "row") => {
                self.position = row_position(tag, self.position);
            }
            (Sheet, "c") => return self.cell(tag),
            (_, "f") | (Sheet, "formula" | "formula1" | "formula2") => {
                return self.formula(tag, None);
            }
            (Sheet, "sheetView") => {
                if let Some(marks) = self.marks.filter(|_| !is_hidden) {
                    marks.set_flag(tag, "rightToLeft", &mut self.texts.edits);
                }
            }
            (_, "dataValidation") => {
                for message in MESSAGES {
                    self.message(tag, message)?;
                }
            }
            (Sheet, "hyperlink") => self.message(tag, TIP)?,
            (Sheet, "oddHeader" | "evenHeader" | "firstHeader")
            | (Sheet, "oddFooter" | "evenFooter" | "firstFooter") => return self.header(),
            // Of comments.
            (Sheet, "text") => return self.texts.rich(tag).map(drop),
            (Thread, "text") => return self.texts.place().text(tag),
            _ => {}
        }
        Ok(())
    }

    fn header(&mut self) -> Result<(), DocumentError> {
        let start = self.texts.reader.place();
        let (text, end) = self.texts.reader.text()?;
        if self.cells.are_hidden {
            return Ok(());
        }
        let pass = &mut *self.texts.pass;
        if let Some(text) = headers::translated(&text, |content| pass.place(content))? {
            self.texts.edits.replace(start..end.start, escape(&text));
        }
        Ok(())
    }

    /// An attribute that programs refuse if it is too long. Its lines are units, as those of cells; each may take what
    /// the others leave.
    fn message(
        &mut self,
        tag: &Tag<'a, Namespace>,
        (name, longest): (&str, usize),
    ) -> Result<(), DocumentError> {
        let mut attributes = tag.attributes();
        let found = attributes.find(|attribute| attribute.full_name == name);
        let Some(attribute) = found.filter(|_| !self.cells.are_hidden) else {
            return Ok(());
        };
        let text = attribute.value();
        let mut written = String::with_capacity(text.len());
        let mut free = longest.saturating_sub(units(&text));
        for (line, separator) in plain_lines(&text) {
            let trimmed = line.trim();
            let content = Content::new([Piece::Text(trimmed.to_owned())]);
            let mut translation = None;
            if content.has_letters() {
                translation = self.texts.pass.place(content)?;
                self.texts
                    .pass
                    .limit_last(units(trimmed).saturating_add(free));
            }
            match translation {
                Some(translation) => {
                    let most = units(trimmed).saturating_add(free);
                    let translation = shortened(&translation.text(), most);
                    free = most.saturating_sub(units(&translation));
                    let (before, after) = line.split_once(trimmed).unwrap_or_default();
                    written.extend([before, &translation, after]);
                }
                None => written.push_str(line),
            }
            written.push_str(separator);
        }
        if written != text {
            let edits = &mut self.texts.edits;
            edits.replace(attribute.range, escape_attribute(&written));
        }
        Ok(())
    }

    fn formula(
        &mut self,
        tag: &Tag<'a, Namespace>,
        table: Option<&str>,
    ) -> Result<(), DocumentError> {
        let formula = self.texts.formula(tag, self.names, table)?;
        if let Some(survey) = self.survey.as_mut() {
            survey.formulas.add(&formula, table);
            survey.has_lists |= formula.starts_with('"');
        }
        Ok(())
    }

    fn cell(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        let next = (self.position.0, self.position.1.saturating_add(1));
        let reference = tag.attribute("r");
        self.position = reference
            .and_then(|found| position(found.raw))
            .unwrap_or(next);
        let kind = tag.attribute("t").map_or("n", |kind| kind.raw);
        let is_header = self.cells.headers.contains(&self.position);
        let mut is_kept = self.cells.are_hidden;
        loop {
            match self.texts.reader.next()? {
                Token::Start(child) => match (child.name, kind) {
                    ("f", _) => {
                        is_kept = true;
                        if let (Some(survey), "str") = (self.survey.as_mut(), kind) {
                            survey.has_results = true;
                        }
                        self.formula(&child, self.cells.table_at(self.position))?;
                    }
                    ("v", "s") => self.shared(is_kept)?,
                    // Some programs write text so that is no formula's result.
                    ("v", "str") if !(is_kept || is_header) => {
                        self.texts.place().text(&child)?;
                    }
                    ("is", "inlineStr")
                        if !(is_kept || self.cells.kept.contains(&self.position)) =>
                    {
                        let is_simple = self.texts.rich(&child)?;
                        let unit = self
                            .texts
                            .pass
                            .last_unit()
                            .filter(|_| is_simple && is_header);
                        if let (Some(unit), Some(survey)) = (unit, self.survey.as_mut()) {
                            let header = (self.name.to_owned(), self.position);
                            survey.header_units.push((header, unit));
                        }
                    }
                    _ => {
                        self.texts.reader.skip()?;
                    }
                },
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// The number of a cell's shared string.
    fn shared(&mut self, is_kept: bool) -> Result<(), DocumentError> {
        let start = self.texts.reader.place();
        let (text, end) = self.texts.reader.text()?;
        let Ok(index) = text.trim().parse::<usize>() else {
            return Ok(());
        };
        let position = self.position;
        match self.survey.as_mut() {
            Some(survey) => {
                if is_kept {
                    survey.kept.insert(index);
                } else if self.cells.headers.contains(&position) {
                    survey
                        .headers
                        .insert((self.name.to_owned(), position), index);
                } else {
                    survey.shown.insert(index);
                }
            }
            None if is_kept || self.cells.kept.contains(&position) => {
                if let Some(moved) = self.moved.and_then(|moved| moved.get(&index)) {
                    self.texts
                        .edits
                        .replace(start..end.start, moved.to_string());
                }
            }
            None => {}
        }
        Ok(())
    }
}

/// How many units of UTF-16 a text has.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The text with at most so many units of UTF-16.
fn shortened(text: &str, longest: usize) -> String {
    if units(text) <= longest {
        return text.to_owned();
    }
    let mut length = 1;
    let fits = |character: &char| {
        length += character.len_utf16();
        length <= longest
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// The place before the first cell of a row.
pub(super) fn row_position(tag: &Tag<'_, Namespace>, last: Position) -> Position {
    let row = tag.attribute("r").and_then(|row| row.raw.parse().ok());
    (row.unwrap_or(last.0.saturating_add(1)), 0)
}

/// The position of a cell: what it says itself, or that after the last.
pub(super) fn cell_position(tag: &Tag<'_, Namespace>, last: Position) -> Position {
    let reference = tag.attribute("r");
    let next = (last.0, last.1.saturating_add(1));
    reference
        .and_then(|found| position(found.raw))
        .unwrap_or(next)
}

/// The position that a reference like `AB12` names.
pub(super) fn position(reference: &str) -> Option<Position> {
    let place = reference.find(|character: char| character.is_ascii_digit())?;
    let (letters, digits) = reference.split_at_checked(place)?;
    let mut column = 0_u32;
    for letter in letters.bytes() {
        let value = letter
            .to_ascii_uppercase()
            .checked_sub(b'A')
            .filter(|value| *value < 26)?;
        column = column.checked_mul(26)?.checked_add(u32::from(value) + 1)?;
    }
    Some((digits.parse().ok()?, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_positions() {
        assert_eq!(position("A1"), Some((1, 1)));
        assert_eq!(position("AB12"), Some((12, 28)));
        for none in ["", "A", "é1", "ZZZZZZZZZ1", "A99999999999"] {
            assert_eq!(position(none), None, "{none}");
        }
    }

    #[test]
    fn texts_are_shortened_to_what_they_may_be() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("longer one", 8), "longer…");
        assert_eq!(shortened("😀😀", 3), "😀…");
    }
}
