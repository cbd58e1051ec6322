use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::bidi::{direction, visual_order};
use crate::measure::{Measured, Part, Width};
use crate::{Align, Direction, Font, Glyph, Inline};

/// A line of a paragraph.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// Its text, from left to right as it is seen.
    pub runs: Vec<Run>,
    /// Its objects.
    pub objects: Vec<PlacedObject>,
    /// Where it begins, from the left of the frame.
    pub x: f32,
    /// How wide it is.
    pub width: f32,
    /// How far its baseline is below the first one.
    pub down: f32,
    /// What of the paragraph's text is in it, with the white space at its end.
    pub range: Range<usize>,
}

/// Glyphs of a line of one span, font and direction.
#[derive(Clone)]
pub struct Run {
    /// The number of its span.
    pub tag: usize,
    /// The place of its span among the paragraph's inlines.
    pub inline: usize,
    /// Its font.
    pub font: Arc<dyn Font>,
    /// The place of its font among those of the span.
    pub font_index: usize,
    /// The size of an em.
    pub size: f32,
    /// Where it begins, from the left of the frame.
    pub x: f32,
    /// How wide it is.
    pub width: f32,
    /// How far above the baseline it stands.
    pub rise: f32,
    /// In which direction it is read.
    pub direction: Direction,
    /// Its glyphs, from left to right as they are seen.
    pub glyphs: Vec<PlacedGlyph>,
    /// What is seen of its text, in the order in which it is read, with the hyphen of a divided word.
    pub text: String,
}

/// A glyph with its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedGlyph {
    /// The glyph; its cluster is a byte of the run's text, its other lengths are in em.
    pub glyph: Glyph,
    /// Where it begins, from the left of the frame, without its offset.
    pub x: f32,
}

/// An object with its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedObject {
    /// Its number.
    pub tag: usize,
    /// Where it begins, from the left of the frame.
    pub x: f32,
    /// How wide it is.
    pub width: f32,
}

/// The room of a line, from the left of the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room<'r> {
    pub(crate) left: f32,
    pub(crate) right: f32,
    /// Where the words of the line begin but the first, if it goes from the beginning of its room to the end whatever its
    /// paragraph does. If these are not as many, its spaces are stretched.
    pub(crate) words: Option<&'r [f32]>,
}

impl Room<'_> {
    pub(crate) const fn of_width(width: f32) -> Self {
        Self {
            left: 0.0,
            right: width,
            words: None,
        }
    }
}

/// What is needed to put the parts of a line into their places.
pub(crate) struct Placing<'r> {
    pub(crate) room: Room<'r>,
    pub(crate) align: Align,
    /// Whether the paragraph or a part of it ends with the line.
    pub(crate) is_last: bool,
    pub(crate) scale: f32,
    pub(crate) word_space: f32,
    pub(crate) range: Range<usize>,
}

impl Measured {
    /// A line of parts, which are in the order in which they are read.
    pub(crate) fn place(&self, parts: &[&Part], placing: Placing<'_>) -> Line {
        let Placing { scale, .. } = placing;
        let sum = parts
            .iter()
            .fold(Width::default(), |sum, part| sum + part.width);
        let Room { left, right, words } = placing.room;
        let natural = sum.at(scale, placing.word_space);
        let free = right - left - natural;
        // What is added to each space.
        let mut stretch = 0.0;
        let mut x = left;
        let align = match words.is_some() {
            true => Align::Justify,
            false => placing
                .align
                .in_direction(self.direction(), placing.is_last),
        };
        match align {
            Align::Justify if sum.space_count > 0 => stretch = free / f32::from(sum.space_count),
            Align::Centre => x += free / 2.0,
            Align::Right => x += free,
            _ => {}
        }
        let mut line = Line {
            x,
            range: placing.range,
            ..Line::default()
        };
        let levels: Vec<_> = parts.iter().map(|part| part.level).collect();
        let is_one_way = levels.iter().all(|level| level.is_ltr());
        let words = words.filter(|it| is_one_way && it.len() == usize::from(sum.space_count));
        let mut words = words.unwrap_or_default().iter();
        let mut last: Option<usize> = None;
        for place in visual_order(&levels) {
            let Some(part) = parts.get(place) else {
                continue;
            };
            let is_space = part.width.space_count > 0;
            let width = match is_space.then(|| words.next()).flatten() {
                Some(word) => word - x,
                None => {
                    part.width.at(scale, placing.word_space)
                        + stretch * f32::from(part.width.space_count)
                }
            };
            match self.paragraph.inlines.get(part.inline) {
                Some(Inline::Object(object)) => line.objects.push(PlacedObject {
                    tag: object.tag,
                    x,
                    width,
                }),
                Some(Inline::Text(_)) => {
                    let is_next = match direction(part.level) {
                        Direction::LeftToRight => last.is_some_and(|last| last + 1 == place),
                        Direction::RightToLeft => last == Some(place + 1),
                    };
                    let run = line.runs.last_mut();
                    match run.filter(|run| is_next && run.goes_on_with(part)) {
                        Some(run) => run.push(part, x, width),
                        None => line.runs.extend(self.run(part, x, width, scale)),
                    }
                }
                None => {}
            }
            last = Some(place);
            x += width;
        }
        line.width = x - line.x;
        line
    }

    fn run(&self, part: &Part, x: f32, width: f32, scale: f32) -> Option<Run> {
        let span = self.span(part.inline)?;
        let mut run = Run {
            tag: span.tag,
            inline: part.inline,
            font: Arc::clone(span.fonts.get(part.font)?),
            font_index: part.font,
            size: span.size * scale,
            x,
            width: 0.0,
            rise: span.rise * scale,
            direction: direction(part.level),
            glyphs: Vec::new(),
            text: String::new(),
        };
        run.push(part, x, width);
        Some(run)
    }
}

impl Run {
    fn goes_on_with(&self, part: &Part) -> bool {
        self.inline == part.inline
            && self.font_index == part.font
            && self.direction == direction(part.level)
    }

    /// Puts a part at its right.
    fn push(&mut self, part: &Part, x: f32, width: f32) {
        let mut offset = self.text.len();
        if self.direction == Direction::RightToLeft {
            // What is seen at the right is read before.
            for placed in &mut self.glyphs {
                placed.glyph.cluster += part.text.len();
            }
            self.text.insert_str(0, &part.text);
            offset = 0;
        } else {
            self.text.push_str(&part.text);
        }
        let mut at = x;
        for glyph in part.glyphs.iter() {
            let mut glyph = *glyph;
            glyph.cluster += offset;
            self.glyphs.push(PlacedGlyph { glyph, x: at });
            at += glyph.advance * self.size;
        }
        self.width += width;
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut structure = formatter.debug_struct("Run");
        structure.field("text", &self.text).field("x", &self.x);
        structure.finish_non_exhaustive()
    }
}

impl Align {
    /// Where a line stands whose paragraph runs in a direction: `Left`, `Right`, `Centre` or `Justify`.
    pub(crate) const fn in_direction(self, direction: Direction, is_last: bool) -> Self {
        match (self, direction) {
            (Self::Justify, _) if !is_last => Self::Justify,
            (Self::Start | Self::Justify, Direction::LeftToRight)
            | (Self::End, Direction::RightToLeft) => Self::Left,
            (Self::Start | Self::Justify, Direction::RightToLeft)
            | (Self::End, Direction::LeftToRight) => Self::Right,
            (other, _) => other,
        }
    }
}
