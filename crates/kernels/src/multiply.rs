//! The product of quantised rows with packed weights: which rows meet which tiles when.

#[cfg(target_arch = "x86_64")]
mod matrices;

use std::ops::Range;

use crate::aligned::Line;
use crate::isa::{Ahead, Bound, Form, Knowledge, LANES, Rows, Simd, Tiles};
use crate::layer::Affine;
use crate::quantize::QuantizedRows;

/// What becomes of the results while they are in registers.
pub(crate) trait Epilogue<S: Simd> {
    /// Takes the results of `R` rows from `row` on, counted from the first row multiplied, for the outputs of `T` tiles
    /// from `tile` on. All loops over them are unrolled where what is done with each is short and without branches.
    fn emit<const R: usize, const T: usize>(
        &mut self,
        s: S,
        row: usize,
        tile: usize,
        results: [[S::F; T]; R],
    );
}

/// Multiplies some rows with some tiles of a layer and hands all results to the epilogue.
///
/// Tiles are the outer loop: a tile stays in the first-level cache while all rows pass by.
#[inline(always)]
pub(crate) fn multiply<S: Simd, E: Epilogue<S>>(
    s: S,
    x: &QuantizedRows,
    rows: Range<usize>,
    layer: &Affine,
    tiles: Range<usize>,
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
    assert!(
        tiles.end <= layer.tiles(),
        "tiles {tiles:?} of {} are to be multiplied with",
        layer.tiles()
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
        rows: rows.len(),
        layer,
        tiles: tiles.end,
    };
    let from = tiles.start;
    #[cfg(target_arch = "x86_64")]
    if let Some(matrices) = s.matrices()
        && product.suits_matrices()
    {
        product.through_matrices(matrices, from, epilogue);
        return;
    }
    match rows.len() {
        0 => {}
        1 => {
            let tile = product.each_tiles::<4, 1, E>(from, epilogue);
            product.each_tiles::<1, 1, E>(tile, epilogue);
        }
        2 | 3 if const { S::ROWS == 8 } => {
            let tile = product.each_tiles::<4, 3, E>(from, epilogue);
            product.each_tiles::<1, 3, E>(tile, epilogue);
        }
        _ if const { S::ROWS == 8 } => {
            let tile = product.each_tiles::<2, 8, E>(from, epilogue);
            product.each_tiles::<1, 4, E>(tile, epilogue);
        }
        _ if const { S::TILES == 2 } => {
            let tile = product.each_tiles::<2, 2, E>(from, epilogue);
            product.each_tiles::<1, 2, E>(tile, epilogue);
        }
        _ if const { S::ROWS == 4 } => {
            product.each_tiles::<1, 4, E>(from, epilogue);
        }
        _ => {
            product.each_tiles::<1, 2, E>(from, epilogue);
        }
    }
}

struct Product<'a, S> {
    s: S,
    x: &'a QuantizedRows,
    first: usize,
    rows: usize,
    layer: &'a Affine,
    /// Those from here on are left to others.
    tiles: usize,
}

/// What belongs to `T` tiles of a layer.
struct Operands<'a, const T: usize> {
    tile: usize,
    lines: &'a [Line],
    corrections: &'a [i32],
    bound: Bound,
    scale: &'a [[f32; LANES]; T],
    bias: &'a [[f32; LANES]; T],
}

impl<'a, const T: usize> Operands<'a, T> {
    /// Of the tiles from `tile` on; `None` if there are fewer before `end`.
    #[inline(always)]
    fn of(layer: &'a Affine, tile: usize, end: usize) -> Option<Self> {
        let scale = layer.scale().get(tile..end)?.first_chunk()?;
        let bias = layer.bias().get(tile..end)?.first_chunk()?;
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
        Some(Self {
            tile,
            lines: &matrix.lines()[tile * groups..][..T * groups],
            corrections: &matrix.corrections()[tile * LANES..][..T * LANES],
            bound,
            scale,
            bias,
        })
    }

    /// What activations are multiplied with.
    #[inline(always)]
    fn tiles(&self, nonnegative: bool, ahead: Ahead) -> Tiles {
        Tiles {
            weights: self.lines.as_ptr().cast(),
            corrections: self.corrections.as_ptr(),
            groups: self.lines.len() / T,
            known: Knowledge {
                nonnegative,
                bound: self.bound,
            },
            ahead,
        }
    }
}

