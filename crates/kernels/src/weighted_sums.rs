//! Weighted sums of rows. The scores of attention are such sums, of the dimensions of all keys, and its results are sums of
//! values.

use crate::isa::{LANES, Simd};

/// Rows that are added, in one piece or in several.
pub(crate) trait Rows: Copy {
    /// How many of `count` rows are in each piece but the last: all of them, or an even number.
    fn in_piece(&self, count: usize) -> usize;

    /// A piece, from the first column of its first row on.
    fn piece(&self, index: usize) -> &[f32];
}

impl Rows for &[f32] {
    #[inline(always)]
    fn in_piece(&self, count: usize) -> usize {
        count
    }

    #[inline(always)]
    fn piece(&self, _index: usize) -> &[f32] {
        self
    }
}

/// `N` sums, each with a factor for every row. They are `SHARED` if they are of the same columns; else each sum has the columns
/// next to those of the one before.
#[derive(Clone, Copy)]
pub(crate) struct WeightedSums<'a, R, const N: usize, const SHARED: bool> {
    /// For each sum the factors of its rows.
    pub(crate) factors: &'a [f32],
    /// From the factors of one sum to those of the next.
    pub(crate) factors_stride: usize,
    /// The rows that are added.
    pub(crate) rows: R,
    /// From one row to the next.
    pub(crate) row_stride: usize,
    /// How many rows there are, at least one.
    pub(crate) count: usize,
    /// Columns of each sum, a multiple of 16.
    pub(crate) width: usize,
    /// What each sum is multiplied with.
    pub(crate) scales: [f32; N],
}

impl<R: Rows, const N: usize, const SHARED: bool> WeightedSums<'_, R, N, SHARED> {
    /// Computes the sums, whose results are `out_stride` apart.
    #[inline(always)]
    pub(crate) fn compute<S: Simd>(self, s: S, out: &mut [f32], out_stride: usize) {
        let Self {
            factors,
            factors_stride,
            rows,
            row_stride,
            count,
            width,
            ..
        } = self;
        let columns = if SHARED { width } else { N * width };
        assert!(
            count > 0 && width.is_multiple_of(LANES),
            "there is nothing to sum, or no multiple of 16 columns"
        );
        assert!(
            (N - 1) * factors_stride + count <= factors.len(),
            "there are too few factors"
        );
        let in_piece = rows.in_piece(count);
        assert!(
            in_piece == count || in_piece.is_multiple_of(2) && in_piece > 0,
            "an even row would come after an even one"
        );
        for piece in 0..count.div_ceil(in_piece) {
            let in_piece = in_piece.min(count - piece * in_piece);
            assert!(
                (in_piece - 1) * row_stride + columns <= rows.piece(piece).len(),
                "there are too few rows"
            );
        }
        assert!(
            (N - 1) * out_stride + width <= out.len(),
            "there is no room for the sums"
        );
        let mut first = 0;
        while first < width {
            // SAFETY: all that is read and written was checked to be there; the blocks end at the width.
            first += unsafe {
                match width - first {
                    64.. => self.blocks::<4, 1, S>(s, first, out, out_stride),
                    32.. => self.blocks::<2, 2, S>(s, first, out, out_stride),
                    _ => self.blocks::<1, 2, S>(s, first, out, out_stride),
                }
            };
        }
    }

    /// Sums `B` times 16 columns, from the column `first` on; returns how many. Where that is too few sums to keep the
    /// processor busy, even and odd rows have sums of their own: `P` is 2.
    ///
    /// # Safety
    /// All sums have factors, and rows with that many columns, and there is room for their results.
    #[inline(always)]
    unsafe fn blocks<const B: usize, const P: usize, S: Simd>(
        self,
        s: S,
        first: usize,
        out: &mut [f32],
        out_stride: usize,
    ) -> usize {
        let mut sums = [[[s.splat(0.0); B]; N]; P];
        let mut factors = self.factors.as_ptr();
        let in_piece = self.rows.in_piece(self.count);
        let (mut left, mut piece) = (self.count, 0);
        while left > 0 {
            let count = in_piece.min(left);
            let mut row = self.rows.piece(piece).as_ptr().wrapping_add(first);
            // SAFETY: the caller promises that all rows and factors are there.
            unsafe {
                for _ in 0..count / 2 {
                    self.add_row(s, &mut sums[0], factors, row);
                    let odd = row.wrapping_add(self.row_stride);
                    self.add_row(s, &mut sums[P - 1], factors.add(1), odd);
                    factors = factors.wrapping_add(2);
                    row = odd.wrapping_add(self.row_stride);
                }
                if count % 2 == 1 {
                    self.add_row(s, &mut sums[0], factors, row);
                }
            }
            left -= count;
            piece += 1;
        }
        let [even, odd] = [sums[0], sums[P - 1]];
        for (n, (even, odd)) in even.into_iter().zip(odd).enumerate() {
            for (block, (even, odd)) in even.into_iter().zip(odd).enumerate() {
                let sum = if const { P == 2 } {
                    s.add(even, odd)
                } else {
                    even
                };
                let at = n * out_stride + first + block * LANES;
                // SAFETY: the caller promises the room.
                let to = unsafe { &mut *out.as_mut_ptr().add(at).cast::<[f32; LANES]>() };
                s.store(s.mul(sum, s.splat(self.scales[n])), to);
            }
        }
        B * LANES
    }

    /// Adds `B` times 16 values of a row to every sum, times its factor.
    ///
    /// # Safety
    /// All sums have a factor for the row, and values.
    #[inline(always)]
    unsafe fn add_row<const B: usize, S: Simd>(
        self,
        s: S,
        sums: &mut [[S::F; B]; N],
        factors: *const f32,
        row: *const f32,
    ) {
        // SAFETY: the caller promises that what is read is there.
        unsafe {
            let mut values = [s.splat(0.0); B];
            for (n, sums) in sums.iter_mut().enumerate() {
                if n == 0 || !SHARED {
                    let row = row.add(if SHARED { 0 } else { n * self.width });
                    for (block, value) in values.iter_mut().enumerate() {
                        *value = s.load(&*row.add(block * LANES).cast::<[f32; LANES]>());
                    }
                }
                let factor = s.splat(*factors.add(n * self.factors_stride));
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum = s.mul_add(factor, value, *sum);
                }
            }
        }
    }
}

