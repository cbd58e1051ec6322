//! Tables of which each line is a row and a sign divides the cells: cells are units, and all else stays byte for byte.

mod columns;
mod detection;
mod dialect;
mod languages;
mod notation;
mod reader;
mod rows;

use std::io::Write;

use crate::encoding::{Edit, TextFile};
use crate::strings::{Convention, StringCollection, StringFile};
use crate::{Content, Document, DocumentError, Options, Source, Unit, overseer};

use columns::Columns;
use dialect::Dialect;
use languages::Languages;
use notation::{Form, Notation};
use rows::Rows;

/// A table whose cells are divided by commas, semicolons, tabs or bars.
///
/// Units are cells that people read. Formulas, numbers and identifiers stay, and so do columns that are for programs, and a
/// header that is. Where the header names languages, cells of the target language that are empty are filled in, and all
/// others stay.
#[derive(Debug)]
pub struct SeparatedValues {
    file: StringFile<Notation>,
    /// What the header names instead of the source language.
    renamed: Option<Edit>,
}

impl SeparatedValues {
    /// Reads a table in whichever encoding it is, divided by whichever sign divides it best.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is no text, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "CSV")?;
        Self::new(file, ',', options)
    }

    /// Reads a table that is divided by tabs, unless another sign divides it better.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_tabs(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "TSV")?;
        Self::new(file, '\t', options)
    }

    fn new(file: TextFile, usual: char, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let text = file.text();
        let dialect = Dialect::of(text, usual)?;
        let rows = Rows::read(text, &dialect, limits)?;
        let mut strings = StringCollection::new(Convention::Unknown, limits);
        let languages = Languages::of(&rows, options);
        match &languages {
            Some(languages) => languages.add_to(&rows, &mut strings)?,
            None => add_cells(&rows, &mut strings)?,
        }
        let renamed = languages.and_then(|languages| languages.renamed);
        let notation = Notation::new(&dialect);
        Ok(Self {
            file: StringFile::new(file, notation, strings),
            renamed,
        })
    }
}

/// Adds all cells of a table in one language that are for people.
fn add_cells(rows: &Rows<'_>, strings: &mut StringCollection<Form>) -> Result<(), DocumentError> {
    let columns = Columns::of(rows)?;
    for cell in rows.cells() {
        overseer::go_on()?;
        let text = rows.text(cell);
        if columns.stays(cell, &text) {
            continue;
        }
        let form = Form::of(cell, &text);
        strings.push(cell.range.clone(), form, text.into_owned())?;
    }
    Ok(())
}

impl Document for SeparatedValues {
    fn units(&self) -> &[Unit] {
        self.file.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let renamed = || self.renamed.clone().into_iter().collect();
        self.file.write(translations, renamed, output)
    }
}

#[cfg(test)]
mod tests;
