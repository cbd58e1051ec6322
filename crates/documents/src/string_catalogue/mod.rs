//! Xcode's catalogues of strings: texts of the source language are units, which become texts of the target language beside
//! them, and all else stays byte for byte.

mod codes;
mod merging;
mod plan;
mod plurals;
mod style;

use std::io::Write;
use std::ops::Range;

use crate::collection::changed_units;
use crate::encoding::{Edit, TextFile};
use crate::json::Tree;
use crate::strings::TranslatableText;
use crate::{Content, Document, DocumentError, Options, Source, Unit, overseer};

use plan::{Fill, Insertion, Planner};
use style::Style;

const FORMAT: &str = "XCSTRINGS";

/// A catalogue of strings.
///
/// Units are texts of the source language that have no translation yet, or one that is only prepared (`new`): of plurals and
/// variants for devices each that the target language needs. Texts that are stale or not to be translated stay.
#[derive(Debug)]
pub struct StringCatalogue {
    file: TextFile,
    tree: Tree,
    style: Style,
    units: Vec<Unit>,
    texts: Vec<TranslatableText>,
    sources: Vec<Range<usize>>,
    fills: Vec<Fill>,
    insertions: Vec<Insertion>,
}

impl StringCatalogue {
    /// Reads a catalogue, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read(source, limits, FORMAT)?;
        let text = file.text();
        let tree = Tree::read(text, limits)?;
        let style = Style::of(text, &tree);
        let mut planner = Planner::new(text, &tree, options)?;
        planner.plan()?;
        let mut plan = planner.into_plan();
        plan.insertions.sort_by_key(|insertion| insertion.object);
        Ok(Self {
            units: plan.units.into_units(),
            texts: plan.texts,
            sources: plan.sources,
            fills: plan.fills,
            insertions: plan.insertions,
            style,
            tree,
            file,
        })
    }

    /// The changes that these translations make, in their order.
    fn edits(&self, translations: &[Option<Content>]) -> Result<Vec<Edit>, DocumentError> {
        let translations: Vec<_> = changed_units(&self.units, translations).collect();
        let mut texts = Vec::new();
        for text in &self.texts {
            overseer::go_on()?;
            texts.push(text.translated(&translations));
        }
        let writer = style::Writer {
            file: &self.file,
            tree: &self.tree,
            style: &self.style,
            texts: &texts,
            sources: &self.sources,
        };
        let mut edits = Vec::new();
        for fill in &self.fills {
            overseer::go_on()?;
            edits.extend(writer.filled(fill).into_iter().flatten());
        }
        for members in self
            .insertions
            .chunk_by(|one, other| one.object == other.object)
        {
            overseer::go_on()?;
            let object = members.first().map_or(0, |member| member.object);
            edits.extend(writer.inserted(object, members));
        }
        edits.sort_by_key(|edit| edit.range.start);
        Ok(edits)
    }
}

impl Document for StringCatalogue {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let edits = self.edits(translations)?;
        self.file.write(&edits, output)
    }
}

#[cfg(test)]
mod tests;
