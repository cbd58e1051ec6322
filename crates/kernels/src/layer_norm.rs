//! Layer normalisation.

use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::vector::{load_or, store_some};

/// Layer normalisation: `scale * (x - mean) / sqrt(variance + 1e-6) + bias`, over each row, with the
/// biased variance (divided by the number of values).
#[derive(Clone, Debug, PartialEq)]
pub struct LayerNorm {
    /// One factor per value of a row.
    pub scale: Vec<f32>,
    /// One addend per value of a row.
    pub bias: Vec<f32>,
}

impl LayerNorm {
    /// Added to the variance.
    pub const EPSILON: f32 = 1e-6;
}

/// Rows that are normalised together: the sums of one row wait for each other, those of several do not.
const TOGETHER: usize = 4;

/// Normalises `R` rows in place, which lie one behind the other. They are a multiple of 16 wide.
#[inline(always)]
fn normalize_together<const R: usize, S: Simd>(s: S, rows: &mut [f32], norm: &LayerNorm) {
    let count = norm.scale.len() as f32;
    let (scales, biases) = (norm.scale.as_chunks().0, norm.bias.as_chunks().0);
    let (blocks, rows) = (scales.len(), rows.as_chunks_mut::<LANES>().0);
    assert_eq!(rows.len(), R * blocks, "there are not {R} rows");
    let mut sums = [s.splat(0.0); R];
    for block in 0..blocks {
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum = s.add(*sum, s.load(&rows[row * blocks + block]));
        }
    }
    let mut means = [s.splat(0.0); R];
    for (mean, sum) in means.iter_mut().zip(sums) {
        *mean = s.splat(s.sum(sum) / count);
    }
    let mut squares = [s.splat(0.0); R];
    for block in 0..blocks {
        for (row, (squares, mean)) in squares.iter_mut().zip(means).enumerate() {
            let deviation = s.sub(s.load(&rows[row * blocks + block]), mean);
            *squares = s.mul_add(deviation, deviation, *squares);
        }
    }
    let mut inverses = [s.splat(0.0); R];
    for (inverse, squares) in inverses.iter_mut().zip(squares) {
        *inverse = s.splat(1.0 / (s.sum(squares) / count + LayerNorm::EPSILON).sqrt());
    }
    for (block, (scale, bias)) in scales.iter().zip(biases).enumerate() {
        let (scale, bias) = (s.load(scale), s.load(bias));
        for (row, (mean, inverse)) in means.into_iter().zip(inverses).enumerate() {
            let values = &mut rows[row * blocks + block];
            let deviation = s.sub(s.load(values), mean);
            s.store(s.mul_add(s.mul(deviation, inverse), scale, bias), values);
        }
    }
}

/// Normalises one row of any width in place.
#[inline(always)]
fn normalize<S: Simd>(s: S, row: &mut [f32], norm: &LayerNorm) {
    let zero = s.splat(0.0);
    let count = row.len() as f32;
    let mut sum = zero;
    for at in (0..row.len()).step_by(LANES) {
        sum = s.add(sum, load_or(s, &row[at..], 0.0));
    }
    let mean = s.sum(sum) / count;
    let mut squares = zero;
    for at in (0..row.len()).step_by(LANES) {
        let deviation = s.sub(load_or(s, &row[at..], mean), s.splat(mean));
        squares = s.mul_add(deviation, deviation, squares);
    }
    let inverse = 1.0 / (s.sum(squares) / count + LayerNorm::EPSILON).sqrt();
    for at in (0..row.len()).step_by(LANES) {
        let deviation = s.sub(load_or(s, &row[at..], mean), s.splat(mean));
        let scale = load_or(s, &norm.scale[at..], 0.0);
        let bias = load_or(s, &norm.bias[at..], 0.0);
        let value = s.mul_add(s.mul(deviation, s.splat(inverse)), scale, bias);
        store_some(s, value, &mut row[at..]);
    }
}

/// Checks that a normalisation fits rows of values.
pub(crate) fn assert_norm(norm: &LayerNorm, width: usize, values: usize) {
    assert!(
        width > 0 && values.is_multiple_of(width),
        "{values} values to normalise are not rows of {width}"
    );
    assert_eq!(
        norm.scale.len(),
        width,
        "the scale of a normalisation has another width than its rows"
    );
    assert_eq!(
        norm.bias.len(),
        width,
        "the bias of a normalisation has another width than its rows"
    );
}

impl Kernels {
    /// Adds `addend` to `residual` and normalises each row of the sum: in the residual, out the
    /// result. Rows are as wide as the normalisation.
    ///
    /// # Panics
    /// If the two differ in length, or are not rows of the width of `norm`.
    pub fn add_layer_norm(self, addend: &[f32], norm: &LayerNorm, residual: &mut [f32]) {
        assert_eq!(
            addend.len(),
            residual.len(),
            "addend and residual differ in length"
        );
        assert_norm(norm, norm.scale.len(), residual.len());
        self.run(AddLayerNorm {
            addend: Some(addend),
            norm,
            values: residual,
        });
    }

    /// Normalises rows in place.
    pub(crate) fn layer_norm(self, norm: &LayerNorm, values: &mut [f32]) {
        self.run(AddLayerNorm {
            addend: None,
            norm,
            values,
        });
    }
}

struct AddLayerNorm<'a> {
    addend: Option<&'a [f32]>,
    norm: &'a LayerNorm,
    values: &'a mut [f32],
}

impl Operation for AddLayerNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let width = self.norm.scale.len();
        if let Some(addend) = self.addend {
            for at in (0..addend.len()).step_by(LANES) {
                let sum = s.add(
                    load_or(s, &addend[at..], 0.0),
                    load_or(s, &self.values[at..], 0.0),
                );
                store_some(s, sum, &mut self.values[at..]);
            }
        }
        if !width.is_multiple_of(LANES) {
            for row in self.values.chunks_exact_mut(width) {
                normalize(s, row, self.norm);
            }
            return;
        }
        for rows in self.values.chunks_mut(TOGETHER * width) {
            if rows.len() == TOGETHER * width {
                normalize_together::<TOGETHER, S>(s, rows, self.norm);
                continue;
            }
            for row in rows.chunks_exact_mut(width) {
                normalize_together::<1, S>(s, row, self.norm);
            }
        }
    }
}
