//! Lines: glyphs that stand beside one another on one baseline, as far as they belong together.
//!
//! The order in which a document paints its glyphs says little, so that lines are found by where glyphs are: rows of
//! what overlaps in height are cut where there is too much white. Lines may have any direction; those of one
//! direction are seen from it, with `u` along the baseline and `v` upwards.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kurbo::{Affine, Point, Rect, Vec2};

use crate::page::{ClipId, Glyph, PageContents};

/// How much of the lower of two glyphs the higher must overlap to be in the same row.
const OVERLAP: f64 = 0.55;
/// What of an em a glyph takes below and above its baseline.
const BELOW: f64 = 0.2;
const ABOVE: f64 = 0.72;
/// White between two glyphs that ends a line always, in em.
const WIDEST: f64 = 2.2;
/// White that ends a line if rows above or below have white at the same place, in em.
const WIDEST_ALONE: f64 = 0.75;
/// How far words that begin below one another in a column are apart at most, in em.
const SAME_START: f64 = 0.05;
/// How many of the rows around must have white at the same place, and how many are looked at on each side.
const RIVER: usize = 2;
const ROWS_AROUND: usize = 3;
/// White between two glyphs that stands for a space, in em, more than there is between the line's letters usually.
const SPACE: f64 = 0.13;
/// Glyphs with the same text that are no farther apart than this are one that was painted twice to look bold, in em.
const TWICE: f64 = 0.08;
/// Letters that stand upon one another are of one row if their baselines differ by no more than this, in em.
const SAME_BASELINE: f64 = 0.2;
/// How far dots are apart at least of which a few lead from one thing to another, in em; how many they are, and how many
/// others.
const DOTS_APART: f64 = 0.55;
const LEAST_DOTS: f64 = 3.0;
const LEAST_CLOSE_DOTS: f64 = 10.0;
/// One letter of so many may stand upon another in a formula.
const SELDOM: usize = 6;
/// Directions that differ by less are the same, in radians.
const SAME_DIRECTION: f64 = 0.01;
/// Directions of a page, and sizes of a line, that are told apart.
const MOST_KINDS: usize = 64;
/// How many rows with white between them are compared with a glyph.
const OPEN_ROWS: usize = 8;

/// A line, or the part of one that is in a column or a cell.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// In the order in which they are read, as indices of the page's glyphs.
    pub(crate) glyphs: Vec<usize>,
    /// What stands before each of the glyphs that its font does not show: a space where there is white.
    pub(crate) spaces: Vec<bool>,
    /// What else is painted there, as indices of the page's glyphs: spaces in it and behind it, and glyphs that are painted
    /// twice.
    pub(crate) others: Vec<usize>,
    /// From where to where it goes along its baseline.
    pub(crate) start: f64,
    pub(crate) end: f64,
    /// Where its baseline is, upwards.
    pub(crate) baseline: f64,
    /// The size of most of its glyphs.
    pub(crate) size: f64,
    /// Its direction, in radians.
    pub(crate) angle: f64,
    /// Whether it is read from the right to the left.
    pub(crate) is_right_to_left: bool,
    /// The area in which it is seen, if that cuts it off.
    pub(crate) clip: Option<Rect>,
}

/// A glyph as its line sees it.
#[derive(Debug, Clone, Copy)]
struct Seen {
    index: usize,
    start: f64,
    end: f64,
    baseline: f64,
    size: f64,
    is_space: bool,
    /// Whether it is the one before once more, as what is to look bold is painted.
    is_double: bool,
    /// Whether a space of the document stands before it in its row.
    is_after_space: bool,
}

impl Seen {
    fn bottom(&self) -> f64 {
        self.baseline - BELOW * self.size
    }

    fn top(&self) -> f64 {
        self.baseline + ABOVE * self.size
    }
}

