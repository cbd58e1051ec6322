//! Lines and areas that are painted for words: what underlines, strikes through or highlights them.
//!
//! A page does not say what they are for. A flat line counts as one of words if it begins and ends with them, right below
//! or through them; an area does if it is behind a part of a line and begins and ends with words as well. What is behind
//! a whole line may as well be a cell of a table, unless an area of the same colour is behind a part of another.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use kurbo::Rect;

use crate::lines::Line;
use crate::page::{FlatPath, Glyph, PageContents, PaintId};

/// How far the ends of a line or area may be from those of its words, in em.
const SAME_END: f64 = 0.4;
/// How wide white beside words may be that is underlined with them, in em.
const WHITE: f64 = 0.8;
/// How thick a line is at most, in em of its words.
const THICKEST: f64 = 0.2;
/// Where the middle of a line is that underlines or strikes through, in em above the baseline.
const UNDERLINE: Range<f64> = -0.36..0.02;
const STRIKE_THROUGH: Range<f64> = 0.16..0.42;
/// Where an area begins that highlights, and where it ends, in em above the baseline.
const GROUND_BOTTOM: Range<f64> = -0.6..-0.05;
const GROUND_TOP: Range<f64> = 0.6..1.3;
/// How much of its size what is alike may differ, in em.
const ALIKE: f64 = 0.03;
/// Flat paths that are compared with a line.
const MOST_BESIDE: usize = 512;
/// Kinds of a page that are told apart, and those that one glyph has.
const MOST_KINDS: usize = 64;
const MOST_OF_A_GLYPH: usize = 3;

/// What is done to words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Underline,
    StrikeThrough,
    /// An area behind words.
    Highlight,
}

/// What words have besides their letters.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decoration {
    pub(crate) purpose: Purpose,
    /// From where to where it goes, in points above the baseline.
    pub(crate) bottom: f64,
    pub(crate) top: f64,
    /// Whether it is a stroke, and not an area that is filled.
    pub(crate) is_stroke: bool,
    /// The operations that set how it is painted.
    pub(crate) paint: Box<[u8]>,
}

/// The number of a set of decorations of a page; 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct DecorationsId(usize);

/// The decorations of a page.
#[derive(Debug, Default)]
pub(crate) struct Decorations {
    kinds: Vec<Kind>,
    /// Sets of kinds, without that of none.
    sets: Vec<BTreeSet<usize>>,
    glyphs: BTreeMap<usize, DecorationsId>,
    /// The numbers of the paths that they are, by the first of their glyphs.
    paths: BTreeMap<usize, Vec<usize>>,
}

/// What is alike of decorations.
#[derive(Debug, Clone, Copy)]
struct Kind {
    purpose: Purpose,
    bottom: f64,
    top: f64,
    is_stroke: bool,
    paint: PaintId,
    size: f64,
}

/// A flat path that begins and ends with words of a line.
struct Found<'p> {
    path: &'p FlatPath,
    kind: Kind,
    glyphs: Vec<usize>,
    is_all_of_line: bool,
}

impl Decorations {
    /// Finds those of these lines, and takes them away from the rules and areas of the page.
    pub(crate) fn take_from(page: &mut PageContents, lines: &[Line]) -> Self {
        let found = found(page, lines);
        let partial: BTreeSet<PaintId> = found
            .iter()
            .filter(|it| !it.is_all_of_line)
            .map(|it| it.kind.paint)
            .collect();
        let mut decorations = Self::default();
        let mut shapes = HashSet::new();
        for Found {
            path,
            kind,
            glyphs,
            is_all_of_line,
        } in found
        {
            let is_ground = kind.purpose == Purpose::Highlight;
            if is_ground && is_all_of_line && !partial.contains(&kind.paint) {
                continue;
            }
            if decorations.add(kind, path.number, &glyphs) {
                shapes.insert(bits(path.shape));
            }
        }
        page.rules.retain(|rule| !shapes.contains(&bits(*rule)));
        page.areas.retain(|area| !shapes.contains(&bits(*area)));
        decorations
    }

    /// Notes one of these glyphs. Whether it is one that can be noted.
    fn add(&mut self, kind: Kind, path: usize, glyphs: &[usize]) -> bool {
        let known = self.kinds.iter().position(|known| known.is_like(&kind));
        let number = known.unwrap_or(self.kinds.len());
        let Some(first) = glyphs.first().filter(|_| number < MOST_KINDS) else {
            return false;
        };
        if known.is_none() {
            self.kinds.push(kind);
        }
        for glyph in glyphs {
            let id = self.glyphs.get(glyph).copied().unwrap_or_default();
            let mut set = self.set(id).cloned().unwrap_or_default();
            if set.len() < MOST_OF_A_GLYPH && set.insert(number) {
                let id = self.id(set);
                self.glyphs.insert(*glyph, id);
            }
        }
        self.paths.entry(*first).or_default().push(path);
        true
    }

    fn set(&self, id: DecorationsId) -> Option<&BTreeSet<usize>> {
        self.sets.get(id.0.checked_sub(1)?)
    }

    fn id(&mut self, set: BTreeSet<usize>) -> DecorationsId {
        let known = self.sets.iter().position(|known| *known == set);
        let place = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        DecorationsId(place + 1)
    }

    /// Those of a glyph.
    pub(crate) fn of_glyph(&self, glyph: usize) -> DecorationsId {
        self.glyphs.get(&glyph).copied().unwrap_or_default()
    }

