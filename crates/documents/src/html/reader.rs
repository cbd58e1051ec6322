//! From tokens to units: which text belongs together, and what of it is to be translated.

use std::ops::Range;

use dragoman_html::{
    Element, Kind as TokenKind, Setting, Syntax, Token, Tokenizer, Value, decode, decode_value,
    readable_values,
};

use super::behind::Markup;
use super::paragraph::{Border, Code, Item, Kind, Paragraph, paragraphs};
use super::root::Settings;
use super::text::{EscapingStyle, trimmed};
use crate::collection::Collection;
use crate::lines::join_closely;
use crate::values::has_words;
use crate::{Content, DocumentError, Limits, Piece, Unit, overseer};

/// Where the markup stands.
const SETTING: Setting = Setting::Page;

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
    pub(super) escaping: EscapingStyle,
    pub(super) markup: Markup,
}

/// An element that is open.
#[derive(Debug)]
struct Open<'a> {
    tag: Tag<'a>,
    is_block: bool,
    scope: Scope,
    /// Its stretch in the present paragraph, if it began in it.
    code: Option<usize>,
}

/// A start tag or an end tag.
#[derive(Debug, Clone, Copy)]
struct Tag<'a> {
    token: Token<'a>,
    /// As it is spelled.
    name: &'a str,
    /// What HTML says of it.
    element: Element,
}

impl Tag<'_> {
    fn range(&self) -> Range<usize> {
        self.token.range()
    }

    fn has_name_of(&self, other: &Tag<'_>) -> bool {
        self.name.eq_ignore_ascii_case(other.name)
    }

    fn is_block(&self) -> bool {
        self.element.is_block(SETTING)
    }
}

