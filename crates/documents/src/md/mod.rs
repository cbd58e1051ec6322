//! Markdown (`CommonMark` with the extensions of GitHub): its blocks of text are units. A parser says where they stand,
//! their bytes are edited in their places, and the parser reads each again before it is written, so that a translation
//! never becomes other markup.

mod atoms;
mod blocks;
mod check;
mod directives;
mod escape;
mod front_matter;
mod lines;
mod links;
mod runs;
mod written;

use std::io::Write;
use std::ops::Range;

use dragoman_language::Language;
use pulldown_cmark::{
    BrokenLink, BrokenLinkCallback, CowStr, LinkType, Options as Extensions, Parser,
};

use crate::collection::{Collection, changed_units};
use crate::encoding::{NestedEdits, TextFile};
use crate::values::has_words;
use crate::{Content, Document, DocumentError, Options, Piece, Source, Unit, overseer};

use blocks::Blocks;
use front_matter::Style;
use lines::Line;
use runs::{Run, Setting};

/// What each character that may be markup takes while a text is read, in bytes: two nodes of the parser's tree in a list
/// that grows, and what is kept of them here.
const OF_MARKUP: usize = 700;

/// What a file of Markdown may have. Formulas are there for what looks like one elsewhere: they stay as they are.
fn extensions() -> Extensions {
    Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_HEADING_ATTRIBUTES
        | Extensions::ENABLE_MATH
        | Extensions::ENABLE_GFM
}

/// Links whose label is not there are links all the same, if it is a name: tools have definitions elsewhere, or make them.
struct DefinedElsewhere;

impl<'a> BrokenLinkCallback<'a> for DefinedElsewhere {
    fn handle_broken_link(&mut self, link: BrokenLink<'a>) -> Option<(CowStr<'a>, CowStr<'a>)> {
        let has_label = matches!(link.link_type, LinkType::Reference | LinkType::Collapsed);
        let is_name = !link.reference.contains(char::is_whitespace);
        (has_label && is_name).then(|| (CowStr::from(""), CowStr::from("")))
    }
}

/// The parser of a text as it stands in a file.
fn parser(text: &str) -> Parser<'_, DefinedElsewhere> {
    Parser::new_with_broken_link_callback(text, extensions(), Some(DefinedElsewhere))
}

/// Borrows what the parser takes for a text.
///
/// # Errors
/// Those of an [`overseer`].
fn borrow_for_parser(text: &str) -> Result<(), DocumentError> {
    let markup = text
        .bytes()
        .filter(|byte| byte.is_ascii_punctuation() || matches!(byte, b'\n' | b'\r'));
    overseer::borrow(markup.count().saturating_mul(OF_MARKUP))
}

/// A file of Markdown.
///
/// Units are paragraphs, headings, items of lists, cells of tables, alternative texts and titles of links, with what is
/// emphasised, linked or code in them as codes. The line ends of a paragraph are no part of its unit: a translation is
/// wrapped as wide as its source. Blocks of code and of HTML, addresses and labels stay as they are.
#[derive(Debug)]
pub struct Markdown {
    file: TextFile,
    units: Vec<Unit>,
    /// Where the units stand; those within the code of another come before it.
    places: Vec<Place>,
    is_bilingual: bool,
    /// What of the front matter names the language, with what names that of the translation.
    languages: Vec<(Range<usize>, String)>,
}

/// Where a unit stands.
#[derive(Debug)]
enum Place {
    Run(Box<Run>),
    /// The title of a link, between such marks.
    Title(Range<usize>, links::Quote),
    /// A value of the front matter.
    Value(Range<usize>, Style),
}

