use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

/// Where any of the texts stands, from left to right, the longest where several begin.
#[must_use]
pub fn copies(text: &str, kept: &[&str]) -> Vec<Range<usize>> {
    let mut by_first_byte: HashMap<u8, Vec<&str>> = HashMap::new();
    for kept in kept {
        if let Some(first) = kept.bytes().next() {
            by_first_byte.entry(first).or_default().push(kept);
        }
    }
    for same_first in by_first_byte.values_mut() {
        same_first.sort_unstable_by_key(|kept| (Reverse(kept.len()), *kept));
        same_first.dedup();
    }
    let mut copies = Vec::new();
    let mut end = 0;
    for (at, first) in text.bytes().enumerate() {
        if at < end {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let mut candidates = by_first_byte.get(&first).into_iter().flatten();
        if let Some(longest) = candidates.find(|kept| rest.starts_with(**kept)) {
            end = at + longest.len();
            copies.push(at..end);
        }
    }
    copies
}
