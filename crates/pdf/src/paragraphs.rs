//! Paragraphs: lines below one another that are read in one go.

use kurbo::Rect;

use crate::fonts::Fonts;
use crate::items::is_item;
use crate::lines::Line;
use crate::page::{FontId, FontLook, Glyph, PageContents, PaintId};
use crate::spans;

/// How far the baselines of a paragraph are apart at most, in em.
const WIDEST_LEADING: f64 = 1.9;
/// How much the distance of baselines may differ within a paragraph, in em.
const SAME_LEADING: f64 = 0.22;
/// How much sizes may differ within a paragraph.
const SAME_SIZE: f64 = 0.08;
/// How much of the narrower of two lines must be below the other.
const BELOW_ONE_ANOTHER: f64 = 0.3;
/// How far the first line of a paragraph begins from where the others do, in em; less is no indent.
const LEAST_INDENT: f64 = 0.6;
/// How far from where the others begin a line may begin, in em.
const FARTHEST_INDENT: f64 = 4.0;
/// How much room a line must have left, besides what the next word takes, so that its end was wanted; in em.
const LEAST_ROOM: f64 = 0.8;

/// How much more room than the next word takes has to be left by a line in the middle or at the right whose end was
/// wanted, in em; and by one in a row of a table.
const RAGGED_ROOM: f64 = 4.0;
const ROW_ROOM: f64 = 2.0;

/// How far the ends of lines are apart at most that stand at the right, in em.
const FLUSH_RIGHT: f64 = 0.3;
/// How many lines of a block end early at least if each line is read by itself.
const LEAST_SINGLE: usize = 3;
/// How many words each of some lines has at most that are cells of rows.
const MOST_IN_CELL: usize = 2;
/// How many words lines have on average at most that may be cells of rows.
const MOST_IN_ROW: usize = 4;
/// How far the baselines of what is in one row are apart at most, in em.
const SAME_ROW: f64 = 0.2;
/// How far the number of a row is before it at most, in em.
const FARTHEST_LABEL: f64 = 6.0;
/// How many letters such a number has at most.
const LONGEST_LABEL: usize = 4;

/// One glyph of so many may be unknown in what can be read.
const UNKNOWN: usize = 8;

/// Lines that are read in one go.
#[derive(Debug, Clone)]
pub(crate) struct Paragraph {
    pub(crate) lines: Vec<Line>,
}

/// What is known of a line besides.
struct Candidate {
    line: Line,
    text: String,
    /// How long its first word is, in points.
    first_word: f64,
    /// The size of its largest glyph.
    largest: f64,
    /// Whether most of it is bold, and italic; whether that is so where it begins and ends, and in all of it.
    weight: Weight,
    begins: Weight,
    ends: Weight,
    is_uniform: bool,
    /// The only font and the only way of painting that it has, if each is one.
    font: Option<FontId>,
    paint: Option<PaintId>,
    /// Whether a number or letter stands before it, set apart, as before the rows of a form.
    is_numbered: bool,
    /// Whether something else stands in its row.
    has_neighbour: bool,
    /// Where the room of the line ends in its row.
    room_end: f64,
}

/// Whether letters are bold and italic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Weight {
    is_bold: bool,
    is_italic: bool,
}

impl Candidate {
    /// Whether no glyph of it is larger than most of them, which tells how far lines are apart.
    fn is_plain(&self) -> bool {
        self.largest <= self.line.size * (1.0 + SAME_SIZE)
    }
}

impl Weight {
    fn of(glyph: &Glyph, fonts: &Fonts<'_>) -> Self {
        let FontLook {
            is_bold, is_italic, ..
        } = fonts.look(glyph.font);
        Self { is_bold, is_italic }
    }
}

/// Lines below one another that may be several paragraphs.
struct Block {
    lines: Vec<Candidate>,
    start: f64,
    end: f64,
    leading: Option<f64>,
}

