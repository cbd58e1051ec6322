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

/// Normalises one row in place.
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
        for (index, row) in self.values.chunks_exact_mut(width).enumerate() {
            if let Some(addend) = self.addend {
                let addend = &addend[index * width..][..width];
                for at in (0..width).step_by(LANES) {
                    let sum = s.add(load_or(s, &addend[at..], 0.0), load_or(s, &row[at..], 0.0));
                    store_some(s, sum, &mut row[at..]);
                }
            }
            normalize(s, row, self.norm);
        }
    }
}
