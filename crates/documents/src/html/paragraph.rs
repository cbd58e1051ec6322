//! What stands between two borders of blocks: text with inline elements. It is turned into units, and
//! a translation is written with the source's tags.

use std::ops::Range;

use super::behind::{Behind, filled, is_stretch_repeated, mark, without_names};
use super::text::{EscapingStyle, trimmed};
use crate::{CodeId, Content, Piece};

/// More stretches than this are not parted at a line break.
const MOST_PARTED: usize = 8;

/// What follows one another between two borders of blocks; codes are numbers in the table of codes.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Decoded text, white space collapsed.
    Text(String),
    Open(usize),
    Close(usize),
    /// Something without text to translate. What is read as a part of the sentence is no mere mark.
    Mark {
        is_read: bool,
    },
    /// `<br>`.
    Break,
}

/// A stretch of text in an inline element.
#[derive(Debug, Clone)]
pub(super) struct Code {
    pub(super) name: String,
    /// The start tag, which may stand before the paragraph.
    pub(super) tag: Range<usize>,
    pub(super) open: Border,
    pub(super) close: Border,
}

/// How a stretch begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Border {
    /// With this tag.
    Tag(Range<usize>),
    /// Without a tag, because elements are not nested.
    Implied,
    /// It goes on beyond the paragraph.
    Beyond,
}

/// A unit, and all that is needed to write another text in its place.
#[derive(Debug)]
pub(super) struct Paragraph {
    pub(super) range: Range<usize>,
    pub(super) content: Content,
    /// By the numbers of the codes, from 1.
    codes: Vec<Written>,
    /// The stretches that began before the paragraph, and those that go on after it.
    before: Vec<Piece>,
    after: Vec<Piece>,
    /// Whether there is room for markup, and so for another line.
    pub(super) has_room: bool,
}

#[derive(Debug)]
enum Written {
    Mark {
        range: Range<usize>,
        /// Whether it is read as a part of the sentence.
        is_read: bool,
    },
    Stretch(Code),
}

impl Paragraph {
    /// The paragraph with another content. `source` gives what stands in a range of the source.
    pub(super) fn write(
        &self,
        content: &Content,
        escaping: &EscapingStyle,
        source: impl Fn(&Range<usize>) -> String,
    ) -> String {
        let pieces = content.pieces();
        let goes_on_before = pieces.starts_with(&self.before);
        let goes_on_after = pieces.ends_with(&self.after);
        let stretch = |piece: &Piece| match piece {
            Piece::Open(id) | Piece::Close(id) => match self.code(*id) {
                Some(Written::Stretch(code)) => Some(code),
                _ => None,
            },
            Piece::Text(_) | Piece::Mark(_) => None,
        };
        let mut out = String::new();
        if !goes_on_before {
            for code in self.before.iter().rev().filter_map(stretch) {
                out.push_str(&format!("</{}>", code.name));
            }
        }
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(&escaping.text(text)),
                Piece::Mark(id) => {
                    if let Some(Written::Mark { range, .. }) = self.code(*id) {
                        out.push_str(&source(range));
                    }
                }
                Piece::Open(_) => {
                    if let Some(code) = stretch(piece)
                        && (code.open != Border::Beyond || !goes_on_before)
                    {
                        out.push_str(&source(&code.tag));
                    }
                }
                Piece::Close(_) => match stretch(piece).map(|code| (code, &code.close)) {
                    Some((_, Border::Tag(range))) => out.push_str(&source(range)),
                    Some((_, Border::Beyond)) if goes_on_after => {}
                    Some((code, _)) => out.push_str(&format!("</{}>", code.name)),
                    None => {}
                },
            }
        }
        if !goes_on_after {
            for code in self.after.iter().rev().filter_map(stretch) {
                out.push_str(&source(&code.tag));
            }
        }
        out
    }

    /// What is written behind the paragraph with a translation. `source` gives what stands in a range of the source.
    ///
    /// A stretch that goes on beyond the paragraph is around the translation as well. Of marks only those that are read are
    /// repeated, and of stretches those in which something is.
    pub(super) fn write_behind(
        &self,
        translation: &Content,
        escaping: &EscapingStyle,
        behind: &Behind,
        source: impl Fn(&Range<usize>) -> String,
    ) -> String {
        let is_read = |id| matches!(self.code(id), Some(Written::Mark { is_read: true, .. }));
        let filled = filled(translation, is_read);
        let repeated = |id: &CodeId| match self.code(*id) {
            Some(Written::Stretch(code)) => {
                let is_open = code.close == Border::Beyond;
                let may_be = filled.contains(id) && is_stretch_repeated(&code.name);
                (may_be && !is_open).then_some(code)
            }
            _ => None,
        };
        let mut out = String::new();
        out.push_str(&behind.start());
        for piece in translation.pieces() {
            match piece {
                Piece::Text(text) => out.push_str(&escaping.text(text)),
                Piece::Mark(id) => {
                    if let Some(Written::Mark { range, is_read }) = self.code(*id) {
                        out.push_str(&mark(&source(range), *is_read));
                    }
                }
                Piece::Open(id) => {
                    if let Some(code) = repeated(id) {
                        out.push_str(&without_names(&source(&code.tag)));
                    }
                }
                Piece::Close(id) => {
                    if let Some(code) = repeated(id) {
                        out.push_str(&format!("</{}>", code.name));
                    }
                }
            }
        }
        out.push_str(Behind::end());
        out
    }

    fn code(&self, id: CodeId) -> Option<&Written> {
        let place = usize::try_from(id.0).ok()?.checked_sub(1)?;
        self.codes.get(place)
    }
}

