mod behind;

use std::ops::Range;
use std::rc::Rc;

use crate::DocumentError;
use crate::office::inline::{
    Around, Format, Fragment, Inline, Item, Layout, Repeat, Repeats, TextTags,
};
use crate::office::names::Namespace::{self, Word};
use crate::overseer;
use crate::xml::{Tag, Token};

use super::fields::{self, Fields};
use super::properties::Properties;
use super::story::Story;
use behind::Places;

/// How long tags may be that are written again where a translation divides what is in them; what is longer is
/// written once.
const LONGEST_AROUND: usize = 512;

/// The memory that an element around runs takes, and the formats of what is in it.
const OF_WITHIN: usize = 1 << 10;

/// A paragraph that is being read.
#[derive(Default)]
pub(super) struct Paragraph {
    inline: Inline,
    pub(super) fields: Fields,
    /// How many texts to translate there were so far.
    pub(super) texts: usize,
    /// Where controls with such texts are bound to data that stays as it is.
    pub(super) bindings: Vec<Range<usize>>,
    /// What of it may be written again, and where; only if that is wanted.
    pub(super) repeats: Repeats,
    pub(super) places: Places,
    /// What begins text in the direction of the translation, if it has another.
    pub(super) direction: Option<&'static str>,
    is_hidden: bool,
    /// The prefix of the word processor's names here, with its colon.
    pub(super) prefix: String,
    /// What stood around runs last, what it is by itself, and where it ended.
    last_within: Option<(Within, String, usize)>,
    /// How much of that there was so far.
    withins: usize,
}

/// What stands around runs and makes a difference to the eye: insertions and directions.
#[derive(Default, Clone)]
pub(super) struct Within {
    /// Tells it from everything else that stands around runs of the paragraph.
    key: String,
    around: Around,
    /// How long its tags are before what is in it.
    open_bytes: usize,
}

impl Within {
    /// Whether it is nothing.
    pub(super) fn is_none(&self) -> bool {
        self.key.is_empty()
    }
}

impl Paragraph {
    /// Adds something without text to translate.
    pub(super) fn mark(&mut self, fragment: Fragment) {
        self.fields.push(Item::Mark(vec![fragment]));
    }
}

