use std::ops::Range;
use std::sync::Arc;

use crate::lines::{Placing, Room};
use crate::measure::{Measured, Part, Width, Word};
use crate::{Direction, Line, Paragraph};

/// Where a line ended in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineEnd {
    /// The byte of the text before which it ended.
    pub byte: usize,
    /// Whether a hyphen was there that is not in the text.
    pub has_hyphen: bool,
}

/// By how much of its room a line may be too wide, so that rounding breaks no line elsewhere.
const TOLERANCE: f32 = 0.005;

/// How lines are set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// By how much text is larger or smaller.
    pub scale: f32,
    /// By how much spaces are wider or narrower besides.
    pub word_space: f32,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            scale: 1.0,
            word_space: 1.0,
        }
    }
}

/// The lines of a paragraph in their own size, `width(n)` being the room of the line `n`, counted from 0. None if a word
/// is wider than its line and cannot be divided, or a character is in no font.
#[must_use]
pub fn set_lines(paragraph: &Paragraph, width: impl Fn(usize) -> f32) -> Option<Vec<Line>> {
    let measured = Measured::new(paragraph).ok()?;
    measured.lines(Setting::default(), width)
}

/// What stands in a line.
pub(crate) struct Broken {
    /// The rest of a word that was divided in the line before.
    head: Option<Arc<Word>>,
    /// Whole pieces.
    pieces: Range<usize>,
    /// The beginning of a word that is divided.
    tail: Option<Arc<Word>>,
    range: Range<usize>,
    is_last: bool,
    /// How wide it is.
    pub(crate) width: Width,
}

/// The lines that are made, one after another.
struct Breaker<'a> {
    measured: &'a Measured,
    setting: Setting,
    width: &'a dyn Fn(usize) -> f32,
    most: usize,
    lines: Vec<Broken>,
    line: Broken,
    /// The white space after what stands in the line.
    space: Width,
    is_empty: bool,
}

impl Measured {
    /// Its lines, `width(n)` being the room of the line `n`, counted from 0. None if a word is wider than its line and
    /// cannot be divided.
    #[must_use]
    pub fn lines(&self, setting: Setting, width: impl Fn(usize) -> f32) -> Option<Vec<Line>> {
        let broken = self.break_lines(setting, &width, usize::MAX)?;
        Some(self.place_lines(&broken, setting, |line| Room::of_width(width(line))))
    }

    /// Where its lines break, if these are not more than so many.
    pub(crate) fn break_lines(
        &self,
        setting: Setting,
        width: &dyn Fn(usize) -> f32,
        most: usize,
    ) -> Option<Vec<Broken>> {
        let mut breaker = Breaker {
            measured: self,
            setting,
            width,
            most,
            lines: Vec::new(),
            line: Broken::after(0, 0),
            space: Width::default(),
            is_empty: true,
        };
        for place in 0..self.pieces.len() {
            breaker.push_piece(place)?;
        }
        if !breaker.is_empty {
            breaker.end_line(self.pieces.len(), self.text().len(), true)?;
        }
        Some(breaker.lines)
    }

    /// Its lines that end at these places, and the last one. None if these are not in order, or a word cannot be divided.
    pub(crate) fn break_at(&self, ends: &[LineEnd]) -> Option<Vec<Broken>> {
        let last = LineEnd {
            byte: self.text().len(),
            has_hyphen: false,
        };
        let mut lines = Vec::new();
        let (mut place, mut start) = (0, 0);
        for end in ends.iter().chain([&last]) {
            let mut line = Broken::after(place, start);
            line.range.end = end.byte;
            line.is_last = end.byte == last.byte;
            if let Some(piece) = self.pieces.get(place)
                && piece.word.start < start
            {
                // The rest of a word, which may go on in the next line as well.
                let until = piece.word.end.min(end.byte);
                let has_hyphen = end.has_hyphen && until == end.byte;
                line.head = Some(self.divided(start..until, has_hyphen)?);
                if piece.word.end <= end.byte {
                    place += 1;
                    line.pieces = place..place;
                }
            }
            while let Some(piece) = self.pieces.get(place)
                && piece.word.start >= start
                && piece.word.end <= end.byte
            {
                place += 1;
                line.pieces.end = place;
            }
            if let Some(piece) = self.pieces.get(place)
                && (start..end.byte).contains(&piece.word.start)
            {
                let range = piece.word.start..end.byte;
                line.tail = Some(self.divided(range, end.has_hyphen)?);
            }
            start = end.byte;
            lines.push(line);
        }
        (place == self.pieces.len()).then_some(lines)
    }

