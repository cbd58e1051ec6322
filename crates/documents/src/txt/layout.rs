//! Which lines of plain text belong together.

use std::ops::Range;

use crate::lines;

use super::shape::{Cell, Kind, Shape};

/// Lines are wrapped at widths between these.
const WRAP_WIDTHS: std::ops::RangeInclusive<usize> = 40..=140;

/// Two lines by themselves look wrapped if they are at least this wide.
const WIDE: usize = 60;

/// So many more columns would not have been used at the end of a line before a word that goes on with
/// its sentence.
const SLACK: usize = 6;

/// A stretch of a text that is one unit.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) range: Range<usize>,
    pub(super) form: Form,
}

/// How a block is laid out.
#[derive(Debug)]
pub(super) enum Form {
    /// One line, perhaps underlined with a sign.
    Line {
        underline: Option<(Range<usize>, char)>,
    },
    /// Words wrapped into several lines.
    Wrapped {
        /// The columns for the words of the first line.
        first: usize,
        /// The columns for those of other lines.
        others: usize,
        /// The words of the lines.
        lines: Vec<Range<usize>>,
        /// What stands before the words of the second line and of all that follow.
        prefix: Range<usize>,
    },
    /// A cell of a row.
    Cell {
        /// Where the row begins.
        row: usize,
        cell: Cell,
    },
}

impl Block {
    /// What people read there.
    pub(super) fn text(&self, text: &str) -> String {
        let Form::Wrapped { lines, .. } = &self.form else {
            return text.get(self.range.clone()).unwrap_or_default().to_owned();
        };
        let mut joined = String::new();
        for line in lines {
            let line = text.get(line.clone()).unwrap_or_default();
            if !is_close(&joined, line) {
                joined.push(' ');
            }
            joined.push_str(line);
        }
        joined
    }
}

/// Whether nothing separates the words of two lines that were wrapped.
fn is_close(line: &str, next: &str) -> bool {
    let (last, first) = (line.chars().next_back(), next.chars().next());
    let is_hyphenated = line
        .strip_suffix('-')
        .is_some_and(|head| head.ends_with(char::is_alphabetic))
        && first.is_some_and(char::is_alphabetic);
    is_hyphenated || lines::join_closely(last, first)
}

/// The stretches of a text in these lines that have something to read, in their order.
pub(super) fn blocks(text: &str, lines: &[Range<usize>]) -> Vec<Block> {
    let shapes: Vec<Shape> = lines.iter().map(|line| Shape::new(text, line)).collect();
    let layout = Layout {
        text,
        lines,
        shapes: &shapes,
        usual_width: None,
    };
    let groups = layout.groups();
    let layout = Layout {
        usual_width: layout.usual_width(&groups),
        ..layout
    };
    let mut blocks = Vec::new();
    for group in groups {
        layout.add_blocks(group, &mut blocks);
    }
    blocks
}

struct Layout<'a> {
    text: &'a str,
    lines: &'a [Range<usize>],
    shapes: &'a [Shape],
    /// The width at which the document's longer paragraphs are wrapped.
    usual_width: Option<usize>,
}

