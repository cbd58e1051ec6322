//! Presentations in Office Open XML (`.pptx` and its siblings with macros, for shows and for templates),
//! transitional and strict.
//!
//! Units are the paragraphs of slides in their order, each followed by its diagrams, charts, notes and
//! comments, then what masters and layouts show on slides, the sections' names and the presentation's
//! title and subject. Runs that look the same are one text; breaks, slide numbers, dates and formulas
//! are codes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::office::canvas::{Canvas, Placeholders};
use crate::office::direction::Marks;
use crate::office::names::Namespace;
use crate::office::package::{self, Part, decode};
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MACROS, MAIN, Stories};
use crate::workbooks::Workbooks;
use crate::xml::{Edits, Reader, Token};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

/// The format's name in errors.
const FORMAT: &str = "PPTX";

/// The kind of parts with diagrams as they were drawn last: their text again.
const DIAGRAM_DRAWING: &str = "diagramDrawing";

/// The kinds of parts with text that belong to a slide, in the order in which they are read after it.
const OF_SLIDES: [&str; 7] = [
    "diagramData",
    DIAGRAM_DRAWING,
    "chart",
    "chartEx",
    "chartUserShapes",
    "notesSlide",
    "comments",
];

/// The kinds of parts with text that do not belong to one slide, in the order in which they are read.
const OF_PRESENTATIONS: [&str; 6] = [
    "slideMaster",
    "slideLayout",
    "notesMaster",
    "handoutMaster",
    MAIN,
    "core-properties",
];

/// A presentation.
pub struct Pptx {
    stories: Stories,
    workbooks: Workbooks,
}

impl Pptx {
    /// Reads a presentation.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let mut stories = Stories::open(source, options, FORMAT)?;
        let depth = options.limits.depth;
        let parts = package::parts(&mut stories.archive, FORMAT, depth)?;
        let main = parts.iter().find(|part| part.kind == MAIN);
        let slides = slides(&mut stories, main)?;
        let mut ordered = Vec::new();
        let mut seen = BTreeSet::new();
        for slide in slides {
            with_its_parts(&mut stories, slide, &mut seen, &mut ordered)?;
        }
        let mut rest: Vec<&Part> = parts.iter().filter(|part| rank(part).is_some()).collect();
        rest.sort_by_cached_key(|part| (rank(part), number(&part.name), part.name.clone()));
        let others = rest.into_iter().filter(|part| !seen.contains(&part.name));
        ordered.extend(others.cloned());
        let mut first = 0;
        let mut of_slide = None;
        for part in &ordered {
            if part.kind == "slide" {
                first = stories.units().len();
                of_slide = None;
            }
            let copies = if part.kind == DIAGRAM_DRAWING {
                of_slide
                    .get_or_insert_with(|| stories.copies(first))
                    .clone()
            } else {
                Copies::default()
            };
            stories.read(part, &copies, &mut |part, text, pass| {
                walk(part, text, pass, None, depth)
            })?;
        }
        let has = |kind: &str| parts.iter().any(|part| part.kind == kind);
        if has(MACROS) {
            stories.warn(Warning::Macros);
        }
        if has("signature") {
            stories.warn(Warning::SignatureInvalid);
        }
        let workbooks = Workbooks::read(&mut stories)?;
        Ok(Self { stories, workbooks })
    }
}

/// The slides in the order in which they are shown.
fn slides(stories: &mut Stories, main: Option<&Part>) -> Result<Vec<Part>, DocumentError> {
    let malformed = |reason: &str| DocumentError::Malformed {
        format: FORMAT,
        reason: reason.to_owned(),
    };
    let Some(main) = main else {
        return Err(malformed("it has no main part"));
    };
    let depth = stories.options.limits.depth;
    let bytes = stories.archive.read(&main.name)?.unwrap_or_default();
    let decoded = decode(&bytes, FORMAT)?;
    let related = package::relationships(&mut stories.archive, &main.name, FORMAT, depth)?;
    let mut by_id: BTreeMap<String, Part> = related
        .into_iter()
        .filter(|relationship| relationship.part.kind == "slide")
        .map(|relationship| (relationship.id, relationship.part))
        .collect();
    let mut reader = Reader::new(&decoded.text, Namespace::of, FORMAT, depth);
    let mut slides = Vec::new();
    let mut is_first = true;
    loop {
        match reader.next()? {
            Token::Start(tag) => {
                let is_ours = tag.namespace == Namespace::Presentation;
                if is_first && !(is_ours && tag.name == "presentation") {
                    return Err(malformed("its main part is not that of a presentation"));
                }
                is_first = false;
                if is_ours && tag.name == "sldId" {
                    let mut attributes = tag.attributes();
                    let id = attributes.find(|attribute| attribute.full_name.ends_with(":id"));
                    slides.extend(id.and_then(|id| by_id.remove(&id.value())));
                }
            }
            Token::Eof if is_first => return Err(malformed("its main part is empty")),
            Token::Eof => return Ok(slides),
            _ => {}
        }
    }
}

/// Adds a slide and the parts with text that belong to it.
fn with_its_parts(
    stories: &mut Stories,
    slide: Part,
    seen: &mut BTreeSet<String>,
    ordered: &mut Vec<Part>,
) -> Result<(), DocumentError> {
    let depth = stories.options.limits.depth;
    let mut around = Vec::new();
    let mut known = BTreeSet::new();
    for relationship in package::relationships(&mut stories.archive, &slide.name, FORMAT, depth)? {
        let part = relationship.part;
        let place = OF_SLIDES.iter().position(|kind| *kind == part.kind);
        let Some(place) = place else { continue };
        if part.kind == "chart" && !seen.contains(&part.name) && known.insert(part.name.clone()) {
            let related = package::relationships(&mut stories.archive, &part.name, FORMAT, depth)?;
            let drawings = related.into_iter().map(|found| found.part);
            let drawings = drawings.filter(|found| found.kind == "chartUserShapes");
            around.extend(drawings.map(|found| (place, found)));
        }
        around.push((place, part));
    }
    around.sort_by_key(|(place, part)| (*place, number(&part.name)));
    let parts = around.into_iter().map(|(_, part)| part);
    let parts = std::iter::once(slide).chain(parts);
    ordered.extend(parts.filter(|part| seen.insert(part.name.clone())));
    Ok(())
}

/// Where a part that belongs to no slide of the list has its place after those.
fn rank(part: &Part) -> Option<usize> {
    let mut kinds = ["slide"].iter().chain(&OF_SLIDES).chain(&OF_PRESENTATIONS);
    kinds.position(|kind| *kind == part.kind)
}

/// The number with which a part's name ends: that of a slide.
fn number(name: &str) -> u32 {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let digits = stem.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = stem.get(digits.len()..).unwrap_or_default();
    digits.parse().unwrap_or(0)
}

fn walk(
    part: &Part,
    text: &str,
    pass: &mut Pass<'_>,
    marks: Option<&Marks>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let placeholders = match part.kind.as_str() {
        "slideMaster" | "slideLayout" | "notesMaster" => Placeholders::Left,
        _ => Placeholders::Translated,
    };
    Canvas::new(text, pass, marks, (FORMAT, depth))
        .with_placeholders(placeholders)
        .walk()
}

impl Document for Pptx {
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
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            walk(part, text, pass, Some(&marks), options.limits.depth)
        };
        // Each says in which direction its text is written.
        let rewrite =
            |name: &str, bytes| self.workbooks.rewrite(name, bytes, translations, options);
        let others = self
            .workbooks
            .others(translations, self.stories.units(), &rewrite);
        self.stories
            .write(translations, |_| true, &mut walk, &others, output)
    }
}
