//! Files in the Rich Text Format (`.rtf`).
//!
//! Units are paragraphs: of the text, of tables, headers, footnotes, comments and text boxes, and the title and the
//! subject. What looks different is a stretch, whichever groups or control words say so; tabs, line breaks, fields,
//! footnotes, pictures and bookmarks are codes, links stretches. A translation is written from the first word of a paragraph to its
//! last; before and behind it everything stays. Text that is formatted otherwise stands in groups of its own there. What of
//! groups and control words there was before holds behind it as well.

mod charsets;
mod destinations;
mod language;
mod looks;
mod paragraph;
mod pending;
mod scanner;
mod walk;

use std::io::Write;

use crate::collection::changed_units;
use crate::input::read_whole;
use crate::office::pass::{Pass, Places, Units};
use crate::{Content, Document, DocumentError, Options, Source, Unit, overseer};

use language::Marks;
use walk::Walk;

/// A file in the Rich Text Format.
pub struct Rtf {
    /// The bytes of the file, each a character.
    text: String,
    units: Units,
    places: Places,
    options: Options,
}

impl Rtf {
    /// Reads a file.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = options.limits;
        source.rewind()?;
        let bytes = read_whole(source, limits.entry_bytes)?;
        if !bytes.starts_with(b"{\\rtf") {
            return Err(malformed("it does not begin with {\\rtf"));
        }
        overseer::borrow(bytes.len())?;
        let text = bytes.iter().map(|byte| char::from(*byte)).collect();
        drop(bytes);
        let mut rtf = Self {
            text,
            units: Units::default(),
            places: Places::new(),
            options: *options,
        };
        let mut pass = Pass::Read {
            units: &mut rtf.units,
            places: &mut rtf.places,
            copies: Vec::new(),
            same: None,
            limits,
        };
        let marks = Marks::new(options.target);
        Walk::new(&rtf.text, &mut pass, marks, false, limits.depth).run()?;
        Ok(rtf)
    }
}

impl Document for Rtf {
    fn units(&self) -> &[Unit] {
        &self.units.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let limits = self.options.limits;
        let is_translated =
            changed_units(&self.units.units, translations).any(|unit| unit.is_some());
        let mut pass = Pass::Write {
            units: &self.units.units,
            translations,
            places: self.places.iter(),
            limits,
        };
        let marks = Marks::new(self.options.target);
        let walk = Walk::new(&self.text, &mut pass, marks, is_translated, limits.depth);
        let text = walk.run()?.apply(&self.text);
        let mut piece = Vec::new();
        for character in text.chars() {
            piece.push(u8::try_from(character).unwrap_or(b'?'));
            if piece.len() == PIECE {
                output.write_all(&piece)?;
                piece.clear();
            }
        }
        output.write_all(&piece)?;
        Ok(())
    }
}

/// How many bytes are written at once.
const PIECE: usize = 32 << 10;

fn malformed(reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format: "RTF",
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests;
