//! Soft alignments: how much each source token had to do with each target token.

use std::ops::Range;

/// How many source tokens a target token is tied to at most.
const MOST_LINKS: usize = 8;

/// Weights below this are left out, unless nothing else is there.
const LEAST_WEIGHT: f32 = 0.02;

/// A source token and its share in a target token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The index of the source token.
    pub source: usize,
    /// Above 0, at most about 1.
    pub weight: f32,
}

/// For each target token the source tokens that had most to do with it. Its weights sum to about
/// 1, unless nothing is known of it.
///
/// Only the strongest weights are kept, which take over those of the others in proportion: memory
/// grows with the number of target tokens, not with its product with that of source tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Alignment {
    columns: usize,
    links: Vec<Link>,
    /// Where the links of each row end.
    ends: Vec<usize>,
}

impl Alignment {
    /// An alignment with `columns` source tokens and no target token yet.
    #[must_use]
    pub const fn new(columns: usize) -> Self {
        Self {
            columns,
            links: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// How many target tokens there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.ends.len()
    }

    /// How many source tokens there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All links, row by row.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The source tokens of a target token, in their order; empty if there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[Link] {
        let end = self.ends.get(row).copied().unwrap_or(0);
        let before = row.checked_sub(1).and_then(|row| self.ends.get(row));
        let start = before.copied().unwrap_or(0);
        self.links.get(start..end).unwrap_or_default()
    }

    /// The matrix of all weights, row by row, with zeros for what was left out.
    #[must_use]
    pub fn to_dense(&self) -> Vec<f32> {
        let mut values = vec![0.0; self.rows() * self.columns];
        for (row, cells) in values.chunks_exact_mut(self.columns.max(1)).enumerate() {
            for link in self.row(row) {
                if let Some(cell) = cells.get_mut(link.source) {
                    *cell = link.weight;
                }
            }
        }
        values
    }

    /// Adds the next target token with the weights of the source tokens from `first` on.
    pub(crate) fn push_row(&mut self, first: usize, weights: &[f32]) {
        let total: f32 = weights.iter().sum();
        let mut kept: Vec<Link> = Vec::with_capacity(MOST_LINKS);
        for (source, weight) in (first..).zip(weights) {
            // The strongest first, ties in the order of the source.
            let place = kept.partition_point(|link| link.weight >= *weight);
            if place < MOST_LINKS && *weight > 0.0 {
                kept.truncate(MOST_LINKS - 1);
                let weight = *weight;
                kept.insert(place, Link { source, weight });
            }
        }
        let strong = kept.partition_point(|link| link.weight >= LEAST_WEIGHT);
        kept.truncate(strong.max(1));
        let sum: f32 = kept.iter().map(|link| link.weight).sum();
        kept.sort_unstable_by_key(|link| link.source);
        let whole = |link: Link| Link {
            weight: link.weight * (total / sum),
            ..link
        };
        self.links.extend(kept.into_iter().map(whole));
        self.ends.push(self.links.len());
    }

    /// The alignment of a translation in two steps: `self` from the source to the pivot, `second`
    /// from the pivot to the target, whose tokens cut the pivot's text elsewhere.
    ///
    /// `made` and `read` are the byte ranges, in the pivot's text, of the tokens that the first
    /// step made and that the second one read. The mass that a target token gives to a token it
    /// read goes to the tokens that made the same bytes, each by its share of them; a token
    /// without bytes (the end of sentence) passes its mass on to its like.
    #[must_use]
    pub fn then(&self, made: &[Range<usize>], second: &Self, read: &[Range<usize>]) -> Self {
        let parts: Vec<Vec<(usize, f32)>> = read.iter().map(|range| shares(range, made)).collect();
        let mut composed = Self::new(self.columns);
        let mut weights = vec![0.0; self.columns];
        for target in 0..second.rows() {
            weights.fill(0.0);
            for link in second.row(target) {
                let parts = parts.get(link.source).into_iter().flatten();
                for (index, share) in parts {
                    for first in self.row(*index) {
                        if let Some(weight) = weights.get_mut(first.source) {
                            *weight += link.weight * share * first.weight;
                        }
                    }
                }
            }
            composed.push_row(0, &weights);
        }
        composed
    }
}

