//! Lines and paragraphs of the words of a picture.
//!
//! Places are seen along the lines, which may slope: `u` goes along them and `v` down across them, from the upper left corner
//! of the picture.

use dragoman_documents::join_line;

use crate::numbers::{length, median};
use crate::reading::Word;

/// How sure the letters of a line are at least, of 100.
const LEAST_OF_LINE: f32 = 55.0;
/// How sure a word at the end of a line is at least: others are marks and edges of pictures.
const LEAST_AT_ENDS: u8 = 45;
/// How far words of a line are apart at most, in heights of the line: others stand in other columns.
const APART: f32 = 2.2;
/// How far below one another lines of a paragraph are at most, in heights of letters.
const LEADING: f32 = 2.2;
/// By how much heights of lines of a paragraph differ at most.
const OTHER_HEIGHT: f32 = 1.6;
/// How much of its paragraph's width a line has at least that is not its last, where words stand in columns.
const FULL: f32 = 0.6;
/// How many words a line has that says by how much it slopes.
const LEAST_WORDS: usize = 4;
/// How many words of a line are looked at for that.
const MOST_WORDS: usize = 24;
/// By how much lines slope at least, as a tangent, that are not level.
const LEAST_SLOPE: f32 = 0.006;
/// By how much they slope at most.
const MOST_SLOPE: f32 = 0.27;

/// How lines slope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slope {
    sine: f32,
    cosine: f32,
}

/// A box along the lines.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Area {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

/// Words of a line that stand together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) words: Vec<(String, Area)>,
    pub(crate) area: Area,
}

/// Lines that are read on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lines(pub(crate) Vec<Line>);

impl Slope {
    /// The slope of words, most of which stand in lines.
    pub(crate) fn of(words: &[Word]) -> Self {
        let lines = words.chunk_by(|one, other| one.place == other.place);
        let mut slopes = Vec::new();
        for line in lines.filter(|line| line.len() >= LEAST_WORDS) {
            let line = line.get(..MOST_WORDS).unwrap_or(line);
            for (number, word) in line.iter().enumerate() {
                let middle = |word: &Word| f32::midpoint(word.left, word.right);
                for other in line.iter().skip(number + 1) {
                    let along = middle(other) - middle(word);
                    if along > 3.0 * word.height() {
                        slopes.push((other.bottom - word.bottom) / along);
                        slopes.push((other.top - word.top) / along);
                    }
                }
            }
        }
        let slope = median(&mut slopes).unwrap_or_default();
        let is_one = (LEAST_SLOPE..MOST_SLOPE).contains(&slope.abs());
        let (sine, cosine) = if is_one { slope.atan() } else { 0.0 }.sin_cos();
        Self { sine, cosine }
    }

    /// Where a point of the picture is along the lines.
    pub(crate) fn along(self, x: f32, y: f32) -> (f32, f32) {
        let (sine, cosine) = (self.sine, self.cosine);
        (x * cosine + y * sine, y * cosine - x * sine)
    }

    /// Where a point along the lines is in the picture.
    pub(crate) fn in_picture(self, u: f32, v: f32) -> (f32, f32) {
        let (sine, cosine) = (self.sine, self.cosine);
        (u * cosine - v * sine, u * sine + v * cosine)
    }

    /// By how much lines go down, in radians.
    pub(crate) fn angle(self) -> f32 {
        self.sine.atan2(self.cosine)
    }

    /// The box of a word along the lines. The one it has in the picture is larger if lines slope.
    fn area(self, word: &Word) -> Area {
        let (wide, high) = (word.right - word.left, word.height());
        let (sine, cosine) = (self.sine.abs(), self.cosine);
        let both = cosine * cosine - sine * sine;
        let width = ((wide * cosine - high * sine) / both).max(1.0);
        let height = ((high * cosine - wide * sine) / both).max(high * 0.4);
        let middle = (
            f32::midpoint(word.left, word.right),
            f32::midpoint(word.top, word.bottom),
        );
        let (u, v) = self.along(middle.0, middle.1);
        Area {
            left: u - width / 2.0,
            right: u + width / 2.0,
            top: v - height / 2.0,
            bottom: v + height / 2.0,
        }
    }
}

