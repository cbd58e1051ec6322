//! A paragraph: text with spans and links in it, and what stands between its words.

use std::ops::Range;

use crate::office::inline::{
    Around, Format, Fragment, Inline, Item, Layout, ParagraphOptions, Repeats, TextTags,
};
use crate::xml::{Tag, Token, escape};
use crate::{DocumentError, overseer};

use super::names::Namespace::{self, Extension, Office, Text};
use super::story::Story;

/// How long the tags of spans may be that are written again where a translation divides what is in them; what is longer
/// is written once.
const LONGEST_SPANS: usize = 512;

/// What a format takes besides its strings, in bytes.
const OF_FORMAT: usize = 256;

/// A paragraph that is being read.
#[derive(Default)]
pub(super) struct Paragraph {
    inline: Inline,
    /// The prefix of the names of text here, with its colon.
    pub(super) prefix: String,
    /// What of it may be written again; only if that is wanted.
    pub(super) repeats: Repeats,
    /// What begins text in the direction of the translation, if it has another.
    pub(super) direction: Option<&'static str>,
    /// Whether there are fields with translations of their own.
    pub(super) has_fields: bool,
    /// What stands around text of a translation, within everything else.
    span: Option<(String, String)>,
    /// Whether white space that comes next is one with what is there already, or is at the beginning.
    is_after_space: bool,
    /// Whether there are spans in what is being read, of those that are written.
    has_spans: bool,
}

/// The spans around a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Spans {
    /// The same for those in which text looks the same.
    key: String,
    open: String,
    close: String,
    shows_on_space: bool,
    /// The number of the format in the paragraph, once there is something of it.
    number: Option<usize>,
}

impl Paragraph {
    fn format(&mut self, spans: &mut Spans) -> Result<usize, DocumentError> {
        if let Some(number) = spans.number {
            return Ok(number);
        }
        let known = self.inline.formats.len();
        let (inner, inner_end) = match &self.span {
            Some((open, close)) => (open.as_str(), close.as_str()),
            None => ("", ""),
        };
        let of_inner = inner.len() + inner_end.len();
        let number = self.inline.format(Format {
            key: spans.key.clone(),
            open: format!("{}{inner}", spans.open),
            close: format!("{inner_end}{}", spans.close),
            around: Around::default(),
            shows_on_space: spans.shows_on_space,
        });
        if number == known {
            let strings = spans.key.len() * 2 + spans.open.len() + spans.close.len() + of_inner;
            overseer::borrow(OF_FORMAT.saturating_add(strings))?;
        }
        spans.number = Some(number);
        Ok(number)
    }

    /// Text as it stands in the document, where white space of any kind and length is one space.
    fn text(
        &mut self,
        raw: &str,
        range: Range<usize>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        let mut text = String::with_capacity(raw.len());
        for character in raw.chars() {
            let is_space = matches!(character, ' ' | '\t' | '\n' | '\r');
            if !is_space {
                text.push(character);
            } else if !self.is_after_space {
                text.push(' ');
            }
            self.is_after_space = is_space;
        }
        if text.is_empty() {
            return Ok(());
        }
        let format = self.format(spans)?;
        self.inline.push(Item::Text(text, format, range));
        Ok(())
    }

    /// Something without text to translate that stands between words.
    pub(super) fn mark(
        &mut self,
        range: Range<usize>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        self.is_after_space = false;
        let format = self.format(spans)?;
        let fragment = Fragment::InRun(range, format);
        self.inline.push(Item::Mark(vec![fragment]));
        Ok(())
    }

    /// The start or the end of a range, which keeps its order among others.
    fn border(&mut self, range: Range<usize>) {
        let fragment = Fragment::Between(range, Around::default());
        self.inline.push(Item::Ordered(vec![fragment]));
    }
}

impl<'a> Story<'a, '_, '_> {
    /// A paragraph whose start was read last. Gives the place after its end.
    pub(super) fn paragraph(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let style = tag.attribute("style-name").map(|style| style.value());
        let styles = &self.plan.styles;
        if style.is_some_and(|style| styles.hides_paragraph(self.scope, &style)) {
            return self.reader.skip();
        }
        let mut paragraph = Paragraph {
            is_after_space: true,
            prefix: tag
                .full_name
                .strip_suffix(tag.name)
                .unwrap_or_default()
                .to_owned(),
            span: self.translation_span(tag),
            ..Paragraph::default()
        };
        let end = self.children(&mut paragraph, &mut Spans::default())?;
        if !tag.is_empty {
            self.place_paragraph(paragraph, tag.range.end..end.start)?;
        }
        Ok(end.end)
    }

