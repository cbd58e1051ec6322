use std::ops::Range;

/// The ranges of a text between the kept ranges, which may overlap and be in any order.
pub(crate) fn outside(text: &str, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut kept: Vec<&Range<usize>> = kept.iter().filter(|range| !range.is_empty()).collect();
    kept.sort_by_key(|range| range.start);
    let (mut stretches, mut start) = (Vec::with_capacity(kept.len() + 1), 0);
    for range in kept {
        if range.start > start {
            stretches.push(start..range.start.min(text.len()));
        }
        start = start.max(range.end);
    }
    stretches.push(start..text.len());
    stretches.retain(|range| range.start < range.end && text.get(range.clone()).is_some());
    stretches
}
