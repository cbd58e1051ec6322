//! Products through matrix registers.

use super::{Epilogue, Operands, Product};
use crate::isa::amx::{Matrices, MatrixRegisters, MatrixSums, REGISTER_BYTES, REGISTER_ROWS};
use crate::isa::{Ahead, LANES, Simd};

/// Fewer rows are multiplied by vectors, which are as fast, and faster where another thread works on the same core.
const FEWEST_ROWS: usize = 8;

/// Rows whose results are finished at a time.
const FINISHED: usize = 8;

/// How all rows are cut.
struct Blocks {
    registers: MatrixRegisters,
    height: usize,
}

impl<S: Simd> Product<'_, S> {
    /// Whether there are rows enough, of whole registers.
    #[inline(always)]
    pub(super) fn suits_matrices(&self) -> bool {
        self.rows >= FEWEST_ROWS && self.x.width().is_multiple_of(REGISTER_BYTES)
    }

    /// Multiplies all rows with the tiles from `from` on, for the form of bytes plus 128.
    ///
    /// Registers are set up once, so all blocks of rows are equally high; the last ones may begin with rows of the block before.
    #[inline(always)]
    pub(super) fn through_matrices<E: Epilogue<S>>(
        &self,
        matrices: Matrices,
        from: usize,
        epilogue: &mut E,
    ) {
        if self.rows <= REGISTER_ROWS {
            let blocks = Blocks {
                registers: matrices.set_up(self.rows),
                height: self.rows,
            };
            let tile = self.each_matrix::<1, 4, 2, E>(&blocks, from, epilogue);
            self.each_matrix::<1, 1, 1, E>(&blocks, tile, epilogue);
        } else {
            let pairs = self.rows.div_ceil(2 * REGISTER_ROWS);
            let height = self.rows.div_ceil(2 * pairs);
            let blocks = Blocks {
                registers: matrices.set_up(height),
                height,
            };
            let tile = self.each_matrix::<2, 2, 2, E>(&blocks, from, epilogue);
            self.each_matrix::<2, 1, 1, E>(&blocks, tile, epilogue);
        }
    }

    /// Multiplies all rows, `R` blocks at a time, with `T` tiles at a time, as long as there are `T`, and finishes the results of
    /// `W` tiles at a time; returns the first tile that is left.
    #[inline(always)]
    fn each_matrix<const R: usize, const T: usize, const W: usize, E: Epilogue<S>>(
        &self,
        blocks: &Blocks,
        mut tile: usize,
        epilogue: &mut E,
    ) -> usize {
        let mut sums = MatrixSums::<R, T>::new();
        while let Some(operands) = Operands::of(self.layer, tile, self.tiles) {
            let mut row = 0;
            while row < self.rows {
                self.multiply_blocks(blocks, row, &operands, &mut sums);
                self.finish_blocks::<R, T, W, E>(blocks, row, &operands, &sums, epilogue);
                row += R * blocks.height;
            }
            tile += T;
        }
        tile
    }

    /// Where a block begins that shall have the results from a row on: before it, where fewer rows are left than a block has.
    #[inline(always)]
    fn start_of_block(&self, row: usize, blocks: &Blocks) -> usize {
        row.min(self.rows - blocks.height)
    }

    /// Multiplies `R` blocks from a row on with `T` tiles.
    #[inline(always)]
    fn multiply_blocks<const R: usize, const T: usize>(
        &self,
        blocks: &Blocks,
        row: usize,
        operands: &Operands<'_, T>,
        sums: &mut MatrixSums<R, T>,
    ) {
        let (bytes, stride) = (self.x.bytes(), self.x.stride());
        let mut x = [bytes.as_ptr(); R];
        for (r, x) in x.iter_mut().enumerate() {
            let start = self.start_of_block(row + r * blocks.height, blocks);
            *x = bytes[(self.first + start) * stride..].as_ptr();
        }
        // Asking for weights ahead makes products with near ones a quarter slower, and with far ones 5 % faster.
        let tiles = operands.tiles(self.x.nonnegative(), Ahead::NOTHING);
        // SAFETY: from each start on there are as many rows as a block is high, of a multiple of 64 values; the form was
        // checked by `multiply`; the operands are those of `T` tiles.
        unsafe { blocks.registers.dot(x, stride, tiles, sums) };
    }

    /// Finishes the results of `R` blocks from a row on for `T` tiles, `W` tiles at a time.
    #[inline(always)]
    fn finish_blocks<const R: usize, const T: usize, const W: usize, E: Epilogue<S>>(
        &self,
        blocks: &Blocks,
        row: usize,
        operands: &Operands<'_, T>,
        sums: &MatrixSums<R, T>,
        epilogue: &mut E,
    ) {
        for r in 0..R {
            let first = row + r * blocks.height;
            let known = first - self.start_of_block(first, blocks);
            let sums = sums.of_block(r).get(known..).unwrap_or_default();
            self.finish_block::<T, W, E>(first, operands, sums, epilogue);
        }
    }

    /// Finishes the results of some rows for `T` tiles, `W` tiles at a time.
    #[inline(always)]
    fn finish_block<const T: usize, const W: usize, E: Epilogue<S>>(
        &self,
        first: usize,
        operands: &Operands<'_, T>,
        sums: &[[[i32; LANES]; T]],
        epilogue: &mut E,
    ) {
        for (block, sums) in sums.chunks(FINISHED).enumerate() {
            let row = first + block * FINISHED;
            for tile in (0..T).step_by(W) {
                match sums.len() {
                    7 => self.finish_some::<7, T, W, E>(row, tile, operands, sums, epilogue),
                    6 => self.finish_some::<6, T, W, E>(row, tile, operands, sums, epilogue),
                    5 => self.finish_some::<5, T, W, E>(row, tile, operands, sums, epilogue),
                    4 => self.finish_some::<4, T, W, E>(row, tile, operands, sums, epilogue),
                    3 => self.finish_some::<3, T, W, E>(row, tile, operands, sums, epilogue),
                    2 => self.finish_some::<2, T, W, E>(row, tile, operands, sums, epilogue),
                    1 => self.finish_some::<1, T, W, E>(row, tile, operands, sums, epilogue),
                    _ => self.finish_some::<FINISHED, T, W, E>(row, tile, operands, sums, epilogue),
                }
            }
        }
    }

    /// Finishes the results of `R` rows, counted from the first row multiplied, for `W` tiles from `tile` of these `T` on.
    #[inline(always)]
    fn finish_some<const R: usize, const T: usize, const W: usize, E: Epilogue<S>>(
        &self,
        row: usize,
        tile: usize,
        operands: &Operands<'_, T>,
        sums: &[[[i32; LANES]; T]],
        epilogue: &mut E,
    ) {
        let s = self.s;
        let (Some(scale), Some(bias), Some(sums)) = (
            operands.scale[tile..].first_chunk::<W>(),
            operands.bias[tile..].first_chunk::<W>(),
            sums.first_chunk::<R>(),
        ) else {
            return;
        };
        let mut vectors = [[s.splat_i32(0); W]; R];
        for r in 0..R {
            for w in 0..W {
                vectors[r][w] = s.load_i32(&sums[r][tile + w]);
            }
        }
        self.finish(row, operands.tile + tile, vectors, (scale, bias), epilogue);
    }
}