    fn place_paragraph(
        &mut self,
        mut paragraph: Paragraph,
        inner: Range<usize>,
    ) -> Result<(), DocumentError> {
        let Inline { items, formats, .. } = std::mem::take(&mut paragraph.inline);
        let mut layout = Layout::new(items, &formats);
        let content = std::mem::take(&mut layout.content);
        let tags = TextTags {
            open: String::new(),
            close: String::new(),
        };
        paragraph.direction = self.start_of_direction(&content);
        if !content.has_letters() {
            // Only its fields have words.
            if paragraph.has_fields {
                let place = (&tags, inner.end);
                return self.place_behind(&paragraph, layout, &content, &formats, place);
            }
            return Ok(());
        }
        if self.is_in_cell && self.plan.fields.contains(&content.text()) {
            return Ok(());
        }
        let Some(translation) = self.pass.place(content)? else {
            return Ok(());
        };
        if self.is_bilingual {
            let place = (&tags, inner.end);
            return self.place_behind(&paragraph, layout, &translation, &formats, place);
        }
        let options = ParagraphOptions {
            first: None,
            last: None,
            escape,
            joins_texts: true,
            nests: true,
        };
        let most = self.pass.most_bytes();
        let place = (self.reader.part(), &mut self.edits);
        let text = layout.write_between(options, &translation, &formats, &tags, place, most)?;
        self.edits.replace(inner, text);
        Ok(())
    }

    /// What is in a paragraph, or in something in it, up to its end.
    fn children(
        &mut self,
        paragraph: &mut Paragraph,
        spans: &mut Spans,
    ) -> Result<Range<usize>, DocumentError> {
        loop {
            let start = self.reader.place();
            let token = self.reader.next()?;
            if let Some(end) = self.token(paragraph, spans, (start, token))? {
                return Ok(end);
            }
        }
    }

