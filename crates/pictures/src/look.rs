//! What the letters of a paragraph look like: their size, where they stand, and which of the faces here they are like.

use std::sync::Arc;

use dragoman_typesetting::{
    Face, Family, Font, Fonts, Inline, Line as SetLine, Paragraph, Shape, Span, set_lines,
};
use tiny_skia::{Path, Transform};

use crate::canvas::Colour;
use crate::ground::{Ground, View};
use crate::letters::{Coverage, Outlines, bounds};
use crate::lines::{Area, Line, Lines};
use crate::numbers::{length, median, pixel};

/// How many words of a line are measured: the longest.
const MEASURED: usize = 10;
/// How many words of a paragraph are compared with faces: the longest.
const COMPARED: usize = 10;
/// How high words are at least that are compared, in pixels.
const LEAST_HEIGHT: f32 = 9.0;
/// Of how many pixels they are at most.
const MOST_PIXELS: f32 = 60_000.0;
/// How much of a pixel is covered at least that is at the edge of a letter.
const EDGE: f32 = 0.25;
/// The size of the em in which words are outlined.
const EM: f32 = 100.0;
/// How high words are that no face here has, in em, and how far they reach below the baseline.
const USUAL_HEIGHT: f32 = 0.9;
const USUAL_DEPTH: f32 = 0.15;

/// The shapes that are tried, and by how much one must be liker than those before it.
const SHAPES: [(Shape, f32); 7] = [
    (shape(Family::Sans, 400, false), 0.0),
    (shape(Family::Serif, 400, false), 0.0),
    (shape(Family::Sans, 700, false), 0.03),
    (shape(Family::Serif, 700, false), 0.03),
    (shape(Family::Mono, 400, false), 0.03),
    (shape(Family::Sans, 400, true), 0.03),
    (shape(Family::Serif, 400, true), 0.03),
];

const fn shape(family: Family, weight: u16, italic: bool) -> Shape {
    Shape {
        family,
        weight,
        italic,
    }
}

/// What a paragraph looks like.
#[derive(Debug, Clone)]
pub(crate) struct Look {
    pub(crate) shape: Shape,
    /// The size of an em, in pixels.
    pub(crate) size: f32,
    /// Where the baseline of each line is.
    pub(crate) baselines: Vec<f32>,
}

/// A word as it was painted.
struct Painted<'l> {
    text: &'l str,
    line: usize,
    /// The box of what is seen of it.
    area: Area,
    width: usize,
    /// How much of each pixel in the box is covered, row by row.
    covered: Vec<f32>,
}

impl Painted<'_> {
    fn letters(&self) -> usize {
        self.text.chars().filter(|it| it.is_alphabetic()).count()
    }
}

/// The outline of a text in an em of [`EM`], upside down as pixels are.
fn outline(text: &str, faces: &[Arc<Face>]) -> Option<Path> {
    let paragraph = Paragraph {
        inlines: vec![Inline::Text(span(text, faces, EM))],
        ..Paragraph::default()
    };
    let lines = set_lines(&paragraph, |_| f32::MAX)?;
    let mut outlines = Outlines::default();
    for line in &lines {
        draw(line, faces, &mut outlines, |x, y| (x, -y));
    }
    outlines.finish()
}

/// A text in some faces.
pub(crate) fn span(text: &str, faces: &[Arc<Face>], size: f32) -> Span {
    let fonts = faces.iter().map(|face| Arc::clone(face) as Arc<dyn Font>);
    Span {
        text: text.to_owned(),
        fonts: fonts.collect(),
        size,
        rise: 0.0,
        letter_spacing: 0.0,
        word_space: None,
        tag: 0,
    }
}

/// Adds the outlines of a line; `place` says where a point is that is so far from its beginning and above its baseline.
pub(crate) fn draw(
    line: &SetLine,
    faces: &[Arc<Face>],
    outlines: &mut Outlines,
    place: impl Fn(f32, f32) -> (f32, f32),
) {
    for run in &line.runs {
        let Some(face) = faces.get(run.font_index) else {
            continue;
        };
        for placed in &run.glyphs {
            let left = placed.x + placed.glyph.x_offset * run.size;
            let up = run.rise + placed.glyph.y_offset * run.size;
            outlines.add(face, placed.glyph.id, |x, y| {
                place(left + x * run.size, up + y * run.size)
            });
        }
    }
}