/// The paragraphs of a page, in the order in which their first lines are painted.
pub(crate) fn paragraphs(
    page: &PageContents,
    fonts: &Fonts<'_>,
    lines: Vec<Line>,
) -> Vec<Paragraph> {
    let flat: Vec<&Rect> = page
        .rules
        .iter()
        .filter(|rule| rule.width() > rule.height())
        .collect();
    let mut candidates: Vec<Candidate> = lines
        .into_iter()
        .map(|line| candidate(page, fonts, line))
        .collect();
    number(&mut candidates);
    find_rows(&mut candidates);
    let mut blocks: Vec<Block> = Vec::new();
    for candidate in candidates {
        let place = blocks
            .iter_mut()
            .rev()
            .take(64)
            .find(|block| block.takes(&candidate, &flat));
        match place {
            Some(block) => block.push(candidate),
            None => blocks.push(Block::new(candidate)),
        }
    }
    let mut paragraphs: Vec<Paragraph> = blocks.into_iter().flat_map(Block::paragraphs).collect();
    let first = |paragraph: &Paragraph| {
        let glyphs = paragraph.lines.iter().flat_map(|line| &line.glyphs);
        glyphs.min().copied()
    };
    paragraphs.sort_by_key(first);
    paragraphs
}

fn candidate(page: &PageContents, fonts: &Fonts<'_>, line: Line) -> Candidate {
    let glyphs = || {
        line.glyphs
            .iter()
            .filter_map(|&glyph| page.glyphs.get(glyph))
    };
    let ends_word = line.spaces.iter().skip(1).position(|space| *space);
    let word = glyphs().take(ends_word.map_or(usize::MAX, |end| end + 1));
    let weights = || glyphs().map(|glyph| Weight::of(glyph, fonts));
    let bold = weights().filter(|it| it.is_bold).count();
    let italic = weights().filter(|it| it.is_italic).count();
    let most = line.glyphs.len() / 2;
    Candidate {
        text: spans::text_of_line(page, &line),
        first_word: word.map(|glyph| glyph.advance.abs()).sum(),
        largest: glyphs().map(|glyph| glyph.size).fold(line.size, f64::max),
        weight: Weight {
            is_bold: bold > most,
            is_italic: italic > most,
        },
        is_uniform: only(weights()).is_some(),
        begins: weights().next().unwrap_or_default(),
        ends: weights().next_back().unwrap_or_default(),
        font: only(glyphs().map(|glyph| glyph.font)),
        paint: only(glyphs().map(|glyph| glyph.paint)),
        is_numbered: false,
        has_neighbour: false,
        room_end: line.end,
        line,
    }
}

/// Whether a line is nothing but dots that lead from one thing to another.
fn is_leader(text: &str) -> bool {
    text.chars().all(|it| matches!(it, '.' | '·' | '…' | ' '))
}

/// What all of these are, if they are the same.
fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Notes before which lines a number or letter stands, set apart.
fn number(candidates: &mut [Candidate]) {
    let labels = candidates.iter().filter(|it| is_label(&it.text));
    let labels: Vec<Line> = labels.map(|it| it.line.clone()).collect();
    for candidate in candidates {
        let line = &candidate.line;
        candidate.is_numbered = labels.iter().any(|label| {
            let white = line.start - label.end;
            label.angle == line.angle
                && (label.baseline - line.baseline).abs() < SAME_ROW * line.size
                && (0.0..FARTHEST_LABEL * line.size).contains(&white)
        });
    }
}

/// Notes which lines stand in a row with others, and how far each could go there.
fn find_rows(candidates: &mut [Candidate]) {
    let end = candidates.iter().map(|candidate| candidate.line.end);
    let end = end.fold(f64::NEG_INFINITY, f64::max);
    let mut order: Vec<&mut Candidate> = candidates.iter_mut().collect();
    order.sort_by(|one, other| {
        let (one, other) = (&one.line, &other.line);
        let angles = one.angle.total_cmp(&other.angle);
        angles.then(one.baseline.total_cmp(&other.baseline))
    });
    let is_same_row = |one: &&mut Candidate, next: &&mut Candidate| {
        let (one, next) = (&one.line, &next.line);
        one.angle == next.angle && next.baseline - one.baseline < SAME_ROW * one.size
    };
    for row in order.chunk_by_mut(is_same_row) {
        row.sort_by(|one, other| other.line.start.total_cmp(&one.line.start));
        let has_neighbour = row.len() > 1;
        let mut room_end = end;
        for candidate in row {
            candidate.has_neighbour = has_neighbour;
            candidate.room_end = room_end;
            room_end = candidate.line.start - LEAST_ROOM * candidate.line.size;
        }
    }
}

