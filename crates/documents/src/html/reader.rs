//! From tokens to units: which text belongs together, and what of it is to be translated.

use std::ops::Range;

use super::attributes::Value;
use super::elements;
use super::paragraph::{Border, Code, Item, Kind, Paragraph, paragraphs};
use super::root::Settings;
use super::scanner::{Scanner, Tag, Token};
use super::text::{Manner, decode, decode_value, trimmed};
use crate::collection::Collection;
use crate::lines::join_closely;
use crate::values::has_words;
use crate::{Content, DocumentError, Limits, Piece, Unit, overseer};

/// So many elements are opened again where an element ends that began before them.
const MOST_REOPENED: usize = 8;

/// So many texts and tags are kept of one paragraph.
const MOST_ITEMS: usize = 1 << 16;

/// Where a unit stands.
#[derive(Debug)]
pub(super) enum Place {
    Paragraph(Paragraph),
    /// The value of an attribute.
    Value(Range<usize>, Option<char>),
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) units: Vec<Unit>,
    /// By the units.
    pub(super) places: Vec<Place>,
    pub(super) settings: Settings,
    pub(super) manner: Manner,
}

/// An element that is open.
#[derive(Debug)]
struct Element {
    name: String,
    tag: Range<usize>,
    is_block: bool,
    scope: Scope,
    /// Its stretch in the present paragraph, if it began in it.
    code: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Scope {
    translates: bool,
    keeps_space: bool,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    depth: usize,
    is_xml: bool,
    collection: Collection,
    places: Vec<Place>,
    settings: Settings,
    manner: Manner,
    open: Vec<Element>,
    items: Vec<Item>,
    codes: Vec<Code>,
    /// How many bytes of tags may yet be written a second time, so that a translation is not many times as long
    /// as its source.
    copies: usize,
    /// Whether white space that comes next adds nothing to what is there.
    is_after_space: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits) -> Self {
        Self {
            text,
            scanner: Scanner::new(text),
            depth: limits.depth,
            is_xml: text.trim_start().starts_with("<?xml"),
            collection: Collection::new(limits),
            places: Vec::new(),
            settings: Settings::default(),
            manner: Manner::default(),
            open: Vec::new(),
            items: Vec::new(),
            codes: Vec::new(),
            copies: text.len(),
            is_after_space: true,
        }
    }

    pub(super) fn read(mut self) -> Result<Page, DocumentError> {
        while let Some(token) = self.scanner.next() {
            overseer::go_on()?;
            match token {
                Token::Text(range) => self.read_text(range),
                Token::Start(tag) => self.start(tag)?,
                Token::End(tag) => self.end(&tag)?,
                Token::Raw(range) => self.add(range, Kind::Mark { is_read: false }),
                Token::Verbatim(range) => {
                    self.settings.observe_declaration(self.text, range.clone());
                    self.add(range, Kind::Mark { is_read: false });
                }
            }
            if self.items.len() >= MOST_ITEMS {
                self.flush()?;
            }
        }
        self.flush()?;
        Ok(Page {
            units: self.collection.into_units(),
            places: self.places,
            settings: self.settings,
            manner: self.manner,
        })
    }

    fn scope(&self) -> Scope {
        let outermost = Scope {
            translates: true,
            keeps_space: false,
        };
        self.open.last().map_or(outermost, |element| element.scope)
    }

    fn add(&mut self, range: Range<usize>, kind: Kind) {
        if self.scope().translates {
            self.items.push(Item { range, kind });
        }
    }

    fn read_text(&mut self, range: Range<usize>) {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        self.manner.observe(raw);
        let scope = self.scope();
        if !scope.translates {
            return;
        }
        let text = if scope.keeps_space {
            decode(raw).replace("\r\n", "\n")
        } else {
            self.collapsed(&decode(raw))
        };
        if !text.is_empty() {
            self.add(range, Kind::Text(text));
        }
    }

