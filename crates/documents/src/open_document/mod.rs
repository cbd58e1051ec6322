//! Texts, spreadsheets and presentations in OpenDocument, and templates of them.
//!
//! Units are the paragraphs and headings of the text, of notes, comments, text boxes, cells, slides with their notes,
//! headers and footers and charts, titles and descriptions of what is drawn, words in the labels of numbered paragraphs, and
//! the document's title and subject. Spans that look the same are one text; tabs, breaks, fields, marks of notes and
//! drawings are codes. Deleted and hidden text, formulas with their results, numbers and the names of sheets stay as they
//! are.

mod behind;
mod manifest;
mod marks;
mod names;
mod paragraph;
mod story;
mod styles;
mod translation_style;

use std::io::Write;

use crate::archive::Archive;
use crate::office::package::{Part, decode};
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MAIN, Others, Stories};
use crate::xml::{Edits, Reader, Token};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use manifest::Manifest;
use marks::Marks;
use names::Namespace;
use story::{Found, Plan, Story};
use styles::Scope;

/// The entry with the content of a package, or of a chart in its folder.
const CONTENT: &str = "content.xml";

/// The entry with styles, headers and footers.
const STYLES: &str = "styles.xml";

/// The entry with the title and the subject.
const META: &str = "meta.xml";

/// The entry with the settings.
const SETTINGS: &str = "settings.xml";

/// The kind of the part with settings.
const OF_SETTINGS: &str = "settings";

/// The kind of parts with charts.
const CHART: &str = "chart";

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Spreadsheet,
    Presentation,
}

impl Kind {
    /// The format's name in errors.
    const fn format(self) -> &'static str {
        match self {
            Self::Text => "ODT",
            Self::Spreadsheet => "ODS",
            Self::Presentation => "ODP",
        }
    }

    /// The element in which its content is.
    const fn content(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Spreadsheet => "spreadsheet",
            Self::Presentation => "presentation",
        }
    }
}

/// A document in OpenDocument.
pub struct OpenDocument {
    stories: Stories,
    kind: Kind,
    plan: Plan,
}

impl OpenDocument {
    /// Reads a document of a word processor.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open_text(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        Self::open(source, options, Kind::Text)
    }

    /// Reads a workbook.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open_spreadsheet(
        source: Box<dyn Source>,
        options: Options,
    ) -> Result<Self, DocumentError> {
        Self::open(source, options, Kind::Spreadsheet)
    }

    /// Reads a presentation.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open_presentation(
        source: Box<dyn Source>,
        options: Options,
    ) -> Result<Self, DocumentError> {
        Self::open(source, options, Kind::Presentation)
    }

    fn open(source: Box<dyn Source>, options: Options, kind: Kind) -> Result<Self, DocumentError> {
        let format = kind.format();
        let mut stories = Stories::open(source, options, format)?;
        let depth = options.limits.depth;
        let plan = Plan {
            format,
            depth,
            is_bilingual: options.bilingual && kind == Kind::Text,
            ..Plan::default()
        };
        // Of what is encrypted as a whole nothing else is there.
        let manifest = Manifest::read(&mut stories.archive, format, depth)?;
        if stories.archive.find(CONTENT).is_none() {
            return Err(DocumentError::Malformed {
                format,
                reason: "it has no content".to_owned(),
            });
        }
        let mut document = Self {
            stories,
            kind,
            plan,
        };
        document.plan.survey(&mut document.stories.archive)?;
        let mut found = Found::default();
        document.read(MAIN, CONTENT, &Copies::default(), &mut found)?;
        document.read("styles", STYLES, &Copies::default(), &mut found)?;
        let copies = document.stories.copies(0);
        for folder in &manifest.charts {
            document.read(CHART, &format!("{folder}{CONTENT}"), &copies, &mut found)?;
        }
        document.read("meta", META, &Copies::default(), &mut found)?;
        if document.plan.is_bilingual {
            document.read(OF_SETTINGS, SETTINGS, &Copies::default(), &mut found)?;
        }
        document.warn(&manifest, &found);
        Ok(document)
    }

    fn read(
        &mut self,
        kind: &str,
        name: &str,
        copies: &Copies,
        found: &mut Found,
    ) -> Result<(), DocumentError> {
        let Some(name) = self.stories.archive.find(name).map(str::to_owned) else {
            return Ok(());
        };
        let part = Part {
            kind: kind.to_owned(),
            name,
        };
        let (plan, kind) = (&self.plan, self.kind);
        self.stories.read(&part, copies, &mut |part, text, pass| {
            plan.walk((kind, part), text, pass, Some(found), None)
        })
    }

    fn warn(&mut self, manifest: &Manifest, found: &Found) {
        let warnings = [
            (manifest.has_documents, Warning::EmbeddedDocuments),
            (manifest.has_macros, Warning::Macros),
            (manifest.is_signed, Warning::SignatureInvalid),
            (found.compares, Warning::ComparedTexts),
            (found.has_lists, Warning::ValueLists),
            (!self.plan.fields.is_empty(), Warning::PivotTables),
        ];
        for (_, warning) in warnings.into_iter().filter(|(is_so, _)| *is_so) {
            self.stories.warn(warning);
        }
    }
}

