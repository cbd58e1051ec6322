//! Translations behind their sources, in the same paragraph after a line break: numbers count once, and cells and headings
//! stay one. The source stays byte for byte.

use std::ops::Range;

use crate::DocumentError;
use crate::office::direction;
use crate::office::inline::{Behind, Format, Item, Layout, Repeat, TextTags};
use crate::office::names::Namespace::{self, Math, Word};
use crate::xml::{Tag, Token};
use crate::{Content, overseer};

use super::{Paragraph, Within};
use crate::docx::fields;
use crate::docx::properties::Properties;
use crate::docx::story::Story;

/// The memory that a note of what may be written again takes.
const OF_REPEAT: usize = 96;

/// Where in a paragraph a translation goes.
#[derive(Debug, Clone)]
pub(super) struct Place {
    at: usize,
    /// The end of a run that goes on after it, and the start of its rest.
    divides: Option<(String, String)>,
}

/// Where the translation of a paragraph goes if it is not its end.
#[derive(Debug, Default)]
pub(in crate::docx) struct Places {
    /// Before the line breaks, page breaks and ends of outer fields that follow all text.
    behind_text: Option<Place>,
    /// Of the fields that are open, whether there was a separator, and where the field begins. Text that comes before a
    /// field's separator is not seen.
    fields: Vec<(bool, Option<Place>)>,
}

impl Places {
    /// Text follows, or what is as good as text: no translation stands in it.
    pub(super) fn text(&mut self) {
        self.behind_text = None;
    }

    fn chosen(self) -> Option<Place> {
        let mut fields = self.fields.into_iter();
        let field = fields.find_map(|(has_result, place)| place.filter(|_| !has_result));
        let all = [self.behind_text, field].into_iter().flatten();
        all.min_by_key(|place| place.at)
    }
}

impl<'a> Story<'a, '_, '_> {
    /// Whether translations are written now, and behind their sources.
    pub(super) fn writes_behind(&self) -> bool {
        self.is_bilingual && self.marks.is_some()
    }