impl Layout<'_> {
    fn get(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    fn shape(&self, index: usize) -> Option<&Shape> {
        self.shapes.get(index)
    }

    /// The ranges of lines that could be one paragraph, judged by their indentation and bullets.
    fn groups(&self) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (index, shape) in self.shapes.iter().enumerate() {
            let last = groups.last_mut().filter(|group| {
                group.end == index && shape.is_words() && self.continues(group, shape)
            });
            match last {
                Some(group) => group.end = index + 1,
                None => groups.push(index..index + 1),
            }
        }
        groups
    }

    fn continues(&self, group: &Range<usize>, next: &Shape) -> bool {
        let Some(first) = self.shape(group.start) else {
            return false;
        };
        let prefix = self.get(next.prefix.clone());
        let second = self.shape(group.start + 1).filter(|_| group.len() > 1);
        let fits = match second {
            Some(second) => self.get(second.prefix.clone()) == prefix,
            None => {
                let first_prefix = self.get(first.prefix.clone());
                let signs = |prefix: &str| -> String {
                    prefix
                        .chars()
                        .filter(|sign| !sign.is_whitespace())
                        .collect()
                };
                // An item of a list may hang, a paragraph may begin further right.
                let words = first.words.start - first.prefix.start;
                let hangs = prefix.len() <= words.max(first_prefix.len() + 4);
                signs(first_prefix) == signs(prefix) && hangs
            }
        };
        first.is_words() && !next.has_bullet() && fits
    }

    /// The columns from the line's beginning to the end of its words.
    fn width(&self, index: usize) -> usize {
        let (Some(line), Some(shape)) = (self.lines.get(index), self.shape(index)) else {
            return 0;
        };
        lines::width(self.get(line.start..shape.words.end))
    }

    fn widest(&self, group: Range<usize>) -> usize {
        group.map(|index| self.width(index)).max().unwrap_or(0)
    }

    /// Whether the next line's first word would not have been in this line's room.
    fn is_full(&self, index: usize, width: usize) -> bool {
        let Some(next) = self.shape(index + 1) else {
            return false;
        };
        let next = self.get(next.words.clone());
        let end = lines::breaks(next)
            .first()
            .map_or(next.len(), |place| place.end);
        let word = next.get(..end).unwrap_or_default();
        let line = self
            .shape(index)
            .map_or("", |shape| self.get(shape.words.clone()));
        let space = usize::from(!is_close(line, next));
        // Lines wrapped by hand are not as full as they could be.
        let slack = if next.starts_with(char::is_lowercase) {
            SLACK
        } else {
            0
        };
        self.width(index) + space + lines::width(word) + slack > width
    }

    /// Whether a sentence ends with the line and another may begin with the next.
    fn may_end(&self, index: usize) -> bool {
        let words = |index: usize| {
            self.shape(index)
                .map_or("", |it| self.get(it.words.clone()))
        };
        let line = words(index).trim_end_matches(['"', '\'', ')', '”', '’', '»', '」']);
        let is_end = line.ends_with(['.', '!', '?', ':', '…', '。', '！', '？', '：']);
        is_end && !words(index + 1).starts_with(char::is_lowercase)
    }

    /// How many of the group's lines, apart from the last, are full, and how many are neither full
    /// nor may end a paragraph.
    fn evidence(&self, group: &Range<usize>, width: usize) -> (usize, usize) {
        let before_others = group.start..group.end - 1;
        let full = before_others
            .clone()
            .filter(|index| self.is_full(*index, width));
        let broken =
            before_others.filter(|index| !self.is_full(*index, width) && !self.may_end(*index));
        (full.count(), broken.count())
    }

    /// Whether the lines were wrapped, judged by themselves.
    fn is_evident(&self, group: &Range<usize>, width: usize) -> bool {
        let (full, broken) = self.evidence(group, width);
        let pairs = group.len() - 1;
        let is_even = full >= 2 && broken * 10 <= pairs && full * 10 >= pairs * 6;
        !self.is_verse(group) && (is_even || self.is_prose(group, width))
    }

    /// Whether every line begins with a capital letter, as if it were by choice.
    fn is_verse(&self, group: &Range<usize>) -> bool {
        group.clone().all(|index| {
            let shape = self.shape(index);
            shape.is_some_and(|shape| {
                self.get(shape.words.clone())
                    .starts_with(char::is_uppercase)
            })
        })
    }

    /// Whether the lines are about as long as one another and sentences run over their ends.
    fn is_prose(&self, group: &Range<usize>, width: usize) -> bool {
        let mut before_others = group.start..group.end - 1;
        let goes_on = before_others.clone().filter(|index| {
            let next = self.shape(index + 1);
            next.is_some_and(|next| {
                let words = self.get(next.words.clone());
                let words = words.trim_start_matches(['(', '[', '"', '\'', '“', '«', '„']);
                words.starts_with(char::is_lowercase)
            })
        });
        let goes_on = goes_on.count();
        goes_on >= 2
            && goes_on * 2 >= group.len() - 1
            && before_others.all(|index| self.width(index) * 4 >= width * 3 || self.may_end(index))
    }

    fn usual_width(&self, groups: &[Range<usize>]) -> Option<usize> {
        let widths = groups
            .iter()
            .filter(|group| group.len() >= 3)
            .filter_map(|group| {
                let width = self.widest(group.clone());
                (WRAP_WIDTHS.contains(&width) && self.is_evident(group, width)).then_some(width)
            });
        widths.max()
    }

    /// The width at which the lines were wrapped, if they were.
    fn wrap_width(&self, group: &Range<usize>) -> Option<usize> {
        let width = self.widest(group.clone());
        if group.len() < 2 || !WRAP_WIDTHS.contains(&width) {
            return None;
        }
        let usual = self
            .usual_width
            .filter(|usual| (width..=width + 12).contains(usual));
        let is_wrapped = if group.len() > 2 && self.is_evident(group, width) {
            true
        } else if let Some(usual) = usual {
            let (full, broken) = self.evidence(group, usual);
            broken == 0 && full > 0
        } else {
            let (full, broken) = self.evidence(group, width);
            group.len() == 2
                && width >= WIDE
                && full == 1
                && broken == 0
                && !self.may_end(group.start)
        };
        let is_long = group.len() > 4;
        is_wrapped.then(|| usual.filter(|_| !is_long).unwrap_or(width))
    }

    fn add_blocks(&self, group: Range<usize>, blocks: &mut Vec<Block>) {
        let Some(width) = self.wrap_width(&group) else {
            for index in group {
                self.add_line(index, blocks);
            }
            return;
        };
        let mut start = group.start;
        for index in group.clone() {
            let is_last = index + 1 == group.end;
            if is_last || (!self.is_full(index, width) && self.may_end(index)) {
                self.add_wrapped(start..index + 1, width, blocks);
                start = index + 1;
            }
        }
    }

    fn add_wrapped(&self, group: Range<usize>, width: usize, blocks: &mut Vec<Block>) {
        let shapes = self.shapes.get(group.clone()).unwrap_or_default();
        let [first, second, ..] = shapes else {
            return self.add_line(group.start, blocks);
        };
        let last = shapes.last().unwrap_or(second);
        let prefix = second.prefix.clone();
        let before_words = lines::width(self.get(first.prefix.start..first.words.start));
        blocks.push(Block {
            range: first.words.start..last.words.end,
            form: Form::Wrapped {
                first: width.saturating_sub(before_words),
                others: width.saturating_sub(lines::width(self.get(prefix.clone()))),
                lines: shapes.iter().map(|shape| shape.words.clone()).collect(),
                prefix,
            },
        });
    }

    fn add_line(&self, index: usize, blocks: &mut Vec<Block>) {
        let Some(shape) = self.shape(index) else {
            return;
        };
        match &shape.kind {
            Kind::Still => {}
            Kind::Words { .. } => blocks.push(Block {
                range: shape.words.clone(),
                form: Form::Line {
                    underline: self.underline(index),
                },
            }),
            Kind::Cells(cells) => {
                let cells = cells.iter().map(|cell| Block {
                    range: cell.words.clone(),
                    form: Form::Cell {
                        row: shape.prefix.start,
                        cell: cell.clone(),
                    },
                });
                blocks.extend(cells);
            }
        }
    }

    /// The rule under a heading, if it is exactly as long.
    fn underline(&self, index: usize) -> Option<(Range<usize>, char)> {
        let (heading, line) = (self.shape(index)?, self.lines.get(index + 1)?);
        let range = lines::trimmed(self.text, line.clone());
        let rule = self.get(range.clone());
        let mark = rule.chars().next()?;
        let is_rule = "=-~^*\"'`#+".contains(mark) && rule.chars().all(|other| other == mark);
        let heading = lines::width(self.get(heading.words.clone()));
        (is_rule && rule.len() > 1 && heading == lines::width(rule)).then_some((range, mark))
    }
}