impl Markdown {
    /// Reads a file of Markdown in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is no text, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "Markdown")?;
        let text = file.text();
        let mut units = Units {
            collection: Collection::new(&options.limits),
            places: Vec::new(),
        };
        let front_matter = front_matter::read(text);
        for value in front_matter.values {
            let content = Content::new([Piece::Text(value.text)]);
            units.push(content, Place::Value(value.range, value.style))?;
        }
        let languages = if options.bilingual {
            Vec::new()
        } else {
            target_languages(&front_matter.languages, options)
        };
        let start = front_matter.end;
        let body = directives::shown(text.get(start..).unwrap_or_default())?;
        borrow_for_parser(&body)?;
        overseer::go_on()?;
        let events = parser(&body).into_offset_iter();
        let definitions = links::definitions(events.reference_definitions(), text, start);
        let mut blocks = Blocks::new(text, options.limits.depth);
        for (event, range) in events {
            overseer::go_on()?;
            blocks.add(event, range.start + start..range.end + start, &mut units)?;
        }
        blocks.finish(&mut units)?;
        for (title, range, quote) in definitions {
            let content = Content::new([Piece::Text(title)]);
            units.push(content, Place::Title(range, quote))?;
        }
        Ok(Self {
            units: units.collection.into_units(),
            places: units.places,
            is_bilingual: options.bilingual,
            languages,
            file,
        })
    }
}

/// What stands in the places of values that name the language of the text.
fn target_languages(
    values: &[front_matter::Value],
    options: &Options,
) -> Vec<(Range<usize>, String)> {
    let source = options.source.map(Language::base);
    let values = values
        .iter()
        .filter(|value| source.is_none() || front_matter::language(&value.text) == source);
    values
        .filter_map(|value| {
            let written = value.language_written(options.target)?;
            Some((value.range.clone(), written))
        })
        .collect()
}

/// The units while a file is read, with their places.
struct Units {
    collection: Collection,
    places: Vec<Place>,
}

impl Units {
    /// Adds a unit, if there is something to translate in it.
    fn push(&mut self, content: Content, place: Place) -> Result<(), DocumentError> {
        if has_words(&content.text()) {
            self.collection.push(content)?;
            self.places.push(place);
        }
        Ok(())
    }
}

impl Document for Markdown {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut changes = Changes {
            file: &self.file,
            edits: NestedEdits::default(),
            line: Line::default(),
            is_bilingual: self.is_bilingual,
            line_end: line_end(self.file.text()),
        };
        for (place, translation) in self
            .places
            .iter()
            .zip(changed_units(&self.units, translations))
        {
            overseer::go_on()?;
            if let Some(translation) = translation {
                changes.put(place, &translation)?;
            }
        }
        let mut edits = changes.edits;
        // A file without a translation stays one in its language.
        if !edits.is_empty() {
            for (range, written) in &self.languages {
                edits.replace(range.clone(), written.clone());
            }
        }
        let edits = edits.into_edits();
        self.file.write(&edits, output)
    }
}

/// What changes in a file.
struct Changes<'a> {
    file: &'a TextFile,
    edits: NestedEdits,
    /// That in which the run ends that is being written.
    line: Line,
    /// Whether translations stand behind their sources.
    is_bilingual: bool,
    /// How lines end.
    line_end: &'static str,
}

/// How the first line of a text ends.
fn line_end(text: &str) -> &'static str {
    let end = text.find(['\n', '\r']).and_then(|at| text.get(at..));
    match end {
        Some(end) if end.starts_with("\r\n") => "\r\n",
        Some(end) if end.starts_with('\r') => "\r",
        _ => "\n",
    }
}

impl Changes<'_> {
    /// Writes a translation, unless nothing can be written there that is read as the same markup.
    fn put(&mut self, place: &Place, translation: &Content) -> Result<(), DocumentError> {
        let written = match place {
            Place::Run(run) => {
                self.line.look(self.file.text(), run.range.end);
                // A picture has one text.
                let is_alone = matches!(run.setting, Setting::Alternative { .. });
                overseer::for_a_while(|| {
                    if self.is_bilingual && !is_alone {
                        run.write_behind(translation, self)
                    } else {
                        run.write(translation, self)
                    }
                })?
            }
            Place::Title(_, quote) => links::written_title(&translation.text(), *quote),
            Place::Value(_, style) => style.written(&translation.text()),
        };
        let range = match place {
            Place::Run(run) => &run.range,
            Place::Title(range, _) | Place::Value(range, _) => range,
        };
        if let Some(written) = written {
            self.edits.replace(range.clone(), written);
        }
        Ok(())
    }

    /// What stands in a range, with the changes within it.
    fn copy(&self, range: &Range<usize>) -> String {
        let mut written = String::new();
        self.edits.copy(self.file.text(), range, &mut written);
        written
    }
}