/// Sums of the rows of `B` blocks of 16 columns, each block by itself, with one factor for every row. The same order of additions
/// as that of [`WeightedSums`] with as many blocks: where `P` is 2, even and odd rows have sums of their own.
#[derive(Clone, Copy)]
pub(crate) struct ColumnSums<'a, const B: usize, const P: usize> {
    /// For each row.
    pub(crate) factors: &'a [f32],
    /// Rows of 16, at least as many as factors.
    pub(crate) blocks: [&'a [f32]; B],
    /// What the sums are multiplied with.
    pub(crate) scale: f32,
}

impl<const B: usize, const P: usize> ColumnSums<'_, B, P> {
    /// Computes 16 sums of each block.
    #[inline(always)]
    pub(crate) fn compute<S: Simd>(self, s: S, out: &mut [f32]) {
        let count = self.factors.len();
        assert!(
            count.is_multiple_of(P),
            "a factor has no row of the other kind"
        );
        for block in self.blocks {
            assert!(count * LANES <= block.len(), "there are too few rows");
        }
        let mut sums = [[s.splat(0.0); B]; P];
        for index in (0..count).step_by(P) {
            for (part, sums) in sums.iter_mut().enumerate() {
                // SAFETY: the number of factors is a multiple of `P`, and every block has as many rows.
                unsafe {
                    let factor = s.splat(*self.factors.get_unchecked(index + part));
                    for (sum, block) in sums.iter_mut().zip(self.blocks) {
                        let row = block.as_ptr().add((index + part) * LANES);
                        *sum = s.mul_add(factor, s.load(&*row.cast::<[f32; LANES]>()), *sum);
                    }
                }
            }
        }
        let [even, odd] = [sums[0], sums[P - 1]];
        let blocks = out.as_chunks_mut::<LANES>().0;
        for (to, (even, odd)) in blocks.iter_mut().zip(even.into_iter().zip(odd)) {
            let sum = if const { P == 2 } {
                s.add(even, odd)
            } else {
                even
            };
            s.store(s.mul(sum, s.splat(self.scale)), to);
        }
    }
}
