//! Packing of weights with AVX2, which every wider instruction set of x86 includes.

use std::arch::x86_64::*;

use super::LANES;
use crate::aligned::Line;

/// Like [`super::Simd::pack_tile`]. Only to be called (and inlined) where AVX2 is enabled.
#[inline(always)]
pub(super) fn pack_tile(
    rows: &[&[i8]; LANES],
    tile: &mut [Line],
    corrections: &mut [i32; LANES],
) -> i32 {
    let groups = tile.len();
    assert!(
        rows.iter().all(|row| row.len() == 4 * groups),
        "a row of weights has another length than its tile"
    );
    let mut bound = 0;
    for half in 0..2 {
        let pointers: [*const i8; 8] =
            std::array::from_fn(|output| rows[8 * half + output].as_ptr());
        // SAFETY: eight rows and the tile hold `groups` groups each, as was checked; the caller
        // enables AVX2.
        let sums = unsafe { pack_half(&pointers, tile, half, &mut bound) };
        corrections[8 * half..][..8].copy_from_slice(&sums);
    }
    bound
}

/// Packs eight rows into their half of every line; returns the corrections.
///
/// # Safety
/// Each row has 4 bytes for each line of the tile, and the processor has AVX2.
#[inline(always)]
unsafe fn pack_half(
    rows: &[*const i8; 8],
    tile: &mut [Line],
    half: usize,
    bound: &mut i32,
) -> [i32; 8] {
    // SAFETY: as the caller promises.
    unsafe {
        let mut statistics = Statistics::new();
        let groups = tile.len();
        let whole = groups / 8 * 8;
        for first in (0..whole).step_by(8) {
            let columns = transpose(std::array::from_fn(|output| {
                _mm256_loadu_si256(rows[output].add(4 * first).cast())
            }));
            for (column, line) in columns.into_iter().zip(&mut tile[first..]) {
                statistics.store(column, line, half);
            }
        }
        for (group, line) in tile.iter_mut().enumerate().skip(whole) {
            let column: [i32; 8] = std::array::from_fn(|output| {
                rows[output].add(4 * group).cast::<i32>().read_unaligned()
            });
            statistics.store(_mm256_loadu_si256(column.as_ptr().cast()), line, half);
        }
        *bound = (*bound).max(statistics.bound());
        let mut corrections = [0; 8];
        _mm256_storeu_si256(
            corrections.as_mut_ptr().cast(),
            _mm256_slli_epi32::<7>(_mm256_sub_epi32(_mm256_setzero_si256(), statistics.sums)),
        );
        corrections
    }
}

/// What is learned of the weights on their way.
struct Statistics {
    sums: __m256i,
    /// Sums of the magnitudes of two weights, of the even group that was last.
    even: __m256i,
    /// The greatest sums of the magnitudes of two weights of an even and two of an odd group.
    greatest: __m256i,
    odd: bool,
}

impl Statistics {
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller enables AVX2.
        let zero = unsafe { _mm256_setzero_si256() };
        Self {
            sums: zero,
            even: zero,
            greatest: zero,
            odd: false,
        }
    }

    #[inline(always)]
    unsafe fn store(&mut self, column: __m256i, line: &mut Line, half: usize) {
        let to = line.0[32 * half..][..32].as_mut_ptr();
        // SAFETY: the room was sliced; lines are aligned; the caller enables AVX2.
        unsafe {
            let column = _mm256_max_epi8(column, _mm256_set1_epi8(-127));
            _mm256_store_si256(to.cast(), column);
            let ones = _mm256_set1_epi8(1);
            let words = _mm256_maddubs_epi16(ones, column);
            self.sums = _mm256_add_epi32(self.sums, _mm256_madd_epi16(words, _mm256_set1_epi16(1)));
            let magnitudes = _mm256_maddubs_epi16(_mm256_abs_epi8(column), ones);
            let both = if self.odd {
                _mm256_add_epi16(self.even, magnitudes)
            } else {
                magnitudes
            };
            self.greatest = _mm256_max_epi16(self.greatest, both);
            self.even = magnitudes;
            self.odd = !self.odd;
        }
    }

    #[inline(always)]
    unsafe fn bound(&self) -> i32 {
        let mut words = [0_i16; 16];
        // SAFETY: 16 words are 32 bytes; the caller enables AVX2.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.greatest) };
        words.into_iter().max().map_or(0, i32::from)
    }
}

/// Rows of eight 32-bit values become columns.
#[inline(always)]
unsafe fn transpose(rows: [__m256i; 8]) -> [__m256i; 8] {
    // SAFETY: the caller enables AVX2.
    unsafe {
        let [a, b, c, d, e, f, g, h] = rows;
        let pairs = [
            _mm256_unpacklo_epi32(a, b),
            _mm256_unpackhi_epi32(a, b),
            _mm256_unpacklo_epi32(c, d),
            _mm256_unpackhi_epi32(c, d),
            _mm256_unpacklo_epi32(e, f),
            _mm256_unpackhi_epi32(e, f),
            _mm256_unpacklo_epi32(g, h),
            _mm256_unpackhi_epi32(g, h),
        ];
        let low = [
            _mm256_unpacklo_epi64(pairs[0], pairs[2]),
            _mm256_unpackhi_epi64(pairs[0], pairs[2]),
            _mm256_unpacklo_epi64(pairs[1], pairs[3]),
            _mm256_unpackhi_epi64(pairs[1], pairs[3]),
        ];
        let high = [
            _mm256_unpacklo_epi64(pairs[4], pairs[6]),
            _mm256_unpackhi_epi64(pairs[4], pairs[6]),
            _mm256_unpacklo_epi64(pairs[5], pairs[7]),
            _mm256_unpackhi_epi64(pairs[5], pairs[7]),
        ];
        std::array::from_fn(|column| {
            if column < 4 {
                _mm256_permute2x128_si256::<0x20>(low[column], high[column])
            } else {
                _mm256_permute2x128_si256::<0x31>(low[column - 4], high[column - 4])
            }
        })
    }
}