    /// What a set of them is.
    pub(crate) fn list(&self, id: DecorationsId, page: &PageContents) -> Vec<Decoration> {
        let kinds = self.set(id).into_iter().flatten();
        let kinds = kinds.filter_map(|kind| self.kinds.get(*kind));
        let decorations = kinds.map(|kind| Decoration {
            purpose: kind.purpose,
            bottom: kind.bottom,
            top: kind.top,
            is_stroke: kind.is_stroke,
            paint: page.paints.get(kind.paint.0).cloned().unwrap_or_default(),
        });
        decorations.collect()
    }

    /// The numbers of the paths that are those of some glyphs.
    pub(crate) fn paths_of(&self, glyphs: &[usize]) -> Vec<usize> {
        let paths = glyphs.iter().filter_map(|glyph| self.paths.get(glyph));
        paths.flatten().copied().collect()
    }
}

impl Kind {
    fn is_like(&self, other: &Self) -> bool {
        let near = ALIKE * self.size.max(other.size);
        self.purpose == other.purpose
            && self.is_stroke == other.is_stroke
            && self.paint == other.paint
            && (self.bottom - other.bottom).abs() <= near
            && (self.top - other.top).abs() <= near
    }

    /// What a flat path is for in a line, by where it is above the baseline.
    fn of(path: &FlatPath, line: &Line) -> Option<Self> {
        let half = path.stroke.unwrap_or_default() / 2.0;
        let (bottom, top) = (
            path.shape.y0 - half - line.baseline,
            path.shape.y1 + half - line.baseline,
        );
        let middle = f64::midpoint(bottom, top) / line.size;
        let purpose = match (top - bottom) / line.size {
            ..=THICKEST if UNDERLINE.contains(&middle) => Purpose::Underline,
            ..=THICKEST if STRIKE_THROUGH.contains(&middle) => Purpose::StrikeThrough,
            _ if GROUND_BOTTOM.contains(&(bottom / line.size))
                && GROUND_TOP.contains(&(top / line.size)) =>
            {
                Purpose::Highlight
            }
            _ => return None,
        };
        Some(Self {
            purpose,
            bottom,
            top,
            is_stroke: path.stroke.is_some(),
            paint: path.paint,
            size: line.size,
        })
    }
}

/// The flat paths that begin and end with words of a line, each of one line.
fn found<'p>(page: &'p PageContents, lines: &[Line]) -> Vec<Found<'p>> {
    let mut paths: Vec<&FlatPath> = page.flat_paths.iter().collect();
    paths.sort_by(|one, other| one.shape.y0.total_cmp(&other.shape.y0));
    let mut taken = HashSet::new();
    let mut found = Vec::new();
    for line in lines.iter().filter(|line| line.angle == 0.0) {
        let lowest = line.baseline + GROUND_BOTTOM.start * line.size;
        let highest = line.baseline + STRIKE_THROUGH.end * line.size;
        let first = paths.partition_point(|path| path.shape.y0 < lowest);
        let beside = paths.iter().skip(first).take(MOST_BESIDE);
        for path in beside.take_while(|path| path.shape.y0 <= highest) {
            if path.shape.x0 >= line.end || path.shape.x1 <= line.start {
                continue;
            }
            let Some(kind) = Kind::of(path, line) else {
                continue;
            };
            if let Some(glyphs) = words(page, line, path.shape)
                && taken.insert(path.number)
            {
                found.push(Found {
                    path,
                    kind,
                    is_all_of_line: glyphs.len() == line.glyphs.len(),
                    glyphs,
                });
            }
        }
    }
    found
}

/// The glyphs of a line that a shape is for, if it begins and ends with some.
fn words(page: &PageContents, line: &Line, shape: Rect) -> Option<Vec<usize>> {
    let near = SAME_END * line.size;
    let glyph = |number: &usize| Some((*number, page.glyphs.get(*number)?));
    let room = |glyph: &Glyph| {
        // The line is upright.
        let start = glyph.origin.x;
        (start, start + glyph.advance)
    };
    let is_in = |(_, glyph): &(usize, &Glyph)| {
        let (start, end) = room(glyph);
        (shape.x0..shape.x1).contains(&f64::midpoint(start, end))
    };
    let (inside, outside): (Vec<_>, Vec<_>) = line.glyphs.iter().filter_map(glyph).partition(is_in);
    let rooms = || inside.iter().map(|(_, glyph)| room(glyph));
    let start = rooms().map(|(start, _)| start).reduce(f64::min)?;
    let end = rooms().map(|(_, end)| end).reduce(f64::max)?;
    let others = || outside.iter().map(|(_, glyph)| room(glyph));
    // White around words may be underlined with them.
    let before = others().map(|(_, end)| end).filter(|it| *it <= start);
    let after = others().map(|(start, _)| start).filter(|it| *it >= end);
    let first = before
        .fold(f64::NEG_INFINITY, f64::max)
        .max(start - WHITE * line.size);
    let last = after
        .fold(f64::INFINITY, f64::min)
        .min(end + WHITE * line.size);
    let begins = shape.x0 <= start + near && shape.x0 >= (start - near).min(first);
    let ends = shape.x1 >= end - near && shape.x1 <= (end + near).max(last);
    (begins && ends).then(|| inside.into_iter().map(|(number, _)| number).collect())
}

/// A shape as what can be looked up.
fn bits(shape: Rect) -> [u64; 4] {
    [shape.x0, shape.y0, shape.x1, shape.y1].map(f64::to_bits)
}