/// The paragraphs of which the items consist: a line break parts them if it ends a sentence or
/// an entry of a list rather than a line.
///
/// `has_room` says whether there is room for markup where they stand.
pub(super) fn paragraphs(
    source: &str,
    items: Vec<Item>,
    mut codes: Vec<Code>,
    has_room: bool,
) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    for part in parts(items, &mut codes) {
        paragraphs.extend(paragraph(source, part, &codes, has_room));
    }
    paragraphs
}

fn parts(items: Vec<Item>, codes: &mut Vec<Code>) -> Vec<Vec<Item>> {
    if !items.iter().any(|item| item.kind == Kind::Break) {
        return vec![items];
    }
    let is_border: Vec<bool> = borders(&items);
    let mut parts = Vec::new();
    let mut part: Vec<Item> = Vec::new();
    // For each stretch that is open, its number in the source and in this part.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (mut item, is_border) in items.into_iter().zip(is_border) {
        let range = item.range.clone();
        match &mut item.kind {
            Kind::Open(code) => open.push((*code, *code)),
            Kind::Close(code) => {
                if let Some(place) = open.iter().rposition(|(number, _)| number == code) {
                    *code = open.remove(place).1;
                }
            }
            Kind::Break => {
                if is_border && open.len() <= MOST_PARTED {
                    for (_, code) in open.iter().rev() {
                        part.push(Item {
                            range: range.start..range.start,
                            kind: Kind::Close(*code),
                        });
                    }
                    parts.push(std::mem::take(&mut part));
                    for (_, code) in &mut open {
                        *code = continued(codes, *code);
                        part.push(Item {
                            range: range.end..range.end,
                            kind: Kind::Open(*code),
                        });
                    }
                    continue;
                }
                item.kind = Kind::Mark { is_read: false };
                // White space means nothing here, and what is beside the break is not one word.
                part.push(Item {
                    range: range.start..range.start,
                    kind: Kind::Text(" ".to_owned()),
                });
            }
            Kind::Text(_) | Kind::Mark { .. } => {}
        }
        part.push(item);
    }
    parts.push(part);
    parts
}

/// The rest of a stretch that is parted: it goes on beyond the part in which it began.
fn continued(codes: &mut Vec<Code>, number: usize) -> usize {
    if let Some(code) = codes.get_mut(number) {
        let close = std::mem::replace(&mut code.close, Border::Beyond);
        let rest = Code {
            open: Border::Beyond,
            close,
            ..code.clone()
        };
        codes.push(rest);
    }
    codes.len().saturating_sub(1)
}