#[derive(Debug, Clone, Copy)]
struct Scope {
    translates: bool,
    keeps_space: bool,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Tokenizer<'a>,
    depth: usize,
    is_xml: bool,
    /// Whether it is well-formed XML and has to stay so: all elements end where they say.
    is_strict: bool,
    collection: Collection,
    places: Vec<Place>,
    settings: Settings,
    escaping: EscapingStyle,
    open: Vec<Open<'a>>,
    items: Vec<Item>,
    codes: Vec<Code>,
    /// How many bytes of tags may yet be written a second time, so that a translation is not many times as long
    /// as its source.
    copies: usize,
    /// Whether white space that comes next adds nothing to what is there.
    is_after_space: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits, syntax: Syntax) -> Self {
        let is_strict = syntax == Syntax::Xml;
        Self {
            text,
            tokens: Tokenizer::new(syntax, text),
            depth: limits.depth,
            is_xml: is_strict || text.trim_start().starts_with("<?xml"),
            is_strict,
            collection: Collection::new(limits),
            places: Vec::new(),
            settings: Settings::default(),
            escaping: EscapingStyle::new(is_strict),
            open: Vec::new(),
            items: Vec::new(),
            codes: Vec::new(),
            copies: text.len(),
            is_after_space: true,
        }
    }

    pub(super) fn read(mut self) -> Result<Page, DocumentError> {
        while let Some(token) = self.tokens.next() {
            overseer::go_on()?;
            match token.kind {
                TokenKind::Text => self.read_text(&token),
                TokenKind::Start {
                    name,
                    element,
                    is_self_closing,
                    translate,
                } => {
                    let tag = Tag {
                        token,
                        name,
                        element,
                    };
                    self.start(tag, is_self_closing, translate)?;
                }
                TokenKind::End { name, element } => self.end(&Tag {
                    token,
                    name,
                    element,
                })?,
                TokenKind::Declaration { .. } => {
                    self.settings.observe_declaration(&token);
                    self.add_mark(token.range());
                }
                TokenKind::RawText {
                    name,
                    element,
                    translate,
                    ..
                } => {
                    if translate.unwrap_or(self.scope().translates) && !element.is_for_programs() {
                        self.read_values(&token, name)?;
                    }
                    self.add_mark(token.range());
                }
                TokenKind::Unfinished | TokenKind::CharacterData { .. } => {
                    self.add_mark(token.range());
                }
            }
            if self.items.len() >= MOST_ITEMS {
                self.flush()?;
            }
        }
        self.flush()?;
        let markup = if self.is_strict {
            Markup::Xml
        } else if self.is_xml || self.settings.is_xhtml() {
            Markup::Both
        } else {
            Markup::Html
        };
        Ok(Page {
            units: self.collection.into_units(),
            places: self.places,
            settings: self.settings,
            escaping: self.escaping,
            markup,
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

    /// Adds something that is no part of the sentence.
    fn add_mark(&mut self, range: Range<usize>) {
        self.add(range, Kind::Mark { is_read: false });
    }

    fn read_text(&mut self, token: &Token<'_>) {
        let raw = token.raw;
        self.escaping.observe(raw);
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
            self.add(token.range(), Kind::Text(text));
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

    /// `told` is what attributes say of whether the content is to be translated.
    fn start(
        &mut self,
        tag: Tag<'a>,
        is_self_closing: bool,
        told: Option<bool>,
    ) -> Result<(), DocumentError> {
        if tag.is_block() && !self.is_strict {
            self.end_implied(&tag)?;
        }
        let element = tag.element;
        let outer = self.scope();
        // In HTML its content is one token with it.
        let is_raw = self.is_strict && element.is_raw_text();
        let translates = told.unwrap_or(outer.translates && !element.is_kept(SETTING));
        let scope = Scope {
            translates: translates && !is_raw,
            keeps_space: outer.keeps_space || element.keeps_space(SETTING),
        };
        if told.unwrap_or(outer.translates) {
            self.settings.observe(&tag.token, tag.name);
            self.read_values(&tag.token, tag.name)?;
        }
        let is_block = tag.is_block() || (scope.translates && !outer.translates);
        let may_be_empty = self.is_xml || element.is_foreign();
        if element.is_void(SETTING) || (is_self_closing && may_be_empty) {
            let has_end = self.is_strict && !is_self_closing;
            let range = if has_end {
                self.find_end(&tag).0
            } else {
                tag.range()
            };
            self.void(&tag, range, is_block)
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

    fn push(&mut self, tag: Tag<'a>, is_block: bool, scope: Scope, code: Option<usize>) {
        self.open.push(Open {
            tag,
            is_block,
            scope,
            code,
        });
    }

    fn void(
        &mut self,
        tag: &Tag<'_>,
        range: Range<usize>,
        is_block: bool,
    ) -> Result<(), DocumentError> {
        if is_block {
            return self.flush();
        }
        if tag.element.is_line_break() {
            self.is_after_space = true;
            self.add(range, Kind::Break);
        } else {
            self.is_after_space &= tag.element.joins_words() || tag.element.is_hidden();
            self.add_mark(range);
        }
        Ok(())
    }

    fn inline(&mut self, tag: Tag<'a>, scope: Scope) {
        if self.count(false) >= self.depth {
            self.add_mark(tag.range());
            return;
        }
        let code = scope.translates.then(|| {
            let code = self.code(&tag, Border::Tag(tag.range()));
            self.items.push(Item {
                range: tag.range(),
                kind: Kind::Open(code),
            });
            code
        });
        self.push(tag, false, scope, code);
    }

    fn code(&mut self, tag: &Tag<'_>, open: Border) -> usize {
        self.codes.push(Code {
            name: if self.is_strict {
                tag.name.to_owned()
            } else {
                tag.name.to_ascii_lowercase()
            },
            tag: tag.range(),
            open,
            close: Border::Beyond,
        });
        self.codes.len() - 1
    }

    /// Where an element of well-formed XML stands that has an end tag, and whether there is text in it. What comes next is
    /// what follows it.
    fn find_end(&mut self, tag: &Tag<'_>) -> (Range<usize>, bool) {
        let (mut depth, mut has_text) = (1_usize, false);
        while depth > 0
            && let Some(token) = self.tokens.next()
        {
            match token.kind {
                TokenKind::Text => has_text |= !token.raw.trim().is_empty(),
                TokenKind::Start {
                    is_self_closing: false,
                    ..
                } => depth += 1,
                TokenKind::End { .. } => depth -= 1,
                _ => {}
            }
        }
        (tag.token.start..self.tokens.position(), has_text)
    }

    /// Takes an inline element with its content as one thing. Without an end tag it ends with the block
    /// in which it stands.
    fn skip(&mut self, tag: &Tag<'_>) {
        let (range, has_text) = if self.is_strict {
            self.find_end(tag)
        } else {
            self.find_likely_end(tag)
        };
        let is_aside = tag.element.is_picture() || tag.element.is_reading();
        let is_read = has_text && !is_aside;
        self.is_after_space = false;
        self.add(range, Kind::Mark { is_read });
    }

    /// As [`Reader::find_end`] for an element that may have no end tag.
    fn find_likely_end(&mut self, tag: &Tag<'_>) -> (Range<usize>, bool) {
        let (mut depth, mut blocks) = (1_usize, 0_usize);
        let mut has_text = false;
        let is_same = |name: &str| tag.name.eq_ignore_ascii_case(name);
        loop {
            let before = self.tokens.clone();
            let Some(token) = self.tokens.next() else {
                break;
            };
            if tag.element.is_reading() && ends_reading(&token) {
                self.tokens = before;
                break;
            }
            match token.kind {
                TokenKind::Text => has_text |= !token.raw.trim().is_empty(),
                TokenKind::Start {
                    name,
                    is_self_closing,
                    ..
                } if is_same(name) => depth += usize::from(!is_self_closing),
                TokenKind::Start { element, .. } => {
                    let has_end = element.is_block(SETTING) && !element.is_void(SETTING);
                    blocks += usize::from(has_end);
                }
                TokenKind::End { name, .. } if is_same(name) => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                TokenKind::End { element, .. } if element.is_block(SETTING) => {
                    if blocks == 0 {
                        self.tokens = before;
                        break;
                    }
                    blocks -= 1;
                }
                _ => {}
            }
        }
        (tag.token.start..self.tokens.position(), has_text)
    }

    /// Ends elements whose end tags are left out before this start tag.
    fn end_implied(&mut self, next: &Tag<'_>) -> Result<(), DocumentError> {
        while let Some(index) = self.open.iter().rposition(|open| open.is_block)
            && let Some(open) = self.open.get(index)
            && open.tag.element.ends_before(next.element, SETTING)
        {
            self.flush()?;
            self.open.truncate(index);
        }
        Ok(())
    }

    fn end(&mut self, tag: &Tag<'_>) -> Result<(), DocumentError> {
        // The end tag, or the cell beyond which it does not reach.
        let is_confined = !tag.element.is_table_part();
        let stops = |open: &Open<'_>| {
            open.tag.has_name_of(tag)
                || (is_confined && open.tag.element.confines_end_tags(SETTING))
        };
        let found = self.open.iter().rposition(stops);
        let found = found
            .and_then(|index| self.open.get(index).map(|open| (index, open)))
            .filter(|(_, open)| open.tag.has_name_of(tag))
            .map(|(index, open)| (index, open.is_block));
        match found {
            Some((index, true)) => {
                self.flush()?;
                self.open.truncate(index);
            }
            Some((index, false)) => self.close(index, tag),
            // Browsers read them as elements of their own.
            None if tag.element.is_line_break() => self.add(tag.range(), Kind::Break),
            None if tag.is_block() => self.flush()?,
            // It means nothing here, and might where a translation has it.
            None => {}
        }
        Ok(())
    }

    /// Ends an inline element. Formatting that began in it goes on after it, as browsers show it.
    fn close(&mut self, index: usize, tag: &Tag<'_>) {
        if !self.scope().translates {
            self.open.remove(index);
            return;
        }
        let Range { start, end } = tag.range();
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
        let Some(&Open {
            tag: opened, code, ..
        }) = self.open.get(index)
        else {
            return;
        };
        let code = code.unwrap_or_else(|| {
            let code = self.code(&opened, Border::Beyond);
            let first = self.items.first().map_or(start, |item| item.range.start);
            self.items.insert(0, item(first..first, Kind::Open(code)));
            code
        });
        self.items.push(item(tag.range(), Kind::Close(code)));
        self.set_close(code, Border::Tag(tag.range()));
        let mut forgotten = Vec::new();
        for (count, place) in reopened.into_iter().rev().enumerate() {
            let Some(opened) = self.open.get(place).map(|open| open.tag) else {
                continue;
            };
            let length = opened.token.raw.len();
            if count >= MOST_REOPENED || length > self.copies || !opened.element.is_formatting() {
                forgotten.push(place);
                continue;
            }
            self.copies -= length;
            let code = self.code(&opened, Border::Implied);
            self.items.push(item(end..end, Kind::Open(code)));
            if let Some(open) = self.open.get_mut(place) {
                open.code = Some(code);
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
        let has_room = self.has_room();
        for paragraph in paragraphs(self.text, items, codes, has_room) {
            if has_words(&paragraph.content.text()) {
                self.collection.push(paragraph.content.clone())?;
                self.places.push(Place::Paragraph(paragraph));
            }
        }
        Ok(())
    }

    /// Whether there is room for markup, and so for another line, in the block that is open: in a title there is text only, and
    /// a choice of a form has one line.
    fn has_room(&self) -> bool {
        let block = self.open.iter().rev().find(|element| element.is_block);
        block.is_none_or(|block| {
            let name = block.tag.name;
            let choices = ["optgroup", "option", "select"];
            let is_choice = choices
                .iter()
                .any(|choice| name.eq_ignore_ascii_case(choice));
            !is_choice && !block.tag.element.is_escapable_raw_text()
        })
    }

    /// Adds what people read or hear of the attributes of a tag.
    fn read_values(&mut self, tag: &Token<'_>, name: &str) -> Result<(), DocumentError> {
        let values = readable_values(SETTING, name, &tag.attributes());
        values.iter().try_for_each(|value| self.read_value(value))
    }

    fn read_value(&mut self, value: &Value<'_>) -> Result<(), DocumentError> {
        self.escaping.observe(value.raw);
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

/// Whether a tag ends an open reading of East Asian characters, whose end tag may be left out.
const fn ends_reading(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Start { element, .. } => element.ends_reading(),
        TokenKind::End { element, .. } => element.is_ruby(),
        _ => false,
    }
}
