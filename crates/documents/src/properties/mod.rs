//! Files of properties, as programs in Java keep their messages: values are units, and all else stays byte for byte.

mod escapes;
mod reader;

use std::io::Write;

use crate::encoding::TextFile;
use crate::strings::{Convention, StringCollection, StringFile};
use crate::values::is_technical;
use crate::{Content, Document, DocumentError, Options, Source, Unit, overseer};

use escapes::{Notation, decoded};
use reader::Reader;

/// A file of properties.
///
/// Units are values that people read. Arguments, placeholders and tags in them are codes; where a value has numbered
/// arguments, apostrophes are written twice, as `MessageFormat` wants them. A value that stands in several lines is written in
/// one when it is translated.
#[derive(Debug)]
pub struct Properties {
    file: StringFile<Notation>,
}

impl Properties {
    /// Reads a file of properties, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is no text, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read(source, limits, "properties")?;
        let text = file.text();
        let mut strings = StringCollection::new(Convention::MessageFormat, limits);
        for property in Reader::new(text, &file.lines(limits)?) {
            overseer::go_on()?;
            let value = decoded(file.get(property.value.clone()));
            let key = file
                .get(property.key)
                .rsplit('.')
                .next()
                .unwrap_or_default();
            if !is_technical(&value, key) {
                strings.push(property.value, (), value)?;
            }
        }
        let notation = Notation::of(text);
        Ok(Self {
            file: StringFile::new(file, notation, strings),
        })
    }
}

impl Document for Properties {
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