    /// A token that was read from this place on. Gives where it ends what it is in, if it does.
    fn token(
        &mut self,
        paragraph: &mut Paragraph,
        spans: &mut Spans,
        (start, token): (usize, Token<'a, Namespace>),
    ) -> Result<Option<Range<usize>>, DocumentError> {
        match token {
            Token::Start(child) => self.child(paragraph, &child, spans)?,
            Token::Text(text) => {
                let range = start..self.reader.place();
                paragraph.text(&text, range, spans)?;
            }
            Token::End(range) => return Ok(Some(range)),
            Token::Eof => return Ok(Some(start..start)),
            Token::Other | Token::Reference => {}
        }
        Ok(None)
    }

    fn child(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        let start = tag.range.start;
        match (tag.namespace, tag.name) {
            (Text, "span") => self.span(paragraph, tag, spans),
            (Text, "a") => self.link(paragraph, tag, spans),
            (Text, "meta") => {
                self.value(tag, "title")?;
                self.container(paragraph, tag, spans)
            }
            (Text, "ruby") => self.ruby(paragraph, spans),
            // Pages break elsewhere in a translation.
            (Text, "soft-page-break") => self.reader.skip().map(drop),
            (Text, name) if is_border(name) => {
                let end = self.reader.skip()?;
                paragraph.border(start..end);
                Ok(())
            }
            (Office, "annotation" | "annotation-end") => {
                let end = self.inside()?;
                paragraph.border(start..end);
                Ok(())
            }
            (Text, name) if is_translated(name) && self.is_bilingual => {
                self.field_behind(paragraph, tag, spans)
            }
            (Text, name) if is_translated(name) => {
                let end = self.text(tag)?;
                paragraph.mark(start..end, spans)
            }
            (Text, "drop-down") if self.is_bilingual => self.choices_behind(paragraph, tag, spans),
            (Text, "drop-down") => {
                let (end, _) = self.choices()?;
                paragraph.mark(start..end, spans)
            }
            (Extension, "content-control") if !tag.is_empty => self.control(paragraph, tag, spans),
            _ => {
                let end = self.element(tag)?;
                self.note_repeat(paragraph, tag, end)?;
                paragraph.mark(start..end, spans)
            }
        }
    }

    /// A stretch of text with a style of its own. Spans that look the same are one.
    fn span(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        outer: &mut Spans,
    ) -> Result<(), DocumentError> {
        let style = tag.attribute("style-name").map(|style| style.value());
        let style = style.unwrap_or_default();
        let look = self.plan.styles.look(self.scope, &style);
        if look.is_hidden {
            let end = self.reader.skip()?;
            return paragraph.mark(tag.range.start..end, outer);
        }
        let raw = self.reader.part().get(tag.range.clone());
        let raw = raw.unwrap_or_default();
        let is_long = outer.open.len().saturating_add(raw.len()) > LONGEST_SPANS
            || outer.key.len().saturating_add(look.key.len()) > LONGEST_SPANS * 2;
        if is_long || !tag.declarations().is_empty() {
            paragraph.has_spans = true;
            return self.container(paragraph, tag, outer);
        }
        if tag.is_empty || look.key.is_empty() {
            return self.children(paragraph, outer).map(drop);
        }
        paragraph.has_spans = true;
        let mut inner = Spans {
            key: format!("{}[{}]", outer.key, look.key),
            open: format!("{}{raw}", outer.open),
            close: format!("</{}>{}", tag.full_name, outer.close),
            shows_on_space: outer.shows_on_space || look.shows_on_space,
            number: None,
        };
        self.children(paragraph, &mut inner).map(drop)
    }

    /// A link. In cells, on slides and in shapes LibreOffice reads it as characters, and loses those in spans in it. So
    /// one without spans in it has none in a translation, and stays in those around it.
    fn link(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        self.value(tag, "title")?;
        let outside = std::mem::take(&mut paragraph.has_spans);
        let place = paragraph.inline.items.len();
        self.container(paragraph, tag, spans)?;
        let is_plain = !paragraph.has_spans && !tag.is_empty;
        paragraph.has_spans |= outside;
        if is_plain {
            let format = paragraph.format(spans)?;
            paragraph.inline.hold_in_run(place, format);
        }
        Ok(())
    }

    /// Something that has text of the paragraph in it.
    fn container(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        if tag.is_empty {
            let end = self.reader.skip()?;
            return paragraph.mark(tag.range.start..end, spans);
        }
        if tag.name != "meta" {
            self.note_repeat(paragraph, tag, tag.range.end)?;
        }
        let inside = self.reader.place();
        let token = self.reader.next()?;
        self.contained(paragraph, spans, tag.range.clone(), (inside, token))
    }

    /// A control around text, with what may be chosen before the text.
    fn control(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        spans: &mut Spans,
    ) -> Result<(), DocumentError> {
        let mut open = tag.range.clone();
        loop {
            let start = self.reader.place();
            match self.reader.next()? {
                Token::Start(item) if (item.namespace, item.name) == (Extension, "list-item") => {
                    self.keeping(|story| story.value(&item, "display-text"))?;
                    open.end = self.reader.skip()?;
                }
                token => return self.contained(paragraph, spans, open, (start, token)),
            }
        }
    }

    /// What stands from this token on in something that begins with `open`.
    fn contained(
        &mut self,
        paragraph: &mut Paragraph,
        spans: &mut Spans,
        open: Range<usize>,
        first: (usize, Token<'a, Namespace>),
    ) -> Result<(), DocumentError> {
        let beside = |range| vec![Fragment::Beside(range, Around::default())];
        paragraph.inline.push(Item::Open(beside(open)));
        let end = match self.token(paragraph, spans, first)? {
            Some(end) => end,
            None => self.children(paragraph, spans)?,
        };
        paragraph.inline.push(Item::Close(beside(end)));
        Ok(())
    }

    /// Text with its pronunciation above it: the pronunciation is not that of the translation.
    fn ruby(&mut self, paragraph: &mut Paragraph, spans: &mut Spans) -> Result<(), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) if tag.name == "ruby-base" => {
                    self.children(paragraph, spans)?;
                }
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// A field in which one of several texts is chosen, with the one that is. Gives the place after its end, and the
    /// translation of what is chosen as it is written.
    pub(super) fn choices(&mut self) -> Result<(usize, String), DocumentError> {
        let mut shown = String::new();
        let first = self.pass.places();
        let mut are_copies = false;
        loop {
            let start = self.reader.place();
            match self.reader.next()? {
                Token::Start(tag) => {
                    if tag.name == "label" {
                        self.value(&tag, "value")?;
                    }
                    self.reader.skip()?;
                }
                Token::Text(text) => {
                    if !are_copies {
                        self.pass.begin_copies(first);
                        are_copies = true;
                    }
                    let range = start..self.reader.place();
                    self.pass
                        .plain(&text, range.clone(), escape, &mut self.edits)?;
                    shown += &self.edits.copy(self.reader.part(), &range);
                }
                Token::End(range) => {
                    if are_copies {
                        self.pass.end_copies();
                    }
                    return Ok((range.end, shown));
                }
                Token::Eof => return Ok((start, shown)),
                _ => {}
            }
        }
    }
}

/// Fields whose results are text of the document: its title, what was written in forms, what references show. They have
/// nothing but text in them, and are units of their own. Results of others are made of something else: numbers, names,
/// dates, data.
fn is_translated(name: &str) -> bool {
    matches!(
        name,
        "title"
            | "subject"
            | "text-input"
            | "placeholder"
            | "chapter"
            | "bookmark-ref"
            | "reference-ref"
    )
}

/// What marks a place, or the start or the end of a range: of a bookmark, a reference, an entry of an index, a change.
fn is_border(name: &str) -> bool {
    let name = name.strip_suffix("-start").unwrap_or(name);
    let name = name.strip_suffix("-end").unwrap_or(name);
    matches!(
        name,
        "bookmark"
            | "reference-mark"
            | "alphabetical-index-mark"
            | "toc-mark"
            | "user-index-mark"
            | "change"
    )
}
