//! Int8 weights in the order in which the products read them.

use crate::aligned::{Line, Lines};
use crate::isa::{Bound, Expectation, Extras, Kernels, LANES, Operation, Simd};

/// The most inputs of a matrix: beyond, a sum of products might not fit 32 bits.
const MAX_INPUTS: usize = 1 << 17;

/// Int8 weights, `outputs` x `inputs`, in tiles of 16 outputs. A tile holds, for each group of four
/// inputs, the four weights of the first output, then of the second, and so on: one cache line per
/// group. The last tile is filled up with zeros.
///
/// Weights are in -127..=127; -128, which symmetric quantisation never yields, is read as -127.
#[derive(Clone, Debug, Default)]
pub struct PackedMatrix {
    inputs: usize,
    outputs: usize,
    lines: Lines,
    /// Minus 128 times the sum of each output's weights: where activations are stored plus 128, the
    /// product starts from here.
    corrections: Vec<i32>,
    /// Of each tile.
    bounds: Vec<Bound>,
    extras: Extras,
    /// Of each tile: where its extras end.
    extras_ends: Vec<usize>,
}

impl PackedMatrix {
    /// Packs the weights that `row` yields for each output.
    ///
    /// # Panics
    /// If `inputs` is not a multiple of 4 or above 131,072, or a row has another length.
    #[must_use]
    pub fn pack<'a>(inputs: usize, outputs: usize, row: impl Fn(usize) -> &'a [i8]) -> Self {
        let mut matrix = Self::default();
        matrix.repack_with(Kernels::best(), inputs, outputs, Expectation::Any, row);
        matrix
    }

    /// Like [`Self::pack`], for weights that meet activations which are never negative, as after
    /// [`crate::Activation::Relu`]. Others give right results as well, but slower.
    ///
    /// # Panics
    /// Like [`Self::pack`].
    #[must_use]
    pub fn pack_for_nonnegative<'a>(
        inputs: usize,
        outputs: usize,
        row: impl Fn(usize) -> &'a [i8],
    ) -> Self {
        let mut matrix = Self::default();
        matrix.repack_with(
            Kernels::best(),
            inputs,
            outputs,
            Expectation::Nonnegative,
            row,
        );
        matrix
    }

    /// Packs other weights, of any shape, into the memory of this matrix. Quicker than [`Self::pack`],
    /// which makes a matrix that is the better to multiply with.
    ///
    /// # Panics
    /// Like [`Self::pack`].
    pub fn repack<'a>(&mut self, inputs: usize, outputs: usize, row: impl Fn(usize) -> &'a [i8]) {
        self.repack_with(Kernels::best(), inputs, outputs, Expectation::Few, row);
    }

    fn repack_with<'a>(
        &mut self,
        kernels: Kernels,
        inputs: usize,
        outputs: usize,
        expected: Expectation,
        row: impl Fn(usize) -> &'a [i8],
    ) {
        assert!(
            inputs.is_multiple_of(4),
            "the inputs of a matrix, {inputs}, are not a multiple of 4"
        );
        assert!(
            inputs <= MAX_INPUTS,
            "a matrix has {inputs} inputs, more than {MAX_INPUTS}"
        );
        let tiles = outputs.div_ceil(LANES);
        self.inputs = inputs;
        self.outputs = outputs;
        self.lines.resize(tiles * inputs / 4);
        self.corrections.resize(tiles * LANES, 0);
        self.bounds.resize(tiles, Bound::Wide);
        self.extras.clear();
        self.extras_ends.resize(tiles, 0);
        kernels.run(Pack {
            matrix: self,
            expected,
            row,
        });
    }

    /// Values of a row of activations.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Values of a row of results.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// [`Self::outputs`] rounded up to a multiple of [`LANES`].
    #[must_use]
    pub fn padded_outputs(&self) -> usize {
        self.corrections.len()
    }

    /// Bytes of memory in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.lines.as_slice())
            + size_of_val(&self.corrections[..])
            + size_of_val(&self.bounds[..])
            + self.extras.bytes()
            + size_of_val(&self.extras_ends[..])
    }

    /// The tiles, one behind the other: [`Self::inputs`] / 4 lines each.
    pub(crate) fn lines(&self) -> &[Line] {
        self.lines.as_slice()
    }

    pub(crate) fn corrections(&self) -> &[i32] {
        &self.corrections
    }

    pub(crate) fn bounds(&self) -> &[Bound] {
        &self.bounds
    }

    /// The extras of a tile, each with the group of four inputs that it belongs to.
    #[inline(always)]
    pub(crate) fn extras(&self, tile: usize) -> impl Iterator<Item = (usize, &Line)> {
        let start = tile
            .checked_sub(1)
            .map_or(0, |before| self.extras_ends[before]);
        self.extras.in_range(start..self.extras_ends[tile])
    }
}

struct Pack<'m, R> {
    matrix: &'m mut PackedMatrix,
    expected: Expectation,
    row: R,
}

impl<'a, R: Fn(usize) -> &'a [i8]> Operation for Pack<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let PackedMatrix {
            inputs,
            outputs,
            ref mut lines,
            ref mut corrections,
            ref mut bounds,
            ref mut extras,
            ref mut extras_ends,
        } = *self.matrix;
        // Stands for the rows that fill the last tile.
        let padding = if outputs.is_multiple_of(LANES) {
            Vec::new()
        } else {
            vec![0; inputs]
        };
        if inputs == 0 {
            corrections.fill(0);
            extras_ends.fill(0);
            return;
        }
        let tiles = lines.as_mut_slice().chunks_exact_mut(inputs / 4);
        let corrections = corrections.as_chunks_mut::<LANES>().0;
        for (tile, (lines, corrections)) in tiles.zip(corrections).enumerate() {
            let mut rows: [&[i8]; LANES] = [&padding; LANES];
            for (lane, slot) in rows.iter_mut().enumerate().take(outputs - tile * LANES) {
                let output = tile * LANES + lane;
                *slot = (self.row)(output);
                assert_eq!(
                    slot.len(),
                    inputs,
                    "row {output} of a matrix has another length than the matrix has inputs"
                );
            }
            // Selected rows lie apart, where no processor guesses the next ones.
            if self.expected == Expectation::Few {
                for output in (tile + 1) * LANES..outputs.min((tile + 2) * LANES) {
                    s.prefetch((self.row)(output));
                }
            }
            bounds[tile] = s.pack_tile(&rows, lines, corrections, self.expected, extras);
            extras_ends[tile] = extras.len();
        }
    }
}
