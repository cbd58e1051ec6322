//! Texts with what stands in them, and the units that they make.

use std::ops::Range;

use crate::xml::{Reader, Token};
use crate::{CodeId, Content, Piece};

use super::text;

/// How many elements within one another may declare namespaces for what is in them, if that is put elsewhere.
const DEEPEST: usize = 4;

/// How many bytes such declarations may have.
const LONGEST: usize = 1 << 10;

/// What follows one another in a text.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    pub(super) range: Range<usize>,
    /// Whether it stands in a CDATA section, where nothing is escaped.
    pub(super) is_in_section: bool,
    pub(super) keeps_space: bool,
    /// Whether it belongs to text with tags in it, which is HTML.
    pub(super) is_html: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    Text,
    Open,
    Close,
    Mark,
    /// A comment or a processing instruction, which may as well stand beside a unit.
    Aside,
    /// The start of a CDATA section.
    OpenSection,
    /// Its end.
    CloseSection,
}

/// Where a unit stands, and its codes.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) range: Range<usize>,
    /// Whether it stands within a CDATA section.
    pub(super) is_in_section: bool,
    /// Whether it stands in the value of an attribute.
    pub(super) is_attribute: bool,
    /// Whether its text is that of HTML, with references of its own.
    pub(super) is_html: bool,
    /// By their numbers, of which the first is 1.
    codes: Vec<Code>,
}

/// What a code is written as.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// Where it, or its beginning, stands.
    pub(super) open: Range<usize>,
    /// Where its end stands.
    pub(super) close: Range<usize>,
    /// Whether it is a tag within a CDATA section.
    pub(super) is_in_section: bool,
    /// Whether it is a CDATA section.
    pub(super) is_section: bool,
    /// The namespaces that it declares.
    pub(super) declarations: String,
    /// The codes around it that declare namespaces.
    pub(super) declaring: Vec<CodeId>,
}

impl Slot {
    pub(super) fn code(&self, id: CodeId) -> Option<&Code> {
        let place = usize::try_from(id.0).ok()?.checked_sub(1)?;
        self.codes.get(place)
    }

    /// The unit that a text is, with its place: without outer white space and without stretches that are
    /// around all of it.
    pub(super) fn of(text: &str, mut items: &[Item], is_prose: bool) -> Option<(Self, Content)> {
        let mut is_in_section = items.first().is_some_and(|item| item.is_in_section);
        let mates = mates(items);
        let mut first = 0_usize;
        loop {
            items = trimmed(text, items, &mut first);
            let (start, end) = (items.first()?, items.last()?);
            let last = first + items.len() - 1;
            let is_around = matches!(start.kind, ItemKind::Open | ItemKind::OpenSection)
                && mates.get(first) == Some(&last);
            if !is_around || start.is_in_section != end.is_in_section {
                break;
            }
            is_in_section |= start.kind == ItemKind::OpenSection;
            items = items.get(1..items.len() - 1)?;
            first += 1;
        }
        let start = outer(text, items.first()?).start;
        let end = outer(text, items.last()?).end;
        let mut slot = Self {
            range: start..end,
            is_in_section,
            is_attribute: false,
            is_html: items.iter().any(|item| item.is_html),
            codes: Vec::new(),
        };
        let content = slot.content(text, items, is_prose);
        Some((slot, content))
    }

