//! Paragraphs that go on in the next column or on the next page: one text in several areas.
//!
//! A page does not say it. A paragraph goes on if it is the last of a column, its last line is full and ends in the
//! middle of a sentence, and what looks the same at the head of the next column, on this page or on the next one, begins
//! with a small letter. Columns of tables are narrower, or have lines that are not full.

use dragoman_documents::{CodeId, Content, Joint, Piece, joint};
use dragoman_typesetting::LineEnd;
use kurbo::Rect;

use crate::joining::{goes_on, is_open};
use crate::places::{Place, set_text};
use crate::spans::TypeKind;

/// Paragraphs of a page that are compared; one with more is no running text.
const MOST: usize = 1_000;
/// Areas that one paragraph goes through at most.
pub(crate) const MOST_AREAS: usize = 16;
/// Lines that a column has at least, and how wide it is, in em.
const LEAST_LINES: usize = 4;
const NARROWEST: f64 = 12.0;
/// How much of the width of a column its last line leaves free at most.
const FREE: f64 = 0.2;
/// How much the widths of columns differ at most that follow one another.
const SAME_WIDTH: f64 = 0.15;

/// A paragraph as it is seen while those are looked for that go on.
#[derive(Debug, Clone)]
pub(crate) struct Passage {
    room: Rect,
    /// Where its last line ends.
    end: f64,
    lines: usize,
    letters: usize,
    /// The size of its letters, in points.
    size: f64,
    /// What is alike of paragraphs that may be one: the kind of type, and how it is painted.
    look: (TypeKind, Box<[u8]>),
    text: Ends,
}

/// The first and the last word of a text; nothing where something else than text is.
#[derive(Debug, Clone, Default)]
struct Ends {
    first: String,
    last: String,
}

/// The paragraph that another goes on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// One of the same page, by its place among the passages.
    OnPage(usize),
    /// One of an earlier page, by its unit.
    Earlier(usize),
}

/// What may go on on the next page.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    passage: Passage,
    column: Column,
    unit: usize,
}

/// What stands below one another and looks the same.
#[derive(Debug, Clone, Copy)]
struct Column {
    place: Rect,
    lines: usize,
}

impl Passage {
    /// A paragraph in its place; none if it does not stand upright, or some of it is cut off.
    pub(crate) fn of(place: &Place, content: &Content) -> Option<Self> {
        let [area] = place.areas.as_slice() else {
            return None;
        };
        let room = area.room().filter(|_| area.clip.is_none())?;
        let last = area.frame.lines.last()?;
        Some(Self {
            room,
            end: area.left + f64::from(last.end),
            lines: area.frame.lines.len(),
            letters: place.text.len(),
            size: area.size,
            look: (place.main.kind(), place.main.paint.clone()),
            text: Ends::of(content),
        })
    }

    fn is_above(&self, other: &Self) -> bool {
        self.room.y0 >= other.room.center().y
    }

    fn is_left_of(&self, other: &Self) -> bool {
        self.room.x1 <= other.room.x0 + 1.0
    }
}

impl Ends {
    fn of(content: &Content) -> Self {
        let text = content.text();
        let word = |word: Option<&str>| word.unwrap_or_default().to_owned();
        let is_mark = |piece: Option<&Piece>| matches!(piece, Some(Piece::Mark(_)));
        let mut ends = Self::default();
        if !is_mark(content.pieces().first()) {
            ends.first = word(text.split_whitespace().next());
        }
        if !is_mark(content.pieces().last()) {
            ends.last = word(text.split_whitespace().next_back());
        }
        ends
    }
}

impl Column {
    /// That of a passage among those that look like it.
    fn of(passage: &Passage, alike: &[(usize, &Passage)]) -> Self {
        let room = passage.room;
        let is_in = |other: &Passage| {
            let both = room.x1.min(other.room.x1) - room.x0.max(other.room.x0);
            both > 0.5 * room.width().min(other.room.width())
        };
        let own = alike.iter().filter(|(_, other)| is_in(other));
        let column = Self {
            place: room,
            lines: 0,
        };
        own.fold(column, |column, (_, other)| Self {
            place: column.place.union(other.room),
            lines: column.lines + other.lines,
        })
    }

    /// Whether it is one of text that ends with a full line of this passage.
    fn is_full(&self, last: &Passage) -> bool {
        self.lines >= LEAST_LINES
            && self.place.width() >= NARROWEST * last.size
            && self.place.x1 - last.end <= FREE * self.place.width()
    }

    /// Whether another is as wide, unless it has too little text to tell.
    fn is_as_wide_as(&self, other: &Self) -> bool {
        let (one, two) = (self.place.width(), other.place.width());
        other.lines < LEAST_LINES && two <= one * (1.0 + SAME_WIDTH)
            || (one - two).abs() <= SAME_WIDTH * one
    }
}

