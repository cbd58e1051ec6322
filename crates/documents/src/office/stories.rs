use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::archive::Archive;
use crate::error::quoted;
use crate::xml::Edits;
use crate::{Content, DocumentError, Options, Source, Unit, Warning};

use super::package::{Part, decode};
use super::pass::{Copies, Pass, Places, Units};

/// Goes over the text of a part with a pass.
pub(crate) type Walk<'w> =
    &'w mut dyn FnMut(&Part, &str, &mut Pass<'_>) -> Result<Edits, DocumentError>;

/// The parts of a document that have text, with their units.
pub(crate) struct Stories {
    pub(crate) archive: Archive,
    pub(crate) options: Options,
    pub(crate) warnings: Vec<Warning>,
    format: &'static str,
    units: Units,
    parts: Vec<(Part, Places)>,
}

impl Stories {
    /// A document of which no part was read yet.
    ///
    /// # Errors
    /// Those of opening an archive.
    pub(crate) fn open(
        source: Box<dyn Source>,
        options: Options,
        format: &'static str,
    ) -> Result<Self, DocumentError> {
        Ok(Self {
            archive: Archive::open(source, format, options.limits)?,
            options,
            warnings: Vec::new(),
            format,
            units: Units::default(),
            parts: Vec::new(),
        })
    }

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units.units
    }

    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        let message = message.into();
        self.warnings.push(Warning { message });
    }

    /// The units that were read since there were `first`, to find their text again.
    pub(crate) fn copies(&self, first: usize) -> Copies {
        let units: Vec<usize> = (first..self.units.units.len()).collect();
        Copies::new(&self.units.units, &units)
    }

    /// Reads a part's units; text that is among `copies` is translated once. A part that is damaged is
    /// left as it is.
    ///
    /// # Errors
    /// Those of the archive and of the walk, but for damages.
    pub(crate) fn read(
        &mut self,
        part: &Part,
        copies: &Copies,
        walk: Walk<'_>,
    ) -> Result<(), DocumentError> {
        let Some(bytes) = self.archive.read(&part.name)? else {
            return Ok(());
        };
        let before = self.units.units.len();
        let mut places = Places::new();
        let outcome = decode(&bytes, self.format).and_then(|decoded| {
            let mut pass = Pass::Read {
                units: &mut self.units,
                places: &mut places,
                copies: vec![copies.clone()],
                limits: self.options.limits,
            };
            walk(part, &decoded.text, &mut pass)
        });
        match outcome {
            Err(DocumentError::Malformed { reason, .. }) => {
                self.units.units.truncate(before);
                self.warn(format!(
                    "The part {:?} is damaged and was left as it is: {reason}.",
                    quoted(&part.name)
                ));
            }
            outcome => {
                outcome?;
                self.parts.push((part.clone(), places));
            }
        }
        Ok(())
    }

    /// The parts in which something is translated otherwise than it was, and, if there are any, the others that
    /// `wants` chooses, with their places.
    fn changed(
        &self,
        translations: &[Option<Content>],
        wants: impl Fn(&Part) -> bool,
    ) -> BTreeMap<String, (Part, Places)> {
        let units = self.units.units.iter().enumerate();
        let changes: Vec<bool> = units
            .map(|(index, unit)| match translations.get(index) {
                Some(Some(translation)) => *translation != unit.content,
                _ => false,
            })
            .collect();
        if !changes.contains(&true) {
            return BTreeMap::new();
        }
        let changes_there = |(part, places): &&(Part, Places)| {
            let changes = |index: &usize| changes.get(*index) == Some(&true);
            wants(part) || places.iter().any(changes)
        };
        let parts = self.parts.iter().filter(changes_there);
        parts
            .map(|(part, places)| (part.name.clone(), (part.clone(), places.clone())))
            .collect()
    }

    /// Writes the document. The same walk as when it was read goes over the parts that change, and,
    /// if there are any, over the others that `wants` chooses.
    ///
    /// # Errors
    /// Those of the archive and of the walk.
    pub(crate) fn write(
        &mut self,
        translations: &[Option<Content>],
        wants: impl Fn(&Part) -> bool,
        walk: Walk<'_>,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let changed = self.changed(translations, wants);
        let names: BTreeSet<String> = changed.keys().cloned().collect();
        let (units, format) = (&self.units.units, self.format);
        let limits = self.options.limits;
        let mut edit = |name: &str, bytes: Vec<u8>| {
            let Some((part, places)) = changed.get(name) else {
                return Ok(bytes);
            };
            let decoded = decode(&bytes, format)?;
            let mut pass = Pass::Write {
                units,
                translations,
                places: places.iter(),
                limits,
            };
            let edits = walk(part, &decoded.text, &mut pass)?;
            if edits.is_empty() {
                return Ok(bytes);
            }
            Ok(decoded.encode(&edits.apply(&decoded.text)))
        };
        self.archive.write(&names, &mut edit, output)
    }
}