impl Area {
    pub(crate) const fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(crate) const fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(crate) const fn union(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The box with so much more at each side.
    pub(crate) const fn grown(&self, by: f32) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub(crate) const fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub(crate) const fn contains(&self, (u, v): (f32, f32)) -> bool {
        u >= self.left && u < self.right && v >= self.top && v < self.bottom
    }
}

impl Line {
    fn of(words: Vec<(String, Area)>) -> Option<Self> {
        let areas = words.iter().map(|(_, area)| *area);
        let area = areas.reduce(|sum, area| sum.union(&area))?;
        Some(Self { words, area })
    }

    /// Its words, as they are written.
    fn text(&self) -> String {
        let mut text = String::new();
        for (word, _) in &self.words {
            // A hyphen between words of one line parts nothing.
            match text.ends_with(['-', '\u{2010}', '\u{ad}']) {
                true => text = format!("{text} {word}"),
                false => join_line(&mut text, word),
            }
        }
        text
    }
}

impl Lines {
    /// The text, with words in one piece that are parted at the end of a line.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.0 {
            join_line(&mut text, &line.text());
        }
        text
    }

    /// Whether there is anything to translate.
    pub(crate) fn have_letters(&self) -> bool {
        self.text().chars().any(char::is_alphabetic)
    }

    pub(crate) fn area(&self) -> Area {
        let areas = self.0.iter().map(|line| line.area);
        areas
            .reduce(|sum, area| sum.union(&area))
            .unwrap_or_default()
    }

    /// Whether a line is right below these.
    fn end_above(&self, next: &Line) -> bool {
        self.0
            .last()
            .is_none_or(|last| is_below(&last.area, &next.area))
    }

    /// Whether a line goes on with what these say, where words stand in columns.
    fn are_before(&self, next: &Line) -> bool {
        let Some(last) = self.0.last() else {
            return true;
        };
        let area = self.area();
        let height = last.area.height().max(next.area.height());
        let width = area.width().max(next.area.width());
        (next.area.left - area.left).abs() < height
            && last.area.width() >= FULL * width
            && self.end_above(next)
    }
}

/// Whether a line is right below another that looks like it.
fn is_below(above: &Area, below: &Area) -> bool {
    let (low, high) = (
        above.height().min(below.height()),
        above.height().max(below.height()),
    );
    let leading = below.bottom - above.bottom;
    leading > 0.0 && leading < LEADING * high && high < OTHER_HEIGHT * low
}

/// The paragraphs of the words of a picture. Words of which it is not sure that they are any are left out.
pub(crate) fn paragraphs(words: &[Word], slope: Slope) -> Vec<Lines> {
    let mut paragraphs = Vec::new();
    for block in words.chunk_by(|one, other| one.place[0] == other.place[0]) {
        let lines = block.chunk_by(|one, other| one.place == other.place);
        let lines: Vec<(u32, Vec<Line>)> = lines
            .map(|words| {
                let paragraph = words.first().map_or(0, |word| word.place[1]);
                (paragraph, parts_of_line(words, slope))
            })
            .collect();
        // What is a paragraph was told wrongly where columns were not seen.
        if lines.iter().any(|(_, parts)| parts.len() > 1) {
            let parts = lines.into_iter().flat_map(|(_, parts)| parts);
            paragraphs.append(&mut columns(parts));
            continue;
        }
        for paragraph in lines.chunk_by(|(one, _), (other, _)| one == other) {
            let mut open: Option<Lines> = None;
            for part in paragraph.iter().flat_map(|(_, parts)| parts) {
                match &mut open {
                    Some(lines) if lines.end_above(part) => lines.0.push(part.clone()),
                    open => paragraphs.extend(open.replace(Lines(vec![part.clone()]))),
                }
            }
            paragraphs.extend(open);
        }
    }
    paragraphs
}

/// The paragraphs of lines that stand in columns, row by row.
fn columns(parts: impl Iterator<Item = Line>) -> Vec<Lines> {
    let mut paragraphs: Vec<Lines> = Vec::new();
    for part in parts {
        match paragraphs.iter_mut().find(|lines| lines.are_before(&part)) {
            Some(lines) => lines.0.push(part),
            None => paragraphs.push(Lines(vec![part])),
        }
    }
    paragraphs
}

