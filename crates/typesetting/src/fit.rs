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

/// The frames that a paragraph goes through: one after another is filled, and only the last one grows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thread {
    /// The frames, in the order in which they are read.
    pub frames: Vec<Frame>,
    /// The text that was in them before. A paragraph with the same text has its lines end where they did.
    pub text: String,
    /// Where the lines ended in that text, but the last one; nothing if that is not known.
    pub line_ends: Vec<LineEnd>,
}

impl From<Frame> for Thread {
    /// One frame, of which it is not known what was in it.
    fn from(frame: Frame) -> Self {
        Self {
            frames: vec![frame],
            ..Self::default()
        }
    }
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

/// How a paragraph, or what of it is in a frame, goes into that.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// By how much type is smaller; the same in all frames of a paragraph.
    pub scale: f32,
    /// By how much spaces are narrower besides; the same in all frames of a paragraph.
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
    /// Whether the free room beside frames is used, and that below the last one.
    uses_sides: bool,
    uses_below: bool,
    /// Whether lines may come closer.
    is_closer: bool,
    /// Whether lines break as those before did.
    is_alike: bool,
}

/// A frame with what of it is used in a try.
struct Plan<'f> {
    frame: &'f Frame,
    left: f32,
    right: f32,
    below: f32,
    /// How far baselines are apart usually, and at least.
    usual: f32,
    least: f32,
    /// How many lines it has room for.
    most: usize,
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
            uses_sides: false,
            uses_below: false,
            is_closer: false,
            is_alike: true,
        }
    }
}

impl Measured {
    /// Fits the paragraph into one frame. See [`fit_thread`](Self::fit_thread).
    #[must_use]
    pub fn fit(&self, frame: &Frame, scales: RangeInclusive<f32>) -> Option<Fitted> {
        self.fit_thread(&frame.clone().into(), scales)?.pop()
    }

    /// Fits the paragraph into frames with as little change as possible, in this order: broken into lines like those
    /// that were there; as it is; with narrower spaces and closer lines; with the free room beside it, below it, and
    /// both; with smaller type, from the end of `scales` to their start. What is in each of the frames; none if it does
    /// not fit even so.
    #[must_use]
    pub fn fit_thread(&self, thread: &Thread, scales: RangeInclusive<f32>) -> Option<Vec<Fitted>> {
        let (least, most) = (*scales.start(), *scales.end());
        if thread.frames.iter().all(|frame| !frame.lines.is_empty())
            && let Some(fitted) = self.attempt(thread, Try::alike(most))
        {
            return Some(fitted);
        }
        let mut scale = most;
        loop {
            if let Some(fitted) = self.fit_at(thread, scale) {
                return Some(fitted);
            }
            if scale <= least {
                return None;
            }
            scale = (scale - SCALE_STEP).max(least);
        }
    }