/// Which of `made` cover `range`, and the share of it that each covers.
fn shares(range: &Range<usize>, made: &[Range<usize>]) -> Vec<(usize, f32)> {
    let overlap = |other: &Range<usize>| {
        other
            .end
            .min(range.end)
            .saturating_sub(other.start.max(range.start))
    };
    let covered: usize = made.iter().map(overlap).sum();
    if covered == 0 {
        // The end of sentence; or bytes that nothing made, as between two wrapped parts.
        let nearest = made.iter().rposition(|other| other.start <= range.start);
        return nearest.into_iter().map(|index| (index, 1.0)).collect();
    }
    let overlaps = made.iter().map(overlap).enumerate();
    let covering = overlaps.filter(|(_, bytes)| *bytes > 0);
    #[expect(
        clippy::cast_precision_loss,
        reason = "lengths of texts are far below 2^24"
    )]
    covering
        .map(|(index, bytes)| (index, bytes as f32 / covered as f32))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Alignment;

    fn matrix(columns: usize, values: &[f32]) -> Alignment {
        let mut matrix = Alignment::new(columns);
        for row in values.chunks_exact(columns) {
            matrix.push_row(0, row);
        }
        matrix
    }

    #[test]
    fn two_steps_with_the_same_tokens_multiply() {
        let tokens = [0..3, 3..7, 7..7];
        let first = matrix(2, &[1.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
        let second = matrix(3, &[0.0, 1.0, 0.0, 0.75, 0.25, 0.0]);
        let composed = first.then(&tokens, &second, &tokens);
        assert_eq!(composed, matrix(2, &[0.0, 1.0, 0.75, 0.25]));
    }

    #[test]
    fn tokens_that_cut_the_pivot_elsewhere_share_by_bytes() {
        let made = [0..2, 2..8, 8..8];
        let read = [0..4, 4..8, 8..8];
        let first = matrix(3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let second = matrix(3, &[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        let composed = first.then(&made, &second, &read);
        assert_eq!(composed, matrix(3, &[0.5, 0.5, 0.0, 0.0, 0.0, 1.0]));
    }

    #[test]
    fn no_mass_is_lost() {
        let made = [0..5, 5..9, 9..9];
        let read = [0..9, 9..9];
        let first = matrix(2, &[0.5, 0.5, 0.25, 0.75, 0.0, 1.0]);
        let second = matrix(2, &[0.9, 0.1]);
        let composed = first.then(&made, &second, &read);
        let mass: f32 = composed.links().iter().map(|link| link.weight).sum();
        assert!((mass - 1.0).abs() < 1e-6);
    }

    #[test]
    fn weak_links_leave_their_weight_to_the_strong_ones() {
        let alignment = matrix(4, &[0.6, 0.01, 0.2, 0.19, 0.0, 0.0, 0.0, 0.0]);
        let sources: Vec<usize> = alignment.row(0).iter().map(|link| link.source).collect();
        assert_eq!(sources, [0, 2, 3]);
        let sum: f32 = alignment.row(0).iter().map(|link| link.weight).sum();
        assert!((sum - 1.0).abs() < 1e-6);
        assert!(alignment.row(1).is_empty() && alignment.row(2).is_empty());
    }

    #[test]
    fn a_token_that_is_tied_to_everything_keeps_a_few_links() {
        let alignment = matrix(200, &[0.005; 200]);
        assert_eq!(alignment.row(0).len(), 1);
        let alignment = matrix(40, &[0.025; 40]);
        assert_eq!(alignment.row(0).len(), 8);
        assert_eq!(alignment.to_dense().len(), 40);
    }
}