/// What stands together of a line.
fn parts_of_line(words: &[Word], slope: Slope) -> Vec<Line> {
    let is_good = |word: &Word| word.confidence >= LEAST_AT_ENDS && word.letters() > 0.0;
    let ends_well = |word: &Word| {
        word.confidence >= LEAST_AT_ENDS && word.text.chars().any(|it| !"|_~=".contains(it))
    };
    let first = words.iter().position(is_good);
    let last = words.iter().rposition(ends_well);
    let (Some(first), Some(last)) = (first, last) else {
        return Vec::new();
    };
    let words = words.get(first..=last).unwrap_or_default();
    let letters: f32 = words.iter().map(Word::letters).sum();
    let sure: f32 = words
        .iter()
        .map(|word| word.letters() * f32::from(word.confidence))
        .sum();
    if sure < LEAST_OF_LINE * letters || letters == 0.0 {
        return Vec::new();
    }
    let areas = words
        .iter()
        .map(|word| (word.text.clone(), slope.area(word)));
    let areas: Vec<(String, Area)> = areas.collect();
    let mut heights: Vec<f32> = areas.iter().map(|(_, area)| area.height()).collect();
    let height = median(&mut heights).unwrap_or_default();
    let is_near = |(_, one): &(String, Area), (_, other): &(String, Area)| {
        let gap = (other.left - one.right).max(one.left - other.right);
        gap < APART * height
    };
    areas
        .chunk_by(is_near)
        .filter_map(|part| Line::of(part.to_vec()))
        .collect()
}

/// How far apart the lines of a paragraph are; 0 if there is one.
pub(crate) fn leading(baselines: &[f32]) -> f32 {
    match baselines {
        [first, .., last] => (last - first) / length(baselines.len() - 1),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32, top: f32, place: [u32; 3]) -> Word {
        Word {
            text: text.to_owned(),
            left,
            top,
            right: left + 10.0 * length(text.len()),
            bottom: top + 20.0,
            confidence: 90,
            place,
        }
    }

    fn texts(words: &[Word]) -> Vec<String> {
        let paragraphs = paragraphs(words, Slope::of(words));
        paragraphs.iter().map(Lines::text).collect()
    }

    #[test]
    fn lines_of_a_paragraph_are_joined_and_parted_words_made_whole() {
        let words = [
            word("A", 0.0, 0.0, [0, 0, 0]),
            word("transla-", 20.0, 0.0, [0, 0, 0]),
            word("tion", 0.0, 30.0, [0, 0, 1]),
            word("Other", 0.0, 90.0, [1, 0, 0]),
        ];
        assert_eq!(texts(&words), ["A translation", "Other"]);
    }

    #[test]
    fn words_far_apart_are_in_columns() {
        let words = [
            word("left", 0.0, 0.0, [0, 0, 0]),
            word("column", 50.0, 0.0, [0, 0, 0]),
            word("right", 300.0, 0.0, [0, 0, 0]),
            word("column", 360.0, 0.0, [0, 0, 0]),
            word("goes", 0.0, 30.0, [0, 0, 1]),
            word("on", 50.0, 30.0, [0, 0, 1]),
            word("as", 300.0, 30.0, [0, 0, 1]),
            word("well", 330.0, 30.0, [0, 0, 1]),
        ];
        assert_eq!(
            texts(&words),
            ["left column goes on", "right column as well"]
        );
    }

    #[test]
    fn what_is_hardly_a_word_is_left_out() {
        let unsure = |text: &str, left: f32, place: [u32; 3]| Word {
            confidence: 20,
            ..word(text, left, 0.0, place)
        };
        let words = [
            unsure("|", 0.0, [0, 0, 0]),
            word("A", 20.0, 0.0, [0, 0, 0]),
            unsure("wurd", 40.0, [0, 0, 0]),
            word("between", 90.0, 0.0, [0, 0, 0]),
            unsure("Ee", 0.0, [1, 0, 0]),
            word("—", 0.0, 60.0, [2, 0, 0]),
        ];
        assert_eq!(texts(&words), ["A wurd between"]);
    }

    #[test]
    fn lines_that_slope_are_seen_along() {
        let words: Vec<Word> = (0..8)
            .map(|number| {
                let left = 70.0 * length(number);
                word("words", left, 100.0 + 0.05 * left, [0, 0, 0])
            })
            .collect();
        let slope = Slope::of(&words);
        assert!((slope.angle() - 0.05).abs() < 0.001);
        let (u, v) = slope.along(120.0, 40.0);
        let (x, y) = slope.in_picture(u, v);
        assert!((x - 120.0).abs() < 0.01 && (y - 40.0).abs() < 0.01);
        let lines = paragraphs(&words, slope);
        assert!(lines[0].area().height() < 25.0, "{lines:?}");
        assert!(Slope::of(&words[..2]).angle() == 0.0);
    }
}
