//! Resources of .NET: strings are units, and all else stays byte for byte.

mod notation;
mod reader;

use std::io::Write;

use crate::encoding::TextFile;
use crate::strings::StringFile;
use crate::xml::declared_encoding;
use crate::{Content, Document, DocumentError, Options, Source, Unit};

use notation::Notation;

/// A file of resources of a program for .NET.
///
/// Units are the values of strings that people read: no other types, and of a form no names, types and places of its
/// controls. Arguments and tags in them are codes.
#[derive(Debug)]
pub struct Resx {
    file: StringFile<Notation>,
}

impl Resx {
    /// Reads a file.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read_declared(source, limits, reader::FORMAT, declared_encoding)?;
        let strings = reader::read(file.text(), limits)?;
        let notation = Notation::of(file.text());
        Ok(Self {
            file: StringFile::new(file, notation, strings),
        })
    }
}

impl Document for Resx {
    fn units(&self) -> &[Unit] {
        self.file.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        self.file.write(translations, Vec::new, output)
    }
}

#[cfg(test)]
mod tests;