impl<'a> Story<'a, '_, '_> {
    /// A paragraph whose start was read last.
    pub(super) fn paragraph(&mut self, tag: &Tag<'a, Namespace>) -> Result<usize, DocumentError> {
        let prefix = tag.full_name.strip_suffix('p').unwrap_or_default();
        let mut paragraph = Paragraph {
            is_hidden: self.styles.hides_paragraph(None),
            prefix: prefix.to_owned(),
            ..Paragraph::default()
        };
        let mut properties = Properties::default();
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if child.namespace == Word && child.name == "pPr" => {
                    properties = Properties::read(&mut self.reader, &child)?;
                    let style = properties.value("pStyle");
                    paragraph.is_hidden = self.styles.hides_paragraph(style.as_deref());
                    if let Some(found) = self.found.as_mut() {
                        found.used.numberings.extend(properties.numbering.clone());
                        found.used.styles.extend(style);
                    }
                }
                Token::Start(child) => self.child(&mut paragraph, &child, &Within::default())?,
                Token::End(range) => break range,
                _ => {}
            }
        };
        if !tag.is_empty {
            self.place_paragraph(paragraph, &properties, tag.range.end..end.start)?;
        }
        Ok(end.end)
    }

    fn place_paragraph(
        &mut self,
        paragraph: Paragraph,
        properties: &Properties<'a>,
        inner: Range<usize>,
    ) -> Result<(), DocumentError> {
        let mut paragraph = paragraph;
        let mut inline = std::mem::take(&mut paragraph.inline);
        for item in std::mem::take(&mut paragraph.fields).into_items() {
            inline.push(item);
        }
        let Inline { items, formats, .. } = inline;
        let is_inserted = self.is_bilingual && behind::is_inserted(&items, &formats);
        let mut layout = Layout::new(items, &formats);
        let content = std::mem::take(&mut layout.content);
        if !content.has_letters() {
            self.turn(properties, &paragraph.prefix, inner.start);
            return Ok(());
        }
        paragraph.direction = self.start_of_direction(&content);
        let Some(translation) = self.pass.place(content)? else {
            self.turn(properties, &paragraph.prefix, inner.start);
            return Ok(());
        };
        if self.keeps_sources {
            return Ok(());
        }
        self.translated += 1;
        let prefix = paragraph.prefix.as_str();
        let tags = TextTags {
            open: format!("<{prefix}t xml:space=\"preserve\">"),
            close: format!("</{prefix}t>"),
        };
        if self.is_bilingual {
            let place = (&tags, is_inserted, inner.end);
            return self.place_behind(paragraph, layout, &translation, &formats, place);
        }
        self.unbind(paragraph.bindings);
        let part = self.reader.part();
        let most = self.pass.most_bytes();
        let text = layout.write(&translation, &formats, &tags, (part, &mut self.edits), most)?;
        let properties = self
            .marks
            .map(|marks| properties.of_paragraph(part, marks, prefix));
        let text = properties.unwrap_or_default() + &text;
        self.edits.replace(inner, text);
        Ok(())
    }

    /// Gives a paragraph that keeps its text the direction of those around it: a number in a cell, an empty line, a
    /// name. Its properties are to stand at `start` if it has none.
    fn turn(&mut self, properties: &Properties<'a>, prefix: &str, start: usize) {
        let Some(marks) = self.marks.filter(|_| !self.is_bilingual) else {
            return;
        };
        let part = self.reader.part();
        let text = properties.of_paragraph(part, marks, prefix);
        let range = if properties.range.is_empty() {
            start..start
        } else {
            properties.range.clone()
        };
        if part.get(range.clone()) != Some(text.as_str()) {
            self.edits.replace(range, text);
        }
    }

    /// What is in a paragraph, or in a container of it, up to the container's end.
    pub(super) fn children(
        &mut self,
        paragraph: &mut Paragraph,
        within: &Within,
    ) -> Result<Range<usize>, DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(child) => self.child(paragraph, &child, within)?,
                Token::End(range) => return Ok(range),
                _ => {}
            }
        }
    }

    fn child(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        within: &Within,
    ) -> Result<(), DocumentError> {
        match (tag.namespace, tag.name) {
            (Word, "r") => self.run(paragraph, tag, within),
            (Word, "ins" | "moveTo" | "dir" | "bdo") => {
                if tag.is_empty || !tag.declarations().is_empty() {
                    return self.container(paragraph, tag, within);
                }
                let inner = self.within(paragraph, tag, within)?;
                if inner.open_bytes > LONGEST_AROUND {
                    return self.container(paragraph, tag, within);
                }
                let end = self.children(paragraph, &inner)?.end;
                paragraph.last_within = Some((inner, essence(tag), end));
                Ok(())
            }
            // They say what a program has found in the text, which is another now.
            (Word, "smartTag") if tag.declarations().is_empty() => {
                self.children(paragraph, within).map(drop)
            }
            (Word, "proofErr" | "smartTagPr" | "customXmlPr" | "sdtEndPr") => {
                self.reader.skip().map(drop)
            }
            (Word, "hyperlink" | "customXml" | "smartTag") => {
                self.container(paragraph, tag, within)
            }
            (Word, "fldSimple") => {
                let instruction = tag.attribute("instr").map(|found| found.value());
                let instruction = instruction.unwrap_or_default();
                if fields::is_translated(&instruction) {
                    if let Some(repeat) = fields::repeat(&instruction) {
                        paragraph.repeats.set(tag.range.start, repeat);
                    }
                    return self.container(paragraph, tag, within);
                }
                let end = self.result(paragraph, tag, &instruction)?;
                paragraph.mark(Fragment::Beside(
                    tag.range.start..end,
                    within.around.clone(),
                ));
                Ok(())
            }
            (Word, "sdt") => self.control_in(paragraph, tag, within),
            (Word, name) if is_range_mark(name) => {
                let end = self.reader.skip()?;
                let fragment = Fragment::Between(tag.range.start..end, within.around.clone());
                paragraph.fields.push(Item::Ordered(vec![fragment]));
                Ok(())
            }
            // Deletions and formulas among them.
            _ => {
                let end = self.element(tag)?;
                self.note_beside(paragraph, tag, end);
                paragraph.mark(Fragment::Beside(
                    tag.range.start..end,
                    within.around.clone(),
                ));
                Ok(())
            }
        }
    }

    /// What stands around runs in an element whose start was read last. What goes on with the element before it, by
    /// the same author, is one with it: what was inserted at once comes in many pieces.
    fn within(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        outer: &Within,
    ) -> Result<Within, DocumentError> {
        if let Some((within, known, end)) = &paragraph.last_within
            && *end == tag.range.start
            && *known == essence(tag)
        {
            return Ok(within.clone());
        }
        paragraph.withins += 1;
        let part = self.reader.part();
        let raw = part.get(tag.range.clone()).unwrap_or_default();
        overseer::borrow(OF_WITHIN.saturating_add(raw.len()))?;
        let start = tag.range.start;
        let number = tag
            .attribute("id")
            .map(|id| id.range.start - start..id.range.end - start);
        let written = if self.is_bilingual {
            behind::repeated(tag, raw, number)
        } else {
            Some((raw.to_owned(), format!("</{}>", tag.full_name), number))
        };
        let around = match written {
            Some((open, close, number)) => {
                let number = number.map(|range| (range, Rc::clone(&self.numbers)));
                outer.around.with(open, close, number)
            }
            None => outer.around.clone(),
        };
        Ok(Within {
            key: format!("{}{} {} ", outer.key, tag.name, paragraph.withins),
            around,
            open_bytes: outer.open_bytes.saturating_add(raw.len()),
        })
    }

    /// A container whose children are in a paragraph.
    fn container(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        within: &Within,
    ) -> Result<(), DocumentError> {
        if tag.is_empty {
            let end = self.reader.skip()?;
            paragraph.mark(beside(tag.range.start..end));
            return Ok(());
        }
        if tag.name == "hyperlink" {
            paragraph.repeats.set(tag.range.start, Repeat::Same);
            self.place().value(tag, "tooltip")?;
        }
        paragraph
            .fields
            .open_container(vec![beside(tag.range.clone())]);
        let end = self.children(paragraph, within)?;
        paragraph.fields.close_container(vec![beside(end)]);
        Ok(())
    }

    fn run(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        within: &Within,
    ) -> Result<(), DocumentError> {
        let mut properties = Properties::default();
        let (mut of_text, mut of_others) = (None, None);
        // What is no text may need the namespaces that its run declares.
        let declarations = tag.declarations();
        let mut is_first = true;
        loop {
            match self.reader.next()? {
                Token::Start(child) if child.namespace == Word && child.name == "rPr" => {
                    properties = Properties::read(&mut self.reader, &child)?;
                }
                Token::Start(child) => {
                    if self.writes_behind() {
                        let place = (within, is_first);
                        self.note_place(paragraph, (tag, &child), &properties, place);
                        is_first = false;
                    }
                    let (format, needed) = match child.name {
                        "t" => (&mut of_text, ""),
                        _ => (&mut of_others, declarations.as_str()),
                    };
                    let format = match *format {
                        Some(known) => known,
                        None => {
                            let read = self.format(paragraph, tag, &properties, (within, needed));
                            *format.insert(read)
                        }
                    };
                    self.in_run(paragraph, &child, format, within)?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// The number of a run's format, and whether its text is hidden.
    fn format(
        &self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        properties: &Properties<'a>,
        (within, declarations): (&Within, &str),
    ) -> (usize, bool) {
        let part = self.reader.part();
        let prefix = &paragraph.prefix;
        let written = match self.marks {
            Some(marks) => properties.of_run(part, marks, prefix),
            None => String::new(),
        };
        let start = part.get(tag.range.clone()).unwrap_or_default();
        let format = paragraph.inline.format(Format {
            key: format!("{}{declarations}{}", within.key, properties.key(part)),
            open: format!("{start}{written}"),
            close: format!("</{}>", tag.full_name),
            around: within.around.clone(),
            shows_on_space: !within.is_none() || properties.shows_on_space(),
        });
        let by_style = || {
            let style = properties.value("rStyle")?;
            self.styles.hides(&style)
        };
        let is_hidden = properties
            .is_on("vanish")
            .or_else(by_style)
            .unwrap_or(paragraph.is_hidden);
        (format, is_hidden)
    }

    fn in_run(
        &mut self,
        paragraph: &mut Paragraph,
        tag: &Tag<'a, Namespace>,
        (format, is_hidden): (usize, bool),
        within: &Within,
    ) -> Result<(), DocumentError> {
        let start = tag.range.start;
        let is_text = (tag.namespace, tag.name) == (Word, "t");
        if !is_text {
            self.note_repeat(paragraph, tag)?;
        }
        match (tag.namespace, tag.name) {
            (Word, "t") => {
                let (text, end) = self.reader.text()?;
                let range = start..end.end;
                if !is_hidden {
                    self.note_text(paragraph, tag, &text)?;
                }
                let fields = &mut paragraph.fields;
                if is_hidden {
                    fields.push(Item::Mark(vec![Fragment::InRun(range, format)]));
                    return Ok(());
                }
                let space = tag.attribute("space").map(|found| found.raw);
                let text = if space == Some("preserve") {
                    text
                } else {
                    let is_space = |character: char| character.is_ascii_whitespace();
                    text.trim_matches(is_space).to_owned()
                };
                let text = text.replace(['\n', '\t'], " ");
                paragraph.texts += usize::from(text.contains(char::is_alphabetic));
                fields.push(Item::Text(text, format, range));
            }
            (Word, "fldChar") => {
                let end = self.inside()?;
                let fields = &mut paragraph.fields;
                let fragment = Fragment::Alone(start..end, format);
                match tag.attribute("fldCharType").map(|found| found.raw) {
                    Some("begin") => fields.begin(fragment),
                    Some("separate") => fields.separate(fragment),
                    Some("end") => fields.end(fragment, &mut paragraph.repeats),
                    _ => fields.push(Item::Ordered(vec![fragment])),
                }
            }
            (Word, "instrText") => {
                let (text, end) = self.reader.text()?;
                let fields = &mut paragraph.fields;
                fields.instruction(&text, Fragment::Alone(start..end.end, format));
            }
            (Word, "ruby") if tag.declarations().is_empty() => self.ruby(paragraph, within)?,
            (Word, "lastRenderedPageBreak") => {
                self.reader.skip()?;
            }
            _ => {
                let end = self.element(tag)?;
                let fragment = Fragment::InRun(start..end, format);
                paragraph.fields.push(Item::Mark(vec![fragment]));
            }
        }
        Ok(())
    }

    /// Text with its pronunciation above it: the pronunciation is not that of the translation.
    fn ruby(&mut self, paragraph: &mut Paragraph, within: &Within) -> Result<(), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) if tag.name == "rubyBase" => {
                    self.children(paragraph, within)?;
                    paragraph.places.text();
                }
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }
}

/// What stands beside runs, and in nothing that stands around them.
pub(super) fn beside(range: Range<usize>) -> Fragment {
    Fragment::Beside(range, Around::default())
}

/// What an element around runs is, whichever and of whatever time.
fn essence(tag: &Tag<'_, Namespace>) -> String {
    let attributes = tag.attributes();
    let attributes = attributes.filter(|found| !matches!(found.name(), "id" | "date" | "dateUtc"));
    let attributes = attributes.map(|found| format!(" {}={}", found.full_name, found.raw));
    let attributes: String = attributes.collect();
    format!("{}{attributes}", tag.full_name)
}

/// Starts and ends of ranges: bookmarks, comments, permissions, moves, custom XML.
fn is_range_mark(name: &str) -> bool {
    name.ends_with("RangeStart")
        || name.ends_with("RangeEnd")
        || matches!(
            name,
            "bookmarkStart" | "bookmarkEnd" | "permStart" | "permEnd"
        )
}
