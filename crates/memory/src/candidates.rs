use std::cmp::Reverse;

use rustc_hash::FxHashMap;

/// Which segments of an index share most with a text.
#[derive(Debug, Default)]
pub struct Candidates {
    weights: FxHashMap<u32, u32>,
}

impl Candidates {
    /// Adds the segments that are filed under one of the text's features; `frequency` is how many
    /// there are in all. A rare feature weighs more than a frequent one.
    pub fn add(&mut self, frequency: u64, segments: impl IntoIterator<Item = u32>) {
        let weight = frequency.leading_zeros();
        for segment in segments {
            let known = self.weights.entry(segment).or_insert(0);
            *known = known.saturating_add(weight);
        }
    }

    /// The segments with the greatest weight, at most so many, best first; of equal ones the first.
    #[must_use]
    pub fn best(self, most: usize) -> Vec<u32> {
        let mut ranked: Vec<(Reverse<u32>, u32)> = self
            .weights
            .into_iter()
            .map(|(segment, weight)| (Reverse(weight), segment))
            .collect();
        if most < ranked.len() {
            ranked.select_nth_unstable(most);
            ranked.truncate(most);
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, segment)| segment).collect()
    }
}