/// For each item, whether it is a line break between sentences or entries.
fn borders(items: &[Item]) -> Vec<bool> {
    // From the end, so that what follows is known.
    let mut borders = Vec::with_capacity(items.len());
    let mut next: Option<char> = None;
    let mut is_next_break = true;
    for item in items.iter().rev() {
        borders.push(item.kind == Kind::Break && (is_next_break || !next.is_some_and(goes_on)));
        match &item.kind {
            Kind::Text(text) => {
                if let Some(first) = text.trim_start().chars().next() {
                    next = Some(first);
                    is_next_break = false;
                }
            }
            Kind::Break => is_next_break = true,
            Kind::Mark { is_read: true } => {
                // It may be the middle of a sentence as well as its beginning.
                next = None;
                is_next_break = false;
            }
            _ => {}
        }
    }
    borders.reverse();
    let mut last = None;
    let mut was_break = true;
    for (item, is_border) in items.iter().zip(&mut borders) {
        match &item.kind {
            Kind::Text(text) => {
                if let Some(character) = text.trim_end().chars().next_back() {
                    last = Some(character);
                    was_break = false;
                }
            }
            Kind::Break => {
                *is_border |= was_break || last.is_none_or(ends_sentence);
                was_break = true;
            }
            Kind::Mark { is_read: true } => {
                last = Some('x');
                was_break = false;
            }
            _ => {}
        }
    }
    borders
}

/// Whether what begins so may be the rest of a sentence.
fn goes_on(first: char) -> bool {
    first.is_lowercase()
}

fn ends_sentence(last: char) -> bool {
    matches!(
        last,
        '.' | '!' | '?' | ':' | ';' | '…' | '。' | '！' | '？' | '：' | '；'
    )
}

/// The paragraph of these items, if there is text in it.
fn paragraph(
    source: &str,
    mut items: Vec<Item>,
    codes: &[Code],
    has_room: bool,
) -> Option<Paragraph> {
    let kept = inner(&items)?;
    items.truncate(kept.end);
    items.drain(..kept.start);
    trim(source, &mut items);
    let range = items.first()?.range.start..items.last()?.range.end;
    let mut builder = Builder {
        codes,
        numbers: Vec::new(),
        written: Vec::new(),
    };
    let mut pieces = Vec::new();
    for item in items {
        match item.kind {
            Kind::Text(text) => pieces.push(Piece::Text(text)),
            Kind::Mark { is_read } => {
                pieces.push(Piece::Mark(builder.mark(item.range, is_read)));
            }
            Kind::Break => pieces.push(Piece::Mark(builder.mark(item.range, false))),
            Kind::Open(code) => pieces.extend(builder.stretch(code).map(Piece::Open)),
            Kind::Close(code) => pieces.extend(builder.stretch(code).map(Piece::Close)),
        }
    }
    let content = Content::new(pieces);
    let goes_beyond = |piece: &&Piece| {
        let (id, is_open) = match piece {
            Piece::Open(id) => (id, true),
            Piece::Close(id) => (id, false),
            Piece::Text(_) | Piece::Mark(_) => return false,
        };
        let place = usize::try_from(id.0).ok().and_then(|id| id.checked_sub(1));
        match place.and_then(|place| builder.written.get(place)) {
            Some(Written::Stretch(code)) if is_open => code.open == Border::Beyond,
            Some(Written::Stretch(code)) => code.close == Border::Beyond,
            _ => false,
        }
    };
    let before = content.pieces().iter().take_while(goes_beyond).cloned();
    let after = content.pieces().iter().rev().take_while(goes_beyond);
    let mut after: Vec<Piece> = after.cloned().collect();
    after.reverse();
    Some(Paragraph {
        range,
        before: before.collect(),
        after,
        content,
        codes: builder.written,
        has_room,
    })
}

