//! The product of quantised rows with packed weights: which rows meet which tiles when.

use std::ops::Range;

use crate::aligned::Line;
use crate::isa::{Bound, Form, Knowledge, LANES, Rows, Simd};
use crate::layer::Affine;
use crate::quantize::QuantizedRows;

/// What becomes of the results, 16 at a time, while they are in registers.
pub(crate) trait Epilogue<S: Simd> {
    /// Takes the results of `row`, counted from the first row multiplied, for the outputs of `tile`.
    fn emit(&mut self, s: S, row: usize, tile: usize, results: S::F);
}

/// Multiplies some rows with a layer and hands all results to the epilogue.
///
/// Tiles are the outer loop: a tile stays in the first-level cache while all rows pass by.
#[inline(always)]
pub(crate) fn multiply<S: Simd, E: Epilogue<S>>(
    s: S,
    x: &QuantizedRows,
    rows: Range<usize>,
    layer: &Affine,
    epilogue: &mut E,
) {
    assert_eq!(
        x.width(),
        layer.inputs(),
        "rows and the layer they are multiplied with differ in width"
    );
    assert!(
        rows.start <= rows.end && rows.end <= x.rows(),
        "rows {rows:?} of {} are to be multiplied",
        x.rows()
    );
    let form = if x.nonnegative() {
        S::NONNEGATIVE_FORM
    } else {
        S::FORM
    };
    assert_eq!(
        x.form(),
        form,
        "rows were quantised for another instruction set"
    );
    let product = Product {
        s,
        x,
        first: rows.start,
        layer,
    };
    let tiles = layer.bias().len();
    match rows.len() {
        0 => {}
        1 => {
            let tile = product.each_tiles::<4, 1, E>(0, tiles, 1, epilogue);
            product.each_tiles::<1, 1, E>(tile, tiles, 1, epilogue);
        }
        count if const { S::ROWS == 8 } => {
            let tile = product.each_tiles::<2, 8, E>(0, tiles, count, epilogue);
            product.each_tiles::<1, 8, E>(tile, tiles, count, epilogue);
        }
        count if const { S::TILES == 2 } => {
            let tile = product.each_tiles::<2, 2, E>(0, tiles, count, epilogue);
            product.each_tiles::<1, 2, E>(tile, tiles, count, epilogue);
        }
        count if const { S::ROWS == 4 } => {
            product.each_tiles::<1, 4, E>(0, tiles, count, epilogue);
        }
        count => {
            product.each_tiles::<1, 2, E>(0, tiles, count, epilogue);
        }
    }
}

struct Product<'a, S> {
    s: S,
    x: &'a QuantizedRows,
    first: usize,
    layer: &'a Affine,
}

impl<S: Simd> Product<'_, S> {
    /// Multiplies all rows, up to `R` at a time, with `T` tiles at a time, as long as there are `T`;
    /// returns the first tile that is left.
    #[inline(always)]
    fn each_tiles<const T: usize, const R: usize, E: Epilogue<S>>(
        &self,
        mut tile: usize,
        tiles: usize,
        rows: usize,
        epilogue: &mut E,
    ) -> usize {
        while tile + T <= tiles {
            let mut row = 0;
            if const { R >= 8 } {
                while row + 8 <= rows {
                    self.block::<8, T, E>(row, tile, epilogue);
                    row += 8;
                }
            }
            if const { R >= 4 } {
                while row + 4 <= rows {
                    self.block::<4, T, E>(row, tile, epilogue);
                    row += 4;
                }
            }
            while R == 2 && row + 2 <= rows {
                self.block::<2, T, E>(row, tile, epilogue);
                row += 2;
            }
            match rows - row {
                3 if R >= 4 => self.block::<3, T, E>(row, tile, epilogue),
                2 if R >= 4 => self.block::<2, T, E>(row, tile, epilogue),
                1 => self.block::<1, T, E>(row, tile, epilogue),
                _ => {}
            }
            tile += T;
        }
        tile
    }

    #[inline(always)]
    fn block<const R: usize, const T: usize, E: Epilogue<S>>(
        &self,
        row: usize,
        tile: usize,
        epilogue: &mut E,
    ) {
        let Self { s, x, first, layer } = *self;
        let matrix = layer.weights();
        let groups = matrix.inputs() / 4;
        let bounds = &matrix.bounds()[tile..][..T];
        let bound = if bounds.contains(&Bound::Wide) {
            Bound::Wide
        } else if bounds.contains(&Bound::Medium) {
            Bound::Medium
        } else {
            Bound::Narrow
        };
        let known = Knowledge {
            nonnegative: x.nonnegative(),
            bound,
        };
        let bytes = &x.bytes()[(first + row) * x.stride()..][..R * x.stride()];
        let rows = Rows {
            first: bytes.as_ptr(),
            to_magnitudes: x.width(),
            stride: x.stride(),
        };
        let lines = &matrix.lines()[tile * groups..][..T * groups];
        let corrections = &matrix.corrections()[tile * LANES..][..T * LANES];
        // SAFETY: the slices above are as long as the product reads, lines are aligned, and the rows
        // have the form of the instruction set, as `multiply` has checked.
        let mut sums = unsafe {
            s.dot::<R, T>(
                rows,
                lines.as_ptr().cast(),
                corrections.as_ptr(),
                groups,
                known,
            )
        };
        for t in 0..T {
            for (group, line) in matrix.extras(tile + t) {
                self.add_extra(&mut sums, t, rows.starting_at(group), line);
            }
        }
        let scale = &layer.scale()[tile..][..T];
        let bias = &layer.bias()[tile..][..T];
        for (r, sums) in sums.into_iter().enumerate() {
            let factor = x.factors().get(first + row + r);
            for (t, sum) in sums.into_iter().enumerate() {
                let mut scale = s.load(&scale[t]);
                if let Some(&factor) = factor {
                    scale = s.mul(scale, s.splat(factor));
                }
                epilogue.emit(
                    s,
                    row + r,
                    tile + t,
                    s.mul_add(s.to_f32(sum), scale, s.load(&bias[t])),
                );
            }
        }
    }

    /// Adds the products of one line to the sums of a tile.
    #[inline(always)]
    fn add_extra<const R: usize, const T: usize>(
        &self,
        sums: &mut [[S::I; T]; R],
        t: usize,
        rows: Rows,
        line: &Line,
    ) {
        let known = Knowledge {
            nonnegative: self.x.nonnegative(),
            bound: Bound::Wide,
        };
        let corrections = if S::FORM == Form::Offset {
            corrections(line)
        } else {
            [0; LANES]
        };
        // SAFETY: the rows have the group that the line belongs to, and their form was checked; one
        // line is a tile of one group.
        let more = unsafe {
            self.s
                .dot::<R, 1>(rows, line.0.as_ptr(), corrections.as_ptr(), 1, known)
        };
        for (sums, [more]) in sums.iter_mut().zip(more) {
            sums[t] = self.s.add_i32(sums[t], more);
        }
    }
}

/// Minus 128 times the sums of a line's weights.
fn corrections(line: &Line) -> [i32; LANES] {
    let mut corrections = [0; LANES];
    for (correction, weights) in corrections.iter_mut().zip(line.0.as_chunks::<4>().0) {
        for weight in weights {
            *correction -= 128 * i32::from(*weight);
        }
    }
    corrections
}
