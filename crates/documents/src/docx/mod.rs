//! Documents of word processors in Office Open XML (`.docx` and its siblings with macros and for
//! templates), transitional and strict.
//!
//! Units are the paragraphs of the body, headers, footers, notes, comments, text boxes and building
//! blocks, and the alternative texts, the texts of diagrams and charts, and the document's title and
//! subject. Runs that look the same are one text; tabs, breaks, fields, notes' marks and pictures are
//! codes. Deleted and hidden text, fields' instructions and formulas stay as they are.

mod fields;
mod paragraph;
mod properties;
mod story;
mod styles;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::archive::Archive;
use crate::error::quoted;
use crate::office::package::{self, Part, decode};
use crate::office::pass::{Copies, Pass, Places, Units};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use properties::Marks;
use story::Story;
use styles::Styles;

/// The format's name in errors.
const FORMAT: &str = "DOCX";

/// The kinds of parts with text, in the order in which they are read.
const KINDS: [&str; 12] = [
    MAIN,
    "header",
    "footer",
    "footnotes",
    "endnotes",
    "comments",
    "glossaryDocument",
    DIAGRAM,
    DIAGRAM_DRAWING,
    "chart",
    "chartEx",
    "core-properties",
];

/// The kind of the part with the body.
const MAIN: &str = "officeDocument";

/// The kind of parts with the text of diagrams.
const DIAGRAM: &str = "diagramData";

/// The kind of parts with diagrams as they were drawn last: their text again.
const DIAGRAM_DRAWING: &str = "diagramDrawing";

/// A document of a word processor.
pub struct Docx {
    archive: Archive,
    options: Options,
    units: Units,
    parts: Vec<(Part, Places)>,
    styles: Styles,
    styles_parts: BTreeSet<String>,
    warnings: Vec<Warning>,
}

impl Docx {
    /// Reads a document.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let limits = options.limits;
        let mut archive = Archive::open(source, FORMAT, limits)?;
        let mut parts = package::parts(&mut archive, FORMAT, limits.depth)?;
        let of_kind = |parts: &[Part], kind: &str| -> Vec<String> {
            let parts = parts.iter().filter(|part| part.kind == kind);
            parts.map(|part| part.name.clone()).collect()
        };
        let styles_parts = of_kind(&parts, "styles");
        let mut styles = Styles::default();
        // The building blocks have styles of their own, with the same names as far as hidden ones go.
        for name in styles_parts.iter().rev() {
            if let Some(bytes) = archive.read(name)? {
                styles.read(&decode(&bytes, FORMAT)?.text, limits.depth)?;
            }
        }
        let has_chunks = !of_kind(&parts, "aFChunk").is_empty();
        let has_workbooks = !of_kind(&parts, "package").is_empty();
        parts.retain(|part| rank(&part.kind).is_some());
        parts.sort_by_cached_key(|part| (rank(&part.kind), part.name.clone()));
        let mut docx = Self {
            archive,
            options,
            units: Units::default(),
            parts: Vec::new(),
            styles,
            styles_parts: styles_parts.into_iter().collect(),
            warnings: Vec::new(),
        };
        for part in parts {
            docx.read(part)?;
        }
        if has_chunks {
            docx.warnings.push(Warning {
                message:
                    "The document shows other documents that are embedded in it; they were left \
                          as they are."
                        .to_owned(),
            });
        }
        if has_workbooks && docx.parts.iter().any(|(part, _)| part.kind == "chart") {
            docx.warnings.push(Warning {
                message: "The workbooks behind the document's charts were left as they are: \
                          whoever edits a chart's data gets the original words again."
                    .to_owned(),
            });
        }
        if !docx.parts.iter().any(|(part, _)| part.kind == MAIN) {
            return Err(DocumentError::Malformed {
                format: FORMAT,
                reason: "it has no main part".to_owned(),
            });
        }
        Ok(docx)
    }

    fn read(&mut self, part: Part) -> Result<(), DocumentError> {
        let is_main = part.kind == MAIN;
        let before = self.units.units.len();
        let mut places = Places::new();
        let outcome = self.read_places(&part, &mut places);
        match outcome {
            Err(DocumentError::Malformed { reason, .. }) if !is_main => {
                self.units.units.truncate(before);
                self.warnings.push(Warning {
                    message: format!(
                        "The part {:?} is damaged and was left as it is: {reason}.",
                        quoted(&part.name)
                    ),
                });
                return Ok(());
            }
            outcome => outcome?,
        }
        self.parts.push((part, places));
        Ok(())
    }

    fn read_places(&mut self, part: &Part, places: &mut Places) -> Result<(), DocumentError> {
        let Some(bytes) = self.archive.read(&part.name)? else {
            return Ok(());
        };
        let decoded = decode(&bytes, FORMAT)?;
        let mut copies = Vec::new();
        if part.kind == DIAGRAM_DRAWING {
            let is_diagram = |(part, _): &&(Part, Places)| part.kind == DIAGRAM;
            let diagrams = self.parts.iter().filter(is_diagram);
            let first: Vec<usize> = diagrams.flat_map(|(_, places)| places).copied().collect();
            copies.push(Copies::new(&self.units.units, &first));
        }
        let mut pass = Pass::Read {
            units: &mut self.units,
            places,
            copies,
            limits: self.options.limits,
        };
        let depth = self.options.limits.depth;
        Story::new(&decoded.text, &mut pass, &self.styles, None, depth).walk(part)?;
        Ok(())
    }

    /// The parts in which something is translated otherwise than it was, with their places.
    fn changed(&self, translations: &[Option<Content>]) -> BTreeMap<String, (Part, Places)> {
        let units = &self.units.units;
        let changes: Vec<bool> = units
            .iter()
            .enumerate()
            .map(|(index, unit)| match translations.get(index) {
                Some(Some(translation)) => *translation != unit.content,
                _ => false,
            })
            .collect();
        let changes_there = |(_, places): &&(Part, Places)| {
            let changes = |index: &usize| changes.get(*index) == Some(&true);
            places.iter().any(changes)
        };
        let parts = self.parts.iter().filter(changes_there);
        parts
            .map(|(part, places)| (part.name.clone(), (part.clone(), places.clone())))
            .collect()
    }
}

fn rank(kind: &str) -> Option<usize> {
    KINDS.iter().position(|story| *story == kind)
}

impl Document for Docx {
    fn units(&self) -> &[Unit] {
        &self.units.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let changed = self.changed(translations);
        let mut names: BTreeSet<String> = changed.keys().cloned().collect();
        if !names.is_empty() {
            names.extend(self.styles_parts.iter().cloned());
        }
        let (units, styles) = (&self.units.units, &self.styles);
        let marks = Marks::new(self.options.target);
        let limits = self.options.limits;
        let depth = limits.depth;
        let mut edit = |name: &str, bytes: Vec<u8>| {
            let decoded = decode(&bytes, FORMAT)?;
            let edits = if let Some((part, places)) = changed.get(name) {
                let mut pass = Pass::Write {
                    units,
                    translations,
                    places: places.iter(),
                    limits,
                };
                Story::new(&decoded.text, &mut pass, styles, Some(&marks), depth).walk(part)?
            } else {
                styles::set_language(&decoded.text, &marks, depth)?
            };
            if edits.is_empty() {
                return Ok(bytes);
            }
            Ok(decoded.encode(&edits.apply(&decoded.text)))
        };
        self.archive.write(&names, &mut edit, output)
    }
}
