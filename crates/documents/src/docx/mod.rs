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

use std::io::Write;

use crate::office::package::{self, Part, decode};
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MAIN, Stories};
use crate::xml::Edits;
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use properties::Marks;
use story::Story;
use styles::Styles;

/// The format's name in errors.
const FORMAT: &str = "DOCX";

/// The kinds of parts with text, in the order in which they are read.
const KINDS: [&str; 13] = [
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
    STYLES,
];

/// The kind of parts with the text of diagrams.
const DIAGRAM: &str = "diagramData";

/// The kind of parts with diagrams as they were drawn last: their text again.
const DIAGRAM_DRAWING: &str = "diagramDrawing";

/// The kind of parts with styles.
const STYLES: &str = "styles";

/// A document of a word processor.
pub struct Docx {
    stories: Stories,
    styles: Styles,
}

impl Docx {
    /// Reads a document.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let mut stories = Stories::open(source, options, FORMAT)?;
        let depth = options.limits.depth;
        let mut parts = package::parts(&mut stories.archive, FORMAT, depth)?;
        let mut styles = Styles::default();
        let styles_parts = parts.iter().filter(|part| part.kind == STYLES);
        // The building blocks have styles of their own, with the same names as far as hidden ones go.
        for part in styles_parts.rev() {
            if let Some(bytes) = stories.archive.read(&part.name)? {
                styles.read(&decode(&bytes, FORMAT)?.text, depth)?;
            }
        }
        let has = |kind: &str| parts.iter().any(|part| part.kind == kind);
        let has_chunks = has("aFChunk");
        let has_workbooks = has("package");
        parts.retain(|part| rank(&part.kind).is_some());
        parts.sort_by_cached_key(|part| (rank(&part.kind), part.name.clone()));
        for part in parts {
            let copies = match part.kind.as_str() {
                DIAGRAM_DRAWING => stories.copies_of(DIAGRAM),
                _ => Copies::default(),
            };
            stories.read(&part, &copies, &mut |part, text, pass| {
                walk(part, text, pass, &styles, None, depth)
            })?;
        }
        if has_chunks {
            stories.warn(
                "The document shows other documents that are embedded in it; they were left as \
                 they are.",
            );
        }
        if has_workbooks && stories.has_read("chart") {
            stories.warn(
                "The workbooks behind the document's charts were left as they are: whoever edits \
                 a chart's data gets the original words again.",
            );
        }
        if !stories.has_read(MAIN) {
            return Err(DocumentError::Malformed {
                format: FORMAT,
                reason: "it has no main part".to_owned(),
            });
        }
        Ok(Self { stories, styles })
    }
}

fn rank(kind: &str) -> Option<usize> {
    KINDS.iter().position(|story| *story == kind)
}

/// Goes over a part; marks are set when it is written.
fn walk(
    part: &Part,
    text: &str,
    pass: &mut Pass<'_>,
    styles: &Styles,
    marks: Option<&Marks>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    match (part.kind.as_str(), marks) {
        (STYLES, None) => Ok(Edits::default()),
        (STYLES, Some(marks)) => styles::set_language(text, marks, depth),
        _ => Story::new(text, pass, styles, marks, depth).walk(part),
    }
}

impl Document for Docx {
    fn units(&self) -> &[Unit] {
        self.stories.units()
    }

    fn warnings(&self) -> &[Warning] {
        &self.stories.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let options = self.stories.options;
        let marks = Marks::new(options.target);
        let (styles, depth) = (&self.styles, options.limits.depth);
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            walk(part, text, pass, styles, Some(&marks), depth)
        };
        let wants = |part: &Part| part.kind == STYLES;
        self.stories.write(translations, wants, &mut walk, output)
    }
}
