//! A translation divided into the cues and lines in which it is shown.

use std::ops::Range;

use crate::lines::{self, Break};
use crate::{CodeId, Content, Piece};

/// The columns of a line that is read easily.
const LINE_WIDTH: usize = 42;

/// So many words on each side of where a text should be cut are considered.
const NEAR: usize = 32;

/// A cue's share of a text.
#[derive(Debug, Clone)]
pub(super) struct Share {
    /// How much of it there should be, compared with the others.
    pub(super) weight: u64,
    /// How many lines it had.
    pub(super) lines: usize,
    /// How many columns the longest of them had.
    pub(super) longest: usize,
}

/// What stands in one cue.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Text(String),
    LineEnd,
    Open(CodeId),
    Close(CodeId),
    Mark(CodeId),
}

/// Divides a translation among cues; each gets words as far as there are any.
pub(super) fn divide(content: &Content, shares: &[Share]) -> Vec<Vec<Shown>> {
    let flat = Flat::new(content);
    let text = flat.text.as_str();
    let weights: Vec<u64> = shares.iter().map(|share| share.weight).collect();
    let stretches = cut(text, 0..text.len(), &weights, usize::MAX);
    let mut codes = flat.codes.iter().peekable();
    let mut open: Vec<CodeId> = Vec::new();
    let mut cues = Vec::new();
    for (index, (stretch, share)) in stretches.iter().zip(shares).enumerate() {
        let mut shown: Vec<Shown> = open.iter().map(|id| Shown::Open(*id)).collect();
        let is_last = index + 1 == shares.len();
        let belongs = |at: usize, code: &Piece| match code {
            _ if is_last => true,
            Piece::Open(_) => at < stretch.end,
            Piece::Close(_) => at <= stretch.end,
            Piece::Mark(_) | Piece::Text(_) => at <= stretch.end && at > 0,
        };
        let mut at = stretch.start;
        let ends = lines_of(text, stretch.clone(), share);
        let mut ends = ends.iter().peekable();
        while let Some((place, code)) = codes.next_if(|(place, code)| belongs(*place, code)) {
            show(text, at..*place, &mut ends, &mut shown);
            at = at.max((*place).min(stretch.end));
            match code {
                Piece::Open(id) => {
                    open.push(*id);
                    shown.push(Shown::Open(*id));
                }
                Piece::Close(id) => {
                    open.retain(|other| other != id);
                    shown.push(Shown::Close(*id));
                }
                Piece::Mark(id) => shown.push(Shown::Mark(*id)),
                Piece::Text(_) => {}
            }
        }
        show(text, at..stretch.end, &mut ends, &mut shown);
        shown.extend(open.iter().rev().map(|id| Shown::Close(*id)));
        cues.push(shown);
    }
    cues
}

/// Shows a stretch with the line ends in it.
fn show<'a>(
    text: &str,
    stretch: Range<usize>,
    ends: &mut std::iter::Peekable<impl Iterator<Item = &'a Break>>,
    shown: &mut Vec<Shown>,
) {
    let mut at = stretch.start;
    let push = |range: Range<usize>, shown: &mut Vec<Shown>| {
        let text = text.get(range).unwrap_or_default();
        if !text.is_empty() {
            shown.push(Shown::Text(text.to_owned()));
        }
    };
    while let Some(end) = ends.next_if(|end| end.end < stretch.end) {
        push(at..end.end.max(at), shown);
        shown.push(Shown::LineEnd);
        at = end.start.max(at);
    }
    push(at..stretch.end.max(at), shown);
}

/// A translation's text with the places of its codes.
struct Flat {
    text: String,
    codes: Vec<(usize, Piece)>,
}

impl Flat {
    /// White space is single spaces there: a line end would be one in the cue.
    fn new(content: &Content) -> Self {
        let mut flat = Self {
            text: String::new(),
            codes: Vec::new(),
        };
        for piece in content.pieces() {
            let Piece::Text(text) = piece else {
                flat.codes.push((flat.text.len(), piece.clone()));
                continue;
            };
            for character in text.chars() {
                if !lines::is_breaking_space(character) {
                    flat.text.push(character);
                } else if !flat.text.is_empty() && !flat.text.ends_with(' ') {
                    flat.text.push(' ');
                }
            }
        }
        let kept = flat.text.trim_end().len();
        flat.text.truncate(kept);
        for (place, _) in &mut flat.codes {
            *place = (*place).min(kept);
        }
        flat
    }
}

