//! Long segments in parts that a model can take in.

use std::ops::Range;

use dragoman_domain::{Placeholder, Segment, Term};

/// The most bytes of text that are translated together: several times what a model was trained
/// on, so that hardly any sentence is cut. An alignment takes memory by the square of it.
pub(super) const LONGEST_PART: usize = 1_000;

/// Placeholders longer than this, in bytes, are kept out of what a model reads.
const LONGEST_PLACEHOLDER: usize = 250;

/// A part of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Is copied.
    Copied(Segment),
    /// Is translated.
    Translated(Segment),
}

/// The parts of a segment, in order; together they are its text.
///
/// A cut goes behind the end of a sentence in the second half of a part, else behind white space,
/// else anywhere, but never into a placeholder, and into a term only if there is nothing else. White space around the parts and what has no
/// letters is copied.
pub(super) fn parts_of(segment: &Segment) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 0;
    let long = segment
        .placeholders()
        .iter()
        .filter(|range| range.len() > LONGEST_PLACEHOLDER);
    for placeholder in long {
        cut(segment, start..placeholder.start, &mut parts);
        let text = segment.text().get(placeholder.clone()).unwrap_or_default();
        let whole = std::iter::once(0..text.len()).collect();
        parts.push(Part::Copied(Segment::new(text, whole)));
        start = placeholder.end;
    }
    cut(segment, start..segment.text().len(), &mut parts);
    parts
}

/// Cuts a range of a segment, at whose ends no placeholder is cut.
fn cut(segment: &Segment, range: Range<usize>, parts: &mut Vec<Part>) {
    let mut start = range.start;
    while range.end - start > LONGEST_PART {
        let end = best_cut(segment, start);
        push(segment, start..end, parts);
        start = end;
    }
    push(segment, start..range.end, parts);
}

/// Where a part that begins at `start` ends.
fn best_cut(segment: &Segment, start: usize) -> usize {
    let text = segment.text();
    let most = text.floor_char_boundary(start + LONGEST_PART);
    let inside = |at: usize| {
        let placeholders = segment.placeholders();
        let next = placeholders.partition_point(|range| range.end <= at);
        placeholders.get(next).filter(|range| range.start < at)
    };
    let is_in_term = |at: usize| {
        let next = segment
            .terms()
            .partition_point(|term| term.source.end <= at);
        let next = segment.terms().get(next);
        next.is_some_and(|term| term.source.start < at)
    };
    let window = text.get(start..most).unwrap_or_default();
    let mut best: Option<(bool, usize)> = None;
    for (offset, character) in window.char_indices() {
        let at = start + offset + character.len_utf8();
        let is_late = offset >= LONGEST_PART / 2;
        let before = window.get(..offset).unwrap_or_default();
        let ends_sentence = is_late
            && (before.ends_with(['.', '!', '?', ';', ':']) && character.is_whitespace()
                || matches!(character, '。' | '！' | '？'));
        let is_cut = ends_sentence || (is_late && character.is_whitespace());
        let is_free = inside(at).is_none() && !is_in_term(at);
        if is_cut && is_free && best.is_none_or(|(known, _)| ends_sentence >= known) {
            best = Some((ends_sentence, at));
        }
    }
    match (best, inside(most)) {
        (Some((_, at)), _) => at,
        // Before the placeholder, or behind it if it is all there is.
        (None, Some(placeholder)) if placeholder.start > start => placeholder.start,
        (None, Some(placeholder)) => placeholder.end,
        (None, None) => most,
    }
}

fn push(segment: &Segment, range: Range<usize>, parts: &mut Vec<Part>) {
    let text = segment.text().get(range.clone()).unwrap_or_default();
    let all = segment.placeholders();
    let start = all.partition_point(|placeholder| placeholder.start < range.start);
    let end = all.partition_point(|placeholder| placeholder.end <= range.end);
    let placeholders: Vec<Placeholder> = all
        .get(start..end)
        .unwrap_or_default()
        .iter()
        .map(|placeholder| placeholder.start - range.start..placeholder.end - range.start)
        .collect();
    if !has_letters(text, &placeholders) {
        parts.push(Part::Copied(Segment::new(text, placeholders)));
        return;
    }
    // White space that belongs to a placeholder is not outer space.
    let first = placeholders.first().map_or(text.len(), |range| range.start);
    let last = placeholders.last().map_or(0, |range| range.end);
    let begin = (text.len() - text.trim_start().len()).min(first);
    let end = text.trim_end().len().max(last);
    let space = |space: Option<&str>| {
        let space = space.unwrap_or_default().to_owned();
        Part::Copied(Segment::new(space, Vec::new()))
    };
    parts.push(space(text.get(..begin)));
    let moved = |range: Placeholder| range.start - begin..range.end - begin;
    let translated = Segment::new(
        text.get(begin..end).unwrap_or_default().to_owned(),
        placeholders.into_iter().map(moved).collect(),
    );
    let terms = terms_in(segment, range.start + begin..range.start + end);
    parts.push(Part::Translated(translated.with_terms(terms)));
    parts.push(space(text.get(end..)));
}

