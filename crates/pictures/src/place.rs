//! The room of a paragraph.

use dragoman_typesetting::{Align, Frame};

use crate::canvas::distance;
use crate::ground::{Ground, View};
use crate::lines::{Area, Lines, leading};
use crate::look::Look;
use crate::numbers::{length, pixel};

/// By how much ends of lines may differ that stand below one another, in em.
const ALIKE: f32 = 0.35;
/// The room that is left free beside other things, in em.
const APART: f32 = 0.6;
/// The room that is left free above other things, in em.
const ABOVE: f32 = 0.4;
/// By how much colours of a ground differ at most from pixel to pixel, besides their noise.
const SAME: f32 = 18.0;
/// How fast the colour that goes on may change, from pixel to pixel.
const CHANGE: f32 = 0.1;
/// How far room is looked for, in em.
const FARTHEST: f32 = 40.0;
/// How many of a column's pixels may be of another colour: one of so many.
const OTHERS: usize = 50;

/// Where a paragraph is set.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) left: f32,
    /// Where its first baseline is.
    pub(crate) baseline: f32,
    pub(crate) first_line_indent: f32,
    pub(crate) align: Align,
    pub(crate) frame: Frame,
}

/// In which direction room is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Below,
}

impl Place {
    /// The place of a paragraph, with the room around it in which nothing is.
    pub(crate) fn of(
        view: &View<'_>,
        lines: &Lines,
        look: &Look,
        grounds: &[Ground],
        taken: &[Area],
    ) -> Self {
        let area = lines.area();
        let noise = grounds.iter().map(Ground::noise).fold(0.0, f32::max);
        let free = |side| free(view, &area, side, look.size, noise, taken);
        let align = align(lines, &area, look.size);
        let first = look.baselines.first().copied().unwrap_or_default();
        let depth = look.baselines.last().map_or(0.0, |last| last - first);
        let first_left = lines.0.first().map_or(area.left, |line| line.area.left);
        Self {
            left: area.left,
            baseline: first,
            first_line_indent: match align {
                Align::Start | Align::Justify => first_left - area.left,
                _ => 0.0,
            },
            align,
            frame: Frame {
                widths: vec![area.width()],
                depth,
                leading: leading(&look.baselines),
                more_left: free(Side::Left),
                more_right: free(Side::Right),
                more_below: free(Side::Below),
                ..Frame::default()
            },
        }
    }
}

/// Where lines stand in their room.
fn align(lines: &Lines, area: &Area, size: f32) -> Align {
    let is_alike = |one: f32, other: f32| (one - other).abs() < ALIKE * size;
    let areas: Vec<Area> = lines.0.iter().map(|line| line.area).collect();
    let [first, inner @ .., _] = areas.as_slice() else {
        return Align::Start;
    };
    let begins = |line: &&Area| is_alike(line.left, area.left);
    let ends = |line: &&Area| is_alike(line.right, area.right);
    let middle = f32::midpoint(area.left, area.right);
    let is_centred = |line: &Area| is_alike(f32::midpoint(line.left, line.right), middle);
    let is_level = areas.iter().all(|line| begins(&line));
    if !is_level && areas.iter().all(is_centred) {
        return Align::Centre;
    }
    if !is_level && areas.iter().all(|line| ends(&line)) {
        return Align::Right;
    }
    let full = inner.iter().chain([first]).filter(ends).count();
    let is_even = areas.iter().skip(1).all(|line| begins(&line)) && full + 1 == areas.len();
    match areas.len() > 3 && is_even {
        true => Align::Justify,
        false => Align::Start,
    }
}

