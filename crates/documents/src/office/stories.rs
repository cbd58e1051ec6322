use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

use crate::archive::Archive;
use crate::xml::Edits;
use crate::{Content, DocumentError, Options, Source, Unit, Warning};

use super::package::{Part, decode};
use super::pass::{Copies, Pass, Places, Units};

/// The kind of a document's main part.
pub(crate) const MAIN: &str = "officeDocument";

/// The kind of parts with macros.
pub(crate) const MACROS: &str = "vbaProject";

/// The kinds of parts with charts.
pub(crate) const CHARTS: [&str; 2] = ["chart", "chartEx"];

/// Goes over the text of a part with a pass.
pub(crate) type Walk<'w> =
    &'w mut dyn FnMut(&Part, &str, &mut Pass<'_>) -> Result<Edits, DocumentError>;

/// Gives the new content of the entry with this name and content.
pub(crate) type Rewrite<'w> = &'w dyn Fn(&str, Vec<u8>) -> Result<Vec<u8>, DocumentError>;

/// Entries of the archive that are no parts with units and change nevertheless.
pub(crate) struct Others<'w> {
    /// Their names.
    pub(crate) names: BTreeSet<String>,
    /// Writes them.
    pub(crate) rewrite: Rewrite<'w>,
}

impl Others<'_> {
    /// None.
    pub(crate) fn none() -> Self {
        Self {
            names: BTreeSet::new(),
            rewrite: &|_, bytes| Ok(bytes),
        }
    }
}

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
        let archive = Archive::open(source, format, options.limits)?;
        Ok(Self::of_archive(archive, options, format))
    }

    /// A document in an archive of which no part was read yet.
    pub(crate) fn of_archive(archive: Archive, options: Options, format: &'static str) -> Self {
        Self {
            archive,
            options,
            warnings: Vec::new(),
            format,
            units: Units::default(),
            parts: Vec::new(),
        }
    }

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units.units
    }

    /// The format's name in errors.
    pub(crate) fn format(&self) -> &'static str {
        self.format
    }

    pub(crate) fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// The units that were read since there were `first`, to find their text again.
    pub(crate) fn copies(&self, first: usize) -> Copies {
        let units: Vec<usize> = (first..self.units.units.len()).collect();
        Copies::new(&self.units.units, &units)
    }

    /// The units in parts of this kind that were read, to find their text again.
    pub(crate) fn copies_of(&self, kind: &str) -> Copies {
        let parts = self.parts.iter().filter(|(part, _)| part.kind == kind);
        let units: Vec<usize> = parts.flat_map(|(_, places)| places).copied().collect();
        Copies::new(&self.units.units, &units)
    }

    /// The parts that were read, with the units at their places.
    pub(crate) fn parts(&self) -> &[(Part, Places)] {
        &self.parts
    }

    /// Reads a part's units; text that is among `copies` is translated once. A part that is damaged is
    /// left as it is, unless it is the main part.
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
                same: CHARTS.contains(&part.kind.as_str()).then(HashMap::new),
                limits: self.options.limits,
            };
            walk(part, &decoded.text, &mut pass)
        });
        match outcome {
            Err(DocumentError::Malformed { reason, .. }) if part.kind != MAIN => {
                self.units.units.truncate(before);
                let part = (&part.name).into();
                self.warn(Warning::DamagedPart { part, reason });
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
    /// if there are any, over the others that `wants` chooses. What entries become that are no parts, `others` says.
    ///
    /// # Errors
    /// Those of the archive and of the walk.
    pub(crate) fn write(
        &mut self,
        translations: &[Option<Content>],
        wants: impl Fn(&Part) -> bool,
        walk: Walk<'_>,
        others: &Others<'_>,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let changed = self.changed(translations, wants);
        let mut names: BTreeSet<String> = changed.keys().cloned().collect();
        names.extend(others.names.iter().cloned());
        let (units, format) = (&self.units.units, self.format);
        let limits = self.options.limits;
        let mut edit = |name: &str, bytes: Vec<u8>| {
            let Some((part, places)) = changed.get(name) else {
                return (others.rewrite)(name, bytes);
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