impl<S: Simd> Product<'_, S> {
    /// Multiplies all rows, up to `MOST` at a time, with `T` tiles at a time, as long as there are `T`;
    /// returns the first tile that is left.
    ///
    /// Blocks of rows are about equally high: one of a few rows would wait for the sums of its few products.
    #[inline(always)]
    fn each_tiles<const T: usize, const MOST: usize, E: Epilogue<S>>(
        &self,
        mut tile: usize,
        epilogue: &mut E,
    ) -> usize {
        let blocks = self.rows.div_ceil(MOST);
        while let Some(tiles) = Operands::<T>::of(self.layer, tile, self.tiles) {
            let mut row = 0;
            for left in (1..=blocks).rev() {
                let rows = (self.rows - row).div_ceil(left);
                match rows {
                    8 if const { MOST >= 8 } => self.block::<8, T, E>(row, &tiles, epilogue),
                    7 if const { MOST >= 8 } => self.block::<7, T, E>(row, &tiles, epilogue),
                    6 if const { MOST >= 8 } => self.block::<6, T, E>(row, &tiles, epilogue),
                    5 if const { MOST >= 8 } => self.block::<5, T, E>(row, &tiles, epilogue),
                    4 if const { MOST >= 4 } => self.block::<4, T, E>(row, &tiles, epilogue),
                    3 if const { MOST >= 3 } => self.block::<3, T, E>(row, &tiles, epilogue),
                    2 if const { MOST >= 2 } => self.block::<2, T, E>(row, &tiles, epilogue),
                    _ => self.block::<1, T, E>(row, &tiles, epilogue),
                }
                row += rows;
            }
            tile += T;
        }
        tile
    }

    #[inline(always)]
    fn block<const R: usize, const T: usize, E: Epilogue<S>>(
        &self,
        row: usize,
        tiles: &Operands<'_, T>,
        epilogue: &mut E,
    ) {
        let Self { s, x, first, .. } = *self;
        let Operands {
            tile,
            lines,
            scale,
            bias,
            ..
        } = *tiles;
        let bytes = &x.bytes()[(first + row) * x.stride()..][..R * x.stride()];
        let rows = Rows {
            first: bytes.as_ptr(),
            to_magnitudes: x.width(),
            stride: x.stride(),
        };
        let weights = tiles.tiles(x.nonnegative(), self.ahead::<R, T>(row, lines));
        // SAFETY: the slices are as long as the product reads, lines are aligned, and the rows have
        // the form of the instruction set, as `multiply` has checked.
        let mut sums = unsafe { s.dot::<R, T>(rows, weights) };
        if const { S::EXTRAS } {
            for t in 0..T {
                for (group, line) in self.layer.weights().extras(tile + t) {
                    self.add_extra(&mut sums, t, rows.starting_at(group), line);
                }
            }
        }
        self.finish(row, tile, sums, (scale, bias), epilogue);
    }

    /// Makes results of sums and hands them to the epilogue.
    #[inline(always)]
    fn finish<const R: usize, const T: usize, E: Epilogue<S>>(
        &self,
        row: usize,
        tile: usize,
        sums: [[S::I; T]; R],
        (scale, bias): (&[[f32; LANES]; T], &[[f32; LANES]; T]),
        epilogue: &mut E,
    ) {
        let Self { s, x, first, .. } = *self;
        let mut results = [[s.splat(0.0); T]; R];
        let factors: Option<&[f32; R]> = x
            .factors()
            .get(first + row..)
            .and_then(|factors| factors.first_chunk());
        if let Some(factors) = factors {
            for ((results, sums), factor) in results.iter_mut().zip(sums).zip(factors) {
                let factor = s.splat(*factor);
                for t in 0..T {
                    let scale = s.mul(s.load(&scale[t]), factor);
                    results[t] = s.mul_add(s.to_f32(sums[t]), scale, s.load(&bias[t]));
                }
            }
        } else {
            for (results, sums) in results.iter_mut().zip(sums) {
                for t in 0..T {
                    results[t] = s.mul_add(s.to_f32(sums[t]), s.load(&scale[t]), s.load(&bias[t]));
                }
            }
        }
        epilogue.emit(s, row, tile, results);
    }

    /// The part of the tiles behind `lines` that is asked for while `R` rows from `row` on pass by: as much as those are of
    /// all rows. So weights that are in no near cache arrive at the rate at which they are used, and not all while the first
    /// rows wait for them.
    #[inline(always)]
    fn ahead<const R: usize, const T: usize>(&self, row: usize, lines: &[Line]) -> Ahead {
        let line = const { T * size_of::<Line>() };
        let next: *const i8 = lines.as_ptr_range().end.cast();
        Ahead {
            from: next.wrapping_add(lines.len() / T * (line * row / self.rows)),
            step: line * R / self.rows,
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
        let weights = Tiles {
            weights: line.0.as_ptr(),
            corrections: corrections.as_ptr(),
            groups: 1,
            known,
            ahead: Ahead::NOTHING,
        };
        // SAFETY: the rows have the group that the line belongs to, and their form was checked; one
        // line is a tile of one group.
        let more = unsafe { self.s.dot::<R, 1>(rows, weights) };
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