/// The terms of a range of a segment, moved along with it. Those that it cuts are left out.
fn terms_in(segment: &Segment, range: Range<usize>) -> Vec<Term> {
    let terms = segment.terms();
    let start = terms.partition_point(|term| term.source.start < range.start);
    let terms = terms.get(start..).unwrap_or_default().iter();
    let whole = terms.take_while(|term| term.source.end <= range.end);
    let moved = |term: &Term| Term {
        source: term.source.start - range.start..term.source.end - range.start,
        targets: term.targets.clone(),
    };
    whole.map(moved).collect()
}

/// Whether there is anything to translate besides placeholders.
fn has_letters(text: &str, placeholders: &[Placeholder]) -> bool {
    let mut done = 0;
    let mut has_letters = |end: usize, next: usize| {
        let between = text.get(done..end).unwrap_or_default();
        done = next;
        between.chars().any(char::is_alphabetic)
    };
    let mut ranges = placeholders.iter();
    ranges.any(|range| has_letters(range.start, range.end)) || has_letters(text.len(), text.len())
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]
mod tests {
    use super::*;

    fn joined(parts: &[Part]) -> String {
        let text = |part: &Part| match part {
            Part::Copied(segment) | Part::Translated(segment) => segment.text().to_owned(),
        };
        parts.iter().map(text).collect()
    }

    fn translated(parts: &[Part]) -> Vec<&Segment> {
        let mut segments = Vec::new();
        for part in parts {
            if let Part::Translated(segment) = part {
                segments.push(segment);
            }
        }
        segments
    }

    #[test]
    fn what_has_no_letters_is_copied() {
        for (text, placeholders) in [
            ("1,234.5 %", vec![]),
            ("", vec![]),
            ("{name}: 5", vec![0..6]),
        ] {
            let parts = parts_of(&Segment::new(text.to_owned(), placeholders));
            assert!(translated(&parts).is_empty(), "{text:?}");
            assert_eq!(joined(&parts), text);
        }
    }

    #[test]
    fn white_space_around_is_copied_and_placeholders_move_along() {
        let parts = parts_of(&Segment::new("  see {x} ".to_owned(), vec![6..9]));
        assert_eq!(joined(&parts), "  see {x} ");
        assert_eq!(
            translated(&parts),
            [&Segment::new("see {x}".to_owned(), vec![4..7])]
        );
    }

    #[test]
    fn a_long_text_is_cut_behind_sentences() {
        let text = "One more sentence without end. ".repeat(100);
        let parts = parts_of(&Segment::new(text.clone(), Vec::new()));
        assert_eq!(joined(&parts), text);
        assert!(translated(&parts).len() > 2);
        for segment in translated(&parts) {
            assert!(segment.text().len() <= LONGEST_PART);
            assert!(segment.text().ends_with("end."), "{}", segment.text());
        }
    }

    #[test]
    fn every_part_of_a_long_text_has_its_placeholders() {
        let text = "a %s ".repeat(1_000);
        let placeholders = (0..1_000).map(|index| index * 5 + 2..index * 5 + 4);
        let parts = parts_of(&Segment::new(text.clone(), placeholders.collect()));
        assert_eq!(joined(&parts), text);
        let mut count = 0;
        for segment in translated(&parts) {
            for range in segment.placeholders() {
                assert_eq!(&segment.text()[range.clone()], "%s");
                count += 1;
            }
        }
        assert_eq!(count, 1_000);
    }

    #[test]
    fn every_part_of_a_long_text_has_its_terms() {
        let text = "one dog house more. ".repeat(200);
        let terms = (0..200).map(|index| Term {
            source: index * 20 + 4..index * 20 + 13,
            targets: vec!["Hundehütte".to_owned()],
        });
        let segment = Segment::new(text.clone(), Vec::new()).with_terms(terms.collect());
        let parts = parts_of(&segment);
        assert_eq!(joined(&parts), text);
        let mut count = 0;
        for segment in translated(&parts) {
            for term in segment.terms() {
                assert_eq!(&segment.text()[term.source.clone()], "dog house");
                count += 1;
            }
        }
        assert_eq!(count, 200);
    }

    #[test]
    fn a_long_placeholder_is_not_read_by_the_model() {
        let text = format!("see {} now", "x".repeat(2_000));
        let parts = parts_of(&Segment::new(text.clone(), vec![4..2_004]));
        assert_eq!(joined(&parts), text);
        let texts: Vec<&str> = translated(&parts).iter().map(|part| part.text()).collect();
        assert_eq!(texts, ["see", "now"]);
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_and_no_placeholder_is_cut(
            words in proptest::collection::vec(("[ a-zé。.]{0,12}", 0..300usize, proptest::bool::ANY), 0..60),
        ) {
            let mut text = String::new();
            let mut placeholders = Vec::new();
            for (word, length, is_kept) in words {
                text.push_str(&word);
                if is_kept {
                    let start = text.len();
                    text.push_str(&format!("{{{}}}", "x".repeat(length)));
                    placeholders.push(start..text.len());
                }
            }
            let segment = Segment::new(text.clone(), placeholders.clone());
            let parts = parts_of(&segment);
            proptest::prop_assert_eq!(joined(&parts), text);
            for part in translated(&parts) {
                proptest::prop_assert!(part.text().len() <= LONGEST_PART + LONGEST_PLACEHOLDER);
                let open = part.text().matches('{').count();
                proptest::prop_assert_eq!(open, part.text().matches('}').count());
                proptest::prop_assert_eq!(open, part.placeholders().len());
            }
        }
    }
}
