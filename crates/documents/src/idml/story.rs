use std::collections::BTreeSet;
use std::ops::Range;

use crate::DocumentError;
use crate::office::inline::{
    Around, Format, Fragment, Inline, Item, Layout, ParagraphOptions, TextTags,
};
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape};

use super::FORMAT;
use super::extras::{self, Variables};
use super::flow::{CharacterRange, Flow};
use super::language::{Marks, PAIR_KERNING};
use super::numbering;

/// How long the tags of a character range may be that is written as often as a translation wants.
const LONGEST_RANGE: usize = 4 << 10;

/// Attributes of character ranges that make no difference to the eye, or none between other letters.
const INVISIBLE: [&str; 3] = ["AppliedLanguage", PAIR_KERNING, "Self"];

/// Characters that stand for something without text: markers, forced line breaks, anchors.
const MARKS: [char; 4] = ['\u{feff}', '\u{2028}', '\u{2029}', '\u{fffc}'];

/// A pass over one story.
pub(super) struct Story<'a, 'p, 's> {
    reader: Reader<'a, ()>,
    edits: Edits,
    pass: &'s mut Pass<'p>,
    /// What the translation says of its language; only when it is written.
    marks: Option<&'s Marks>,
    /// Where elements begin that reach over paragraphs' ends.
    crossing: BTreeSet<usize>,
    /// The text variables that it may show.
    pub(super) variables: Option<&'s Variables>,
    /// Takes note of the styles of paragraphs; only when they are read.
    pub(super) styles: Option<&'s mut BTreeSet<String>>,
}

impl<'a, 'p, 's> Story<'a, 'p, 's> {
    /// # Errors
    /// Those of the reader.
    pub(super) fn new(
        part: &'a str,
        pass: &'s mut Pass<'p>,
        marks: Option<&'s Marks>,
        depth: usize,
    ) -> Result<Self, DocumentError> {
        Ok(Self {
            reader: Reader::new(part, |_| (), FORMAT, depth),
            edits: Edits::default(),
            pass,
            marks,
            crossing: crossing(part, depth)?,
            variables: None,
            styles: None,
        })
    }

