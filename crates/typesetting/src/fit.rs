use std::ops::RangeInclusive;

use crate::lines::Room;
use crate::measure::Measured;
use crate::set::{Broken, LineEnd, Setting};
use crate::{Align, Direction, Line, Paragraph};

/// How much narrower spaces may be, in the order in which that is tried.
const WORD_SPACES: [f32; 3] = [1.0, 0.92, 0.85];

/// By how much lines may come closer.
const LEAST_LEADING: f32 = 0.9;

/// How far baselines stay apart, as a part of the height of letters.
const LEAST_LEADING_OF_LETTERS: f32 = 1.05;

/// How far baselines are apart where nothing says it, as a part of the height of letters.
const USUAL_LEADING: f32 = 1.2;

/// By how much type gets smaller from one try to the next.
const SCALE_STEP: f32 = 0.025;

/// A part of the leading by which a paragraph may be too high, so that rounding does not push a line out.
const TOLERANCE: f32 = 0.02;

/// The room for a paragraph. Lengths are in the unit of the sizes of its spans.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// The widths of its lines; the last one is also that of all further lines.
    pub widths: Vec<f32>,
    /// The lines of what was there before: a paragraph that can be is broken into lines alike, which stand where they did.
    pub lines: Vec<FormerLine>,
    /// The text that was there before. A paragraph with the same text has its lines end where they did.
    pub text: String,
    /// Where these lines ended in that text, but the last one; nothing if that is not known.
    pub line_ends: Vec<LineEnd>,
    /// How far the lowest baseline may be below the first one; 0 for one line.
    pub depth: f32,
    /// Free room at the left, to be used only if needed.
    pub more_left: f32,
    /// Free room at the right, to be used only if needed.
    pub more_right: f32,
    /// Free room below, to be used only if needed.
    pub more_below: f32,
    /// How far baselines were apart; 0 if that is not known, since there was one line.
    pub leading: f32,
}

/// A line of what was in a frame before.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FormerLine {
    /// Where it began, from the left of the frame.
    pub start: f32,
    /// Where it ended, from the left of the frame.
    pub end: f32,
    /// How long it would be with spaces of their usual width.
    pub length: f32,
    /// How far its baseline was below the first one.
    pub down: f32,
    /// Where its words began but the first, from the left of the frame.
    pub words: Vec<f32>,
}

/// How a paragraph goes into its frame.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// By how much type is smaller.
    pub scale: f32,
    /// By how much spaces are narrower besides.
    pub word_space: f32,
    /// How far baselines are apart; more or less, if its lines are those that were there.
    pub leading: f32,
    /// How far the first baseline is above that of the frame: less than by how much the letters are lower.
    pub raise: f32,
    /// The lines; x is counted from the left of the frame, without what is used of the room beside it.
    pub lines: Vec<Line>,
    /// Whether it is the text that was there, in the same lines and of the same size.
    pub is_unchanged: bool,
    /// How much of the room at the left is used.
    pub used_left: f32,
    /// How much of the room at the right is used.
    pub used_right: f32,
    /// How much of the room below is used.
    pub used_below: f32,
}

/// What is tried.
#[derive(Debug, Clone, Copy)]
struct Try {
    setting: Setting,
    left: f32,
    right: f32,
    below: f32,
    /// Whether lines may come closer.
    is_closer: bool,
    /// Whether lines break as those before did.
    is_alike: bool,
}

/// Fits a paragraph into a frame. See [`Measured::fit`]; none as well if a character is in no font.
#[must_use]
pub fn fit(paragraph: &Paragraph, frame: &Frame, scales: RangeInclusive<f32>) -> Option<Fitted> {
    Measured::new(paragraph).ok()?.fit(frame, scales)
}

impl Try {
    /// Lines that break as those before did.
    const fn alike(scale: f32) -> Self {
        Self {
            setting: Setting {
                scale,
                word_space: 1.0,
            },
            left: 0.0,
            right: 0.0,
            below: 0.0,
            is_closer: false,
            is_alike: true,
        }
    }
}