    /// What begins text in the direction of a translation behind this source, if that has another.
    pub(super) fn start_of_direction(&self, source: &Content) -> Option<&'static str> {
        let marks = self.marks.filter(|_| self.is_bilingual)?;
        direction::start_of_direction(marks.is_right_to_left(), &source.text())
    }

    /// Takes note of a place in a run at which a translation may have to stand: `child` is what comes next in it.
    pub(super) fn note_place(
        &self,
        paragraph: &mut Paragraph,
        (run, child): (&Tag<'a, Namespace>, &Tag<'a, Namespace>),
        properties: &Properties<'a>,
        (within, is_first): (&Within, bool),
    ) {
        let kind = child.attribute("fldCharType").map(|found| found.raw);
        let is_field = child.name == "fldChar";
        if !is_field && !matches!(child.name, "br" | "cr") {
            return;
        }
        let place = || {
            if !within.is_none() || paragraph.fields.is_in_container() {
                return None;
            }
            if is_first {
                return Some(Place {
                    at: run.range.start,
                    divides: None,
                });
            }
            let part = self.reader.part();
            let start = part.get(run.range.clone())?;
            let properties = properties.unchanged(part)?;
            Some(Place {
                at: child.range.start,
                divides: Some((
                    format!("</{}>", run.full_name),
                    format!("{start}{properties}"),
                )),
            })
        };
        let place = place();
        let places = &mut paragraph.places;
        match kind {
            Some("begin") => places.fields.push((false, place)),
            Some("separate") => {
                if let Some((has_result, _)) = places.fields.last_mut() {
                    *has_result = true;
                }
            }
            Some("end") if places.fields.pop().is_some() => {}
            _ if is_field && kind != Some("end") => {}
            // Whatever renews a field puts something else in the place of all that is in it.
            _ if places.fields.is_empty() => {
                places.behind_text = places.behind_text.take().or(place);
            }
            _ => {}
        }
    }

    /// Takes note of a text that is seen.
    pub(super) fn note_text(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        text: &str,
    ) -> Result<(), DocumentError> {
        if !text.trim().is_empty() {
            paragraph.places.text();
        }
        // Elsewhere it is never anything but text.
        if paragraph.fields.is_in_field() {
            self.note_repeat(paragraph, tag)?;
        }
        Ok(())
    }

    /// Takes note of how what stands in a run is repeated.
    pub(super) fn note_repeat(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
    ) -> Result<(), DocumentError> {
        if !self.writes_behind() || tag.namespace != Word {
            return Ok(());
        }
        let repeat = match tag.name {
            "t" | "tab" | "ptab" | "noBreakHyphen" | "softHyphen" | "sym" | "pgNum"
            | "dayShort" | "dayLong" | "monthShort" | "monthLong" | "yearShort" | "yearLong" => {
                Repeat::Same
            }
            "br" | "cr" => Repeat::Line,
            // What else is in them is there once.
            "fldChar" if tag.is_empty => Repeat::InField,
            "instrText" => Repeat::InField,
            _ => return Ok(()),
        };
        overseer::borrow(OF_REPEAT)?;
        paragraph.repeats.set(tag.range.start, repeat);
        Ok(())
    }

    /// The same for what stands beside runs: up to `end`.
    pub(super) fn note_beside(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        end: usize,
    ) {
        let raw = self.reader.part().get(tag.range.start..end);
        let has_identifiers = |raw: &str| raw.contains("id=") || raw.contains("Id=");
        if self.writes_behind()
            && (tag.namespace, tag.name) == (Math, "oMath")
            && !raw.is_none_or(has_identifiers)
        {
            paragraph.repeats.set(tag.range.start, Repeat::Same);
        }
    }

    /// The result of a field with nothing but text in it, whose start was read last, and which is not translated. Gives
    /// the place after it.
    pub(super) fn result(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        instruction: &str,
    ) -> Result<usize, DocumentError> {
        let (start, mut is_plain) = (tag.range.end, !tag.is_empty);
        let mut depth = 0_usize;
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if child.name == "rPr" => _ = self.reader.skip()?,
                Token::Start(child) => {
                    depth += 1;
                    is_plain &= matches!(child.name, "r" | "t" | "tab" | "noBreakHyphen");
                }
                Token::End(_) if depth > 0 => depth -= 1,
                Token::End(range) => break range,
                Token::Eof => break tag.range.end..tag.range.end,
                _ => {}
            }
        };
        if is_plain && self.writes_behind() {
            let repeat = if fields::is_repeated(instruction) {
                Repeat::Same
            } else {
                let result = self.reader.part().get(start..end.start);
                Repeat::Other(result.unwrap_or_default().to_owned())
            };
            paragraph.repeats.set(tag.range.start, repeat);
        }
        Ok(end.end)
    }

    /// Puts a translation behind its source.
    pub(super) fn place_behind(
        &mut self,
        paragraph: Paragraph,
        layout: Layout,
        translation: &Content,
        formats: &[Format],
        (tags, is_inserted, end): (&TextTags, bool, usize),
    ) -> Result<(), DocumentError> {
        let line = format!("<{}br/>", paragraph.prefix);
        let end = Place {
            at: end,
            divides: None,
        };
        let Place { at, divides } = paragraph.places.chosen().unwrap_or(end);
        let behind = Behind {
            repeats: &paragraph.repeats,
            line: &line,
            is_inserted,
            direction: paragraph.direction,
            has_letters: false,
            at,
        };
        let (part, most) = (self.reader.part(), self.pass.most_bytes());
        let place = (part, &self.edits);
        let written = layout.write_behind(&behind, translation, formats, tags, place, most)?;
        let Some(written) = written else {
            return Ok(());
        };
        let text = match divides {
            Some((close, open)) => format!("{close}{written}{open}"),
            None => written,
        };
        self.edits.replace(at..at, text);
        Ok(())
    }
}

/// Whether all text of a paragraph was inserted.
pub(super) fn is_inserted(items: &[Item], formats: &[Format]) -> bool {
    let mut used = items.iter().filter_map(|item| match item {
        Item::Text(_, format, _) => formats.get(*format),
        _ => None,
    });
    used.all(|format| !format.around.is_empty())
}

/// What stands around runs, as it is repeated: what was moved is inserted, since there is but one place to which it was moved, and
/// a direction is that of the source.
pub(super) fn repeated(
    tag: &Tag<'_, Namespace>,
    raw: &str,
    number: Option<Range<usize>>,
) -> Option<(String, String, Option<Range<usize>>)> {
    match tag.name {
        "ins" => Some((raw.to_owned(), format!("</{}>", tag.full_name), number)),
        "moveTo" => {
            let prefix = tag.full_name.strip_suffix(tag.name)?;
            let rest = raw.get(1 + tag.full_name.len()..)?;
            let open = format!("<{prefix}ins{rest}");
            let shift = raw.len() - open.len();
            let number = number.map(|range| range.start - shift..range.end - shift);
            Some((open, format!("</{prefix}ins>"), number))
        }
        _ => None,
    }
}