/// The lines of a page, from the top to the bottom and from the left to the right as seen from their direction; those of
/// the most usual direction first.
pub(crate) fn lines(page: &PageContents) -> Vec<Line> {
    let mut directions: Vec<(f64, Vec<usize>)> = Vec::new();
    for (index, glyph) in page.glyphs.iter().enumerate() {
        let has_room = directions.len() < MOST_KINDS;
        let is_same =
            |(angle, _): &&mut (f64, Vec<usize>)| (*angle - glyph.angle).abs() < SAME_DIRECTION;
        match directions.iter_mut().find(is_same) {
            Some((_, glyphs)) => glyphs.push(index),
            // Letters along a curve are no lines; the first of them are enough to see that.
            None if has_room => directions.push((glyph.angle, vec![index])),
            None => {}
        }
    }
    directions.sort_by_key(|(_, glyphs)| std::cmp::Reverse(glyphs.len()));
    let cutting = cutting_clips(page);
    let lines = directions.into_iter().flat_map(|(angle, glyphs)| {
        // What is cut off is read with what is not, and lies under what is beside it.
        let mut layers: BTreeMap<Option<ClipId>, Vec<Seen>> = BTreeMap::new();
        for index in glyphs {
            if let Some(glyph) = page.glyphs.get(index) {
                let clip = Some(glyph.clip).filter(|clip| cutting.contains(clip));
                layers
                    .entry(clip)
                    .or_default()
                    .push(seen(index, glyph, angle));
            }
        }
        let layers = layers.into_iter();
        layers.flat_map(move |(clip, seen)| {
            let mut lines = lines_of_direction(page, seen, angle);
            for line in &mut lines {
                line.clip = clip.and_then(|clip| page.clips.get(clip.0).copied());
            }
            lines
        })
    });
    lines.collect()
}

/// The areas that cut letters off, as cells of a sheet do in which texts have no room.
fn cutting_clips(page: &PageContents) -> BTreeSet<ClipId> {
    let cut_off = page.glyphs.iter().filter(|glyph| {
        let middle = glyph.origin + 0.5 * glyph.advance * Vec2::from_angle(glyph.angle);
        let clip = page.clips.get(glyph.clip.0);
        let is_space = glyph.text.as_deref().is_some_and(|it| it.trim().is_empty());
        !is_space && clip.is_some_and(|clip| middle.x < clip.x0 || middle.x > clip.x1)
    });
    cut_off.map(|glyph| glyph.clip).collect()
}

fn seen(index: usize, glyph: &Glyph, angle: f64) -> Seen {
    let Point { x, y } = Affine::rotate(-angle) * glyph.origin;
    Seen {
        index,
        start: x.min(x + glyph.advance),
        end: x.max(x + glyph.advance),
        baseline: y,
        size: glyph.size,
        is_double: false,
        is_after_space: false,
        is_space: glyph
            .text
            .as_deref()
            .is_some_and(|text| text.trim().is_empty()),
    }
}

fn lines_of_direction(page: &PageContents, seen: Vec<Seen>, angle: f64) -> Vec<Line> {
    let rows = rows(page, seen);
    let gaps: Vec<Vec<Range<f64>>> = rows.iter().map(|row| gaps(row)).collect();
    let upright = page
        .rules
        .iter()
        .filter(|rule| rule.height() > rule.width());
    let walls: Vec<_> = match angle == 0.0 {
        true => upright.collect(),
        false => Vec::new(),
    };
    let mut lines = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let first = number.saturating_sub(ROWS_AROUND);
        let around = gaps
            .iter()
            .enumerate()
            .skip(first)
            .take(2 * ROWS_AROUND + 1);
        let around: Vec<_> = around.filter(|(other, _)| *other != number).collect();
        let is_river = |gap: &Range<f64>| {
            let middle = f64::midpoint(gap.start, gap.end);
            let has_gap = |gaps: &&Vec<Range<f64>>| gaps.iter().any(|gap| gap.contains(&middle));
            let rows = around.iter().map(|(_, gaps)| *gaps);
            rows.filter(has_gap).count() >= RIVER
        };
        let begins_column = |gap: &Range<f64>, glyph: &Seen| {
            let mut beside = around
                .iter()
                .filter(|(other, _)| other.abs_diff(number) == 1);
            beside.any(|(_, gaps)| {
                let mut ends = gaps.iter().map(|other| other.end);
                ends.any(|end| (end - gap.end).abs() < SAME_START * glyph.size)
            })
        };
        let is_walled = |gap: &Range<f64>, glyph: &Seen| {
            walls.iter().any(|wall| {
                let middle = f64::midpoint(wall.x0, wall.x1);
                gap.start - 1.0 <= middle
                    && middle <= gap.end + 1.0
                    && wall.y0 <= glyph.baseline + 1.0
                    && wall.y1 >= glyph.baseline
            })
        };
        let leaders = leaders(page, row);
        let mut last_leader = None;
        let mut part = Part::default();
        let mut end = f64::NEG_INFINITY;
        let mut is_after_space = false;
        for (place, glyph) in row.iter().enumerate() {
            if glyph.is_space || glyph.is_double {
                // One that lies upon a letter parts nothing.
                is_after_space |= glyph.is_space && glyph.end > end;
                part.others.push(glyph.index);
                continue;
            }
            let white = (glyph.start - end) / glyph.size;
            let gap = end..glyph.start;
            let leader = leaders.iter().position(|leader| leader.contains(&place));
            let ends = leader != std::mem::replace(&mut last_leader, leader)
                || white > WIDEST
                || white > WIDEST_ALONE && (is_river(&gap) || begins_column(&gap, glyph))
                || white > SPACE && is_walled(&gap, glyph);
            if ends && !part.glyphs.is_empty() {
                lines.extend(line(page, std::mem::take(&mut part), angle));
            }
            end = end.max(glyph.end);
            part.glyphs.push(Seen {
                is_after_space: std::mem::take(&mut is_after_space),
                ..*glyph
            });
        }
        lines.extend(line(page, part, angle));
    }
    lines
}

