use std::io::Write;
use std::ops::Range;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, TextFile};
use crate::{Content, DocumentError, Limits, Unit, overseer};

use super::{Convention, TranslatableText};

/// What a string takes besides its text and its units, in bytes.
const OF_STRING: usize = 320;

/// What each byte of its text takes: as it is read, and as it is written.
const OF_TEXT: usize = 4;

/// How the strings of a file are written.
pub(crate) trait StringNotation {
    /// What of a string says how it is written: its quotation marks, its indentation.
    type Form;

    /// What stands in place of a string that means this text from now on. `has` says which characters the encoding of the
    /// file has.
    fn written(&self, text: &str, form: &Self::Form, has: &dyn Fn(char) -> bool) -> String;
}

/// A file of text of which some strings are translated, and all else stays byte for byte.
#[derive(Debug)]
pub(crate) struct StringFile<N: StringNotation> {
    file: TextFile,
    notation: N,
    units: Vec<Unit>,
    strings: Vec<PlacedString<N::Form>>,
}

/// A string with something to translate in it.
#[derive(Debug)]
struct PlacedString<F> {
    range: Range<usize>,
    form: F,
    text: TranslatableText,
}

/// A string that translations change.
#[derive(Debug)]
pub(crate) struct Change<'a, F> {
    pub(crate) range: &'a Range<usize>,
    pub(crate) form: &'a F,
    /// What it means from now on.
    pub(crate) text: String,
}

/// The strings of a file while it is read.
#[derive(Debug)]
pub(crate) struct StringCollection<F> {
    units: Collection,
    convention: Convention,
    strings: Vec<PlacedString<F>>,
}

impl<F> StringCollection<F> {
    /// No strings yet.
    pub(crate) fn new(convention: Convention, limits: &Limits) -> Self {
        Self {
            units: Collection::new(limits),
            convention,
            strings: Vec::new(),
        }
    }

    /// Adds a string that stands in this range of the file and means this text. Strings come in their order and do not
    /// overlap.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(crate) fn push(
        &mut self,
        range: Range<usize>,
        form: F,
        text: String,
    ) -> Result<(), DocumentError> {
        self.push_with_kept(range, form, text, &[], self.convention)
    }

    /// Adds such a string with a convention of its own, in which these stretches are kept as they are.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(crate) fn push_with_kept(
        &mut self,
        range: Range<usize>,
        form: F,
        text: String,
        kept: &[Range<usize>],
        convention: Convention,
    ) -> Result<(), DocumentError> {
        overseer::borrow(OF_STRING.saturating_add(text.len().saturating_mul(OF_TEXT)))?;
        let text = TranslatableText::with_kept(text, kept, convention, &mut self.units)?;
        if text.has_units() {
            self.strings.push(PlacedString { range, form, text });
        }
        Ok(())
    }
}

impl<N: StringNotation> StringFile<N> {
    /// A file with these strings in it.
    pub(crate) fn new(file: TextFile, notation: N, strings: StringCollection<N::Form>) -> Self {
        Self {
            file,
            notation,
            units: strings.units.into_units(),
            strings: strings.strings,
        }
    }

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units
    }

    pub(crate) fn file(&self) -> &TextFile {
        &self.file
    }

    /// The strings that these translations change, in their order.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(crate) fn changes(
        &self,
        translations: &[Option<Content>],
    ) -> Result<Vec<Change<'_, N::Form>>, DocumentError> {
        let translations: Vec<_> = changed_units(&self.units, translations).collect();
        let mut changes = Vec::new();
        for string in &self.strings {
            overseer::go_on()?;
            if let Some(text) = string.text.translated(&translations) {
                changes.push(Change {
                    range: &string.range,
                    form: &string.form,
                    text,
                });
            }
        }
        Ok(changes)
    }

    /// How a change is written.
    pub(crate) fn edit(&self, change: &Change<'_, N::Form>) -> Edit {
        let has = |character| self.file.has(character);
        Edit {
            range: change.range.clone(),
            replacement: self.notation.written(&change.text, change.form, &has),
        }
    }

    /// The strings that these translations change, as they are written, in their order.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(crate) fn edits(
        &self,
        translations: &[Option<Content>],
    ) -> Result<Vec<Edit>, DocumentError> {
        let changes = self.changes(translations)?;
        Ok(changes.iter().map(|change| self.edit(change)).collect())
    }

    /// Writes the file with these translations of its units; `further` are changes that it needs if there are any.
    ///
    /// # Errors
    /// [`DocumentError::Io`], and those of an [`overseer`].
    pub(crate) fn write(
        &self,
        translations: &[Option<Content>],
        further: impl FnOnce() -> Vec<Edit>,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut edits = self.edits(translations)?;
        if !edits.is_empty() {
            edits.extend(further());
            edits.sort_by_key(|edit| edit.range.start);
        }
        self.file.write(&edits, output)
    }
}