/// Where the lines of a cue end.
fn lines_of(text: &str, stretch: Range<usize>, share: &Share) -> Vec<Break> {
    let width = lines::width(text.get(stretch.clone()).unwrap_or_default());
    let room = LINE_WIDTH.max(share.longest);
    let needed = if width > room { 2 } else { 1 };
    let count = share.lines.max(needed);
    let weights = vec![1; count];
    let lines = cut(text, stretch, &weights, room);
    let ends = lines.iter().zip(lines.iter().skip(1));
    let ends = ends.filter(|(_, next)| !next.is_empty());
    ends.map(|(line, next)| Break {
        end: line.end,
        start: next.start,
    })
    .collect()
}

/// Cuts a stretch of a text at ends of words into as many parts as there are weights, about as long in
/// comparison, at punctuation where it is near and the part stays within the room. Parts for which
/// there are no words are empty.
fn cut(text: &str, stretch: Range<usize>, weights: &[u64], room: usize) -> Vec<Range<usize>> {
    let shown = text.get(stretch.clone()).unwrap_or_default();
    let places: Vec<Place> = places(shown);
    let whole = lines::width(shown);
    let sum: u64 = weights.iter().map(|weight| (*weight).max(1)).sum();
    let mut parts = Vec::new();
    let (mut start, mut first, mut passed) = (0, 0, 0_u64);
    let mut start_width = 0;
    for (index, weight) in weights.iter().enumerate() {
        if index + 1 == weights.len() {
            parts.push(start..shown.len());
            break;
        }
        passed = passed.saturating_add((*weight).max(1));
        let goal = share_of(whole, passed, sum);
        // Every later part needs a place too, but not before this one has had one.
        let later = weights.len() - index - 2;
        let last = places.len().saturating_sub(later).max(first + 1);
        let near = places
            .get(first..last.min(places.len()))
            .unwrap_or_default();
        // The best place is not far from the goal.
        let middle = near.partition_point(|place| place.width < goal);
        let skipped = middle.saturating_sub(NEAR);
        let near = near.iter().enumerate().skip(skipped).take(2 * NEAR);
        let best = near.min_by_key(|(_, place)| {
            let is_long = place.width - start_width > room;
            let bonus = if place.follows_punctuation {
                whole / 10
            } else {
                0
            };
            let distance = place.width.abs_diff(goal);
            (is_long, distance.saturating_sub(bonus), distance)
        });
        match best {
            Some((at, place)) => {
                parts.push(start..place.at.end);
                (start, start_width) = (place.at.start, place.width);
                first += at + 1;
            }
            None => {
                parts.push(start..shown.len());
                start = shown.len();
            }
        }
    }
    let parts = parts.into_iter();
    parts
        .map(|part| stretch.start + part.start..stretch.start + part.end)
        .collect()
}

struct Place {
    at: Break,
    /// The columns before it.
    width: usize,
    follows_punctuation: bool,
}

fn places(text: &str) -> Vec<Place> {
    let (mut width, mut from) = (0, 0);
    let places = lines::breaks(text).into_iter().map(|at| {
        let part = text.get(from..at.end).unwrap_or_default();
        width += lines::width(part);
        from = at.end;
        let punctuation = [
            ',', '.', ';', ':', '!', '?', '…', '，', '。', '、', '！', '？', '；', '：', '،',
        ];
        Place {
            at,
            width,
            follows_punctuation: part.ends_with(punctuation),
        }
    });
    places.collect()
}