/// Rows of glyphs that overlap in height, from the top; each from the left.
fn rows(page: &PageContents, mut seen: Vec<Seen>) -> Vec<Vec<Seen>> {
    struct Row {
        bottom: f64,
        top: f64,
        size: f64,
        glyphs: Vec<Seen>,
    }
    seen.sort_by(|one, other| other.baseline.total_cmp(&one.baseline));
    let mut rows: Vec<Row> = Vec::new();
    for glyph in seen {
        let height = glyph.top() - glyph.bottom();
        let overlap = |row: &Row| {
            let both = row.top.min(glyph.top()) - row.bottom.max(glyph.bottom());
            both / height.min(row.top - row.bottom)
        };
        let open = rows.iter_mut().rev().take(OPEN_ROWS);
        let best = open
            .map(|row| (overlap(row), row))
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        match best {
            Some((overlap, row)) if overlap >= OVERLAP => {
                // The largest glyphs say where the row is, and not small ones above them.
                if glyph.size > row.size * 1.05 {
                    (row.bottom, row.top, row.size) = (glyph.bottom(), glyph.top(), glyph.size);
                }
                row.glyphs.push(glyph);
            }
            _ => rows.push(Row {
                bottom: glyph.bottom(),
                top: glyph.top(),
                size: glyph.size,
                glyphs: vec![glyph],
            }),
        }
    }
    let text = |glyph: &Seen| {
        page.glyphs
            .get(glyph.index)
            .and_then(|it| it.text.as_deref())
    };
    let rows = rows.into_iter().flat_map(|row| apart(row.glyphs));
    let rows = rows.map(|mut glyphs| {
        glyphs.sort_by(|one, other| one.start.total_cmp(&other.start));
        let mut last: Option<Seen> = None;
        for glyph in glyphs.iter_mut().filter(|glyph| !glyph.is_space) {
            glyph.is_double = last.is_some_and(|last| {
                (glyph.start - last.start).abs() < TWICE * glyph.size && text(glyph) == text(&last)
            });
            if !glyph.is_double {
                last = Some(*glyph);
            }
        }
        glyphs
    });
    rows.collect()
}

/// The rows of glyphs that overlap in height: several where letters would stand upon one another.
fn apart(mut row: Vec<Seen>) -> Vec<Vec<Seen>> {
    row.sort_by(|one, other| one.start.total_cmp(&other.start));
    let largest = row.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
    let letters: Vec<Seen> = row.iter().filter(|it| !it.is_space).copied().collect();
    let pairs = letters.windows(2);
    let pairs = pairs.filter_map(|pair| <&[Seen; 2]>::try_from(pair).ok());
    let upon = pairs.filter(|[one, other]| are_upon(one, other));
    let upon: Vec<f64> = upon.map(|[one, other]| one.size.max(other.size)).collect();
    // Small ones above and below others stand upon one another in formulas; whole lines that a large bracket holds
    // together do so, too.
    let has_large = upon.iter().any(|size| *size > 0.8 * largest);
    if !has_large && upon.len() * SELDOM < letters.len() {
        return vec![row];
    }
    let mut rows: Vec<Vec<Seen>> = Vec::new();
    for glyph in row {
        let is_same = |row: &&mut Vec<Seen>| {
            let first = row.first();
            first.is_some_and(|first| {
                (first.baseline - glyph.baseline).abs() <= SAME_BASELINE * first.size
            })
        };
        let has_room = rows.len() < MOST_KINDS;
        match rows.iter_mut().find(is_same) {
            Some(row) => row.push(glyph),
            None if has_room => rows.push(vec![glyph]),
            None => {}
        }
    }
    rows
}

