//! Activations as int8.

use crate::aligned::AlignedVec;
use crate::isa::{Form, Kernels, LANES, Operation, Simd};
use crate::vector::{load_or, load_padded};

/// How activations become int8: `q = clamp(round_half_even(x * multiplier), -127, 127)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantization {
    /// One multiplier for all rows, known beforehand. A layer's `scale` undoes it.
    Fixed(f32),
    /// 127 / max|x| of each row; 1 for a row of zeros. The row itself remembers how to undo it.
    PerRow,
}

/// Rows of quantised activations, in the layout of the instruction set that made them. A buffer to
/// be reused: it keeps its memory from one use to the next.
#[derive(Clone, Debug)]
pub struct QuantizedRows {
    form: Form,
    nonnegative: bool,
    rows: usize,
    width: usize,
    bytes: AlignedVec<u8>,
    /// 1 / multiplier of each row with [`Quantization::PerRow`], else empty.
    factors: Vec<f32>,
}

impl Default for QuantizedRows {
    fn default() -> Self {
        Self::new()
    }
}

impl QuantizedRows {
    /// No rows yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            form: Form::Signed,
            nonnegative: false,
            rows: 0,
            width: 0,
            bytes: AlignedVec::new(),
            factors: Vec::new(),
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Values of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    pub(crate) fn nonnegative(&self) -> bool {
        self.nonnegative
    }

    /// Bytes of a row.
    pub(crate) fn stride(&self) -> usize {
        self.width * self.form.bytes_per_value()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// 1 / multiplier of each row, or nothing where one multiplier is known to all.
    pub(crate) fn factors(&self) -> &[f32] {
        &self.factors
    }

    /// Makes room for rows of another shape; their content is arbitrary until it is written.
    #[inline(always)]
    pub(crate) fn reset<S: Simd>(&mut self, rows: usize, width: usize, nonnegative: bool) {
        self.form = if nonnegative {
            S::NONNEGATIVE_FORM
        } else {
            S::FORM
        };
        self.nonnegative = nonnegative;
        self.rows = rows;
        self.width = width;
        self.factors.clear();
        self.bytes.resize(rows * self.stride());
    }
}

impl Kernels {
    /// Quantises rows of `width` values each.
    ///
    /// # Panics
    /// If `values` is not a whole number of rows, or `width` is not a multiple of 4.
    pub fn quantize(
        self,
        values: &[f32],
        width: usize,
        how: Quantization,
        out: &mut QuantizedRows,
    ) {
        self.quantize_known(values, width, how, false, out);
    }

    /// Like [`Self::quantize`]; `nonnegative` says that no value is below zero.
    pub(crate) fn quantize_known(
        self,
        values: &[f32],
        width: usize,
        how: Quantization,
        nonnegative: bool,
        out: &mut QuantizedRows,
    ) {
        assert!(
            width.is_multiple_of(4),
            "the width of rows to quantise, {width}, is not a multiple of 4"
        );
        assert!(
            width > 0 || values.is_empty(),
            "rows to quantise have no width"
        );
        assert!(
            values.len().is_multiple_of(width.max(1)),
            "{} values to quantise are not rows of {width}",
            values.len()
        );
        self.run(Quantize {
            values,
            width,
            how,
            nonnegative,
            out,
        });
    }
}

struct Quantize<'a> {
    values: &'a [f32],
    width: usize,
    how: Quantization,
    nonnegative: bool,
    out: &'a mut QuantizedRows,
}

impl Operation for Quantize<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let rows = self.values.len().checked_div(self.width).unwrap_or(0);
        self.out.reset::<S>(rows, self.width, self.nonnegative);
        let stride = self.out.stride().max(1);
        let out = self.out.bytes.chunks_exact_mut(stride);
        for (row, out) in self.values.chunks_exact(self.width.max(1)).zip(out) {
            let multiplier = match self.how {
                Quantization::Fixed(multiplier) => multiplier,
                Quantization::PerRow => {
                    let greatest = greatest_magnitude(s, row);
                    let multiplier = if greatest > 0.0 {
                        127.0 / greatest
                    } else {
                        1.0
                    };
                    self.out.factors.push(1.0 / multiplier);
                    multiplier
                }
            };
            quantize_row(s, row, multiplier, self.nonnegative, out);
        }
    }
}

#[inline(always)]
fn greatest_magnitude<S: Simd>(s: S, row: &[f32]) -> f32 {
    let zero = s.splat(0.0);
    let mut greatest = zero;
    for at in (0..row.len()).step_by(LANES) {
        let value = load_or(s, &row[at..], 0.0);
        greatest = s.max(s.max(value, s.sub(zero, value)), greatest);
    }
    s.maximum(greatest)
}

#[inline(always)]
fn quantize_row<S: Simd>(s: S, row: &[f32], multiplier: f32, nonnegative: bool, out: &mut [u8]) {
    let multiplier = s.splat(multiplier);
    let (whole, rest) = row.as_chunks::<LANES>();
    for (index, values) in whole.iter().enumerate() {
        let value = to_int8(s, s.mul(s.load(values), multiplier), nonnegative);
        write(s, value, nonnegative, out, row.len(), index * LANES);
    }
    if !rest.is_empty() {
        // Written as a row of its own, whose parts are then put in their places.
        let mut padded = [0; 3 * LANES];
        write(
            s,
            to_int8(s, s.mul(load_padded(s, rest, 0.0), multiplier), nonnegative),
            nonnegative,
            &mut padded,
            LANES,
            0,
        );
        let (width, at) = (row.len(), whole.len() * LANES);
        out[at..][..rest.len()].copy_from_slice(&padded[..rest.len()]);
        if !nonnegative && S::FORM == Form::WithMagnitudes {
            out[width + 2 * at..][..2 * rest.len()]
                .copy_from_slice(&padded[LANES..][..2 * rest.len()]);
        }
    }
}

/// Rounds to the range of symmetric int8, or of its upper half. Clamping comes first, as the conversion needs
/// a value in the range of i32; for these bounds the order makes no difference. NaN becomes the
/// lower bound.
#[inline(always)]
pub(crate) fn to_int8<S: Simd>(s: S, value: S::F, nonnegative: bool) -> S::I {
    let least = s.splat(if nonnegative { 0.0 } else { -127.0 });
    s.round(s.min(s.max(value, least), s.splat(127.0)))
}

/// Writes 16 values, from the value `at` on, to a row of `width` values.
#[inline(always)]
pub(crate) fn write<S: Simd>(
    s: S,
    value: S::I,
    nonnegative: bool,
    row: &mut [u8],
    width: usize,
    at: usize,
) {
    if nonnegative {
        s.write_nonnegative(value, row, width, at);
    } else {
        s.write_quantized(value, row, width, at);
    }
}
