//! What is asked for together.

use std::ops::Range;

use dragoman_domain::Segment;

/// The most texts in one question: with more, models lose count.
const MOST_TEXTS: usize = 20;

/// The passages of a job, as ranges of its segments.
pub(super) fn passages(segments: &[Segment]) -> Vec<Range<usize>> {
    let mut start = 0;
    let same = |one: &Segment, other: &Segment| one.passage() == other.passage();
    let chunks = segments.chunk_by(same).map(|passage| {
        let range = start..start + passage.len();
        start = range.end;
        range
    });
    chunks.collect()
}

/// The texts that are asked for together, given each with its index.
pub(super) fn batches<'job>(
    texts: impl Iterator<Item = (usize, &'job str)>,
    most_characters: usize,
) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut characters = 0;
    for (index, text) in texts {
        let length = text.chars().count();
        match batches.last_mut() {
            Some(batch) if batch.len() < MOST_TEXTS && characters + length <= most_characters => {
                batch.push(index);
                characters += length;
            }
            _ => {
                batches.push(vec![index]);
                characters = length;
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(passage: usize) -> Segment {
        Segment::new("x".to_owned(), Vec::new()).in_passage(passage)
    }

    #[test]
    fn segments_that_follow_one_another_in_a_passage_belong_together() {
        let passages_of = |numbers: &[usize]| {
            let segments: Vec<_> = numbers.iter().map(|number| segment(*number)).collect();
            passages(&segments)
        };
        assert!(passages_of(&[]).is_empty());
        assert_eq!(passages_of(&[0, 0, 1, 2, 2]), [0..2, 2..3, 3..5]);
    }

    #[test]
    fn batches_keep_to_the_limits_and_a_long_text_is_alone() {
        let batches_of = |lengths: &[usize]| {
            let texts: Vec<_> = lengths.iter().map(|length| "x".repeat(*length)).collect();
            let texts = texts.iter().map(String::as_str);
            let batches = batches(texts.enumerate(), 10).into_iter();
            batches.map(|batch| batch.len()).collect::<Vec<_>>()
        };
        assert!(batches_of(&[]).is_empty());
        assert_eq!(batches_of(&[4, 6, 1, 30, 2]), [2, 1, 1, 1]);
        assert_eq!(batches_of(&[0; MOST_TEXTS + 1]), [MOST_TEXTS, 1]);
    }
}
