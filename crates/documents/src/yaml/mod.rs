//! YAML: scalars that people read are units, and all else stays byte for byte.
//!
//! A parser says where the scalars stand and what they mean. It reads the translation again before that is written: where
//! it would be another tree, the strings that are to blame stay as they are.

mod events;
mod form;
mod notation;
mod reader;
mod schema;

use std::io::Write;

use dragoman_language::Language;

use crate::encoding::{Edit, TextFile};
use crate::strings::{Change, StringFile};
use crate::{Content, Document, DocumentError, Options, Source, Unit, overseer};

use events::{Events, FORMAT, borrow_for_parser};
use form::Form;
use notation::Notation;
use reader::{Locale, Reader};
use schema::means_other_than_text;

/// How often a file is written without the strings that were to blame.
const MOST_ATTEMPTS: usize = 16;

/// A file of YAML, versions 1.1 and 1.2.
///
/// Units are scalars that are values and that people read: no keys, numbers, dates, yes and no, nor what has a tag of a
/// program. Placeholders and tags of HTML in them are codes; a message with plurals or choices has a unit for each branch.
/// Blocks keep their style, indentation and what is at their ends; a plain scalar gets quotation marks where it needs them.
///
/// Where the only key at the root names a language, it names that of the translation.
#[derive(Debug)]
pub struct Yaml {
    file: StringFile<Notation>,
    locale: Option<Locale>,
    target: Language,
}

impl Yaml {
    /// Reads a file of YAML, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, or nothing but a plain text, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read(source, limits, FORMAT)?;
        let text = file.text();
        borrow_for_parser(text)?;
        let contents = Reader::new(text, limits).read()?;
        let is_source = |locale: &Locale| {
            let name = file.get(locale.range.clone()).replace('_', "-");
            let named = Language::parse(&name).ok();
            let source = options.source.map(Language::base);
            source.is_none() || named.map(Language::base) == source
        };
        let locale = contents.locale.filter(is_source);
        let notation = Notation {
            quotes: contents.quotes,
            line_end: line_end(text),
        };
        Ok(Self {
            file: StringFile::new(file, notation, contents.strings),
            locale,
            target: options.target,
        })
    }

    /// The changes that these make in the file, in their order.
    fn edits(&self, changes: &[Change<'_, Form>]) -> Vec<Edit> {
        let mut edits: Vec<Edit> = changes
            .iter()
            .map(|change| self.file.edit(change))
            .collect();
        if let Some(locale) = self.locale.as_ref().filter(|_| !edits.is_empty()) {
            let mut replacement = self.locale_name(locale);
            if locale.is_plain && means_other_than_text(&replacement) {
                replacement = format!("\"{replacement}\"");
            }
            let range = locale.range.clone();
            edits.insert(0, Edit { range, replacement });
        }
        edits
    }

    /// The name of the target language as the file spells such names.
    fn locale_name(&self, locale: &Locale) -> String {
        let name = self.target.tag();
        if locale.has_underscore {
            name.replace('-', "_")
        } else {
            name.to_owned()
        }
    }

    /// Reads a translation. Where it is not the same tree with these changes, the number of the event says where.
    fn check(
        &self,
        written: &str,
        changes: &[Change<'_, Form>],
    ) -> Result<Result<(), usize>, DocumentError> {
        borrow_for_parser(written)?;
        borrow_for_parser(self.file.file().text())?;
        let mut before = Events::new(self.file.file().text());
        let mut after = Events::new(written);
        let mut changes = changes.iter().peekable();
        let locale = self.locale.as_ref();
        let mut number = 0_usize;
        while let Some(expected) = before.next()? {
            let found = match after.next() {
                Ok(Some(found)) => found,
                Ok(None) => return Ok(Err(number)),
                Err(error) if error.is_of_content() => return Ok(Err(number)),
                Err(error) => return Err(error),
            };
            let change = changes.next_if(|change| change.form.number == number);
            let text = match (change, locale.filter(|locale| locale.number == number)) {
                (Some(change), _) => Notation::fitted(&change.text, change.form),
                (None, Some(locale)) => Some(self.locale_name(locale)),
                (None, None) => None,
            };
            let is_same = match text {
                Some(text) => events::is_changed_to(&expected.event, &found.event, &text),
                None => expected.event == found.event,
            };
            if !is_same {
                return Ok(Err(number));
            }
            number += 1;
        }
        Ok(Ok(()))
    }
}

impl Document for Yaml {
    fn units(&self) -> &[Unit] {
        self.file.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut changes = self.file.changes(translations)?;
        changes.retain(|change| Notation::fitted(&change.text, change.form).is_some());
        for attempt in 0..MOST_ATTEMPTS {
            // The parser is stricter within brackets than elsewhere, and where that was to blame again and again it will be.
            if attempt == MOST_ATTEMPTS / 2 {
                changes.retain(|change| !change.form.is_in_flow);
            }
            let edits = self.edits(&changes);
            if edits.is_empty() {
                break;
            }
            let checked = overseer::for_a_while(|| {
                let length = self.file.file().text().len();
                overseer::borrow(edits.iter().fold(length, |sum, edit| {
                    sum.saturating_add(edit.replacement.len())
                }))?;
                self.check(&self.file.file().edited(&edits), &changes)
            })?;
            match checked {
                Ok(()) => return self.file.file().write(&edits, output),
                Err(number) => {
                    let next = changes.partition_point(|change| change.form.number <= number);
                    changes.remove(next.saturating_sub(1));
                }
            }
        }
        self.file.file().write(&[], output)
    }
}

/// How most lines of a text end.
fn line_end(text: &str) -> &'static str {
    match text.find(['\r', '\n']).map(|at| text.get(at..at + 2)) {
        Some(Some("\r\n")) => "\r\n",
        Some(_) if text.contains('\n') => "\n",
        Some(_) => "\r",
        None => "\n",
    }
}

#[cfg(test)]
mod tests;
