//! Documents of word processors in Office Open XML (`.docx` and its siblings with macros and for
//! templates), transitional and strict.
//!
//! Units are the paragraphs of the body, headers, footers, notes, comments, text boxes and building
//! blocks, and the alternative texts, the texts of diagrams and charts, the choices of lists, the words in
//! the labels of numbered paragraphs, and the document's title and subject. Runs that look the same are
//! one text; tabs, breaks, fields, notes' marks and pictures are codes. Deleted and hidden text, fields'
//! instructions and formulas stay as they are. Programs choose the fonts for a translation's script by
//! its language, which is set wherever the document says one.

mod controls;
mod fields;
mod marks;
mod numbering;
mod paragraph;
mod properties;
mod settings;
mod story;
mod styles;

use std::collections::BTreeMap;
use std::io::Write;

use crate::office::package::{self, Part, decode};
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MACROS, MAIN, Stories};
use crate::workbooks::Workbooks;
use crate::xml::Edits;
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use marks::Marks;
use numbering::{Numbering, Used};
use story::{Found, Story};
use styles::Styles;

/// The format's name in errors.
const FORMAT: &str = "DOCX";

/// The kinds of parts with text, in the order in which they are read.
const KINDS: [&str; 15] = [
    MAIN,
    "header",
    "footer",
    "footnotes",
    "endnotes",
    "comments",
    BUILDING_BLOCKS,
    DIAGRAM,
    DIAGRAM_DRAWING,
    "chart",
    "chartEx",
    NUMBERING,
    "core-properties",
    STYLES,
    SETTINGS,
];

/// The kind of parts with the text of diagrams.
const DIAGRAM: &str = "diagramData";

/// The kind of parts with diagrams as they were drawn last: their text again.
const DIAGRAM_DRAWING: &str = "diagramDrawing";

/// The kind of parts with building blocks.
const BUILDING_BLOCKS: &str = "glossaryDocument";

/// The kind of parts that define how paragraphs are numbered.
const NUMBERING: &str = "numbering";

/// The kind of parts with styles.
const STYLES: &str = "styles";

/// The kind of parts with settings.
const SETTINGS: &str = "settings";

/// A document of a word processor.
pub struct Docx {
    stories: Stories,
    plan: Plan,
    workbooks: Workbooks,
}

/// What is known of a document before its parts are gone over.
#[derive(Default)]
struct Plan {
    depth: usize,
    /// Whether translations stand behind their sources.
    is_bilingual: bool,
    styles: Styles,
    /// By the name of the part that defines them.
    numberings: BTreeMap<String, Numbering>,
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
        let mut plan = Plan {
            depth,
            is_bilingual: options.bilingual,
            ..Plan::default()
        };
        let styles_parts = parts.iter().filter(|part| part.kind == STYLES);
        // The building blocks have styles of their own, with the same names as far as hidden ones go.
        for part in styles_parts.rev() {
            if let Some(bytes) = stories.archive.read(&part.name)? {
                plan.styles.read(&decode(&bytes, FORMAT)?.text, depth)?;
            }
        }
        let has = |kind: &str| parts.iter().any(|part| part.kind == kind);
        let (has_chunks, has_macros) = (has("aFChunk"), has(MACROS));
        let main = parts.iter().find(|part| part.kind == MAIN).cloned();
        let numbering = match &main {
            Some(main) => numbering_of(&mut stories, main)?,
            None => None,
        };
        parts.retain(|part| rank(&part.kind).is_some());
        parts.sort_by_cached_key(|part| (rank(&part.kind), part.name.clone()));
        let mut found = Found::default();
        let mut of_diagrams = None;
        for part in parts {
            let copies = match part.kind.as_str() {
                DIAGRAM_DRAWING => {
                    let copies = of_diagrams.get_or_insert_with(|| stories.copies_of(DIAGRAM));
                    copies.clone()
                }
                _ => Copies::default(),
            };
            if numbering.as_ref() == Some(&part) {
                plan.read_numbering(&mut stories, &part, &found.used)?;
            }
            // The building blocks have numberings of their own.
            let mut found = (part.kind != BUILDING_BLOCKS).then_some(&mut found);
            stories.read(&part, &copies, &mut |part, text, pass| {
                plan.walk(part, text, pass, found.as_deref_mut(), None)
            })?;
        }
        if has_chunks {
            stories.warn(Warning::EmbeddedDocuments);
        }
        if has_macros {
            stories.warn(Warning::Macros);
        }
        if found.has_bindings {
            stories.warn(Warning::DetachedControls);
        }
        if !stories.parts().iter().any(|(part, _)| part.kind == MAIN) {
            return Err(DocumentError::Malformed {
                format: FORMAT,
                reason: "it has no main part".to_owned(),
            });
        }
        let workbooks = Workbooks::read(&mut stories)?;
        Ok(Self {
            stories,
            plan,
            workbooks,
        })
    }
}