impl Measured {
    /// Fits the paragraph into a frame with as little change as possible, in this order: broken into lines like those
    /// that were there; as it is; with narrower spaces and closer lines; with the free room beside it, below it, and both; with smaller type, from the end of `scales` to
    /// their start. None if it does not fit even so.
    #[must_use]
    pub fn fit(&self, frame: &Frame, scales: RangeInclusive<f32>) -> Option<Fitted> {
        let (least, most) = (*scales.start(), *scales.end());
        if !frame.lines.is_empty()
            && let Some(fitted) = self.attempt(frame, Try::alike(most))
        {
            return Some(fitted);
        }
        let mut scale = most;
        loop {
            if let Some(fitted) = self.fit_at(frame, scale) {
                return Some(fitted);
            }
            if scale <= least {
                return None;
            }
            scale = (scale - SCALE_STEP).max(least);
        }
    }

    /// Fits the paragraph into a frame at a scale.
    fn fit_at(&self, frame: &Frame, scale: f32) -> Option<Fitted> {
        let (left, right) = self.free_sides(frame);
        let below = frame.more_below.max(0.0);
        let has_sides = left + right > 0.0;
        let rooms = [
            (0.0, 0.0, 0.0),
            (left, right, 0.0),
            (0.0, 0.0, below),
            (left, right, below),
        ];
        let is_there = |room: &usize| match room {
            0 => true,
            1 => has_sides,
            2 => below > 0.0,
            _ => has_sides && below > 0.0,
        };
        let rooms = (0..rooms.len())
            .filter(is_there)
            .filter_map(|it| rooms.get(it));
        for (left, right, below) in rooms {
            for is_closer in [false, true] {
                for word_space in WORD_SPACES {
                    let fitted = self.attempt(
                        frame,
                        Try {
                            setting: Setting { scale, word_space },
                            left: *left,
                            right: *right,
                            below: *below,
                            is_closer,
                            is_alike: false,
                        },
                    );
                    if fitted.is_some() {
                        return fitted;
                    }
                }
            }
        }
        None
    }

    /// The free room at the left and at the right that lines may use, given where they stand.
    fn free_sides(&self, frame: &Frame) -> (f32, f32) {
        let (left, right) = (frame.more_left.max(0.0), frame.more_right.max(0.0));
        let align = self.paragraph.align;
        match align.in_direction(self.direction(), true) {
            Align::Right => (left, 0.0),
            Align::Centre => (left.min(right), left.min(right)),
            _ => (0.0, right),
        }
    }

