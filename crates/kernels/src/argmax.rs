//! The greatest result of a layer, without storing the others.

use std::ops::Range;

use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::layer::Affine;
use crate::multiply::{Epilogue, multiply};
use crate::pair;
use crate::quantize::QuantizedRows;

/// Rows whose state is kept at once; the weights are read once for each so many.
const BLOCK: usize = 64;

impl Kernels {
    /// For each of some rows, the output with the greatest result, and that result. Of equal ones the
    /// first wins; `banned` never does. Where no result compares as greater than minus infinity, the
    /// first output that is not banned is named, with minus infinity.
    ///
    /// # Panics
    /// If `rows` are not rows of `x`, `out` has another length, widths differ, `x` was made by another instruction set,
    /// or there is no output but the banned one.
    pub fn affine_argmax(
        self,
        x: &QuantizedRows,
        rows: Range<usize>,
        layer: &Affine,
        banned: Option<usize>,
        out: &mut [(u32, f32)],
    ) {
        assert_eq!(rows.len(), out.len(), "there is not one place for each row");
        let first = usize::from(banned == Some(0));
        assert!(layer.outputs() > first, "there is no output to choose");
        let mut from = rows.start;
        for out in out.chunks_mut(BLOCK) {
            let rows = from..from + out.len();
            from += out.len();
            let among = |tiles: Range<usize>, out: &mut [(u32, f32)]| {
                self.run(Argmax {
                    x,
                    rows: rows.clone(),
                    layer,
                    tiles,
                    banned,
                    first: first as i32,
                    out,
                });
            };
            let Some(middle) = pair::middle(layer) else {
                among(0..layer.tiles(), out);
                continue;
            };
            let mut others = [(0, 0.0); BLOCK];
            let others = &mut others[..out.len()];
            pair::join(
                || among(0..middle, out),
                || among(middle..layer.tiles(), others),
            );
            for (best, other) in out.iter_mut().zip(others) {
                if other.1 > best.1 {
                    *best = *other;
                }
            }
        }
    }
}

struct Argmax<'a> {
    x: &'a QuantizedRows,
    rows: Range<usize>,
    layer: &'a Affine,
    tiles: Range<usize>,
    banned: Option<usize>,
    first: i32,
    out: &'a mut [(u32, f32)],
}

impl Operation for Argmax<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let mut best = Best {
            values: [[f32::NEG_INFINITY; LANES]; BLOCK],
            outputs: [[self.first; LANES]; BLOCK],
            banned_tile: self.banned.map_or(usize::MAX, |banned| banned / LANES),
            banned_lane: std::array::from_fn(|lane| {
                if self.banned.is_some_and(|banned| banned % LANES == lane) {
                    1.0
                } else {
                    0.0
                }
            }),
            lanes: std::array::from_fn(|lane| lane as i32),
        };
        multiply(s, self.x, self.rows, self.layer, self.tiles, &mut best);
        for (out, (values, outputs)) in self
            .out
            .iter_mut()
            .zip(best.values.iter().zip(&best.outputs))
        {
            let mut winner = (outputs[0], values[0]);
            for (&output, &value) in outputs.iter().zip(values).skip(1) {
                if value > winner.1 || (value == winner.1 && output < winner.0) {
                    winner = (output, value);
                }
            }
            *out = (winner.0.cast_unsigned(), winner.1);
        }
    }
}

/// The greatest result so far in each lane of each row, and its tile's first output plus the lane.
struct Best {
    values: [[f32; LANES]; BLOCK],
    outputs: [[i32; LANES]; BLOCK],
    banned_tile: usize,
    /// 1 in the lane of the banned output.
    banned_lane: [f32; LANES],
    lanes: [i32; LANES],
}

impl<S: Simd> Epilogue<S> for Best {
    #[inline(always)]
    fn emit<const R: usize, const T: usize>(
        &mut self,
        s: S,
        row: usize,
        tile: usize,
        mut results: [[S::F; T]; R],
    ) {
        if (tile..tile + T).contains(&self.banned_tile) {
            let banned = s.greater(s.load(&self.banned_lane), s.splat(0.0));
            for results in &mut results {
                for (t, result) in results.iter_mut().enumerate() {
                    if tile + t == self.banned_tile {
                        *result = s.select(banned, s.splat(f32::NEG_INFINITY), *result);
                    }
                }
            }
        }
        let first = s.add_i32(s.load_i32(&self.lanes), s.splat_i32((tile * LANES) as i32));
        let values = self.values[row..][..R].iter_mut();
        let outputs = self.outputs[row..][..R].iter_mut();
        for ((results, values), outputs) in results.into_iter().zip(values).zip(outputs) {
            let (mut greatest, mut output) = (s.load(values), s.load_i32(outputs));
            let mut here = first;
            for result in results {
                let greater = s.greater(result, greatest);
                greatest = s.select(greater, result, greatest);
                output = s.select_i32(greater, here, output);
                here = s.add_i32(here, s.splat_i32(LANES as i32));
            }
            s.store(greatest, values);
            s.store_i32(output, outputs);
        }
    }
}