/// Whether a line is nothing but the number or letter of what stands beside it, as 12, 3.1, 8a or (b).
fn is_label(text: &str) -> bool {
    let mut inner = text.bytes().filter(|it| !b"(). ".contains(it));
    let length = inner.clone().count();
    let is_number = text.bytes().any(|it| it.is_ascii_digit());
    inner.all(|it| it.is_ascii_alphanumeric())
        && (1..=LONGEST_LABEL).contains(&length)
        && (is_number || length == 1)
}

/// Whether both are known and not the same.
fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_some_and(|one| other.is_some_and(|other| one != other))
}

impl Block {
    fn new(first: Candidate) -> Self {
        Self {
            start: first.line.start,
            end: first.line.end,
            leading: None,
            lines: vec![first],
        }
    }

    /// Whether a line goes on with this block.
    fn takes(&self, next: &Candidate, rules: &[&Rect]) -> bool {
        let Some(last) = self.lines.last() else {
            return false;
        };
        let (line, above) = (&next.line, &last.line);
        let size = above.size.max(line.size);
        let down = above.baseline - line.baseline;
        let both = self.end.min(line.end) - self.start.max(line.start);
        let narrower = (line.end - line.start).min(self.end - self.start);
        let is_parted = || {
            line.angle == 0.0
                && rules.iter().any(|rule| {
                    let middle = f64::midpoint(rule.y0, rule.y1);
                    // A line right below letters underlines them.
                    middle > line.baseline + 0.5 * line.size
                        && middle < above.baseline - 0.25 * above.size
                        && rule.x0 < line.end
                        && rule.x1 > line.start
                })
        };
        (line.angle - above.angle).abs() < 1e-2
            && down > 0.3 * size
            && down < WIDEST_LEADING * size
            && (above.size - line.size).abs() <= SAME_SIZE * size
            // Words that stand out may go on from one line to the next, or end with the first.
            && (last.weight == next.weight || last.ends == next.begins || !last.is_uniform)
            && line.clip.is_none()
            && above.clip.is_none()
            && !is_leader(&last.text)
            && !is_leader(&next.text)
            && !differ(last.font, next.font)
            && !differ(last.paint, next.paint)
            && both >= BELOW_ONE_ANOTHER * narrower
            && (line.start - self.start).abs()
                <= FARTHEST_INDENT * size.max(0.5 * (self.end - self.start))
            && self.leading.is_none_or(|leading| {
                // A large letter moves its line away from the one above.
                let most = leading * (next.largest / next.line.size);
                leading - down <= SAME_LEADING * size && down - most <= SAME_LEADING * size
            })
            && !is_parted()
    }

    fn push(&mut self, next: Candidate) {
        if let Some(last) = self.lines.last() {
            let down = last.line.baseline - next.line.baseline;
            self.leading = Some(self.leading.map_or(down, |leading| match next.is_plain() {
                true => down,
                false => leading,
            }));
        }
        self.start = self.start.min(next.line.start);
        self.end = self.end.max(next.line.end);
        self.lines.push(next);
    }