/// What a paragraph looks like whose letters have this colour.
pub(crate) fn look(
    view: &View<'_>,
    lines: &Lines,
    grounds: &[Ground],
    ink: &Colour,
    fonts: &Fonts,
) -> Look {
    let mut words = Vec::new();
    for (number, (line, ground)) in lines.0.iter().zip(grounds).enumerate() {
        let mut longest: Vec<&(String, Area)> = line.words.iter().collect();
        longest.sort_by_key(|(text, _)| std::cmp::Reverse(text.chars().count()));
        let longest = longest.into_iter().take(MEASURED);
        words.extend(
            longest.filter_map(|(text, area)| painted(view, text, area, number, ground, ink)),
        );
    }
    let text = lines.text();
    let shape = likest(&words, &text, fonts);
    measured(
        &words,
        lines,
        shape,
        &fonts.faces(shape, &text).unwrap_or_default(),
    )
}

/// The size and the baselines of words, as they would be in some faces.
fn measured(words: &[Painted<'_>], lines: &Lines, shape: Shape, faces: &[Arc<Face>]) -> Look {
    let outlined = words.iter().filter_map(|word| {
        let bounds = bounds(&outline(word.text, faces)?);
        (bounds.height() > 0.3 * EM).then_some((word, bounds))
    });
    let outlined: Vec<_> = outlined.collect();
    let sizes = outlined
        .iter()
        .map(|(word, bounds)| word.area.height() / bounds.height() * EM);
    let size = median(&mut sizes.collect::<Vec<f32>>());
    let size = size.unwrap_or_else(|| height_as_size(&lines.0));
    let baselines = lines.0.iter().enumerate().map(|(number, line)| {
        let own = outlined.iter().filter(|(word, _)| word.line == number);
        let own = own.map(|(word, bounds)| word.area.bottom - bounds.bottom() / EM * size);
        median(&mut own.collect::<Vec<f32>>()).unwrap_or(line.area.bottom - USUAL_DEPTH * size)
    });
    Look {
        shape,
        size,
        baselines: baselines.collect(),
    }
}

/// The size that lines of this height have.
fn height_as_size(lines: &[Line]) -> f32 {
    let heights = lines.iter().map(|line| line.area.height() / USUAL_HEIGHT);
    median(&mut heights.collect::<Vec<f32>>()).unwrap_or(1.0)
}

/// The size and the baselines of lines, without looking at their letters.
pub(crate) fn usual_size(lines: &[Line]) -> (f32, Vec<f32>) {
    let size = height_as_size(lines);
    let baselines = lines
        .iter()
        .map(|line| line.area.bottom - USUAL_DEPTH * size);
    (size, baselines.collect())
}

/// The shape of the faces that words are like most.
fn likest(words: &[Painted<'_>], text: &str, fonts: &Fonts) -> Shape {
    let good = words.iter().filter(|word| {
        let pixels = word.area.width() * word.area.height();
        word.letters() > 1 && word.area.height() >= LEAST_HEIGHT && pixels <= MOST_PIXELS
    });
    let mut good: Vec<&Painted<'_>> = good.collect();
    good.sort_by_key(|word| std::cmp::Reverse(word.letters()));
    good.truncate(COMPARED);
    let mut best = (Shape::default(), f32::MIN);
    for (shape, by) in SHAPES {
        let Some(faces) = fonts.faces(shape, text) else {
            break;
        };
        let likeness: f32 = good.iter().map(|word| likeness(word, &faces)).sum();
        let likeness = likeness / length(good.len().max(1));
        if likeness > best.1 + by {
            best = (shape, likeness);
        }
    }
    best.0
}

/// How like a word is to what it would be in some faces, up to 1.
fn likeness(word: &Painted<'_>, faces: &[Arc<Face>]) -> f32 {
    let Some(path) = outline(word.text, faces) else {
        return 0.0;
    };
    let bounds = bounds(&path);
    let (along, down) = (
        word.area.width() / bounds.width(),
        word.area.height() / bounds.height(),
    );
    // The pixels begin where the box does, which is somewhere in the first.
    let to_box = Transform::from_translate(-bounds.left(), -bounds.top()).post_scale(along, down);
    let height = word.covered.len() / word.width.max(1);
    let coverage = path
        .transform(to_box)
        .and_then(|path| Coverage::of(&path, word.width, height));
    let Some(coverage) = coverage else {
        return 0.0;
    };
    let (mut different, mut sum) = (0.0, 0.0);
    for ((x, y), wanted) in coverage.pixels() {
        let seen = word.covered.get(y * word.width + x);
        let seen = seen.copied().unwrap_or_default();
        different += (wanted - seen).abs();
        sum += wanted + seen;
    }
    1.0 - different / f32::max(sum, 1.0) - 0.3 * (along / down).ln().abs()
}

/// What is seen of a word; none if nothing is.
fn painted<'l>(
    view: &View<'_>,
    text: &'l str,
    area: &Area,
    line: usize,
    ground: &Ground,
    ink: &Colour,
) -> Option<Painted<'l>> {
    let area = area.grown(1.0);
    let (width, height) = (pixel(area.width().ceil()), pixel(area.height().ceil()));
    if area.width() * area.height() > 4.0 * MOST_PIXELS {
        return None;
    }
    let mut covered = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            let place = (
                area.left + length(column) + 0.5,
                area.top + length(row) + 0.5,
            );
            let seen = view.colour(place.0, place.1);
            covered.push(seen.map_or(0.0, |seen| part(&seen, &ground.at(place), ink)));
        }
    }
    let most = |values: &mut dyn Iterator<Item = usize>| {
        values
            .filter_map(|place| covered.get(place))
            .fold(0.0_f32, |most, value| most.max(*value))
    };
    let rows: Vec<f32> = (0..height)
        .map(|row| most(&mut (row * width..(row + 1) * width)))
        .collect();
    let columns: Vec<f32> = (0..width)
        .map(|column| most(&mut (0..height).map(|row| row * width + column)))
        .collect();
    let (top, bottom) = ends(&rows)?;
    let (left, right) = ends(&columns)?;
    let seen = Area {
        left: area.left + left,
        right: area.left + right,
        top: area.top + top,
        bottom: area.top + bottom,
    };
    let (first_row, first_column) = (pixel(top), pixel(left));
    let (last_row, last_column) = (pixel(bottom.ceil()), pixel(right.ceil()));
    let rows = covered.chunks(width).take(last_row).skip(first_row);
    let inside = rows.flat_map(|row| row.get(first_column..last_column).unwrap_or_default());
    Some(Painted {
        text,
        line,
        area: seen,
        width: last_column - first_column,
        covered: inside.copied().collect(),
    })
}

/// Where what is covered begins and ends: a part of a pixel is as long as it is covered.
fn ends(covered: &[f32]) -> Option<(f32, f32)> {
    let first = covered.iter().position(|it| *it >= EDGE)?;
    let last = covered.iter().rposition(|it| *it >= EDGE)?;
    let part = |place: usize| 1.0 - covered.get(place).copied().unwrap_or_default().min(1.0);
    let (start, end) = (length(first) + part(first), length(last + 1) - part(last));
    (end > start).then_some((start, end))
}

/// How much of a pixel is covered with ink.
fn part(seen: &Colour, ground: &Colour, ink: &Colour) -> f32 {
    let (mut along, mut all) = (0.0, 0.0);
    for ((seen, ground), ink) in seen.iter().zip(ground).zip(ink) {
        along += (seen - ground) * (ink - ground);
        all += (ink - ground) * (ink - ground);
    }
    if all > 0.0 {
        (along / all).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_within_pixels_that_are_partly_covered() {
        let (start, end) = ends(&[0.1, 0.75, 1.0, 0.5, 0.0]).unwrap();
        assert!((start - 1.25).abs() < 0.01 && (end - 3.5).abs() < 0.01);
        assert_eq!(ends(&[0.0, 0.1]), None);
    }
}
