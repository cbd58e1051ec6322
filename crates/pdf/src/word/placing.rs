//! Where the lines of a paragraph stand between others, as the properties of a paragraph say it.

use dragoman_typesetting::Align;
use kurbo::Rect;

use crate::word::layout::Text;
use crate::word::markup::whole;
use crate::word::story::{Alignment, Last, Paragraph};

/// The height of a line of usual type, in em.
const USUAL_LINE: f64 = 1.15;
/// The largest space before a paragraph that is kept, in points.
pub(crate) const LARGEST_SPACE: f64 = 96.0;
/// How far from the middle or an edge text may be that stands there, in points.
pub(crate) const SAME: f64 = 3.0;

/// From where to where on a page something goes, and what stands around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Region {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) is_cell: bool,
    /// Where texts stand in it, if that is known.
    pub(crate) align: Option<Align>,
}

/// Where the lines of a text stand in a region, as seen from where they begin.
pub(crate) fn placed(text: &Text, region: Region, is_source_right: bool) -> Alignment {
    let Rect { x0, x1, .. } = text.place;
    let (left, right) = (x0 - region.left, region.right - x1);
    let is_centred = (left - right).abs() < SAME && left > 2.0 * SAME;
    let is_at_end = |start: f64, end: f64| end < SAME && start > 4.0 * SAME;
    let is_at_end = match is_source_right {
        true => is_at_end(right, left),
        false => is_at_end(left, right),
    };
    let align = match (text.lines.len(), region.align) {
        (..=1, Some(align)) => align,
        (..=1, None) if is_centred => Align::Centre,
        (..=1, None) if is_at_end => Align::End,
        (..=1, None) => Align::Start,
        _ => text.align,
    };
    Alignment::of(align, is_source_right)
}

/// The space before a text, below what ends there.
pub(crate) fn before(text: &Text, end: Option<Last>) -> f64 {
    let size = f64::from(text.look.size) / 2.0;
    let leading = text.leading().unwrap_or(USUAL_LINE * size);
    let space = match end {
        Some(Last::Baseline(above)) => text.first_baseline() - above - leading,
        Some(Last::Edge(above)) => text.first_baseline() - above - 0.95 * size,
        None => 0.0,
    };
    // What is less is no space that was wanted.
    if space < 1.5 {
        0.0
    } else {
        space.min(LARGEST_SPACE)
    }
}

/// How far the lines of a text are apart, if it has some.
pub(crate) fn line(text: &Text) -> Option<i64> {
    /// Differences that are smaller are not told apart.
    const STEP: f64 = 12.0;
    let size = f64::from(text.look.size) / 2.0;
    let lines = text.leading()? / (USUAL_LINE * size);
    let line = whole((240.0 * lines.clamp(0.8, 3.0) / STEP).round() * STEP);
    (line != 240).then_some(line)
}

/// Sets how far a paragraph is indented in its region.
pub(crate) fn indent(
    paragraph: &mut Paragraph,
    text: &Text,
    region: Region,
    is_source_right: bool,
) {
    if paragraph.alignment == Alignment::End {
        let free = match is_source_right {
            true => text.place.x0 - region.left,
            false => region.right - text.place.x1,
        };
        paragraph.end_indent = if free > SAME { free } else { 0.0 };
    }
    if !matches!(paragraph.alignment, Alignment::Start | Alignment::Both) {
        return;
    }
    let first = text
        .lines
        .first()
        .map_or(text.place.x0, |line| match is_source_right {
            true => -line.end,
            false => line.start,
        });
    let starts = text.lines.iter().skip(1).map(|line| match is_source_right {
        true => -line.end,
        false => line.start,
    });
    let edge = if is_source_right {
        -region.right
    } else {
        region.left
    };
    let later = starts.fold(f64::INFINITY, f64::min);
    let later = if later.is_finite() { later } else { first };
    let indent = later - edge;
    paragraph.indent = if indent > SAME { indent } else { 0.0 };
    let more = first - later;
    paragraph.first = if more.abs() > SAME {
        more.max(-paragraph.indent.max(0.0))
    } else {
        0.0
    };
}
