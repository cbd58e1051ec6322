//! String resources of Android: strings are units, and all else stays byte for byte.
//!
//! They are XML of which only a root `resources` with elements that Android knows tells that it is theirs.

mod escapes;
mod notation;
mod reader;

use std::io::{Read, Write};

use dragoman_language::Language;

use crate::encoding::{Edit, TextFile};
use crate::strings::{Change, StringFile, quantities};
use crate::xml::declared_encoding;
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use notation::{Form, Kind, Notation, is_nested};
use reader::Plural;

/// How much of a file is looked at to tell that it may be one of resources.
const HEAD: u64 = 16 << 10;

/// A file of strings of an application for Android.
///
/// Units are the texts of `string`, of items of `string-array`, and of plurals, unless they are not `translatable`. Elements in
/// them and tags that are written as text are stretches; `xliff:g` with what is in it, placeholders and entities are marks.
/// Backslashes, quotation marks and white space are read and written as Android does. Plurals that the target language has
/// besides are added, with the text of `other`.
#[derive(Debug)]
pub struct AndroidStrings {
    file: StringFile<Notation>,
    plurals: Vec<Plural>,
    locale: Option<std::ops::Range<usize>>,
    warnings: Vec<Warning>,
    target: Language,
}

impl AndroidStrings {
    /// Reads a file; nothing if it is other XML.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`], [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Option<Self>, DocumentError> {
        if !may_be_resources(source)? {
            return Ok(None);
        }
        let limits = &options.limits;
        let file = TextFile::read_declared(source, limits, "XML", declared_encoding)?;
        let Some(contents) = reader::read(file.text(), limits)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            file: StringFile::new(file, Notation, contents.strings),
            plurals: contents.plurals,
            locale: contents.locale,
            warnings: contents
                .declares_entities
                .then_some(Warning::Entities)
                .into_iter()
                .collect(),
            target: options.target,
        }))
    }

    fn text(&self, range: std::ops::Range<usize>) -> &str {
        self.file.file().get(range)
    }

    /// The plurals that are added to one of which these are the changes.
    fn added(&self, plural: &Plural, edits: &[Edit]) -> Option<Edit> {
        let other = plural.other.as_ref()?;
        let first = edits.partition_point(|edit| edit.range.start < plural.range.start);
        let own = edits.get(first..)?.iter();
        let own = own.take_while(|edit| edit.range.end <= plural.range.end);
        let mut own = own.peekable();
        own.peek()?;
        let changed = own.find(|edit| edit.range == other.text);
        let text = changed.map_or(self.text(other.text.clone()), |edit| &edit.replacement);
        let before = self.text(plural.range.start..other.range.start);
        let space = before.get(before.trim_end().len()..).unwrap_or_default();
        let mut items = String::new();
        let missing = quantities(self.target).iter();
        for quantity in missing.filter(|it| !plural.quantities.iter().any(|has| has == *it)) {
            items.push_str(self.text(other.range.start..other.quantity.start));
            items.push_str(quantity);
            items.push_str(self.text(other.quantity.end..other.text.start));
            items.push_str(text);
            items.push_str(self.text(other.text.end..other.range.end));
            items.push_str(space);
        }
        let place = other.range.start;
        (!items.is_empty()).then_some(Edit {
            range: place..place,
            replacement: items,
        })
    }
}

impl Document for AndroidStrings {
    fn units(&self) -> &[Unit] {
        self.file.units()
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut changes = self.file.changes(translations)?;
        // Tags whose other one is in another unit can have been put in another order.
        let is_well_formed =
            |change: &Change<'_, Form>| change.form.kind != Kind::Markup || is_nested(&change.text);
        changes.retain(is_well_formed);
        let mut edits: Vec<Edit> = changes
            .iter()
            .map(|change| self.file.edit(change))
            .collect();
        if !edits.is_empty() {
            let plurals = self.plurals.iter();
            let added: Vec<Edit> = plurals
                .filter_map(|plural| self.added(plural, &edits))
                .collect();
            edits.extend(added);
            edits.extend(self.locale.clone().map(|range| Edit {
                range,
                replacement: self.target.tag().to_owned(),
            }));
            edits.sort_by_key(|edit| edit.range.start);
        }
        self.file.file().write(&edits, output)
    }
}

/// Whether a file may be one of resources, by its beginning. The source stands at its beginning again.
fn may_be_resources(source: &mut dyn Source) -> Result<bool, DocumentError> {
    let mut head = Vec::new();
    Read::take(&mut *source, HEAD).read_to_end(&mut head)?;
    source.rewind()?;
    // In UTF-16, every other byte is zero.
    head.retain(|byte| *byte != 0);
    let name = b"<resources";
    Ok(head.windows(name.len()).any(|window| window == name))
}

#[cfg(test)]
mod tests;
