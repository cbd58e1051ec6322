//! Marks that show a model where markup is, and that say where it belongs in the translation.
//!
//! Each stretch with markup around it has a number and stands between two marks, such as `⟦1⟧` and
//! `⟦/1⟧`; markup between words is one mark, `⟦1/⟧`. The stretches between marks are pieces, and the
//! pieces of a translation stand for those of its source that are between the same marks.

use std::collections::BTreeMap;
use std::ops::Range;

use dragoman_domain::{Alignment, Link, Segment};
use dragoman_language::is_unspaced;

/// Pairs of characters that marks can be written with; the first that no text has is taken.
const PAIRS: &[(char, char)] = &[('⟦', '⟧'), ('⟪', '⟫'), ('⦃', '⦄'), ('⟬', '⟭'), ('⧼', '⧽')];

/// The most links of one word. If each word of a long piece were linked to all of its source, their
/// number would grow with the square of what somebody sends.
const MOST_LINKS: usize = 64;

/// The characters around a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Brackets {
    pub(super) open: char,
    pub(super) close: char,
}

impl Brackets {
    /// Brackets that stand in none of the texts.
    pub(super) fn free_in<'text>(texts: impl Iterator<Item = &'text str> + Clone) -> Option<Self> {
        let is_free = |character: char| !texts.clone().any(|text| text.contains(character));
        let free = PAIRS
            .iter()
            .find(|(open, close)| is_free(*open) && is_free(*close));
        free.map(|&(open, close)| Self { open, close })
    }

    fn write(self, mark: Mark, text: &mut String) {
        let Self { open, close } = self;
        text.push_str(&match mark {
            Mark::Open(number) => format!("{open}{number}{close}"),
            Mark::Close(number) => format!("{open}/{number}{close}"),
            Mark::Point(number) => format!("{open}{number}/{close}"),
        });
    }

    /// The mark that a text begins with, and its length.
    fn read(self, text: &str) -> Option<(Mark, usize)> {
        let inner = text.strip_prefix(self.open)?;
        let (inner, _) = inner.split_once(self.close)?;
        let length = self.open.len_utf8() + inner.len() + self.close.len_utf8();
        let number = |digits: &str| -> Option<usize> {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().ok())?
        };
        let mark = if let Some(digits) = inner.strip_prefix('/') {
            Mark::Close(number(digits)?)
        } else if let Some(digits) = inner.strip_suffix('/') {
            Mark::Point(number(digits)?)
        } else {
            Mark::Open(number(inner)?)
        };
        Some((mark, length))
    }
}

/// A mark with its number, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Open(usize),
    Close(usize),
    Point(usize),
}

/// A stretch between two marks.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// Without white space around it; may be empty.
    range: Range<usize>,
    /// The mark before it.
    after: Option<Mark>,
    /// The innermost stretch that it is in.
    inside: Option<usize>,
}

/// Where the marks of a text are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marks {
    pieces: Vec<Piece>,
    /// The marks, each with the innermost stretch that it is in.
    places: BTreeMap<Mark, Option<usize>>,
    /// The stretches that have text.
    filled: BTreeMap<usize, bool>,
}

impl Marks {
    /// The marks of a text; nothing if one is there twice or they do not nest.
    fn new(text: &str, marks: &[(usize, Mark)]) -> Option<Self> {
        let mut found = Self {
            pieces: Vec::with_capacity(marks.len() + 1),
            places: BTreeMap::new(),
            filled: BTreeMap::new(),
        };
        let mut open: Vec<usize> = Vec::new();
        let (mut start, mut after) = (0, None);
        for (at, mark) in marks {
            found.add_piece(text, start..*at, after, &open);
            match mark {
                Mark::Close(number) if open.pop() != Some(*number) => return None,
                _ => {}
            }
            if found.places.insert(*mark, open.last().copied()).is_some() {
                return None;
            }
            if let Mark::Open(number) = mark {
                open.push(*number);
                found.filled.insert(*number, false);
            }
            (start, after) = (*at, Some(*mark));
        }
        found.add_piece(text, start..text.len(), after, &open);
        open.is_empty().then_some(found)
    }

