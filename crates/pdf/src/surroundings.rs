//! What is around a paragraph on its page: how much room is free beside and below it.

use dragoman_typesetting::Frame;
use kurbo::Rect;

use crate::lines::Line;
use crate::page::short;
use crate::page::{PageContents, PlacedPicture};

/// The room that is left free beside text, in em.
const BESIDE: f64 = 0.6;
/// The room that is left free below text, in em.
const BELOW: f64 = 0.4;
/// The room that is left free at the edge of a page, in points.
const EDGE: f64 = 18.0;
/// The room that is left free at the border of an area that text is in, in points.
const INSIDE: f64 = 2.0;
/// Boxes of a page that are regarded.
const MOST: usize = 20_000;

/// What is on a page, as boxes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    bounds: Rect,
    texts: Vec<Rect>,
    /// Areas, pictures and rules: text may be in them.
    areas: Vec<Rect>,
}

impl Surroundings {
    /// What is around the paragraphs of a page: its lines, what else is painted, and these annotations.
    pub(crate) fn of(
        page: &PageContents,
        lines: &[Line],
        annotations: &[Rect],
        bounds: Rect,
    ) -> Self {
        let upright = lines.iter().filter(|line| line.angle == 0.0);
        let text = upright.map(|line| {
            let (below, above) = (0.25 * line.size, 0.75 * line.size);
            let (mut start, mut end) = (line.start, line.end);
            if let Some(clip) = line.clip {
                (start, end) = (start.max(clip.x0), end.min(clip.x1).max(start));
            }
            Rect::new(start, line.baseline - below, end, line.baseline + above)
        });
        let pictures = page.pictures.iter().map(PlacedPicture::place);
        let areas = annotations.iter().chain(&page.areas).chain(&page.rules);
        let areas = areas.copied().chain(pictures);
        Self {
            bounds,
            texts: text.take(MOST).collect(),
            areas: areas.take(MOST).collect(),
        }
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        (self.texts.len() + self.areas.len()) * size_of::<Rect>()
    }

    /// Notes that something takes this room from now on.
    pub(crate) fn take(&mut self, room: Rect) {
        self.texts.push(room);
    }

    /// The frame with the room that is free around it. `room` is what the paragraph takes, `size` that of its letters.
    pub(crate) fn free(&self, frame: &Frame, room: Rect, size: f64) -> Frame {
        let beside = BESIDE * size;
        let page = self.bounds.inset(-EDGE);
        let (mut left, mut right, mut bottom) = (page.x0, page.x1, page.y0);
        if frame.depth > 0.0 {
            // Several lines make a column, and what is beside the columns of a page is its margin.
            let starts = self.texts.iter().map(|text| text.x0);
            let ends = self.texts.iter().map(|text| text.x1);
            left = left.max(starts.fold(room.x0, f64::min));
            right = right.min(ends.fold(room.x1, f64::max));
        }
        let (around, areas): (Vec<Rect>, Vec<Rect>) =
            self.areas.iter().partition(|area| is_around(**area, room));
        for area in around {
            left = left.max(area.x0 + INSIDE);
            right = right.min(area.x1 - INSIDE);
            bottom = bottom.max(area.y0 + INSIDE);
        }
        for other in self.texts.iter().chain(&areas) {
            if other.y0 < room.y1 && other.y1 > room.y0 {
                if other.x0 >= room.x1 {
                    right = right.min(other.x0 - beside);
                } else if other.x1 <= room.x0 {
                    left = left.max(other.x1 + beside);
                }
            }
        }
        let wide = Rect::new(left.min(room.x0), room.y0, right.max(room.x1), room.y1);
        for other in self.texts.iter().chain(&areas) {
            let is_below = other.y1 <= room.y0 + 0.25 * size;
            if is_below && other.x0 < wide.x1 && other.x1 > wide.x0 {
                bottom = bottom.max(other.y1 + BELOW * size);
            }
        }
        Frame {
            more_left: short((room.x0 - left).max(0.0)),
            more_right: short((right - room.x1).max(0.0)),
            more_below: short((room.y0 - bottom).max(0.0)),
            ..frame.clone()
        }
    }
}

/// Whether an area is around a room, more or less.
fn is_around(area: Rect, room: Rect) -> bool {
    const NEARLY: f64 = 1.0;
    area.inflate(NEARLY, NEARLY).contains_rect(room)
}