impl Threads {
    /// What each of the passages of a page goes on with, if it does. What is no passage is none.
    pub(crate) fn befores(&self, page: &[Option<Passage>]) -> Vec<Option<Before>> {
        let mut befores = vec![None; page.len()];
        let passages = passages(page);
        if let Some(open) = &self.open {
            let alike = alike(&passages, &open.passage);
            let first = alike.iter().find(|(_, passage)| {
                is_first(passage, &alike)
                    && !alike.iter().any(|(_, other)| other.is_left_of(passage))
            });
            if let Some((number, passage)) = first
                && follows(&open.passage, &open.column, passage, &alike)
                && let Some(before) = befores.get_mut(*number)
            {
                *before = Some(Before::Earlier(open.unit));
            }
        }
        for (number, passage) in &passages {
            if !is_open(&passage.text.last) {
                continue;
            }
            let alike = alike(&passages, passage);
            let column = Column::of(passage, &alike);
            if !is_last(passage, &alike) || !column.is_full(passage) {
                continue;
            }
            let next = alike
                .iter()
                .filter(|(_, other)| passage.is_left_of(other) && other.room.y1 > passage.room.y0)
                .filter(|(_, other)| is_first(other, &alike))
                .min_by(|(_, one), (_, other)| one.room.x0.total_cmp(&other.room.x0));
            if let Some((next, other)) = next
                // What is painted before it became a unit before it.
                && next > number
                && follows(passage, &column, other, &alike)
                && let Some(before @ None) = befores.get_mut(*next)
            {
                *before = Some(Before::OnPage(*number));
            }
        }
        befores
    }

    /// Notes what of a page may go on on the next one, given the units that its passages became.
    pub(crate) fn end_page(&mut self, page: &[Option<Passage>], units: &[Option<usize>]) {
        let passages = passages(page);
        let letters = |look: &(TypeKind, Box<[u8]>)| -> usize {
            let own = passages.iter().filter(|(_, other)| other.look == *look);
            own.map(|(_, other)| other.letters).sum()
        };
        let has_alike = |open: &Open| !alike(&passages, &open.passage).is_empty();
        self.open = self.open.take().filter(|open| !has_alike(open));
        let open = passages
            .iter()
            .filter(|(_, passage)| is_open(&passage.text.last));
        let last = open.filter_map(|(number, passage)| {
            let alike = alike(&passages, passage);
            let column = Column::of(passage, &alike);
            let is_right = !alike.iter().any(|(_, other)| passage.is_left_of(other));
            let is_open = is_right && is_last(passage, &alike) && column.is_full(passage);
            let unit = units.get(*number).copied().flatten()?;
            is_open.then(|| Open {
                passage: (*passage).clone(),
                column,
                unit,
            })
        });
        // What most of the page looks like is its text.
        let last = last.max_by_key(|open| letters(&open.passage.look));
        self.open = last.or_else(|| self.open.take());
    }
}

/// Those of a page, unless they are too many.
fn passages(page: &[Option<Passage>]) -> Vec<(usize, &Passage)> {
    let passages = page.iter().enumerate();
    let passages = passages.filter_map(|(number, passage)| Some((number, passage.as_ref()?)));
    let passages: Vec<(usize, &Passage)> = passages.take(MOST + 1).collect();
    match passages.len() {
        ..=MOST => passages,
        _ => Vec::new(),
    }
}

/// Those that look like one.
fn alike<'p>(passages: &[(usize, &'p Passage)], one: &Passage) -> Vec<(usize, &'p Passage)> {
    let alike = passages.iter().filter(|(_, other)| other.look == one.look);
    alike.copied().collect()
}

fn overlaps(one: &Passage, other: &Passage) -> bool {
    one.room.x0 < other.room.x1 && other.room.x0 < one.room.x1
}

/// Whether nothing that looks the same is above it in its column.
fn is_first(passage: &Passage, alike: &[(usize, &Passage)]) -> bool {
    !alike
        .iter()
        .any(|(_, other)| other.is_above(passage) && overlaps(passage, other))
}

/// Whether nothing that looks the same is below it in its column.
fn is_last(passage: &Passage, alike: &[(usize, &Passage)]) -> bool {
    !alike
        .iter()
        .any(|(_, other)| passage.is_above(other) && overlaps(passage, other))
}

/// Whether what is at the head of a column goes on with the last of the one before.
fn follows(before: &Passage, column: &Column, next: &Passage, alike: &[(usize, &Passage)]) -> bool {
    goes_on(&before.text.last, &next.text.first) && column.is_as_wide_as(&Column::of(next, alike))
}

/// Two texts that are read in one go as one, and where the line before the second one ends in that. The first one has so
/// many codes.
pub(crate) fn joined(before: &Content, codes: usize, next: &Content) -> (Content, LineEnd) {
    let mut pieces = before.pieces().to_vec();
    let joint = joint(&before.text(), &next.text());
    match joint {
        Joint::Space => pieces.push(Piece::Text(" ".to_owned())),
        Joint::Nothing => {}
        Joint::WithoutLast => {
            let last = pieces.iter_mut().rev().find_map(|piece| match piece {
                Piece::Text(text) => Some(text),
                _ => None,
            });
            last.map(String::pop);
        }
    }
    let byte = set_text(&pieces).len();
    let later = |id: &CodeId| {
        let codes = u32::try_from(codes).unwrap_or(u32::MAX);
        CodeId(id.0.saturating_add(codes))
    };
    pieces.extend(next.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.clone()),
        Piece::Mark(id) => Piece::Mark(later(id)),
        Piece::Open(id) => Piece::Open(later(id)),
        Piece::Close(id) => Piece::Close(later(id)),
    }));
    let end = LineEnd {
        byte,
        has_hyphen: joint == Joint::WithoutLast,
    };
    (Content::new(pieces), end)
}