    fn add_piece(&mut self, text: &str, range: Range<usize>, after: Option<Mark>, open: &[usize]) {
        let piece = text.get(range.clone()).unwrap_or_default();
        let start = range.end - piece.trim_start().len();
        let end = start + piece.trim().len();
        if end > start {
            for number in open {
                self.filled.insert(*number, true);
            }
        }
        self.pieces.push(Piece {
            range: start..end,
            after,
            inside: open.last().copied(),
        });
    }

    /// Whether a translation has the same marks, inside one another in the same way, and text
    /// where its source has some.
    fn match_those_of(&self, source: &Self) -> bool {
        self.places == source.places && self.filled == source.filled
    }
}

/// A segment with marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MarkedSegment {
    /// The text with the marks in it.
    pub(super) text: String,
    /// The text without them.
    plain: String,
    marks: Option<Marks>,
}

/// A translation whose marks have been taken out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unmarked {
    pub(super) text: String,
    /// What the marks say of it; nothing if there were none.
    pub(super) alignment: Option<Alignment>,
}

impl MarkedSegment {
    /// Puts marks around the stretches of a segment that have markup. Those that would cut a
    /// placeholder or cross another get none.
    pub(super) fn new(segment: &Segment, brackets: Option<Brackets>) -> Self {
        let text = segment.text();
        let unmarked = Self {
            text: text.to_owned(),
            plain: text.to_owned(),
            marks: None,
        };
        let Some(brackets) = brackets.filter(|_| !segment.spans().is_empty()) else {
            return unmarked;
        };
        let marks = marks_of(segment);
        let Some(found) = Marks::new(text, &marks) else {
            return unmarked;
        };
        let (mut marked, mut written) = (String::with_capacity(text.len() + 8 * marks.len()), 0);
        for (at, mark) in marks {
            marked.push_str(text.get(written..at).unwrap_or_default());
            brackets.write(mark, &mut marked);
            written = at;
        }
        marked.push_str(text.get(written..).unwrap_or_default());
        Self {
            text: marked,
            marks: Some(found),
            ..unmarked
        }
    }

    /// Whether there are marks in it.
    pub(super) const fn has_marks(&self) -> bool {
        self.marks.is_some()
    }

    /// Takes the marks out of a translation; nothing if they are not those of the segment.
    pub(super) fn unmark(&self, translation: &str, brackets: Option<Brackets>) -> Option<Unmarked> {
        let Some(brackets) = brackets else {
            return Some(Unmarked {
                text: translation.to_owned(),
                alignment: None,
            });
        };
        let (text, marks) = read(translation, brackets)?;
        let Some(source) = &self.marks else {
            return marks.is_empty().then_some(Unmarked {
                text,
                alignment: None,
            });
        };
        let target = Marks::new(&text, &marks)?;
        target.match_those_of(source).then(|| Unmarked {
            alignment: Some(alignment((&self.plain, source), (&text, &target))),
            // Before a mark at the end there may have been a space.
            text: text.trim_end().to_owned(),
        })
    }
}

/// The marks for the spans of a segment with their offsets, in order.
fn marks_of(segment: &Segment) -> Vec<(usize, Mark)> {
    let cuts = |at: usize| {
        let placeholders = segment.placeholders();
        let next = placeholders.partition_point(|range| range.end <= at);
        placeholders.get(next).is_some_and(|range| range.start < at)
    };
    let mut marks = Vec::with_capacity(2 * segment.spans().len());
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut spans: Vec<&Range<usize>> = segment.spans().iter().collect();
    // Outer ones before those inside them.
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    for (index, span) in spans.into_iter().enumerate() {
        while let Some((number, end)) = open.pop_if(|(_, end)| *end <= span.start) {
            marks.push((end, Mark::Close(number)));
        }
        let crosses = open.last().is_some_and(|(_, end)| *end < span.end);
        if crosses || cuts(span.start) || cuts(span.end) {
            continue;
        }
        if span.is_empty() {
            marks.push((span.start, Mark::Point(index + 1)));
        } else {
            marks.push((span.start, Mark::Open(index + 1)));
            open.push((index + 1, span.end));
        }
    }
    let rest = open.into_iter().rev();
    marks.extend(rest.map(|(number, end)| (end, Mark::Close(number))));
    marks
}

