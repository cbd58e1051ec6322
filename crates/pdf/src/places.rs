//! Where paragraphs are, and how text looks there.

use dragoman_typesetting::{Align, Family, Frame, Shape};
use kurbo::{Affine, Point, Rect};

use crate::fonts::Fonts;
use crate::lines::Line;
use crate::page::PageContents;
use crate::paragraphs::Paragraph;

/// How much ends of lines may differ that stand below one another, in em.
const ALIKE: f64 = 0.3;
/// The room that is left free beside other text, in em.
const APART: f64 = 0.6;
/// The room that is left free at the edge of a page, in points.
const EDGE: f64 = 18.0;

/// Where a paragraph is on its page, as seen from the direction of its lines.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The number of its page, from 0.
    pub(crate) page: usize,
    /// The numbers of its glyphs on the page.
    pub(crate) glyphs: Vec<usize>,
    pub(crate) angle: f64,
    pub(crate) left: f64,
    /// Where the baseline of its first line is, upwards.
    pub(crate) baseline: f64,
    pub(crate) size: f64,
    pub(crate) first_line_indent: f64,
    pub(crate) align: Align,
    pub(crate) shape: Shape,
    pub(crate) frame: Frame,
    /// The operations that set how it is painted.
    pub(crate) paint: Box<[u8]>,
}

impl Place {
    /// The place of a paragraph; none of one without lines.
    pub(crate) fn of(
        paragraph: &Paragraph,
        number: usize,
        page: &PageContents,
        lines: &[Line],
        bounds: Rect,
        fonts: &Fonts<'_>,
    ) -> Option<Self> {
        let own = &paragraph.lines;
        let (first, last) = (own.first()?, own.last()?);
        let left = own.iter().skip(1).map(|line| line.start).fold(
            if own.len() == 1 {
                first.start
            } else {
                f64::INFINITY
            },
            f64::min,
        );
        let left = left.min(first.start);
        let right = own.iter().map(|line| line.end).fold(first.end, f64::max);
        let depth = first.baseline - last.baseline;
        let gaps = own.len().saturating_sub(1);
        let leading = if gaps == 0 {
            0.0
        } else {
            depth / f64::from(u32::try_from(gaps).ok()?)
        };
        let align = align(own, left, right);
        let glyphs = own
            .iter()
            .flat_map(|line| line.glyphs.iter().chain(&line.others));
        let mut numbers: Vec<usize> = glyphs.copied().collect();
        numbers.sort_unstable();
        let glyph = page.glyphs.get(*first.glyphs.iter().min()?)?;
        let look = fonts.look(glyph.font);
        let width = right - left;
        Some(Self {
            page: number,
            angle: first.angle,
            left,
            baseline: first.baseline,
            size: first.size,
            first_line_indent: match align {
                Align::Left | Align::Justify => first.start - left,
                _ => 0.0,
            },
            align,
            shape: Shape {
                family: match (look.is_fixed, look.has_serifs) {
                    (true, _) => Family::Mono,
                    (false, true) => Family::Serif,
                    (false, false) => Family::Sans,
                },
                weight: if look.is_bold { 700 } else { 400 },
                italic: look.is_italic,
            },
            frame: Frame {
                widths: vec![short(width)],
                depth: short(depth),
                leading: short(leading),
                more_right: short(free_right(own, lines, right, bounds)),
                ..Frame::default()
            },
            paint: page.paints.get(glyph.paint.0).cloned().unwrap_or_default(),
            glyphs: numbers,
        })
    }

    /// Where a point of it is on the page.
    pub(crate) fn on_page(&self, along: f64, up: f64) -> Point {
        Affine::rotate(self.angle) * Point::new(along, up)
    }
}

/// A length as typesetting has it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths on a page need no more digits"
)]
pub(crate) const fn short(length: f64) -> f32 {
    length as f32
}

/// Where the lines stand in their room.
fn align(lines: &[Line], left: f64, right: f64) -> Align {
    let [first, inner @ .., _] = lines else {
        return Align::Left;
    };
    let middle = f64::midpoint(left, right);
    let is_alike = |difference: f64, line: &Line| difference.abs() < ALIKE * line.size;
    let begins = |line: &Line| is_alike(line.start - left, line);
    let ends = |line: &Line| is_alike(line.end - right, line);
    let is_centred = |line: &Line| is_alike(f64::midpoint(line.start, line.end) - middle, line);
    let later = lines.get(1..).unwrap_or_default();
    if later.iter().all(begins) {
        let full = inner
            .iter()
            .chain([first])
            .filter(|line| ends(line))
            .count();
        return match lines.len() > 2 && full == lines.len() - 1 {
            true => Align::Justify,
            false => Align::Left,
        };
    }
    if lines.iter().all(is_centred) {
        return Align::Centre;
    }
    match lines.iter().all(ends) {
        true => Align::Right,
        false => Align::Left,
    }
}

/// How much room is free at the right of some lines, up to other text and the edge of the page.
fn free_right(own: &[Line], lines: &[Line], right: f64, bounds: Rect) -> f64 {
    let Some((first, last)) = own.first().zip(own.last()) else {
        return 0.0;
    };
    if first.angle != 0.0 {
        return 0.0;
    }
    let (top, bottom) = (first.baseline + first.size, last.baseline - 0.3 * last.size);
    let beside = lines.iter().filter(|line| {
        line.angle == 0.0
            && line.start > right
            && line.baseline < top
            && line.baseline + line.size > bottom
    });
    let next = beside.map(|line| line.start - APART * first.size);
    let end = next.fold(bounds.x1 - EDGE, f64::min);
    (end - right).max(0.0)
}