    fn content(&mut self, text: &str, items: &[Item], is_prose: bool) -> Content {
        let mut pieces = Vec::with_capacity(items.len());
        let mut open = Vec::new();
        // Of what is open, what declares namespaces.
        let mut declaring: Vec<CodeId> = Vec::new();
        for item in items {
            let range = item.range.clone();
            match item.kind {
                ItemKind::Text => {
                    // Outer white space is not in the unit's range.
                    let start = range.start.max(self.range.start);
                    let end = range.end.min(self.range.end);
                    let raw = text.get(start..end).unwrap_or_default();
                    let read = text::read(raw, item.is_in_section, item.keeps_space, is_prose);
                    let read = if self.is_html {
                        dragoman_html::decode(&read).into_owned()
                    } else {
                        read
                    };
                    pieces.push(Piece::Text(read));
                }
                ItemKind::Mark | ItemKind::Aside => {
                    pieces.push(Piece::Mark(self.add(item, &declaring)));
                }
                ItemKind::Open | ItemKind::OpenSection => {
                    let id = self.add(item, &declaring);
                    let tag = text.get(range).filter(|tag| tag.contains("xmlns"));
                    let own = tag.filter(|_| !item.is_in_section).map(declarations);
                    if let (Some(own), Some(code)) = (own, self.codes.last_mut())
                        && (1..=LONGEST).contains(&own.len())
                        && declaring.len() < DEEPEST
                    {
                        code.declarations = own;
                        declaring.push(id);
                    }
                    open.push(id);
                    pieces.push(Piece::Open(id));
                }
                ItemKind::Close | ItemKind::CloseSection => {
                    if let Some(id) = open.pop() {
                        declaring.pop_if(|last| *last == id);
                        let place = usize::try_from(id.0).unwrap_or(usize::MAX);
                        if let Some(code) = self.codes.get_mut(place.saturating_sub(1)) {
                            code.close = range;
                        }
                        pieces.push(Piece::Close(id));
                    }
                }
            }
        }
        Content::new(pieces)
    }

    fn add(&mut self, item: &Item, declaring: &[CodeId]) -> CodeId {
        self.codes.push(Code {
            open: item.range.clone(),
            close: item.range.end..item.range.end,
            is_in_section: item.is_in_section,
            is_section: item.kind == ItemKind::OpenSection,
            declarations: String::new(),
            declaring: declaring.to_vec(),
        });
        CodeId(u32::try_from(self.codes.len()).unwrap_or(u32::MAX))
    }
}

/// The namespaces that a tag declares, as it declares them.
pub(super) fn declarations(tag: &str) -> String {
    match Reader::new(tag, |_| (), "", usize::MAX).next() {
        Ok(Token::Start(tag)) => tag.declarations(),
        _ => String::new(),
    }
}

/// The place of each item's end, where it has one.
fn mates(items: &[Item]) -> Vec<usize> {
    let mut mates = vec![usize::MAX; items.len()];
    let mut open = Vec::new();
    for (place, item) in items.iter().enumerate() {
        match item.kind {
            ItemKind::Open | ItemKind::OpenSection => open.push(place),
            ItemKind::Close | ItemKind::CloseSection => {
                if let Some(mate) = open.pop().and_then(|start| mates.get_mut(start)) {
                    *mate = place;
                }
            }
            ItemKind::Text | ItemKind::Mark | ItemKind::Aside => {}
        }
    }
    mates
}

/// The items without those at the ends that are not seen. `first` is the place of the first of them.
fn trimmed<'i>(text: &str, mut items: &'i [Item], first: &mut usize) -> &'i [Item] {
    let is_blank = |item: &Item| match item.kind {
        ItemKind::Text => outer(text, item).is_empty(),
        ItemKind::Aside => true,
        _ => false,
    };
    while let Some((_, rest)) = items.split_first().filter(|(start, _)| is_blank(start)) {
        items = rest;
        *first += 1;
    }
    while let Some((_, rest)) = items.split_last().filter(|(end, _)| is_blank(end)) {
        items = rest;
    }
    items
}

/// The range of an item, of text without the white space at its ends.
fn outer(text: &str, item: &Item) -> Range<usize> {
    if item.kind != ItemKind::Text {
        return item.range.clone();
    }
    if item.is_in_section {
        let raw = text.get(item.range.clone()).unwrap_or_default();
        let start = item.range.start + (raw.len() - raw.trim_start().len());
        return start..(item.range.start + raw.trim_end().len()).max(start);
    }
    text::trimmed(text, item.range.clone())
}
