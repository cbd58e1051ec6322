//! Apple's files of strings, and other property lists in their old style: values are units, and all else stays byte for byte.

mod escapes;
mod next_step;
mod reader;

use std::io::{Read, Write};

use crate::encoding::TextFile;
use crate::strings::{Convention, StringCollection, StringFile};
use crate::values::is_technical;
use crate::{Content, Document, DocumentError, Options, Source, Unit};

use escapes::{Notation, decoded};
use reader::{Form, read_values};

/// With what a binary property list begins.
const BINARY: &[u8] = b"bplist";

/// A file of strings (`"key" = "value";`).
///
/// Units are values that people read, also those in dictionaries and arrays, and keys that are their own values. Placeholders and
/// tags in them are codes.
#[derive(Debug)]
pub struct AppleStrings {
    file: StringFile<Notation>,
}

impl AppleStrings {
    /// Reads a file of strings, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, also if it is a property list in XML or a binary one,
    /// [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        refuse_binary(source)?;
        let file = TextFile::read(source, limits, FORMAT)?;
        let text = file.text();
        refuse_xml(text)?;
        let mut strings = StringCollection::new(Convention::Numbered, limits);
        read_values(text, limits, |value| {
            let text = match value.form {
                Form::Bare => file.get(value.range.clone()).to_owned(),
                _ => decoded(file.get(value.inner())),
            };
            // Keys are chosen freely, and so say nothing of a value.
            if is_technical(&text, "") || (value.form == Form::Bare && is_truth(&text)) {
                return Ok(());
            }
            let form = value.written_form(file.text());
            strings.push(value.range, form, text)
        })?;
        let notation = Notation::of(text);
        Ok(Self {
            file: StringFile::new(file, notation, strings),
        })
    }
}

const FORMAT: &str = "strings";

/// Whether an unquoted word is how property lists say that something is so or not.
fn is_truth(word: &str) -> bool {
    ["yes", "no", "true", "false"]
        .iter()
        .any(|truth| truth.eq_ignore_ascii_case(word))
}

fn refuse_binary(source: &mut dyn Source) -> Result<(), DocumentError> {
    let mut start = Vec::new();
    let most = u64::try_from(BINARY.len()).unwrap_or(u64::MAX);
    Read::take(&mut *source, most).read_to_end(&mut start)?;
    source.rewind()?;
    if start == BINARY {
        return Err(malformed(
            "it is a binary property list, as built programs have them; send the text from which it was made",
        ));
    }
    Ok(())
}

fn refuse_xml(text: &str) -> Result<(), DocumentError> {
    let start = text.trim_start();
    if ["<?xml", "<!DOCTYPE", "<plist"]
        .iter()
        .any(|xml| start.starts_with(xml))
    {
        return Err(malformed(
            "it is a property list in XML, as files of plural forms (stringsdict) are; only files of the form \
             \"key\" = \"value\"; are read",
        ));
    }
    Ok(())
}

fn malformed(reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: reason.to_owned(),
    }
}

impl Document for AppleStrings {
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
