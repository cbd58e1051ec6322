use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use dragoman_domain::Segment;

/// Where the placeholders of a segment stand in its translation, in order of the translation.
///
/// These are all copies of their texts, from left to right and the longest where several begin.
pub(super) fn placeholders(segment: &Segment, translation: &str) -> Vec<Range<usize>> {
    let texts = segment.placeholders().iter();
    let mut texts: Vec<&str> = texts
        .filter_map(|range| segment.text().get(range.clone()))
        .collect();
    texts.sort_unstable();
    texts.dedup();
    if texts.is_empty() {
        return Vec::new();
    }
    let search = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(texts);
    // Building fails only for more text than a segment has.
    let found = search.map(|search| {
        let matches = search.find_iter(translation);
        matches.map(|found| found.range()).collect()
    });
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_placeholders_are_found_and_the_longest_of_several() {
        let segment = Segment::new("{a} {ab} %d".to_owned(), vec![0..3, 4..8, 9..11]);
        assert_eq!(
            placeholders(&segment, "%d: {ab}, {a}"),
            [0..2, 4..8, 10..13]
        );
        assert!(placeholders(&segment, "none").is_empty());
    }
}
