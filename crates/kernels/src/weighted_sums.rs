//! Weighted sums of rows. The scores of attention are such sums, of the dimensions of all keys, and its results are sums of
//! values.

use crate::isa::{LANES, Simd};

/// `N` sums, each with a factor for every row. They are `SHARED` if they are of the same columns; else each sum has the columns
/// next to those of the one before.
#[derive(Clone, Copy)]
pub(crate) struct WeightedSums<'a, const N: usize, const SHARED: bool> {
    /// For each sum the factors of its rows.
    pub(crate) factors: &'a [f32],
    /// From the factors of one sum to those of the next.
    pub(crate) factors_stride: usize,
    /// The rows that are added.
    pub(crate) rows: &'a [f32],
    /// From one row to the next.
    pub(crate) row_stride: usize,
    /// How many rows there are, at least one.
    pub(crate) count: usize,
    /// Columns of each sum, a multiple of 16.
    pub(crate) width: usize,
    /// What each sum is multiplied with.
    pub(crate) scales: [f32; N],
}

impl<const N: usize, const SHARED: bool> WeightedSums<'_, N, SHARED> {
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
        assert!(
            (count - 1) * row_stride + columns <= rows.len(),
            "there are too few rows"
        );
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
        let mut row = self.rows.as_ptr().wrapping_add(first);
        // SAFETY: the caller promises that all rows and factors are there.
        unsafe {
            for _ in 0..self.count / 2 {
                self.add_row(s, &mut sums[0], factors, row);
                let odd = row.wrapping_add(self.row_stride);
                self.add_row(s, &mut sums[P - 1], factors.add(1), odd);
                factors = factors.wrapping_add(2);
                row = odd.wrapping_add(self.row_stride);
            }
            if self.count % 2 == 1 {
                self.add_row(s, &mut sums[0], factors, row);
            }
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
