//! HTML: its blocks of text and the values that people read are units. Tokens are edited in their places and no
//! tree is built, so that whatever is broken comes back with its bytes.

mod behind;
mod charset;
mod paragraph;
mod reader;
mod root;
mod text;

use std::io::Write;
use std::ops::Range;

use dragoman_html::Syntax;
use dragoman_language::Language;

use crate::collection::changed_units;
use crate::encoding::{Edit, TextFile};
use crate::office::pass::Pass;
use crate::xml::Edits;
use crate::{Content, Document, DocumentError, Limits, Options, Source, Unit, overseer};

use behind::Behind;
pub(crate) use behind::{is_line_end, without_names};
use paragraph::Paragraph;
use reader::{Page, Place, Reader};

/// Pages are what programs make pages from as well as what they have made.
const SYNTAX: Syntax = Syntax::HtmlWithPhp;

/// A page of HTML.
///
/// Units are the texts of blocks, with inline elements as codes, and the values of attributes that people
/// read or hear. Code, pictures and what `translate="no"` or the class `notranslate` excludes stay as they
/// are. With a translation the language, the direction and, if it lacks a character of it, the encoding that
/// the page names change too.
#[derive(Debug)]
pub struct Html {
    file: TextFile,
    page: Page,
    target: Language,
    is_bilingual: bool,
}

impl Html {
    /// Reads a page in the encoding of its byte order mark, in the one that it names, or in the one that it seems
    /// to be in.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is no text, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read_declared(source, limits, "HTML", charset::declared)?;
        let page = Reader::new(file.text(), limits, SYNTAX).read()?;
        Ok(Self {
            file,
            page,
            target: options.target,
            is_bilingual: options.bilingual,
        })
    }

    /// Whether the page has to say from now on that it is in UTF-8.
    fn becomes_utf_8(&self, edits: &[Edit]) -> bool {
        let settings = &self.page.settings;
        // Browsers do not take a page for UTF-8 that does not say so.
        let is_unsaid = || {
            !settings.has_charset()
                && !self.file.has_mark()
                && self.file.text().is_ascii()
                && edits.iter().any(|edit| !edit.replacement.is_ascii())
        };
        !self.file.keeps_encoding(edits) || is_unsaid()
    }
}

impl Page {
    /// The changes by these translations, with these others, in their order. Translations take the places of their sources, or
    /// stand behind them.
    fn edits(
        &self,
        text: &str,
        translations: &[Option<Content>],
        others: Vec<Edit>,
        behind: Option<&Behind>,
    ) -> Vec<Edit> {
        let mut small = others;
        let mut changed: Vec<(&Paragraph, &Content)> = Vec::new();
        for (place, translation) in self.places.iter().zip(translations) {
            match (place, translation) {
                (Place::Value(range, quote), Some(translation)) => {
                    let text = translation.text();
                    let value = self.escaping.value(&text, quote.unwrap_or('"'));
                    let replacement = match quote {
                        Some(_) => value,
                        None => format!("\"{value}\""),
                    };
                    small.push(Edit {
                        range: range.clone(),
                        replacement,
                    });
                }
                // Behind a source nothing is no translation.
                (Place::Paragraph(paragraph), Some(translation))
                    if behind.is_some() && paragraph.has_room && !has_text(translation) => {}
                (Place::Paragraph(paragraph), Some(translation)) => {
                    changed.push((paragraph, translation));
                }
                (_, None) => {}
            }
        }
        small.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut edits = Vec::with_capacity(small.len() + changed.len());
        let mut rest = small.as_slice();
        for (paragraph, translation) in changed {
            let Range { start, end } = paragraph.range;
            let before = rest.partition_point(|edit| edit.range.end <= start);
            let within = rest.partition_point(|edit| edit.range.end <= end);
            let source = |range: &Range<usize>| edited(text, range, &small);
            let behind = behind.filter(|_| paragraph.has_room);
            let (kept, edit) = match behind {
                Some(behind) => {
                    let replacement =
                        paragraph.write_behind(translation, &self.escaping, behind, source);
                    (within, (end..end, replacement))
                }
                None => {
                    let replacement = paragraph.write(translation, &self.escaping, source);
                    (before, (start..end, replacement))
                }
            };
            edits.extend(rest.iter().take(kept).cloned());
            rest = rest.get(within..).unwrap_or_default();
            let (range, replacement) = edit;
            edits.push(Edit { range, replacement });
        }
        edits.extend_from_slice(rest);
        edits
    }
}

