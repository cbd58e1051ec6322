//! Tables on sheets. The names of their columns have to be the texts of their header cells, each another,
//! and formulas call columns by them.

use std::collections::{BTreeMap, BTreeSet};

use crate::office::names::Namespace::{self, Sheet};
use crate::office::package::Part;
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Token, escape_attribute};
use crate::{Content, DocumentError, Piece};

use super::FORMAT;
use super::formulas::{Formulas, Renamed};
use super::sheet::{Area, Position, position};
use super::strings::{Texts, has_escape};

/// The most characters of a column's name.
const LONGEST: usize = 255;

/// The most columns of a sheet.
const COLUMNS: u32 = 16_384;

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) part: Part,
    pub(super) area: Area,
    pub(super) columns: Vec<Column>,
    /// Whether it belongs to a sheet's cells alone: columns of others are names of fields elsewhere.
    pub(super) is_plain: bool,
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// The header cell, if the table has headers.
    pub(super) header: Option<Position>,
    /// The unit of name and header, if they are translated.
    pub(super) unit: Option<usize>,
}

impl Table {
    /// Reads a table, and its formulas.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn read(
        part: &Part,
        text: &str,
        formulas: &mut Formulas,
        depth: usize,
    ) -> Result<Self, DocumentError> {
        let mut table = Self {
            part: part.clone(),
            area: Area::default(),
            columns: Vec::new(),
            is_plain: true,
        };
        let mut next = None;
        let mut reader = Reader::new(text, Namespace::of, FORMAT, depth);
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.namespace == Sheet && tag.name == "table" => {
                    let value = |name| tag.attribute(name).map(|found| found.value());
                    let name = value("displayName").or(value("name"));
                    table.area.table = name.unwrap_or_default();
                    table.is_plain = value("tableType").is_none_or(|kind| kind == "worksheet");
                    let reference = value("ref").unwrap_or_default();
                    let has_headers = value("headerRowCount").is_none_or(|count| count != "0");
                    let (start, end) = reference
                        .split_once(':')
                        .unwrap_or((&reference, &reference));
                    table.area.first = position(start).unwrap_or_default();
                    table.area.last = position(end).unwrap_or_default();
                    next = position(start).filter(|_| has_headers);
                }
                Token::Start(tag) if tag.namespace == Sheet && tag.name == "tableColumn" => {
                    let name = tag.attribute("name").map(|name| name.value());
                    table.columns.push(Column {
                        name: name.unwrap_or_default(),
                        header: next.filter(|(_, column)| *column <= COLUMNS),
                        unit: None,
                    });
                    next = next.map(|(row, column)| (row, column.saturating_add(1)));
                }
                Token::Start(tag) if tag.name.ends_with("Formula") => {
                    let formula = reader.text()?.0;
                    formulas.add(&formula, Some(&table.area.table));
                }
                Token::Eof => return Ok(table),
                _ => {}
            }
        }
    }

    /// What formulas and queries call it, in small letters.
    pub(super) fn name(&self) -> String {
        self.area.table.to_lowercase()
    }

    /// Numbers translations that are names of other columns already, as programs do: "Sum", "Sum2".
    pub(super) fn number(&self, translations: &mut [Option<Content>]) {
        let translated = |column: &Column, translations: &[Option<Content>]| {
            translations.get(column.unit?)?.as_ref().map(Content::text)
        };
        let kept = self.columns.iter();
        let kept = kept.filter(|column| translated(column, translations).is_none());
        let mut seen: BTreeSet<String> = kept.map(|column| column.name.to_lowercase()).collect();
        let most = seen
            .len()
            .saturating_add(self.columns.len())
            .saturating_add(2);
        for column in &self.columns {
            let Some(name) = translated(column, translations) else {
                continue;
            };
            if seen.insert(name.to_lowercase()) {
                continue;
            }
            let numbered = (2..=most).map(|number| format!("{name}{number}"));
            let free = numbered
                .into_iter()
                .find(|name| seen.insert(name.to_lowercase()));
            let slot = column.unit.and_then(|unit| translations.get_mut(unit));
            if let (Some(free), Some(slot)) = (free, slot) {
                *slot = Some(Content::new([Piece::Text(free)]));
            }
        }
    }

    /// The units of columns whose translations cannot be names: they stay as they are, with their cells.
    pub(super) fn unfit(&self, translations: &[Option<Content>]) -> Vec<usize> {
        let mut seen: BTreeMap<String, Option<usize>> = BTreeMap::new();
        let mut unfit = Vec::new();
        for column in &self.columns {
            let translation = column.unit.and_then(|unit| translations.get(unit));
            let translation = translation.and_then(Option::as_ref);
            let name = translation.map_or_else(|| column.name.clone(), Content::text);
            let length = name.encode_utf16().count();
            let has_control = name.contains(char::is_control) || has_escape(&name);
            let is_name = (1..=LONGEST).contains(&length) && !has_control && name.trim() == name;
            let other = seen.insert(name.to_lowercase(), column.unit);
            let is_changed = translation.is_some();
            if is_changed && (!is_name || other.is_some()) {
                unfit.extend(column.unit);
            } else if let Some(Some(other)) = other {
                unfit.push(other);
            }
        }
        unfit
    }

    /// The new names that these translations give its columns.
    pub(super) fn renamed(&self, translations: &[Option<Content>]) -> Renamed {
        let columns = self.columns.iter().filter_map(|column| {
            let translation = translations.get(column.unit?)?.as_ref()?.text();
            let key = (self.name(), column.name.to_lowercase());
            (translation != column.name).then_some((key, translation))
        });
        columns.collect()
    }

    /// Goes over the table's part. Columns that are renamed are so in its formulas.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn walk(
        &self,
        text: &str,
        pass: &mut Pass<'_>,
        names: &Renamed,
        depth: usize,
    ) -> Result<Edits, DocumentError> {
        let mut texts = Texts::new(text, pass, depth);
        let mut columns = self.columns.iter();
        loop {
            match texts.reader.next()? {
                Token::Start(tag) if tag.namespace == Sheet && tag.name == "tableColumn" => {
                    let unit = columns.next().and_then(|column| column.unit);
                    let name = tag.attribute("name");
                    if let (Some(unit), Some(name)) = (unit, name)
                        && let Some(translation) = texts.pass.place_again(unit)
                    {
                        let text = escape_attribute(&translation.text());
                        texts.edits.replace(name.range, text);
                    }
                    texts.place().attribute(&tag, "totalsRowLabel")?;
                }
                Token::Start(tag) if tag.name.ends_with("Formula") => {
                    texts.formula(&tag, names, Some(&self.area.table))?;
                }
                Token::Eof => return Ok(texts.edits),
                _ => {}
            }
        }
    }
}
