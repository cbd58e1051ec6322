//! Translations behind their sources, in the same paragraph after a line break: numbers count once, and cells and headings
//! stay one. The source stays byte for byte.

use crate::office::direction;
use crate::office::inline::{Behind, Format, Layout, Repeat, TextTags};
use crate::xml::{Edits, Reader, Tag, Token, escape};
use crate::{Content, DocumentError, overseer};

use super::names::Namespace::{self, Text};
use super::paragraph::{Paragraph, Spans};
use super::story::Story;

/// The memory that a note of what may be written again takes.
const OF_REPEAT: usize = 96;

/// Whether programs leave a line of justified text that a line break ends as it is, as they leave the last one. So the end
/// of a source looks as before when its translation follows it.
const KEEPS_LAST_LINES: &str = "DoNotJustifyLinesWithManualBreak";

/// Fields that a paragraph may have twice: they show something, and count, define and ask for nothing. Of others with
/// nothing but text in them the text is repeated.
const REPEATED: [&str; 35] = [
    "page-number",
    "page-count",
    "page-continuation",
    "page-variable-get",
    "paragraph-count",
    "word-count",
    "character-count",
    "table-count",
    "image-count",
    "object-count",
    "date",
    "time",
    "creation-date",
    "creation-time",
    "modification-date",
    "modification-time",
    "print-date",
    "print-time",
    "printed-by",
    "initial-creator",
    "creator",
    "author-name",
    "author-initials",
    "description",
    "keywords",
    "editing-cycles",
    "editing-duration",
    "file-name",
    "template-name",
    "user-defined",
    "user-field-get",
    "variable-get",
    "database-display",
    "note-ref",
    "sequence-ref",
];

/// What has text in it that is not seen, or is not in the paragraph.
const UNSEEN: [&str; 5] = [
    "script",
    "hidden-text",
    "hidden-paragraph",
    "number",
    "page-variable-set",
];

impl<'a> Story<'a, '_, '_> {
    /// Whether translations are written now, and behind their sources.
    fn writes_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// What stands around text of a translation in a paragraph with this tag.
    pub(super) fn translation_span(&self, tag: &Tag<'a, Namespace>) -> Option<(String, String)> {
        let prefix = tag.full_name.strip_suffix(tag.name).unwrap_or_default();
        self.behind.as_ref()?.span(prefix)
    }