/// The part that defines how the paragraphs of the main part are numbered.
fn numbering_of(stories: &mut Stories, main: &Part) -> Result<Option<Part>, DocumentError> {
    let depth = stories.options.limits.depth;
    let related = package::relationships(&mut stories.archive, &main.name, FORMAT, depth)?;
    let mut parts = related.into_iter().map(|found| found.part);
    Ok(parts.find(|part| part.kind == NUMBERING))
}

fn rank(kind: &str) -> Option<usize> {
    KINDS.iter().position(|story| *story == kind)
}

impl Plan {
    /// Finds out which numberings of a part are used. A part that is damaged has none.
    fn read_numbering(
        &mut self,
        stories: &mut Stories,
        part: &Part,
        used: &Used,
    ) -> Result<(), DocumentError> {
        let bytes = stories.archive.read(&part.name)?.unwrap_or_default();
        let found = decode(&bytes, FORMAT)
            .and_then(|decoded| Numbering::read(&decoded.text, used, &self.styles, self.depth));
        match found {
            // It is left as it is when it is read.
            Err(DocumentError::Malformed { .. }) => {}
            found => {
                self.numberings.insert(part.name.clone(), found?);
            }
        }
        Ok(())
    }

    /// Goes over a part. Note of what is found is taken when it is read, marks are set when it is written.
    fn walk(
        &self,
        part: &Part,
        text: &str,
        pass: &mut Pass<'_>,
        found: Option<&mut Found>,
        marks: Option<&Marks>,
    ) -> Result<Edits, DocumentError> {
        let depth = self.depth;
        match (part.kind.as_str(), marks) {
            (STYLES, Some(marks)) => styles::mark(text, marks, depth),
            // They were read before everything else.
            (STYLES, None) => Ok(Edits::default()),
            (SETTINGS, marks) => settings::mark(text, marks, depth),
            (NUMBERING, _) => {
                let numbering = self.numberings.get(&part.name);
                let unused = Numbering::default();
                let edits = numbering.unwrap_or(&unused).walk(text, pass, depth)?;
                // A label stands before the source.
                Ok(if self.is_bilingual {
                    Edits::default()
                } else {
                    edits
                })
            }
            _ => {
                let mut story = Story::new(text, pass, &self.styles, marks, depth);
                if self.is_bilingual {
                    story = story.bilingual();
                }
                story.found = found;
                story.walk(part)
            }
        }
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
        let marks = Marks::new(options.target, options.bilingual);
        let plan = &self.plan;
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            plan.walk(part, text, pass, None, Some(&marks))
        };
        let wants = |part: &Part| matches!(part.kind.as_str(), STYLES | SETTINGS);
        let rewrite =
            |name: &str, bytes| self.workbooks.rewrite(name, bytes, translations, options);
        let others = self
            .workbooks
            .others(translations, self.stories.units(), &rewrite);
        self.stories
            .write(translations, wants, &mut walk, &others, output)
    }
}