impl Plan {
    /// Reads what has to be known before the parts are gone over.
    fn survey(&mut self, archive: &mut Archive) -> Result<(), DocumentError> {
        let (format, depth) = (self.format, self.depth);
        for (name, scope) in [(STYLES, Scope::Styles), (CONTENT, Scope::Content)] {
            let Some(bytes) = archive.read(name)? else {
                continue;
            };
            let read = decode(&bytes, format).and_then(|decoded| {
                self.styles.read(&decoded.text, scope, (format, depth))?;
                self.read_fields(&decoded.text)
            });
            match read {
                // It is told when the part is gone over.
                Err(DocumentError::Malformed { .. }) => {}
                read => read?,
            }
        }
        Ok(())
    }

    /// Finds out what pivot tables call columns.
    fn read_fields(&mut self, part: &str) -> Result<(), DocumentError> {
        if !part.contains("source-field-name") {
            return Ok(());
        }
        let mut reader = Reader::new(part, Namespace::of, self.format, self.depth);
        loop {
            match reader.next()? {
                Token::Start(tag) => {
                    let name = tag.attribute("source-field-name");
                    self.fields.extend(name.map(|name| name.value()));
                }
                Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// Goes over a part. Note of what is found is taken when it is read, marks are set when it is written.
    fn walk(
        &self,
        (kind, part): (Kind, &Part),
        text: &str,
        pass: &mut Pass<'_>,
        found: Option<&mut Found>,
        marks: Option<&Marks>,
    ) -> Result<Edits, DocumentError> {
        if part.kind == OF_SETTINGS {
            // Where it is only read, that says whether it can be written.
            let edits = behind::mark_settings(text, (self.format, self.depth))?;
            return Ok(marks.map(|_| edits).unwrap_or_default());
        }
        let (scope, wanted) = match part.kind.as_str() {
            MAIN => (Scope::Content, Some(kind.content())),
            CHART => (Scope::Chart, Some(CHART)),
            _ => (Scope::Styles, None),
        };
        // A chart has no room for two languages.
        let is_bilingual = self.is_bilingual && scope != Scope::Chart;
        let mut story = if is_bilingual {
            Story::new(text, pass, self, scope, None).bilingual(marks)
        } else {
            Story::new(text, pass, self, scope, marks)
        };
        story.found = found;
        story.walk(wanted)
    }
}

impl Document for OpenDocument {
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
        let target = self.stories.options.target;
        let marks = Marks::new(target, self.plan.styles.is_right_to_left);
        let (plan, kind) = (&self.plan, self.kind);
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            plan.walk((kind, part), text, pass, None, Some(&marks))
        };
        // Each says in which language its text is.
        let wants = |_: &Part| true;
        let others = Others::none();
        self.stories
            .write(translations, wants, &mut walk, &others, output)
    }
}