    /// Fits the paragraph into frames at a scale.
    fn fit_at(&self, thread: &Thread, scale: f32) -> Option<Vec<Fitted>> {
        let has_sides = thread.frames.iter().any(|frame| {
            let (left, right) = self.free_sides(frame);
            left + right > 0.0
        });
        let has_below = thread.frames.last().is_some_and(|it| it.more_below > 0.0);
        let rooms = [(false, false), (true, false), (false, true), (true, true)];
        let is_there =
            |(sides, below): &(bool, bool)| (has_sides || !sides) && (has_below || !below);
        for (uses_sides, uses_below) in rooms.into_iter().filter(is_there) {
            for is_closer in [false, true] {
                for word_space in WORD_SPACES {
                    let fitted = self.attempt(
                        thread,
                        Try {
                            setting: Setting { scale, word_space },
                            uses_sides,
                            uses_below,
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

    fn plan<'f>(&self, frame: &'f Frame, is_last: bool, attempt: &Try) -> Plan<'f> {
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
        let (left, right) = match attempt.uses_sides {
            true => self.free_sides(frame),
            false => (0.0, 0.0),
        };
        let below = match attempt.uses_below && is_last {
            true => frame.more_below.max(0.0),
            false => 0.0,
        };
        let most = match attempt.is_alike {
            true => frame.lines.len(),
            false => lines_in(frame.depth.max(0.0) + below + self.slack(scale), least),
        };
        Plan {
            frame,
            left,
            right,
            below,
            usual,
            least,
            most,
        }
    }

    /// What smaller letters leave free above and below.
    fn slack(&self, scale: f32) -> f32 {
        (1.0 - scale).max(0.0) * (self.ascent + self.descent)
    }

    fn attempt(&self, thread: &Thread, attempt: Try) -> Option<Vec<Fitted>> {
        let Setting { scale, .. } = attempt.setting;
        let frames = thread.frames.iter().enumerate();
        let is_last = |number| number + 1 == thread.frames.len();
        let plans = frames.map(|(number, frame)| self.plan(frame, is_last(number), &attempt));
        let plans: Vec<Plan<'_>> = plans.collect();
        let indent = self.paragraph.first_line_indent;
        let width = |line: usize| {
            let Some((plan, own)) = plan_of(&plans, line) else {
                return 0.0;
            };
            match attempt.is_alike {
                true => {
                    let former = plan.frame.lines.get(own);
                    let length = former.map_or(0.0, |former| former.length * scale);
                    length + if line == 0 { indent } else { 0.0 }
                }
                false => plan.frame.width(own) + plan.left + plan.right,
            }
        };
        let most = plans
            .iter()
            .fold(0, |sum: usize, plan| sum.saturating_add(plan.most));
        let is_same =
            attempt.is_alike && thread.line_ends.len() + 1 == most && thread.text == self.text();
        let same = is_same.then(|| self.break_at(&thread.line_ends)).flatten();
        let is_same = same.is_some();
        let broken = match same {
            Some(broken) => broken,
            None => self.break_lines(attempt.setting, &width, most)?,
        };
        let room = |line: usize| match plan_of(&plans, line) {
            Some((plan, own)) => Room {
                // What is the same has the spaces it had.
                words: plan
                    .frame
                    .lines
                    .get(own)
                    .filter(|_| is_same)
                    .map(|former| former.words.as_slice()),
                ..self.room(plan, &attempt, (line, own), broken.get(line))
            },
            None => Room::of_width(0.0),
        };
        let mut lines = self.place_lines(&broken, attempt.setting, room).into_iter();
        let filled = plans.iter().map(|plan| {
            let own = lines.by_ref().take(plan.most).collect();
            self.filled(plan, &attempt, own, is_same && scale == 1.0)
        });
        Some(filled.collect())
    }

    /// A frame with its lines, which are put below one another.
    fn filled(
        &self,
        plan: &Plan<'_>,
        attempt: &Try,
        mut lines: Vec<Line>,
        is_unchanged: bool,
    ) -> Fitted {
        let Setting { scale, word_space } = attempt.setting;
        let frame = plan.frame;
        let room = frame.depth.max(0.0) + plan.below;
        let gaps = lines.len().saturating_sub(1);
        let leading = match gaps {
            0 => plan.usual,
            _ => plan
                .usual
                .min(((room + self.slack(scale)) / in_float(gaps)).max(plan.least)),
        };
        let depth = leading * in_float(gaps);
        let raise = (depth - room)
            .min((1.0 - scale).max(0.0) * self.ascent)
            .max(0.0);
        for (number, line) in lines.iter_mut().enumerate() {
            let former = frame.lines.get(number).filter(|_| attempt.is_alike);
            line.down = match former {
                Some(former) => former.down,
                None => leading * in_float(number),
            };
        }
        let left = lines.iter().map(|line| -line.x).fold(0.0, f32::max);
        let right = lines.iter().enumerate();
        let right = right.map(|(number, line)| line.x + line.width - frame.width(number));
        Fitted {
            scale,
            word_space,
            leading,
            raise,
            is_unchanged,
            used_left: left.min(plan.left),
            used_right: right.fold(0.0, f32::max).min(plan.right),
            // What is no number on a page, as in damaged ones, is no room.
            used_below: (depth - raise - frame.depth.max(0.0))
                .min(plan.below)
                .max(0.0),
            lines,
        }
    }

    /// Where the room of a line begins and ends, given its number in the paragraph and in its frame: only as far beyond
    /// the frame as the line needs, so that it keeps its place otherwise.
    fn room(
        &self,
        plan: &Plan<'_>,
        attempt: &Try,
        (line, own): (usize, usize),
        broken: Option<&Broken>,
    ) -> Room<'_> {
        let width = plan.frame.width(own);
        let Setting { scale, word_space } = attempt.setting;
        let needed = broken.map_or(0.0, |broken| broken.width.at(scale, word_space));
        let indent = match line {
            0 => self.paragraph.first_line_indent,
            _ => 0.0,
        };
        if attempt.is_alike
            && let Some(former) = plan.frame.lines.get(own)
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
            .min(plan.left + plan.right)
            .max(0.0);
        let (left, right) = match self.paragraph.align.in_direction(self.direction(), false) {
            // All lines of a justified paragraph end at the same place.
            Align::Justify => match self.direction() {
                Direction::LeftToRight => (0.0, width + plan.right),
                Direction::RightToLeft => (-plan.left, width),
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

/// The frame in which a line of the paragraph is, and its number there.
fn plan_of<'p, 'f>(plans: &'p [Plan<'f>], line: usize) -> Option<(&'p Plan<'f>, usize)> {
    let mut first: usize = 0;
    for plan in plans {
        let next = first.saturating_add(plan.most);
        if line < next {
            return Some((plan, line - first));
        }
        first = next;
    }
    None
}

impl Frame {
    /// Makes its lines so wide, as far as the room at their right is free.
    pub fn widen_to(&mut self, width: f32) {
        let Some(widest) = self.widths.iter().copied().reduce(f32::max) else {
            return;
        };
        // In this order, what is no number is no room.
        let more = (width - widest).max(0.0).min(self.more_right.max(0.0));
        self.widths.iter_mut().for_each(|own| *own += more);
        self.more_right -= more;
    }

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