    /// Goes over the story, and gives the replacements that its translations make, and whether it is
    /// shown: those with these identifiers are not.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn walk(
        mut self,
        hidden: &BTreeSet<String>,
    ) -> Result<(Edits, bool), DocumentError> {
        loop {
            match self.reader.next()? {
                Token::Start(tag) if tag.full_name == "Story" => {
                    let own = tag.attribute("Self").map(|own| own.value());
                    if own.is_some_and(|own| hidden.contains(&own)) {
                        return Ok((self.edits, false));
                    }
                    self.element(&tag)?;
                }
                Token::Start(_)
                | Token::End(_)
                | Token::Text(_)
                | Token::Other
                | Token::Reference => {}
                Token::Eof => return Ok((self.edits, true)),
            }
        }
    }

    /// Goes over an element whose start was read last and that has text of its own: a story, a
    /// footnote, a cell, or anything that is not known. Gives the place after its end.
    fn element(&mut self, tag: &Tag<'a, ()>) -> Result<usize, DocumentError> {
        self.update(tag);
        extras::descriptions(tag, self.pass, &mut self.edits)?;
        if let Some(variables) = self.variables {
            extras::instance(tag, variables, self.pass, &mut self.edits);
        }
        let mut flow = Flow::default();
        let end = self.children(&mut flow)?;
        self.end_paragraph(&mut flow)?;
        Ok(end.end)
    }

    /// What is in an element, up to its end.
    fn children(&mut self, flow: &mut Flow) -> Result<Range<usize>, DocumentError> {
        loop {
            let start = self.reader.place();
            match self.reader.next()? {
                Token::Start(tag) => self.child(flow, &tag)?,
                Token::End(range) => return Ok(range),
                Token::Other | Token::Reference if flow.has_items() => {
                    let range = start..self.reader.place();
                    flow.mark(range);
                }
                Token::Other | Token::Reference | Token::Text(_) => {}
                Token::Eof => return Ok(start..start),
            }
        }
    }

    fn child(&mut self, flow: &mut Flow, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        let start = tag.range.start;
        match tag.name {
            "ParagraphStyleRange" => self.apart(flow, tag),
            "CharacterStyleRange" => self.character_range(flow, tag),
            "Content" => self.content(flow, tag),
            "Br" => {
                self.end_paragraph(flow)?;
                flow.touch();
                self.reader.skip().map(drop)
            }
            // Those of a paragraph stand before all that is in it.
            "Properties" if !flow.has_items() => {
                flow.touch();
                self.reader.skip().map(drop)
            }
            _ if is_left_alone(tag) => {
                let end = self.reader.skip()?;
                flow.mark(start..end);
                Ok(())
            }
            _ if self.crossing.contains(&start) => self.apart(flow, tag),
            name if is_container(name) && !tag.is_empty => self.container(flow, tag),
            _ => {
                let end = self.element(tag)?;
                flow.mark(start..end);
                Ok(())
            }
        }
    }

    /// An element at whose ends paragraphs end.
    fn apart(&mut self, flow: &mut Flow, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        self.end_paragraph(flow)?;
        flow.touch();
        self.update(tag);
        if let (Some(styles), Some(style)) =
            (self.styles.as_mut(), tag.attribute("AppliedParagraphStyle"))
        {
            styles.insert(style.value());
        }
        numbering::label(tag, self.pass, &mut self.edits)?;
        let ranges = std::mem::take(&mut flow.ranges);
        self.children(flow)?;
        self.end_paragraph(flow)?;
        flow.ranges = ranges;
        Ok(())
    }

    /// An element in a paragraph with text in it.
    fn container(&mut self, flow: &mut Flow, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        let mut head = tag.range.clone();
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if is_head(child.name) => {
                    head.end = self.reader.skip()?;
                }
                Token::Start(child) => {
                    flow.push(Item::Open(vec![beside(head.clone())]), &head);
                    self.child(flow, &child)?;
                    break self.children(flow)?;
                }
                Token::End(range) => {
                    flow.mark(head.start..range.end);
                    return Ok(());
                }
                _ => {}
            }
        };
        flow.push(Item::Close(vec![beside(end.clone())]), &end);
        Ok(())
    }

    fn character_range(&mut self, flow: &mut Flow, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        self.update(tag);
        let part = self.reader.part();
        // It differs from that of text in no range.
        let mut key = "range ".to_owned();
        for attribute in tag.attributes() {
            if !INVISIBLE.contains(&attribute.full_name) {
                key += &format!("{}={} ", attribute.full_name, attribute.raw);
            }
        }
        let mut open = match self.marks {
            Some(marks) => marks.applied(part, tag),
            None => part.get(tag.range.clone()).unwrap_or_default().to_owned(),
        };
        let start = tag.range.start;
        loop {
            let place = self.reader.place();
            match self.reader.next()? {
                Token::Start(child) if child.name == "Properties" => {
                    let end = self.reader.skip()?;
                    let raw = part.get(child.range.start..end).unwrap_or_default();
                    key += raw;
                    open += raw;
                }
                Token::Start(child) => {
                    let range = CharacterRange::new(format(key, open, tag), start);
                    return self.in_character_range(flow, range, &child);
                }
                Token::End(_) => {
                    flow.touch();
                    return Ok(());
                }
                Token::Other | Token::Reference => {
                    open += part.get(place..self.reader.place()).unwrap_or_default();
                }
                Token::Text(_) => {}
                Token::Eof => return Ok(()),
            }
        }
    }

    /// The first element in a character range that is not one of its properties, and all others.
    fn in_character_range(
        &mut self,
        flow: &mut Flow,
        range: CharacterRange,
        first: &Tag<'a, ()>,
    ) -> Result<(), DocumentError> {
        // One in another would be written with it, again and again.
        if range.format.open.len() > LONGEST_RANGE || !flow.ranges.is_empty() {
            let start = range.start;
            let mut inner = Flow::default();
            self.child(&mut inner, first)?;
            let end = self.children(&mut inner)?;
            self.end_paragraph(&mut inner)?;
            flow.mark(start..end.end);
            return Ok(());
        }
        flow.ranges.push(range);
        self.child(flow, first)?;
        let end = self.children(flow)?;
        flow.end_range(end);
        Ok(())
    }

    fn content(&mut self, flow: &mut Flow, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        let part = self.reader.part();
        let outer = tag.range.start;
        let mut is_empty = true;
        loop {
            let start = self.reader.place();
            let token = self.reader.next()?;
            let mut range = start..self.reader.place();
            match token {
                Token::Text(text) => {
                    if part.get(range.clone()) == Some(text.as_str()) {
                        text_with_marks(flow, &text, start, outer);
                    } else if text.chars().all(|character| MARKS.contains(&character)) {
                        mark_in_text(flow, range, outer);
                    } else {
                        push_text(flow, text, range, outer);
                    }
                }
                Token::Other | Token::Reference => mark_in_text(flow, range, outer),
                Token::Start(child) => {
                    range.end = self.element(&child)?;
                    mark_in_text(flow, range, outer);
                }
                Token::End(_) | Token::Eof => {
                    if !is_empty {
                        flow.extend_to(range.end);
                    }
                    return Ok(());
                }
            }
            is_empty = false;
        }
    }

    fn end_paragraph(&mut self, flow: &mut Flow) -> Result<(), DocumentError> {
        let Some((inline, extent)) = flow.end_paragraph() else {
            return Ok(());
        };
        let Inline { items, formats, .. } = inline;
        let mut layout = Layout::new(items, &formats);
        let content = std::mem::take(&mut layout.content);
        if !content.has_letters() {
            return Ok(());
        }
        let Some(translation) = self.pass.place(content)? else {
            return Ok(());
        };
        let tags = TextTags {
            open: "<Content>".to_owned(),
            close: "</Content>".to_owned(),
        };
        let most = self.pass.most_bytes();
        let place = (self.reader.part(), &mut self.edits);
        let options = ParagraphOptions {
            first: extent.first,
            last: extent.last,
            escape,
            joins_texts: true,
            nests: true,
        };
        let text = layout.write_between(options, &translation, &formats, &tags, place, most)?;
        self.edits.replace(extent.range, text);
        Ok(())
    }

    /// Says in an element's tag what language and direction its text has now.
    fn update(&mut self, tag: &Tag<'a, ()>) {
        if let Some(marks) = self.marks {
            for (range, wanted) in marks.changes(tag) {
                self.edits.replace(range, wanted.to_owned());
            }
        }
    }
}