struct Builder<'a> {
    codes: &'a [Code],
    /// The numbers of stretches: in the table, and in the unit.
    numbers: Vec<(usize, CodeId)>,
    written: Vec<Written>,
}

impl Builder<'_> {
    fn add(&mut self, written: Written) -> CodeId {
        self.written.push(written);
        CodeId(u32::try_from(self.written.len()).unwrap_or(u32::MAX))
    }

    fn mark(&mut self, range: Range<usize>, is_read: bool) -> CodeId {
        self.add(Written::Mark { range, is_read })
    }

    fn stretch(&mut self, code: usize) -> Option<CodeId> {
        // What is opened is closed soon, and forgotten then.
        if let Some(place) = self.numbers.iter().rposition(|(number, _)| *number == code) {
            return Some(self.numbers.remove(place).1);
        }
        let stretch = self.codes.get(code)?.clone();
        let id = self.add(Written::Stretch(stretch));
        self.numbers.push((code, id));
        Some(id)
    }
}

/// The items without those before and after the text to translate, and without the stretches around
/// all of it; nothing if there is no text.
fn inner(items: &[Item]) -> Option<Range<usize>> {
    let is_text = |item: &Item| match &item.kind {
        Kind::Text(text) => !text.trim().is_empty(),
        Kind::Mark { is_read } => *is_read,
        _ => false,
    };
    let mut count = 0_usize;
    let texts: Vec<usize> = std::iter::once(0)
        .chain(items.iter().map(|item| {
            count += usize::from(is_text(item));
            count
        }))
        .collect();
    let partners = partners(items);
    let is_empty = |range: Range<usize>| texts.get(range.start) == texts.get(range.end);
    let (mut start, mut end) = (0, items.len());
    while start < end {
        let last = end - 1;
        let (Some(first_item), Some(last_item)) = (items.get(start), items.get(last)) else {
            break;
        };
        let (partner, last_partner) = (
            partners.get(start).copied().flatten(),
            partners.get(last).copied().flatten(),
        );
        let is_tag = |item: &Item| matches!(item.kind, Kind::Open(_) | Kind::Close(_));
        if !is_tag(first_item) && !is_text(first_item) {
            start += 1;
        } else if !is_tag(last_item) && !is_text(last_item) {
            end = last;
        } else if let Some(partner) = partner.filter(|close| is_empty(start..*close)) {
            start = partner + 1;
        } else if let Some(partner) = last_partner.filter(|open| is_empty(*open..last)) {
            end = partner;
        } else if partner == Some(last) {
            (start, end) = (start + 1, last);
        } else {
            break;
        }
    }
    (start < end).then_some(start..end)
}

/// For each item that begins or ends a stretch, where the other one is.
fn partners(items: &[Item]) -> Vec<Option<usize>> {
    let mut partners = vec![None; items.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        match item.kind {
            Kind::Open(code) => open.push((code, place)),
            Kind::Close(code) => {
                let Some(found) = open.iter().rposition(|(number, _)| *number == code) else {
                    continue;
                };
                let (_, start) = open.remove(found);
                for (one, other) in [(start, place), (place, start)] {
                    if let Some(slot) = partners.get_mut(one) {
                        *slot = Some(other);
                    }
                }
            }
            _ => {}
        }
    }
    partners
}

/// Takes white space off both ends.
fn trim(source: &str, items: &mut [Item]) {
    let place = |item: &Item| {
        let kept = trimmed(source.get(item.range.clone()).unwrap_or_default());
        item.range.start + kept.start..item.range.start + kept.end
    };
    if let Some(item) = items.first_mut() {
        let kept = place(item);
        if let Kind::Text(text) = &mut item.kind {
            *text = text.trim_start().to_owned();
            item.range.start = kept.start;
        }
    }
    if let Some(item) = items.last_mut() {
        let kept = place(item);
        if let Kind::Text(text) = &mut item.kind {
            *text = text.trim_end().to_owned();
            item.range.end = kept.end;
        }
    }
}