    /// The lines of these breaks; `room(n)` is where that of the line `n` begins and ends.
    pub(crate) fn place_lines<'r>(
        &self,
        broken: &[Broken],
        setting: Setting,
        room: impl Fn(usize) -> Room<'r>,
    ) -> Vec<Line> {
        let place = |(number, line): (usize, &Broken)| {
            let mut parts: Vec<&Part> = Vec::new();
            if let Some(head) = &line.head {
                parts.extend(&head.parts);
                let has_more = !line.pieces.is_empty() || line.tail.is_some();
                let divided = line.pieces.start.checked_sub(1).filter(|_| has_more);
                let divided = divided.and_then(|place| self.piece(place));
                parts.extend(divided.iter().flat_map(|(_, space)| &space.parts));
            }
            for place in line.pieces.clone() {
                let Some((word, space)) = self.piece(place) else {
                    continue;
                };
                parts.extend(&word.parts);
                if place + 1 < line.pieces.end || line.tail.is_some() {
                    parts.extend(&space.parts);
                }
            }
            parts.extend(line.tail.iter().flat_map(|word| &word.parts));
            let mut room = room(number);
            if number == 0 {
                match self.direction() {
                    Direction::LeftToRight => room.left += self.paragraph.first_line_indent,
                    Direction::RightToLeft => room.right -= self.paragraph.first_line_indent,
                }
            }
            let placing = Placing {
                room,
                align: self.paragraph.align,
                is_last: line.is_last,
                scale: setting.scale,
                word_space: setting.word_space,
                range: line.range.clone(),
            };
            self.place(&parts, placing)
        };
        broken.iter().enumerate().map(place).collect()
    }
}

impl Broken {
    /// An empty line after a piece, at a byte of the text.
    fn after(piece: usize, byte: usize) -> Self {
        Self {
            head: None,
            pieces: piece..piece,
            tail: None,
            range: byte..byte,
            is_last: false,
            width: Width::default(),
        }
    }
}

impl Breaker<'_> {
    fn push_piece(&mut self, place: usize) -> Option<()> {
        let measured = self.measured;
        let piece = measured.pieces.get(place)?;
        let (word, space) = measured.piece(place)?;
        if self.fits(word.width) {
            self.push(word.width, space.width);
            self.line.pieces.end = place + 1;
        } else {
            self.push_divided(place)?;
            self.space = space.width;
        }
        if piece.ends_line {
            self.end_line(place + 1, piece.space.end, true)?;
        }
        Some(())
    }

    /// Puts a piece that does not fit into this line and the next ones.
    fn push_divided(&mut self, place: usize) -> Option<()> {
        let measured = self.measured;
        let piece = measured.pieces.get(place)?;
        let mut start = piece.word.start;
        loop {
            let is_whole = start == piece.word.start;
            let rest = match is_whole {
                true => None,
                false => Some(measured.divided(start..piece.word.end, false)?),
            };
            let width = match &rest {
                Some(rest) => rest.width,
                None => measured.piece(place)?.0.width,
            };
            if self.fits(width) {
                self.push(width, Width::default());
                if let Some(rest) = rest {
                    self.line.head = Some(rest);
                    self.line.pieces = place + 1..place + 1;
                } else {
                    self.line.pieces.end = place + 1;
                }
                return Some(());
            }
            let places = piece.hyphens.iter().rev().filter(|it| **it > start);
            let tail = places.copied().find_map(|end| {
                let tail = measured.divided(start..end, true)?;
                self.fits(tail.width).then_some((end, tail))
            });
            match tail {
                Some((end, tail)) => {
                    self.push(tail.width, Width::default());
                    if is_whole {
                        self.line.tail = Some(tail);
                    } else {
                        self.line.head = Some(tail);
                    }
                    start = end;
                    self.end_line(place + 1, end, false)?;
                }
                None if self.is_empty => return None,
                None => self.end_line(place, start, false)?,
            }
        }
    }

    fn fits(&self, width: Width) -> bool {
        let sum = self.line.width + self.space + width;
        let line = self.lines.len();
        let mut room = (self.width)(line);
        if line == 0 {
            room -= self.measured.paragraph.first_line_indent;
        }
        let Setting { scale, word_space } = self.setting;
        sum.at(scale, word_space) <= room * (1.0 + TOLERANCE)
    }

    fn push(&mut self, width: Width, space: Width) {
        self.line.width += self.space + width;
        self.space = space;
        self.is_empty = false;
    }

    /// Ends the line at a byte; the next one begins with a piece. None if there are too many lines.
    fn end_line(&mut self, piece: usize, byte: usize, is_last: bool) -> Option<()> {
        self.line.range.end = byte;
        self.line.is_last = is_last;
        let line = std::mem::replace(&mut self.line, Broken::after(piece, byte));
        self.lines.push(line);
        self.space = Width::default();
        self.is_empty = true;
        (self.lines.len() <= self.most).then_some(())
    }
}