/// So many parts of the whole.
fn share_of(whole: usize, part: u64, sum: u64) -> usize {
    let whole = u128::try_from(whole).unwrap_or(0);
    let share = whole * u128::from(part) / u128::from(sum.max(1));
    usize::try_from(share).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(pieces: Vec<Piece>, shares: &[(u64, usize)]) -> Vec<String> {
        let shares: Vec<Share> = shares
            .iter()
            .map(|(weight, lines)| Share {
                weight: *weight,
                lines: *lines,
                longest: 0,
            })
            .collect();
        let cues = divide(&Content::new(pieces), &shares)
            .into_iter()
            .map(|cue| {
                let shown = cue.into_iter().map(|shown| match shown {
                    Shown::Text(text) => text,
                    Shown::LineEnd => "/".to_owned(),
                    Shown::Open(CodeId(id)) => format!("<{id}>"),
                    Shown::Close(CodeId(id)) => format!("</{id}>"),
                    Shown::Mark(CodeId(id)) => format!("{{{id}}}"),
                });
                shown.collect()
            });
        cues.collect()
    }

    fn text(text: &str) -> Vec<Piece> {
        vec![Piece::Text(text.to_owned())]
    }

    #[test]
    fn a_sentence_is_divided_in_proportion_to_time_at_ends_of_words() {
        let words = "one two three four five six seven eight";
        assert_eq!(
            divided(text(words), &[(1, 1), (1, 1)]),
            ["one two three four", "five six seven eight"]
        );
        assert_eq!(
            divided(text(words), &[(1, 1), (3, 1)]),
            ["one two", "three four five six seven eight"]
        );
        assert_eq!(
            divided(
                text("If it rains today, we stay at home"),
                &[(1, 1), (1, 1)]
            ),
            ["If it rains today,", "we stay at home"]
        );
        assert_eq!(
            divided(text("你好世界。我们走吧"), &[(1, 1), (1, 1)]),
            ["你好世界。", "我们走吧"]
        );
    }

    #[test]
    fn a_long_text_is_cut_into_even_parts() {
        let words = "word ".repeat(1000);
        let parts = divided(text(&words), &[(1, 1); 10]);
        assert!(
            parts
                .iter()
                .all(|part| part.replace('/', " ").split(' ').count() == 100),
            "{parts:?}"
        );
    }

    #[test]
    fn every_cue_gets_words_as_far_as_there_are_any() {
        assert_eq!(
            divided(text("a b c"), &[(1, 1), (100, 1), (1, 1)]),
            ["a", "b", "c"]
        );
        assert_eq!(
            divided(text("a b"), &[(1, 1), (1, 1), (1, 1)]),
            ["a", "b", ""]
        );
        assert_eq!(divided(text(""), &[(0, 1), (0, 1)]), ["", ""]);
    }

    #[test]
    fn lines_have_at_most_42_columns_where_two_suffice() {
        let long = "This is a rather long subtitle, which needs two lines to be read";
        assert_eq!(
            divided(text(long), &[(1, 1)]),
            ["This is a rather long subtitle,/which needs two lines to be read"]
        );
        assert_eq!(
            divided(text("Two short lines"), &[(1, 2)]),
            ["Two short/lines"]
        );
        assert_eq!(divided(text("One\nline"), &[(1, 1)]), ["One line"]);
        assert_eq!(divided(text("word"), &[(1, 2)]), ["word"]);
    }

    #[test]
    fn stretches_over_two_cues_are_closed_and_opened_again() {
        let (a, b) = (CodeId(0), CodeId(1));
        let pieces = vec![
            Piece::Text("one ".to_owned()),
            Piece::Open(a),
            Piece::Text("two three".to_owned()),
            Piece::Close(a),
            Piece::Mark(b),
            Piece::Text(" four".to_owned()),
        ];
        assert_eq!(
            divided(pieces, &[(1, 1), (1, 1)]),
            ["one <0>two</0>", "<0>three</0>{1} four"]
        );
        let pieces = vec![
            Piece::Text("one two".to_owned()),
            Piece::Open(a),
            Piece::Close(a),
            Piece::Mark(b),
        ];
        assert_eq!(divided(pieces, &[(1, 1), (1, 1)]), ["one", "two<0></0>{1}"]);
    }
}