    /// The paragraphs of it: another begins at a bullet, at an indent, and below a line that has room for its first word.
    fn paragraphs(self) -> Vec<Paragraph> {
        let side = self.side();
        let Self {
            start, end, lines, ..
        } = self;
        let has_room = |last: &Candidate, next: &Candidate| {
            let size = next.line.size;
            match side {
                Side::Left => end - last.line.end > next.first_word + LEAST_ROOM * size,
                // Lines at the right may be of any length, unless they end a sentence.
                Side::Right => {
                    let room = match last.text.ends_with(['.', '!', '?', '…']) {
                        true => LEAST_ROOM,
                        false => RAGGED_ROOM,
                    };
                    last.line.start - start > next.first_word + room * size
                }
                // Lines in the middle have their room at both sides.
                Side::Middle => 2.0 * (end - last.line.end) > next.first_word + RAGGED_ROOM * size,
            }
        };
        let ended = lines.windows(2).filter(|pair| match pair {
            [last, next] => has_room(last, next),
            _ => false,
        });
        // Where most lines end early, the longest of them do, too.
        let end_early = side != Side::Middle
            && ended.clone().count() >= LEAST_SINGLE
            && ended.count() * 4 >= (lines.len() - 1) * 3;
        // Names and values in a column of rows may all be equally long.
        let is_cell =
            |it: &Candidate| it.has_neighbour && it.text.split_whitespace().count() <= MOST_IN_CELL;
        let are_single = end_early || lines.len() >= LEAST_SINGLE && lines.iter().all(is_cell);
        let words = lines.iter().map(|it| it.text.split_whitespace().count());
        let are_short = words.sum::<usize>() <= MOST_IN_ROW * lines.len();
        // In a table, what the next row has would often have had room.
        let ends_row = |last: &Candidate, next: &Candidate| {
            let room = last.room_end - last.line.end;
            let has_room = last.has_neighbour && room > next.first_word + ROW_ROOM * next.line.size;
            are_short && next.has_neighbour && (last.text.ends_with(':') || has_room)
        };
        let mut paragraphs: Vec<Vec<Candidate>> = Vec::new();
        for next in lines {
            let begins = |lines: &[Candidate]| {
                let Some(last) = lines.last() else {
                    return true;
                };
                let second = lines.get(1..).and_then(<[_]>::first);
                let usual = second.map_or(start, |line| line.line.start.max(start));
                let is_indented = second.is_some()
                    && side == Side::Left
                    && next.line.start > usual + LEAST_INDENT * next.line.size;
                let is_apart = next.is_numbered || is_label(&next.text) && is_label(&last.text);
                is_item(&next.text)
                    || is_apart
                    || is_indented
                    || are_single
                    || has_room(last, &next)
                    || ends_row(last, &next)
            };
            match paragraphs.last_mut() {
                Some(lines) if !begins(lines) => lines.push(next),
                _ => paragraphs.push(vec![next]),
            }
        }
        let paragraphs = paragraphs.into_iter().map(|lines| Paragraph {
            lines: lines.into_iter().map(|it| it.line).collect(),
        });
        paragraphs.collect()
    }

    /// At which side its lines stand.
    fn side(&self) -> Side {
        let Self {
            start, end, lines, ..
        } = self;
        let middle = f64::midpoint(*start, *end);
        let is_centred = |it: &Candidate| {
            (f64::midpoint(it.line.start, it.line.end) - middle).abs() < 0.6 * it.line.size
        };
        let is_ragged = |it: &Candidate| it.line.start > start + it.line.size;
        let ends = |it: &Candidate| end - it.line.end < FLUSH_RIGHT * it.line.size;
        let ragged = lines.iter().filter(|it| is_ragged(it)).count();
        if ragged > 0 && lines.iter().all(is_centred) {
            Side::Middle
        } else if 2 * ragged >= lines.len() && lines.iter().all(ends) {
            Side::Right
        } else {
            Side::Left
        }
    }
}

/// At which side lines stand below one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Middle,
    Right,
}

impl Paragraph {
    /// Whether the document says what most of its glyphs stand for.
    pub(crate) fn is_readable(&self, page: &PageContents) -> bool {
        let glyphs = || self.lines.iter().flat_map(|line| &line.glyphs);
        let has_text = |glyph: &&usize| {
            let glyph = page.glyphs.get(**glyph);
            glyph.is_some_and(|glyph| glyph.text.is_some())
        };
        let unknown = glyphs().filter(|glyph| !has_text(glyph)).count();
        UNKNOWN * unknown <= glyphs().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rows_are_labels() {
        for label in ["12", "8a", "9 b", "3.2.1", "(c)", "d"] {
            assert!(is_label(label), "{label}");
        }
        for other in ["", "ab", "1984 was", "100,000", "–"] {
            assert!(!is_label(other), "{other}");
        }
    }
}