/// A text without its marks, and the marks with their offsets in it; nothing if there is anything
/// in brackets that is no mark.
fn read(translation: &str, brackets: Brackets) -> Option<(String, Vec<(usize, Mark)>)> {
    let mut text = String::with_capacity(translation.len());
    let mut marks = Vec::new();
    let mut rest = translation;
    while let Some(at) = rest.find([brackets.open, brackets.close]) {
        let (before, from_mark) = rest.split_at_checked(at)?;
        push(&mut text, before, !marks.is_empty());
        let (mark, length) = brackets.read(from_mark)?;
        marks.push((text.len(), mark));
        rest = from_mark.get(length..)?;
    }
    push(&mut text, rest, !marks.is_empty());
    Some((text, marks))
}

/// Adds what stands behind a mark; of the spaces on both sides of it one is left.
fn push(text: &mut String, piece: &str, is_behind_mark: bool) {
    let is_doubled = is_behind_mark && (text.is_empty() || text.ends_with(' '));
    text.push_str(if is_doubled {
        piece.trim_start_matches(' ')
    } else {
        piece
    });
}

/// Which words of a translation stand for which of its source: those of a piece for all of the
/// piece between the same marks, or else of those that are inside the same stretch.
fn alignment(source: (&str, &Marks), target: (&str, &Marks)) -> Alignment {
    let (source_text, source) = source;
    let (target_text, target) = target;
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut of_pieces: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let mut of_stretches: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for piece in &source.pieces {
        let first = tokens.len();
        tokens.extend(words_or_characters(source_text, &piece.range));
        let inside = of_stretches.entry(piece.inside).or_default();
        inside.extend(first..tokens.len());
        if first < tokens.len() {
            let place = (piece.after, piece.inside);
            of_pieces.insert(place, (first..tokens.len()).collect());
        }
    }
    let mut alignment = Alignment::new(tokens).with_exact_borders();
    for piece in &target.pieces {
        let sources = of_pieces.get(&(piece.after, piece.inside));
        let sources = sources.or_else(|| of_stretches.get(&piece.inside));
        let sources = sources.map_or(&[][..], Vec::as_slice);
        let words = words_or_characters(target_text, &piece.range);
        let count = words.len();
        for (index, word) in words.into_iter().enumerate() {
            let near = nearest(sources, index, count);
            alignment.push(word, links(near, index == 0, index + 1 == count));
        }
    }
    alignment
}

/// The words that a word of a piece is linked to: all that the piece stands for, unless they are so
/// many that those at about the same place in it must do.
fn nearest(sources: &[usize], index: usize, count: usize) -> &[usize] {
    let most = sources.len().min(MOST_LINKS);
    let free = sources.len() - most;
    let start = free * index / count.saturating_sub(1).max(1);
    sources.get(start..start + most).unwrap_or(sources)
}

/// Links of a word of a piece to all words that the piece stands for. The first and the last of
/// both count for more, so that what stands beside them finds its place.
fn links(sources: &[usize], is_first: bool, is_last: bool) -> Vec<Link> {
    let links = sources.iter().enumerate().map(|(index, source)| {
        let is_edge = (is_first && index == 0) || (is_last && index + 1 == sources.len());
        Link {
            source: *source,
            weight: if is_edge { 2.0 } else { 1.0 },
        }
    });
    let mut links: Vec<Link> = links.collect();
    let sum: f32 = links.iter().map(|link| link.weight).sum();
    for link in &mut links {
        link.weight /= sum;
    }
    links
}

