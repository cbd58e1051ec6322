//! JSON: strings that people read are units, and all else stays byte for byte.

mod escapes;
mod scanner;
mod strings;
mod tree;

use std::io::Write;

use crate::encoding::TextFile;
use crate::strings::Convention;
use crate::values::is_technical;
use crate::{Content, Document, DocumentError, Options, Source, Unit};

pub(crate) use escapes::{Style, decode};
pub(crate) use scanner::{Event, Value, scan};
pub(crate) use strings::JsonStrings;
pub(crate) use tree::{Kind, Node, Tree};

/// A file of JSON.
///
/// Units are strings that are values and that people read: no names of members, URLs, identifiers,
/// colours, dates, paths or encoded data. Placeholders and tags in them are codes. The paragraphs of a
/// value are units of their own, as are the branches of a message with plurals or choices.
#[derive(Debug)]
pub struct Json {
    strings: JsonStrings,
}

impl Json {
    /// Reads a file of JSON as RFC 8259 has it, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read(source, limits, "JSON")?;
        let values = scanner::values(file.text(), limits)?;
        let strings = JsonStrings::new(file, values, Convention::Unknown, is_technical, limits)?;
        Ok(Self { strings })
    }
}

impl Document for Json {
    fn units(&self) -> &[Unit] {
        self.strings.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        self.strings.write(translations, Vec::new, output)
    }
}

#[cfg(test)]
mod tests;