    /// The text with white space as it is shown: one space, none where there is one before it, and none between
    /// lines of a script that has no spaces.
    fn collapsed(&mut self, text: &str) -> String {
        let is_space = |next: char| next.is_ascii_whitespace();
        let mut collapsed = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if !is_space(first) {
                let end = rest.find(is_space).unwrap_or(rest.len());
                let (words, after) = rest.split_at(end);
                collapsed.push_str(words);
                rest = after;
                self.is_after_space = false;
                continue;
            }
            let after = rest.trim_start_matches(is_space);
            let is_line_end = rest
                .get(..rest.len() - after.len())
                .is_some_and(|space| space.contains('\n'));
            rest = after;
            let (last, next) = (collapsed.chars().next_back(), rest.chars().next());
            let is_nothing =
                is_line_end && last.is_some() && next.is_some() && join_closely(last, next);
            if !self.is_after_space && !is_nothing {
                collapsed.push(' ');
                self.is_after_space = true;
            }
        }
        collapsed
    }

    fn start(&mut self, tag: Tag) -> Result<(), DocumentError> {
        if elements::is_block(&tag.name) {
            self.end_implied(&tag.name)?;
        }
        let attributes = tag.attributes(self.text);
        let outer = self.scope();
        let told = attributes.translate();
        let scope = Scope {
            translates: told.unwrap_or(outer.translates && !elements::is_protected(&tag.name)),
            keeps_space: outer.keeps_space || elements::keeps_space(&tag.name),
        };
        if told.unwrap_or(outer.translates) {
            self.settings.observe(self.text, &tag, &attributes);
            for value in elements::read_values(&tag.name, &attributes) {
                self.read_value(&value)?;
            }
        }
        let is_block = elements::is_block(&tag.name) || (scope.translates && !outer.translates);
        let may_be_empty = self.is_xml || elements::is_foreign(&tag.name);
        if elements::is_void(&tag.name) || (tag.self_closing && may_be_empty) {
            self.void(&tag, is_block)
        } else if is_block {
            self.flush()?;
            if self.count(true) >= self.depth {
                return Err(DocumentError::TooLarge {
                    what: "elements within one another",
                    most: u64::try_from(self.depth).unwrap_or(u64::MAX),
                });
            }
            self.push(tag, true, scope, None);
            Ok(())
        } else if outer.translates && !scope.translates {
            self.skip(&tag);
            Ok(())
        } else {
            self.inline(tag, scope);
            Ok(())
        }
    }

    /// How many blocks, or else inline elements, are open.
    fn count(&self, blocks: bool) -> usize {
        let open = self.open.iter();
        open.filter(|element| element.is_block == blocks).count()
    }

    fn push(&mut self, tag: Tag, is_block: bool, scope: Scope, code: Option<usize>) {
        self.open.push(Element {
            name: tag.name,
            tag: tag.range,
            is_block,
            scope,
            code,
        });
    }

    fn void(&mut self, tag: &Tag, is_block: bool) -> Result<(), DocumentError> {
        if is_block {
            return self.flush();
        }
        let range = tag.range.clone();
        if tag.name == "br" {
            self.is_after_space = true;
            self.add(range, Kind::Break);
        } else {
            if !matches!(tag.name.as_str(), "wbr" | "link" | "meta") {
                self.is_after_space = false;
            }
            self.add(range, Kind::Mark { is_read: false });
        }
        Ok(())
    }

    fn inline(&mut self, tag: Tag, scope: Scope) {
        if self.count(false) >= self.depth {
            self.add(tag.range, Kind::Mark { is_read: false });
            return;
        }
        let code = scope.translates.then(|| {
            let open = Border::Tag(tag.range.clone());
            let code = self.code(&tag.name, &tag.range, open);
            self.items.push(Item {
                range: tag.range.clone(),
                kind: Kind::Open(code),
            });
            code
        });
        self.push(tag, false, scope, code);
    }

    fn code(&mut self, name: &str, tag: &Range<usize>, open: Border) -> usize {
        self.codes.push(Code {
            name: name.to_owned(),
            tag: tag.clone(),
            open,
            close: Border::Beyond,
        });
        self.codes.len() - 1
    }

    /// Takes an inline element with its content as one thing. Without an end tag it ends with the block
    /// in which it stands.
    fn skip(&mut self, tag: &Tag) {
        let (mut depth, mut blocks) = (1_usize, 0_usize);
        let mut has_text = false;
        loop {
            let before = self.scanner.clone();
            let Some(token) = self.scanner.next() else {
                break;
            };
            if elements::ends_reading(&tag.name, &token) {
                self.scanner = before;
                break;
            }
            match token {
                Token::Text(range) => {
                    let raw = self.text.get(range).unwrap_or_default();
                    has_text |= !raw.trim().is_empty();
                }
                Token::Start(inner) if inner.name == tag.name => {
                    depth += usize::from(!inner.self_closing);
                }
                Token::Start(inner) => {
                    let is_block = elements::is_block(&inner.name);
                    blocks += usize::from(is_block && !elements::is_void(&inner.name));
                }
                Token::End(inner) if inner.name == tag.name => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Token::End(inner) if elements::is_block(&inner.name) => {
                    if blocks == 0 {
                        self.scanner = before;
                        break;
                    }
                    blocks -= 1;
                }
                _ => {}
            }
        }
        let is_read = has_text && !matches!(tag.name.as_str(), "svg" | "rt" | "rp");
        self.is_after_space = false;
        let range = tag.range.start..self.scanner.position();
        self.add(range, Kind::Mark { is_read });
    }

    /// Ends elements whose end tags are left out before an element of this name.
    fn end_implied(&mut self, next: &str) -> Result<(), DocumentError> {
        while let Some(index) = self.open.iter().rposition(|element| element.is_block)
            && let Some(element) = self.open.get(index)
            && elements::ends_implicitly(&element.name, next)
        {
            self.flush()?;
            self.open.truncate(index);
        }
        Ok(())
    }

    fn end(&mut self, tag: &Tag) -> Result<(), DocumentError> {
        // The end tag, or the cell beyond which it does not reach.
        let stops = |element: &Element| {
            element.name == tag.name
                || (elements::is_barrier(&element.name) && !elements::is_table_part(&tag.name))
        };
        let found = self.open.iter().rposition(stops);
        let found = found
            .and_then(|index| self.open.get(index).map(|element| (index, element)))
            .filter(|(_, element)| element.name == tag.name)
            .map(|(index, element)| (index, element.is_block));
        match found {
            Some((index, true)) => {
                self.flush()?;
                self.open.truncate(index);
            }
            Some((index, false)) => self.close(index, tag),
            // Browsers read them as elements of their own.
            None if tag.name == "br" => self.add(tag.range.clone(), Kind::Break),
            None if elements::is_block(&tag.name) => self.flush()?,
            // It means nothing here, and might where a translation has it.
            None => {}
        }
        Ok(())
    }

    /// Ends an inline element. Formatting that began in it goes on after it, as browsers show it.
    fn close(&mut self, index: usize, tag: &Tag) {
        if !self.scope().translates {
            self.open.remove(index);
            return;
        }
        let start = tag.range.start;
        let item = |range, kind| Item { range, kind };
        let within: Vec<usize> = (index + 1..self.open.len()).collect();
        let mut reopened = Vec::new();
        for place in within.into_iter().rev() {
            let code = self.open.get_mut(place).and_then(|inner| inner.code.take());
            if let Some(code) = code {
                self.items.push(item(start..start, Kind::Close(code)));
                self.set_close(code, Border::Implied);
                reopened.push(place);
            }
        }
        let Some(element) = self.open.get(index) else {
            return;
        };
        let (name, opened) = (element.name.clone(), element.tag.clone());
        let code = element.code.unwrap_or_else(|| {
            let code = self.code(&name, &opened, Border::Beyond);
            let first = self.items.first().map_or(start, |item| item.range.start);
            self.items.insert(0, item(first..first, Kind::Open(code)));
            code
        });
        self.items.push(item(tag.range.clone(), Kind::Close(code)));
        self.set_close(code, Border::Tag(tag.range.clone()));
        let end = tag.range.end;
        let mut forgotten = Vec::new();
        for (count, place) in reopened.into_iter().rev().enumerate() {
            let Some(element) = self.open.get(place) else {
                continue;
            };
            let (name, opened) = (element.name.clone(), element.tag.clone());
            if count >= MOST_REOPENED
                || opened.len() > self.copies
                || !elements::is_formatting(&name)
            {
                forgotten.push(place);
                continue;
            }
            self.copies -= opened.len();
            let code = self.code(&name, &opened, Border::Implied);
            self.items.push(item(end..end, Kind::Open(code)));
            if let Some(element) = self.open.get_mut(place) {
                element.code = Some(code);
            }
        }
        for place in forgotten.into_iter().rev() {
            self.open.remove(place);
        }
        self.open.remove(index);
    }

    fn set_close(&mut self, code: usize, border: Border) {
        if let Some(code) = self.codes.get_mut(code) {
            code.close = border;
        }
    }

    /// Ends the paragraph.
    fn flush(&mut self) -> Result<(), DocumentError> {
        self.is_after_space = true;
        let end = self.items.last().map_or(0, |item| item.range.end);
        for element in self.open.iter_mut().rev() {
            if let Some(code) = element.code.take() {
                self.items.push(Item {
                    range: end..end,
                    kind: Kind::Close(code),
                });
            }
        }
        let items = std::mem::take(&mut self.items);
        let codes = std::mem::take(&mut self.codes);
        overseer::borrow_for::<Item>(items.len())?;
        overseer::borrow_for::<Code>(codes.len())?;
        for paragraph in paragraphs(self.text, items, codes) {
            if has_words(&paragraph.content.text()) {
                self.collection.push(paragraph.content.clone())?;
                self.places.push(Place::Paragraph(paragraph));
            }
        }
        Ok(())
    }

    fn read_value(&mut self, value: &Value<'_>) -> Result<(), DocumentError> {
        self.manner.observe(value.raw);
        let kept = trimmed(value.raw);
        let raw = value.raw.get(kept.clone()).unwrap_or_default();
        let text = decode_value(raw);
        if has_words(&text) {
            let start = value.range.start;
            self.collection
                .push(Content::new([Piece::Text(text.into_owned())]))?;
            let range = start + kept.start..start + kept.end;
            self.places.push(Place::Value(range, value.quote));
        }
        Ok(())
    }
}