    fn attempt(&self, frame: &Frame, attempt: Try) -> Option<Fitted> {
        let Setting { scale, .. } = attempt.setting;
        let height = self.ascent + self.descent;
        let usual = match frame.leading > 0.0 {
            true => frame.leading * scale,
            false => height * USUAL_LEADING * scale,
        };
        let least = match attempt.is_closer {
            true => {
                usual.min((usual * LEAST_LEADING).max(height * LEAST_LEADING_OF_LETTERS * scale))
            }
            false => usual,
        };
        let room = frame.depth.max(0.0) + attempt.below;
        // What smaller letters leave free above and below.
        let slack = (1.0 - scale).max(0.0) * height;
        let most = match attempt.is_alike {
            true => frame.lines.len(),
            false => lines_in(room + slack, least),
        };
        let former = |line: usize| frame.lines.get(line).filter(|_| attempt.is_alike);
        let indent = self.paragraph.first_line_indent;
        let width = |line: usize| match attempt.is_alike {
            true => {
                let length = former(line).map_or(0.0, |former| former.length * scale);
                length + if line == 0 { indent } else { 0.0 }
            }
            false => frame.width(line) + attempt.left + attempt.right,
        };
        let is_same = attempt.is_alike
            && frame.line_ends.len() + 1 == frame.lines.len()
            && frame.text == self.text();
        let same = is_same.then(|| self.break_at(&frame.line_ends)).flatten();
        let is_same = same.is_some();
        let broken = match same {
            Some(broken) => broken,
            None => self.break_lines(attempt.setting, &width, most)?,
        };
        let gaps = broken.len().saturating_sub(1);
        let leading = match gaps {
            0 => usual,
            _ => usual.min(((room + slack) / in_float(gaps)).max(least)),
        };
        let depth = leading * in_float(gaps);
        let raise = (depth - room)
            .min((1.0 - scale).max(0.0) * self.ascent)
            .max(0.0);
        let room = |line: usize| Room {
            // What is the same has the spaces it had.
            words: frame
                .lines
                .get(line)
                .filter(|_| is_same)
                .map(|former| former.words.as_slice()),
            ..self.room(frame, &attempt, line, broken.get(line))
        };
        let mut lines = self.place_lines(&broken, attempt.setting, room);
        for (number, line) in lines.iter_mut().enumerate() {
            line.down = match former(number) {
                Some(former) => former.down,
                None => leading * in_float(number),
            };
        }
        let left = lines.iter().map(|line| -line.x).fold(0.0, f32::max);
        let right = lines.iter().enumerate();
        let right = right.map(|(number, line)| line.x + line.width - frame.width(number));
        Some(Fitted {
            scale,
            word_space: attempt.setting.word_space,
            leading,
            raise,
            is_unchanged: is_same && scale == 1.0,
            used_left: left.min(attempt.left),
            used_right: right.fold(0.0, f32::max).min(attempt.right),
            // What is no number on a page, as in damaged ones, is no room.
            used_below: (depth - raise - frame.depth.max(0.0))
                .min(attempt.below)
                .max(0.0),
            lines,
        })
    }

    /// Where the room of a line begins and ends: only as far beyond the frame as the line needs, so that it keeps its
    /// place otherwise.
    fn room(&self, frame: &Frame, attempt: &Try, line: usize, broken: Option<&Broken>) -> Room<'_> {
        let width = frame.width(line);
        let Setting { scale, word_space } = attempt.setting;
        let needed = broken.map_or(0.0, |broken| broken.width.at(scale, word_space));
        let indent = match line {
            0 => self.paragraph.first_line_indent,
            _ => 0.0,
        };
        if attempt.is_alike
            && let Some(former) = frame.lines.get(line)
        {
            let (before, after) = match self.direction() {
                Direction::LeftToRight => (indent, 0.0),
                Direction::RightToLeft => (0.0, indent),
            };
            return Room {
                left: former.start - before,
                right: former.end + after,
                words: None,
            };
        }
        let missing = (needed + indent - width)
            .min(attempt.left + attempt.right)
            .max(0.0);
        let (left, right) = match self.paragraph.align.in_direction(self.direction(), false) {
            // All lines of a justified paragraph end at the same place.
            Align::Justify => match self.direction() {
                Direction::LeftToRight => (0.0, width + attempt.right),
                Direction::RightToLeft => (-attempt.left, width),
            },
            Align::Right => (-missing, width),
            Align::Centre => (-missing / 2.0, width + missing / 2.0),
            _ => (0.0, width + missing),
        };
        Room {
            left,
            right,
            words: None,
        }
    }
}

impl Frame {
    /// The width of a line.
    fn width(&self, line: usize) -> f32 {
        let width = self.widths.get(line).or_else(|| self.widths.last());
        width.copied().unwrap_or_default()
    }
}

/// How many lines there may be whose baselines are so far apart.
fn lines_in(depth: f32, leading: f32) -> usize {
    if leading <= 0.0 {
        return usize::MAX;
    }
    // Not negative, and cut off if it is too large.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let gaps = (depth / leading + TOLERANCE).max(0.0) as usize;
    gaps.saturating_add(1)
}

/// A number of lines as a factor.
fn in_float(count: usize) -> f32 {
    count as f32
}