/// The words of a part of a text; where words are not written apart, its characters.
fn words_or_characters(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    let part = text.get(range.clone()).unwrap_or_default();
    for (at, character) in part.char_indices() {
        let start = range.start + at;
        let end = start + character.len_utf8();
        let is_alone = is_unspaced(character);
        match words.last_mut() {
            _ if character.is_whitespace() => is_open = false,
            Some(word) if is_open && !is_alone => word.end = end,
            _ => {
                words.push(start..end);
                is_open = !is_alone;
            }
        }
    }
    words
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one stretch")]
mod tests {
    use super::*;

    const BRACKETS: Option<Brackets> = Some(Brackets {
        open: '⟦',
        close: '⟧',
    });

    fn marked(text: &str, spans: &[Range<usize>]) -> MarkedSegment {
        let segment = Segment::new(text.to_owned(), Vec::new()).with_spans(spans.to_vec());
        MarkedSegment::new(&segment, BRACKETS)
    }

    /// The words of a translation with those of the source that they stand for.
    fn linked(source: &str, unmarked: &Unmarked) -> Vec<(String, Vec<String>)> {
        let alignment = unmarked.alignment.as_ref().unwrap();
        let tokens = alignment.target_tokens().iter().enumerate();
        tokens
            .map(|(token, range)| {
                let links = alignment.links(token).iter();
                let sources = links
                    .map(|link| source[alignment.source_tokens()[link.source].clone()].to_owned());
                (unmarked.text[range.clone()].to_owned(), sources.collect())
            })
            .collect()
    }

    fn pieces(of: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        of.iter()
            .map(|(target, sources)| ((*target).to_owned(), owned(sources)))
            .collect()
    }

    #[test]
    fn stretches_are_marked_and_the_marks_say_what_stands_for_what() {
        let source = "Press Continue to advance to the next page.";
        let segment = marked(source, &[6..14, 33..37]);
        assert_eq!(
            segment.text,
            "Press ⟦1⟧Continue⟦/1⟧ to advance to the ⟦2⟧next⟦/2⟧ page."
        );
        let answer = "Um zur ⟦2⟧nächsten⟦/2⟧ Seite zu kommen, drücken Sie ⟦1⟧Weiter⟦/1⟧.";
        let unmarked = segment.unmark(answer, BRACKETS).unwrap();
        assert_eq!(
            unmarked.text,
            "Um zur nächsten Seite zu kommen, drücken Sie Weiter."
        );
        assert_eq!(
            linked(source, &unmarked),
            pieces(&[
                ("Um", &["Press"]),
                ("zur", &["Press"]),
                ("nächsten", &["next"]),
                ("Seite", &["page."]),
                ("zu", &["page."]),
                ("kommen,", &["page."]),
                ("drücken", &["page."]),
                ("Sie", &["page."]),
                ("Weiter", &["Continue"]),
                (".", &["to", "advance", "to", "the"]),
            ])
        );
    }

    #[test]
    fn words_of_a_long_piece_are_linked_to_those_at_about_the_same_place() {
        let source = "w ".repeat(10_000);
        let segment = marked(&source, &[0..source.len()]);
        let unmarked = segment.unmark(&segment.text, BRACKETS).unwrap();
        let alignment = unmarked.alignment.unwrap();
        for token in 0..10_000 {
            let links = alignment.links(token);
            assert_eq!(links.len(), MOST_LINKS);
            assert!(links.iter().any(|link| link.source == token), "{token}");
        }
    }

    #[test]
    fn marks_nest_and_points_keep_their_place() {
        let source = "an internal investigation of it";
        let segment = marked(source, &[3..25, 12..25, 28..28]);
        assert_eq!(
            segment.text,
            "an ⟦1⟧internal ⟦2⟧investigation⟦/2⟧⟦/1⟧ of⟦3/⟧ it"
        );
        let answer = "eine ⟦1⟧interne ⟦2⟧Untersuchung⟦/2⟧⟦/1⟧ davon ⟦3/⟧ ";
        let unmarked = segment.unmark(answer, BRACKETS).unwrap();
        assert_eq!(unmarked.text, "eine interne Untersuchung davon");
        assert_eq!(
            linked(source, &unmarked),
            pieces(&[
                ("eine", &["an"]),
                ("interne", &["internal"]),
                ("Untersuchung", &["investigation"]),
                ("davon", &["of"]),
            ])
        );
    }

    #[test]
    fn what_has_no_counterpart_stands_for_all_around_it() {
        let source = "Continue now";
        let segment = marked(source, &[0..8]);
        let unmarked = segment.unmark("Jetzt ⟦1⟧weiter⟦/1⟧", BRACKETS).unwrap();
        assert_eq!(
            linked(source, &unmarked),
            pieces(&[("Jetzt", &["now"]), ("weiter", &["Continue"])])
        );
    }

    #[test]
    fn marks_that_are_not_those_of_the_segment_are_refused() {
        let segment = marked("one two three", &[0..3, 4..7, 8..8]);
        assert_eq!(segment.text, "⟦1⟧one⟦/1⟧ ⟦2⟧two⟦/2⟧ ⟦3/⟧three");
        let fine = "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei";
        assert!(segment.unmark(fine, BRACKETS).is_some());
        for answer in [
            "eins zwei drei",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ drei",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei ⟦3/⟧drei",
            "⟦1⟧eins⟦/1⟧ zwei⟦/2⟧ ⟦3/⟧drei",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧⟦3/⟧drei",
            "⟦1⟧eins⟦/1⟧ ⟦1⟧zwei⟦/1⟧ ⟦3/⟧drei",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei ⟦4/⟧",
            "⟦1⟧eins ⟦2⟧zwei⟦/1⟧⟦/2⟧ ⟦3/⟧drei",
            "⟦1⟧eins ⟦2⟧zwei⟦/2⟧⟦/1⟧ ⟦3/⟧drei",
            "⟦/1⟧eins⟦1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei",
            "⟦1⟧⟦/1⟧eins ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei⟧",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei ⟦x⟧",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦3/⟧drei ⟦",
            "⟦1⟧eins⟦/1⟧ ⟦2⟧zwei⟦/2⟧ ⟦+3/⟧drei",
        ] {
            assert_eq!(segment.unmark(answer, BRACKETS), None, "{answer}");
        }
        assert_eq!(marked("one", &[]).unmark("⟦1⟧eins⟦/1⟧", BRACKETS), None);
    }

    #[test]
    fn brackets_are_those_that_no_text_has() {
        assert_eq!(Brackets::free_in(["a", "b"].into_iter()), BRACKETS);
        let other = Brackets::free_in(["a", "an odd ⟧"].into_iter()).unwrap();
        assert_eq!(other.open, '⟪');
        let all: String = PAIRS.iter().map(|(open, _)| *open).collect();
        assert_eq!(Brackets::free_in([all.as_str()].into_iter()), None);
    }

    #[test]
    fn a_span_that_would_cut_a_placeholder_or_cross_another_gets_no_marks() {
        let segment = Segment::new("Dear {name}, hello".to_owned(), vec![5..11]).with_spans(vec![
            0..7,
            13..18,
            0..4,
        ]);
        let marked = MarkedSegment::new(&segment, BRACKETS);
        assert_eq!(marked.text, "⟦2⟧Dear⟦/2⟧ {name}, ⟦3⟧hello⟦/3⟧");
        let crossing = self::marked("one two three", &[0..7, 4..13]);
        assert_eq!(crossing.text, "⟦1⟧one two⟦/1⟧ three");
    }
}