/// Whether two letters stand upon one another.
fn are_upon(one: &Seen, other: &Seen) -> bool {
    let both = one.end.min(other.end) - one.start.max(other.start);
    let narrower = (one.end - one.start).min(other.end - other.start);
    let size = one.size.max(other.size);
    both > 0.5 * narrower && (one.baseline - other.baseline).abs() > SAME_BASELINE * size
}

/// Where dots lead from one thing to another, as indices of a row.
fn leaders(page: &PageContents, row: &[Seen]) -> Vec<Range<usize>> {
    let mut leaders: Vec<Leader> = Vec::new();
    let dots = row.iter().enumerate().filter(|(_, glyph)| {
        let text = page.text(glyph.index);
        !glyph.is_space && matches!(text, "." | "·" | "…")
    });
    for (place, dot) in dots {
        let last = leaders.last_mut().filter(|last| {
            let between = row.get(last.place.end..place).unwrap_or_default();
            between.iter().all(|glyph| glyph.is_space) && dot.start - last.end < WIDEST * dot.size
        });
        match last {
            Some(leader) => {
                leader.place.end = place + 1;
                leader.dots += 1.0;
                leader.end = dot.end;
            }
            None => leaders.push(Leader {
                place: place..place + 1,
                dots: 1.0,
                start: dot.start,
                end: dot.end,
                size: dot.size,
            }),
        }
    }
    let leaders = leaders.into_iter().filter(Leader::leads);
    leaders.map(|leader| leader.place).collect()
}

/// Dots that follow one another in a row.
struct Leader {
    place: Range<usize>,
    dots: f64,
    start: f64,
    end: f64,
    size: f64,
}

impl Leader {
    /// Whether they lead somewhere: as few as an ellipsis has do so only if they are apart.
    fn leads(&self) -> bool {
        let are_apart = self.end - self.start > DOTS_APART * self.size * self.dots;
        self.dots
            >= if are_apart {
                LEAST_DOTS
            } else {
                LEAST_CLOSE_DOTS
            }
    }
}

/// The white between the glyphs of a row that may part columns.
fn gaps(row: &[Seen]) -> Vec<Range<f64>> {
    let mut gaps = Vec::new();
    let mut end = f64::INFINITY;
    for glyph in row
        .iter()
        .filter(|glyph| !glyph.is_space && !glyph.is_double)
    {
        if glyph.start - end > WIDEST_ALONE * glyph.size {
            gaps.push(end..glyph.start);
        }
        end = if end.is_finite() {
            end.max(glyph.end)
        } else {
            glyph.end
        };
    }
    gaps
}

/// What of a row is one line, from the left.
#[derive(Default)]
struct Part {
    glyphs: Vec<Seen>,
    others: Vec<usize>,
}