fn format(key: String, open: String, tag: &Tag<'_, ()>) -> Format {
    let shows_on_space = ["Underline=true", "StrikeThru=true"]
        .iter()
        .any(|name| key.contains(name))
        || !key.contains("[No character style]");
    Format {
        key,
        open,
        close: format!("</{}>", tag.full_name),
        around: Around::default(),
        shows_on_space,
    }
}

/// Adds text; `outer` is where the element with the text begins.
fn push_text(flow: &mut Flow, text: String, range: Range<usize>, outer: usize) {
    let format = flow.format();
    let whole = outer..range.end;
    flow.push(Item::Text(text, format, range), &whole);
}

fn mark_in_text(flow: &mut Flow, range: Range<usize>, outer: usize) {
    let format = flow.format();
    let whole = outer..range.end;
    let fragment = Fragment::InText(range, format);
    flow.push(Item::Mark(vec![fragment]), &whole);
}

/// Text that stands at this place as it is, with characters in it that are codes.
fn text_with_marks(flow: &mut Flow, text: &str, start: usize, outer: usize) {
    let mut place = start;
    for stretch in text.split_inclusive(MARKS) {
        let words = stretch.trim_end_matches(MARKS);
        let (middle, end) = (place + words.len(), place + stretch.len());
        if middle > place {
            push_text(flow, words.to_owned(), place..middle, outer);
        }
        if end > middle {
            mark_in_text(flow, middle..end, outer);
        }
        place = end;
    }
}

fn beside(range: Range<usize>) -> Fragment {
    Fragment::Beside(range, Around::default())
}

/// Elements in a paragraph with text of the paragraph in them.
fn is_container(name: &str) -> bool {
    matches!(
        name,
        "HyperlinkTextSource" | "XMLElement" | "CrossReferenceSource" | "Change"
    )
}

/// What stands in such an element before its text.
fn is_head(name: &str) -> bool {
    matches!(
        name,
        "Properties" | "XMLAttribute" | "XMLComment" | "XMLInstruction"
    )
}

/// Text that is deleted or hidden.
fn is_left_alone(tag: &Tag<'_, ()>) -> bool {
    let is_deleted = || {
        let kind = tag.attribute("ChangeType");
        kind.is_some_and(|kind| kind.raw == "DeletedText")
    };
    tag.name == "HiddenText" || (tag.name == "Change" && is_deleted())
}

/// Where containers begin that have the end of a paragraph in them: they are not part of one.
///
/// # Errors
/// Those of the reader.
fn crossing(part: &str, depth: usize) -> Result<BTreeSet<usize>, DocumentError> {
    /// An element that is open.
    enum Open {
        Container(usize),
        /// It has text of its own.
        Wall,
        Transparent,
    }
    let mut reader = Reader::new(part, |_| (), FORMAT, depth);
    let mut crossing = BTreeSet::new();
    let mut open = Vec::new();
    loop {
        match reader.next()? {
            Token::Start(tag) => {
                let ends_paragraph = matches!(tag.name, "Br" | "ParagraphStyleRange");
                if ends_paragraph {
                    for outer in open.iter().rev() {
                        match outer {
                            Open::Container(start) => _ = crossing.insert(*start),
                            Open::Wall => break,
                            Open::Transparent => {}
                        }
                    }
                }
                open.push(match tag.name {
                    name if is_container(name) => Open::Container(tag.range.start),
                    "CharacterStyleRange" | "ParagraphStyleRange" | "Content" => Open::Transparent,
                    _ => Open::Wall,
                });
            }
            Token::End(_) => _ = open.pop(),
            Token::Eof => return Ok(crossing),
            _ => {}
        }
    }
}
