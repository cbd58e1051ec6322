//! Soft alignments: how much each source token had to do with each target token.

use std::ops::Range;

/// A matrix with a row per target token and a column per source token. A row that is not zero
/// sums to about 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Alignment {
    columns: usize,
    values: Vec<f32>,
}

impl Alignment {
    /// `rows` × `columns` zeros.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self {
            columns,
            values: vec![0.0; rows * columns],
        }
    }

    /// How many target tokens there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// How many source tokens there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All values, row by row.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The source tokens' shares in a target token; empty if there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        let start = row * self.columns;
        self.values
            .get(start..start + self.columns)
            .unwrap_or_default()
    }

    fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.columns;
        self.values
            .get_mut(start..start + self.columns)
            .unwrap_or_default()
    }

    /// Copies `values`, rows of `width`, into the block whose first cell is `row`, `column`.
    pub(crate) fn set_block(&mut self, row: usize, column: usize, width: usize, values: &[f32]) {
        for (offset, values) in values.chunks_exact(width.max(1)).enumerate() {
            let cells = self.row_mut(row + offset).iter_mut().skip(column);
            cells.zip(values).for_each(|(cell, value)| *cell = *value);
        }
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
        let mut composed = Self::zeros(second.rows(), self.columns);
        for (row, range) in read.iter().enumerate() {
            for (index, share) in shares(range, made) {
                let first = self.row(index);
                for target in 0..second.rows() {
                    let mass = second.row(target).get(row).copied().unwrap_or(0.0) * share;
                    let cells = composed.row_mut(target).iter_mut();
                    cells
                        .zip(first)
                        .for_each(|(cell, value)| *cell += mass * value);
                }
            }
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
        Alignment {
            columns,
            values: values.to_vec(),
        }
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
        assert!((composed.row(0).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
