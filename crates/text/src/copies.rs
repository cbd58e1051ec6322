use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// Where any of the texts stands, from left to right, the longest where several begin.
///
/// At each place as many texts are looked up as there are lengths of those that begin with the same byte, which is at most
/// the square root of twice the length of all.
#[must_use]
pub fn copies(text: &str, kept: &[&str]) -> Vec<Range<usize>> {
    let texts: HashSet<&str> = kept.iter().copied().collect();
    let mut lengths: HashMap<u8, BTreeSet<Reverse<usize>>> = HashMap::new();
    for kept in &texts {
        if let Some(first) = kept.bytes().next() {
            lengths
                .entry(first)
                .or_default()
                .insert(Reverse(kept.len()));
        }
    }
    let mut copies = Vec::new();
    let mut end = 0;
    if lengths.is_empty() {
        return copies;
    }
    for (at, first) in text.bytes().enumerate() {
        if at < end {
            continue;
        }
        let mut ends = lengths.get(&first).into_iter().flatten();
        let longest = ends.find_map(|Reverse(length)| {
            let copy = at..at + length;
            texts.contains(text.get(copy.clone())?).then_some(copy)
        });
        if let Some(copy) = longest {
            end = copy.end;
            copies.push(copy);
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_found_from_left_to_right_and_the_longest_of_several() {
        assert_eq!(
            copies("%d: {ab}, {a}ä", &["{a}", "{ab}", "%d", "ä"]),
            [0..2, 4..8, 10..13, 13..15]
        );
        assert!(copies("none", &["{a}", ""]).is_empty());
        assert!(copies("anything", &[]).is_empty());
    }

    #[test]
    fn many_different_ones_are_found_in_a_long_text() {
        let kept: Vec<String> = (0..30_000).map(|number| format!("{{{number}}}")).collect();
        let all: Vec<&str> = kept.iter().map(String::as_str).collect();
        assert_eq!(copies(&kept.concat(), &all).len(), all.len());
        assert!(copies(&"{x}".repeat(30_000), &all).is_empty());
    }
}