    /// What begins text in the direction of a translation behind this source, if that has another.
    pub(super) fn start_of_direction(&self, source: &Content) -> Option<&'static str> {
        let style = self.behind.as_ref()?;
        direction::start_of_direction(style.marks.is_right_to_left(), &source.text())
    }

    /// Goes over something that has no room for two languages, and is shown in paragraphs as well, or before them. Where these
    /// keep their sources, it does.
    pub(super) fn keeping<T>(
        &mut self,
        walk: impl FnOnce(&mut Self) -> Result<T, DocumentError>,
    ) -> Result<T, DocumentError> {
        if !self.is_bilingual {
            return walk(self);
        }
        let edits = std::mem::take(&mut self.edits);
        let outcome = walk(self);
        self.edits = edits;
        outcome
    }

    /// Takes note of how something in a paragraph is repeated, up to `end`.
    pub(super) fn note_repeat(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        end: usize,
    ) -> Result<(), DocumentError> {
        if !self.writes_behind() || tag.namespace != Text {
            return Ok(());
        }
        let raw = self.reader.part().get(tag.range.start..end);
        let raw = raw.unwrap_or_default();
        let repeat = match tag.name {
            "line-break" => Repeat::Line,
            "tab" | "s" => Repeat::Same,
            // It has a name by which others call it.
            _ if raw.contains("xml:id=") => return Ok(()),
            "a" | "span" => Repeat::Same,
            name if REPEATED.contains(&name) || name.starts_with("sender-") => Repeat::Same,
            name if UNSEEN.contains(&name) => return Ok(()),
            _ => match plain_text(raw) {
                Some(text) => Repeat::Other(text.to_owned()),
                None => return Ok(()),
            },
        };
        self.set_repeat(paragraph, tag, repeat)
    }

    fn set_repeat(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        repeat: Repeat,
    ) -> Result<(), DocumentError> {
        let length = match &repeat {
            Repeat::Other(text) => text.len(),
            _ => 0,
        };
        overseer::borrow(OF_REPEAT.saturating_add(length))?;
        paragraph.repeats.set(tag.range.start, repeat);
        Ok(())
    }

    /// A field with a text that is translated by itself, whose start was read last, where translations stand behind their
    /// sources: the field keeps its text, and behind it its translation is no field. What shows a chapter's heading
    /// shows its translation with it.
    pub(super) fn field_behind(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        let (text, end) = self.reader.text()?;
        if !tag.is_empty {
            let translation = self.translated(&text)?;
            paragraph.has_fields |= translation.is_some() && tag.name != "chapter";
            let shown = translation.unwrap_or(text);
            let escaped = escape(&shown);
            let part = self.reader.part();
            let repeat = match tag.name {
                "chapter" => None,
                "placeholder" => {
                    let open = part.get(tag.range.clone()).unwrap_or_default();
                    let close = part.get(end.clone()).unwrap_or_default();
                    Some(format!("{open}{escaped}{close}"))
                }
                _ => Some(escaped),
            };
            if let Some(repeat) = repeat.filter(|_| self.writes_behind()) {
                self.set_repeat(paragraph, tag, Repeat::Other(repeat))?;
            }
        }
        paragraph.mark(tag.range.start..end.end, spans)
    }

    /// A field in which a text is chosen, whose start was read last, where translations stand behind their sources: it stays
    /// as it is, and behind it the translation of what is chosen is no field.
    pub(super) fn choices_behind(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        let (end, shown) = self.keeping(Self::choices)?;
        if self.writes_behind() {
            let source = self.reader.part().get(tag.range.start..end);
            paragraph.has_fields |= source.is_some_and(|source| !source.contains(&shown));
            self.set_repeat(paragraph, tag, Repeat::Other(shown))?;
        }
        paragraph.mark(tag.range.start..end, spans)
    }

    /// The translation of a text as a unit of its own, if there is one.
    pub(super) fn translated(&mut self, text: &str) -> Result<Option<String>, DocumentError> {
        let mut written = Edits::default();
        let whole = |text: &str| text.to_owned();
        self.pass.plain(text, 0..text.len(), whole, &mut written)?;
        Ok((!written.is_empty()).then(|| written.apply(text)))
    }

    /// Puts a translation behind its source, which ends at `at`.
    pub(super) fn place_behind(
        &mut self,
        paragraph: &Paragraph,
        layout: Layout,
        translation: &Content,
        formats: &[Format],
        (tags, at): (&TextTags, usize),
    ) -> Result<(), DocumentError> {
        let line = format!("<{}line-break/>", paragraph.prefix);
        let behind = Behind {
            repeats: &paragraph.repeats,
            line: &line,
            is_inserted: false,
            direction: paragraph.direction,
            has_letters: paragraph.has_fields,
            at,
        };
        let (part, most) = (self.reader.part(), self.pass.most_bytes());
        let place = (part, &self.edits);
        let written = layout.write_behind(&behind, translation, formats, tags, place, most)?;
        if let Some(written) = written {
            self.edits.replace(at..at, written);
            if let Some(style) = &mut self.behind {
                style.is_used = true;
            }
        }
        Ok(())
    }
}

/// The text of an element that has nothing else in it, as it is written.
fn plain_text(raw: &str) -> Option<&str> {
    let (_, rest) = raw.split_once('>')?;
    let (text, close) = rest.split_once("</")?;
    (!text.is_empty() && !text.contains('<') && !close.contains('<')).then_some(text)
}

/// Sets how lines before translations look in a document's settings.
///
/// # Errors
/// Those of the reader.
pub(super) fn mark_settings(
    part: &str,
    (format, depth): (&'static str, usize),
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, format, depth);
    let mut edits = Edits::default();
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.name == "config-item" => {
                let name = tag.attribute("name");
                let is_it = name.is_some_and(|name| name.raw == KEEPS_LAST_LINES);
                let (text, end) = reader.text()?;
                if is_it && text.trim() == "false" {
                    edits.replace(tag.range.end..end.start, "true".to_owned());
                }
            }
            Token::Eof => return Ok(edits),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_nothing_but_text_is_plain() {
        for (raw, text) in [
            ("<text:sequence a='b'>3</text:sequence>", Some("3")),
            ("<t>a &amp; b</t>", Some("a &amp; b")),
            ("<t/>", None),
            ("<t></t>", None),
            ("<t>a<s/>b</t>", None),
            ("<t><a>b</a></t>", None),
            ("<t>a<!-- b --></t>", None),
        ] {
            assert_eq!(plain_text(raw), text, "{raw}");
        }
    }
}