/// How much room beside or below a box is free: of the same colours as the ground goes on with.
fn free(view: &View<'_>, area: &Area, side: Side, size: f32, noise: f32, taken: &[Area]) -> f32 {
    let gap = 1.5 + 0.05 * size;
    let across = match side {
        Side::Left | Side::Right => area.height(),
        Side::Below => area.width(),
    };
    let across = pixel(across).max(1);
    // The place so far away, and so far across.
    let place = |away: f32, number: usize| {
        let along = length(number) + 0.5;
        match side {
            Side::Left => (area.left - gap - away, area.top + along),
            Side::Right => (area.right + gap + away, area.top + along),
            Side::Below => (area.left + along, area.bottom + gap + away),
        }
    };
    let far = area.grown(FARTHEST * size);
    let taken: Vec<&Area> = taken.iter().filter(|area| area.meets(&far)).collect();
    let colour = |away: f32, number: usize| {
        let (u, v) = place(away, number);
        let is_taken = taken.iter().any(|area| area.contains((u, v)));
        view.colour(u, v).filter(|_| !is_taken)
    };
    let first: Option<Vec<_>> = (0..across).map(|number| colour(0.0, number)).collect();
    let Some(mut going_on) = first else {
        return 0.0;
    };
    let most = SAME.max(5.0 * noise);
    let mut away = 0.0;
    while away < FARTHEST * size {
        let mut others = 0;
        let mut has_ended = false;
        for (number, last) in going_on.iter_mut().enumerate() {
            let Some(next) = colour(away, number) else {
                has_ended = true;
                break;
            };
            if distance(last, &next) > most {
                others += 1;
            } else {
                for (last, next) in last.iter_mut().zip(next) {
                    *last += (next - *last) * CHANGE;
                }
            }
        }
        if has_ended || others > across / OTHERS {
            break;
        }
        away += 1.0;
    }
    let apart = match side {
        Side::Below => ABOVE,
        _ => APART,
    };
    (away - apart * size).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;
    use crate::lines::{Line, Slope};

    fn line(left: f32, right: f32) -> Line {
        let area = Area {
            left,
            right,
            top: 0.0,
            bottom: 10.0,
        };
        let words = vec![("word".to_owned(), area)];
        Line { words, area }
    }

    #[test]
    fn lines_stand_where_their_ends_are() {
        for (ends, expected) in [
            (&[(0.0, 90.0)][..], Align::Start),
            (&[(0.0, 90.0), (0.0, 100.0), (0.0, 40.0)], Align::Start),
            (&[(0.0, 99.0), (0.0, 100.0), (0.0, 40.0)], Align::Start),
            (
                &[(5.0, 99.0), (0.0, 100.0), (0.0, 100.0), (0.0, 40.0)],
                Align::Justify,
            ),
            (&[(20.0, 80.0), (0.0, 100.0)], Align::Centre),
            (&[(20.0, 100.0), (0.0, 100.0)], Align::Right),
        ] {
            let lines = Lines(
                ends.iter()
                    .map(|(left, right)| line(*left, *right))
                    .collect(),
            );
            assert_eq!(align(&lines, &lines.area(), 12.0), expected, "{ends:?}");
        }
    }

    #[test]
    fn room_is_free_up_to_other_colours_and_to_what_was_set_before() {
        let (width, height) = (100, 40);
        let samples = (0..width * height).map(|place| if place % width < 80 { 250 } else { 30 });
        let canvas = Canvas::new(100, 40, 1, samples.collect()).unwrap();
        let view = View {
            canvas: &canvas,
            slope: Slope::of(&[]),
        };
        let area = Area {
            left: 10.0,
            right: 50.0,
            top: 5.0,
            bottom: 15.0,
        };
        let free = |side, taken: &[Area]| free(&view, &area, side, 10.0, 0.0, taken);
        let right = free(Side::Right, &[]);
        assert!((20.0..25.0).contains(&right), "{right}");
        let below = free(Side::Below, &[]);
        assert!((17.0..21.0).contains(&below), "{below}");
        let taken = Area {
            left: 60.0,
            right: 70.0,
            top: 0.0,
            bottom: 10.0,
        };
        let right = free(Side::Right, &[taken]);
        assert!(right < 5.0, "{right}");
    }
}