impl Page {
    /// How translations into a language are marked behind their sources, and what else the page says of itself then: it stays
    /// a page in its language.
    fn settled(&self, target: Language, is_bilingual: bool) -> (Option<Behind>, Vec<Edit>) {
        if is_bilingual {
            let behind = Behind::new(target, self.markup, &self.settings);
            (Some(behind), Vec::new())
        } else {
            (None, self.settings.edits(target))
        }
    }
}

fn has_text(content: &Content) -> bool {
    !content.text().trim().is_empty()
}

/// A range of the source with the changes in it.
fn edited(text: &str, range: &Range<usize>, edits: &[Edit]) -> String {
    let first = edits.partition_point(|edit| edit.range.start < range.start);
    let mut written = String::new();
    let mut start = range.start;
    let within = edits.iter().skip(first);
    for edit in within.take_while(|edit| edit.range.end <= range.end) {
        written.push_str(text.get(start..edit.range.start).unwrap_or_default());
        written.push_str(&edit.replacement);
        start = edit.range.end;
    }
    written.push_str(text.get(start..range.end).unwrap_or_default());
    written
}

/// What a page is to be translated into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    pub(crate) language: Language,
    /// Whether translations stand behind their sources.
    pub(crate) is_bilingual: bool,
}

/// Goes over a page that is a part of another document, well-formed XML that stays so. Without a target it is only read.
///
/// # Errors
/// Those of the pass and of an overseer; [`DocumentError::TooLarge`].
pub(crate) fn walk_xml(
    text: &str,
    pass: &mut Pass<'_>,
    target: Option<Target>,
    limits: &Limits,
) -> Result<Edits, DocumentError> {
    let page = || Reader::new(text, limits, Syntax::Xml).read();
    let Some(target) = target else {
        // The pass borrows for the units.
        let units = overseer::for_a_while(|| Ok::<_, DocumentError>(page()?.units))?;
        for unit in units {
            pass.place(unit.content)?;
        }
        return Ok(Edits::default());
    };
    overseer::for_a_while(|| {
        let page = page()?;
        let contents = page.units.iter().map(|unit| unit.content.clone());
        let translations: Result<Vec<_>, _> = contents.map(|content| pass.place(content)).collect();
        let mut edits = Edits::default();
        let (behind, others) = page.settled(target.language, target.is_bilingual);
        for edit in page.edits(text, &translations?, others, behind.as_ref()) {
            if text.get(edit.range.clone()) != Some(edit.replacement.as_str()) {
                edits.replace(edit.range, edit.replacement);
            }
        }
        Ok(edits)
    })
}

impl Document for Html {
    fn units(&self) -> &[Unit] {
        &self.page.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let translations: Vec<_> = changed_units(&self.page.units, translations).collect();
        if translations.iter().all(Option::is_none) {
            return self.file.write(&[], output);
        }
        let (behind, mut others) = self.page.settled(self.target, self.is_bilingual);
        let behind = behind.as_ref();
        let text = self.file.text();
        let mut edits = self.page.edits(text, &translations, others.clone(), behind);
        if self.becomes_utf_8(&edits) {
            others.extend(self.page.settings.utf_8());
            edits = self.page.edits(text, &translations, others, behind);
        }
        self.file.write(&edits, output)
    }
}