/// The line of a part; none of one without glyphs.
fn line(page: &PageContents, part: Part, angle: f64) -> Option<Line> {
    let Part {
        glyphs: part,
        others,
    } = part;
    let first = part.first()?;
    let size = usual(
        part.iter()
            .map(|glyph| (glyph.size, glyph.end - glyph.start)),
    );
    let main = part.iter().filter(|glyph| glyph.size >= 0.9 * size);
    let baseline = usual(main.map(|glyph| (glyph.baseline, glyph.end - glyph.start)));
    let between = part.windows(2).filter_map(|pair| match pair {
        [one, other] => Some((other.start - one.end) / other.size.max(one.size)),
        _ => None,
    });
    let between: Vec<f64> = between.collect();
    let mut sorted = between.clone();
    sorted.sort_by(f64::total_cmp);
    // Letters that are spaced out are farther apart than words otherwise.
    let between_letters = sorted
        .get(sorted.len() / 3)
        .copied()
        .unwrap_or_default()
        .max(0.0);
    let later = part.iter().skip(1).zip(between);
    let spaces =
        later.map(|(glyph, white)| glyph.is_after_space || white > between_letters + SPACE);
    let mut spaces: Vec<bool> = std::iter::once(false).chain(spaces).collect();
    let mut glyphs: Vec<usize> = part.iter().map(|glyph| glyph.index).collect();
    let is_right_to_left = is_right_to_left(page, &glyphs);
    if is_right_to_left {
        (glyphs, spaces) = logical(page, &glyphs, &spaces);
    }
    Some(Line {
        glyphs,
        spaces,
        others,
        start: first.start,
        end: part.iter().map(|glyph| glyph.end).fold(first.end, f64::max),
        baseline,
        size,
        angle,
        is_right_to_left,
        clip: None,
    })
}

/// Where a glyph is, as seen from the direction of its line.
pub(crate) fn place_in(line: &Line, glyph: &Glyph) -> Point {
    Affine::rotate(-line.angle) * glyph.origin
}

/// The white between two glyphs that follow one another in a line, in em of the second one's font.
pub(crate) fn gap(line: &Line, before: &Glyph, glyph: &Glyph) -> f64 {
    let (one, next) = (place_in(line, before), place_in(line, glyph));
    let gap = match next.x >= one.x {
        true => next.x - one.x - before.advance,
        false => one.x - next.x - glyph.advance,
    };
    gap / (glyph.size * glyph.stretch)
}

/// The value that has the most weight, where values that hardly differ are one.
fn usual(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let mut known: Vec<(f64, f64)> = Vec::new();
    for (value, weight) in values {
        let has_room = known.len() < MOST_KINDS;
        let is_same =
            |(other, _): &&mut (f64, f64)| (*other - value).abs() <= 0.02 * value.abs().max(1.0);
        match known.iter_mut().find(is_same) {
            Some((_, sum)) => *sum += weight,
            None if has_room => known.push((value, weight)),
            None => {}
        }
    }
    let best = known
        .into_iter()
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map(|(value, _)| value).unwrap_or_default()
}

/// Whether a letter belongs to a script that is written from right to left.
pub(crate) const fn is_right_to_left_letter(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_right_to_left(page: &PageContents, glyphs: &[usize]) -> bool {
    let letters = || glyphs.iter().flat_map(|&glyph| page.text(glyph).chars());
    let right_to_left = letters()
        .filter(|&letter| is_right_to_left_letter(letter))
        .count();
    2 * right_to_left > letters().filter(|letter| letter.is_alphabetic()).count()
}

/// Glyphs that stand from the left to the right in the order in which they are read from the right: what is written from
/// the left in between, as numbers are, stays in its order.
fn logical(page: &PageContents, glyphs: &[usize], spaces: &[bool]) -> (Vec<usize>, Vec<bool>) {
    let goes_left = |&glyph: &usize| {
        let letter = page.text(glyph).chars().next();
        letter.is_none_or(|letter| is_right_to_left_letter(letter) || !letter.is_alphanumeric())
    };
    let mut order: Vec<usize> = (0..glyphs.len()).rev().collect();
    let mut start = 0;
    let glyph_at = |place: usize| glyphs.get(place).copied().unwrap_or_default();
    while start < order.len() {
        let rest = order.get(start..).unwrap_or_default();
        let length = rest
            .iter()
            .take_while(|&&place| !goes_left(&glyph_at(place)))
            .count();
        if let Some(run) = order.get_mut(start..start + length) {
            run.reverse();
        }
        start += length.max(1);
    }
    let has_white = |left: usize| spaces.get(left + 1).copied().unwrap_or_default();
    let read_spaces = order.iter().enumerate().map(|(number, &place)| {
        let before = number.checked_sub(1).and_then(|number| order.get(number));
        before.is_some_and(|&before| match before.abs_diff(place) {
            1 => has_white(before.min(place)),
            // Where the direction turns, the white is at the outer side of what is turned.
            _ => has_white(place) || has_white(before.saturating_sub(1)),
        })
    });
    let read_spaces = read_spaces.collect();
    (order.into_iter().map(glyph_at).collect(), read_spaces)
}
