//! Packing of weights and transposition with AVX2, which every wider instruction set of x86 includes.

use std::arch::x86_64::*;

use super::{Bound, Expectation, Extras, LANES};
use crate::aligned::Line;

/// Costs, per line of a tile, of the products of AVX2: of lines whose 16-bit sums are added in pairs,
/// with unsigned and with signed activations; of lines one by one; and of a line moved to the extras.
/// Measured, in no particular unit.
const UNSIGNED_PAIRS: usize = 6;
const SIGNED_PAIRS: usize = 10;
const ONE_BY_ONE: usize = 12;
const EXTRA: usize = 16;

/// Bytes of a cache line.
const CACHE_LINE: usize = 64;

/// Has bytes brought into the caches.
#[inline(always)]
pub(super) fn prefetch(bytes: &[i8]) {
    for line in bytes.chunks(CACHE_LINE) {
        prefetch_lines([line.as_ptr()]);
    }
}

/// Asks for cache lines, wherever they are.
#[inline(always)]
pub(super) fn prefetch_lines<const N: usize>(lines: [*const i8; N]) {
    for line in lines {
        if cfg!(not(miri)) {
            // SAFETY: SSE is part of every x86-64, and a hint reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
        }
    }
}

/// Packs rows into a tile, with no weight below -127; returns the greatest sum of the magnitudes of
/// four weights that [`Bound`] is about.
#[target_feature(enable = "avx2")]
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
        // SAFETY: eight rows and the tile hold `groups` groups each, as was checked.
        let sums = unsafe { pack_half(&rows[8 * half..][..8], tile, half, &mut bound) };
        corrections[8 * half..][..8].copy_from_slice(&sums);
    }
    bound
}

/// Packs eight rows into their half of every line; returns the corrections.
///
/// # Safety
/// There are eight rows, each with 4 bytes for each line of the tile.
#[target_feature(enable = "avx2")]
unsafe fn pack_half(rows: &[&[i8]], tile: &mut [Line], half: usize, bound: &mut i32) -> [i32; 8] {
    let mut statistics = Statistics::new();
    let groups = tile.len();
    let whole = groups / 8 * 8;
    for first in (0..whole).step_by(8) {
        let mut columns = [_mm256_setzero_si256(); 8];
        for (column, row) in columns.iter_mut().zip(rows) {
            // SAFETY: eight more groups are 32 bytes, which every row has.
            *column = unsafe { _mm256_loadu_si256(row.as_ptr().add(4 * first).cast()) };
        }
        transpose(&mut columns);
        for (column, line) in columns.iter().zip(&mut tile[first..]) {
            statistics.store(*column, line, half);
        }
    }
    for (group, line) in tile.iter_mut().enumerate().skip(whole) {
        let mut column = [0_i8; 32];
        for (four, row) in column.as_chunks_mut::<4>().0.iter_mut().zip(rows) {
            four.copy_from_slice(&row[4 * group..][..4]);
        }
        // SAFETY: the column has 32 bytes.
        statistics.store(
            unsafe { _mm256_loadu_si256(column.as_ptr().cast()) },
            line,
            half,
        );
    }
    *bound = (*bound).max(statistics.bound());
    let mut corrections = [0; 8];
    let negative = _mm256_sub_epi32(_mm256_setzero_si256(), statistics.sums);
    // SAFETY: the corrections have 32 bytes.
    unsafe {
        _mm256_storeu_si256(
            corrections.as_mut_ptr().cast(),
            _mm256_slli_epi32::<7>(negative),
        );
    }
    corrections
}

/// What is learned of the weights on their way.
struct Statistics {
    sums: __m256i,
    /// Sums of the magnitudes of two weights, of the last group.
    last: __m256i,
    /// The greatest sums of the magnitudes of two weights of an even and two of the next group.
    greatest: __m256i,
    odd: bool,
}

impl Statistics {
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        let zero = _mm256_setzero_si256();
        Self {
            sums: zero,
            last: zero,
            greatest: zero,
            odd: false,
        }
    }

    #[target_feature(enable = "avx2")]
    fn store(&mut self, column: __m256i, line: &mut Line, half: usize) {
        let to = line.0[32 * half..][..32].as_mut_ptr();
        let column = _mm256_max_epi8(column, _mm256_set1_epi8(-127));
        // SAFETY: the room was sliced; lines are aligned.
        unsafe { _mm256_store_si256(to.cast(), column) };
        let ones = _mm256_set1_epi8(1);
        let words = _mm256_maddubs_epi16(ones, column);
        self.sums = _mm256_add_epi32(self.sums, _mm256_madd_epi16(words, _mm256_set1_epi16(1)));
        let magnitudes = _mm256_maddubs_epi16(_mm256_abs_epi8(column), ones);
        let both = if self.odd {
            _mm256_add_epi16(self.last, magnitudes)
        } else {
            magnitudes
        };
        self.greatest = _mm256_max_epi16(self.greatest, both);
        self.last = magnitudes;
        self.odd = !self.odd;
    }

    #[target_feature(enable = "avx2")]
    fn bound(&self) -> i32 {
        let mut words = [0_i16; 16];
        // SAFETY: 16 words are 32 bytes.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.greatest) };
        words.into_iter().max().map_or(0, i32::from)
    }
}

/// Eight rows of 32-bit values become columns.
#[target_feature(enable = "avx2")]
fn transpose(rows: &mut [__m256i; 8]) {
    let [a, b, c, d] = transpose_quarters([rows[0], rows[1], rows[2], rows[3]]);
    let [e, f, g, h] = transpose_quarters([rows[4], rows[5], rows[6], rows[7]]);
    *rows = [
        _mm256_permute2x128_si256::<0x20>(a, e),
        _mm256_permute2x128_si256::<0x20>(b, f),
        _mm256_permute2x128_si256::<0x20>(c, g),
        _mm256_permute2x128_si256::<0x20>(d, h),
        _mm256_permute2x128_si256::<0x31>(a, e),
        _mm256_permute2x128_si256::<0x31>(b, f),
        _mm256_permute2x128_si256::<0x31>(c, g),
        _mm256_permute2x128_si256::<0x31>(d, h),
    ];
}

/// In both halves, four rows of four become columns.
#[target_feature(enable = "avx2")]
fn transpose_quarters([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab_low, cd_low),
        _mm256_unpackhi_epi64(ab_low, cd_low),
        _mm256_unpacklo_epi64(ab_high, cd_high),
        _mm256_unpackhi_epi64(ab_high, cd_high),
    ]
}

/// Turns rows into columns.
#[target_feature(enable = "avx2")]
pub(super) fn transpose_square(square: &mut [[f32; LANES]; LANES]) {
    let before = *square;
    for (row, column) in [(0, 0), (0, 8), (8, 0), (8, 8)] {
        let mut eight = [_mm256_setzero_si256(); 8];
        for (values, from) in eight.iter_mut().zip(&before[row..]) {
            // SAFETY: the half row was sliced.
            *values = unsafe { _mm256_loadu_si256(from[column..][..8].as_ptr().cast()) };
        }
        transpose(&mut eight);
        for (values, to) in eight.iter().zip(&mut square[column..]) {
            // SAFETY: the half row was sliced.
            unsafe { _mm256_storeu_si256(to[row..][..8].as_mut_ptr().cast(), *values) };
        }
    }
}

/// Chooses the cheapest way to multiply with a tile, and moves the weights that stand in its way to
/// the extras. Their share of the corrections goes with them.
#[target_feature(enable = "avx2")]
pub(super) fn split_tile(
    greatest: i32,
    tile: &mut [Line],
    corrections: &mut [i32; LANES],
    expected: Expectation,
    extras: &mut Extras,
) -> Bound {
    let nonnegative = expected == Expectation::Nonnegative;
    let cheapest = if nonnegative {
        Bound::Medium
    } else {
        Bound::Narrow
    };
    if greatest <= cheapest.limit() || expected == Expectation::Few {
        return Bound::of(greatest);
    }
    let (over_narrow, over_medium) = count_lines_over(tile);
    let (medium_cost, cheapest_over) = if nonnegative {
        (UNSIGNED_PAIRS, over_medium)
    } else {
        (SIGNED_PAIRS, over_narrow)
    };
    let ways = [
        (cheapest, UNSIGNED_PAIRS, cheapest_over),
        (Bound::Medium, medium_cost, over_medium),
        (Bound::Wide, ONE_BY_ONE, 0),
    ];
    let cost = |&(_, per_line, over): &(Bound, usize, usize)| tile.len() * per_line + over * EXTRA;
    let bound = ways
        .iter()
        .min_by_key(|way| cost(way))
        .map_or(Bound::Wide, |way| way.0);
    if bound != Bound::Wide {
        move_over(tile, bound.limit(), corrections, extras);
    }
    bound
}

/// How many lines would have to move some of their weights for either limit.
#[target_feature(enable = "avx2")]
fn count_lines_over(tile: &[Line]) -> (usize, usize) {
    let (mut over_narrow, mut over_medium) = (0, 0);
    for lines in tile.chunks(2) {
        over_narrow += usize::from(is_any_over(magnitudes(&lines[0]), Bound::NARROW));
        if lines.len() == 2 {
            let both = magnitudes_of_both(lines);
            over_narrow += usize::from(is_any_over(both, Bound::NARROW));
            over_medium += usize::from(is_any_over(both, Bound::MEDIUM));
        }
    }
    (over_narrow, over_medium)
}

/// The sums of the magnitudes of two neighbouring weights.
#[target_feature(enable = "avx2")]
fn magnitudes(line: &Line) -> [__m256i; 2] {
    let from: *const __m256i = line.0.as_ptr().cast();
    // SAFETY: a line is two registers, and aligned.
    let [low, high] = unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] };
    let ones = _mm256_set1_epi8(1);
    [
        _mm256_maddubs_epi16(_mm256_abs_epi8(low), ones),
        _mm256_maddubs_epi16(_mm256_abs_epi8(high), ones),
    ]
}

/// The same of one line or two together.
#[target_feature(enable = "avx2")]
fn magnitudes_of_both(lines: &[Line]) -> [__m256i; 2] {
    let first = magnitudes(&lines[0]);
    let Some(second) = lines.get(1) else {
        return first;
    };
    let second = magnitudes(second);
    [
        _mm256_add_epi16(first[0], second[0]),
        _mm256_add_epi16(first[1], second[1]),
    ]
}

#[target_feature(enable = "avx2")]
fn is_any_over([low, high]: [__m256i; 2], limit: i32) -> bool {
    let limit = _mm256_set1_epi16(limit as i16);
    let over = _mm256_or_si256(
        _mm256_cmpgt_epi16(low, limit),
        _mm256_cmpgt_epi16(high, limit),
    );
    _mm256_movemask_epi8(over) != 0
}

/// Moves weights to the extras so that no sum is above the limit: from the second line of a pair
/// where both together are above it, from the first where it is by itself.
#[target_feature(enable = "avx2")]
fn move_over(tile: &mut [Line], limit: i32, corrections: &mut [i32; LANES], extras: &mut Extras) {
    let magnitude =
        |line: &Line, at: usize| i32::from(line.0[at]).abs() + i32::from(line.0[at + 1]).abs();
    for (pair, lines) in tile.chunks_mut(2).enumerate() {
        if !is_any_over(magnitudes_of_both(lines), limit) {
            continue;
        }
        let mut moved = [Line([0; 64]), Line([0; 64])];
        let mut moves = [false; 2];
        for at in (0..64).step_by(2) {
            let first = magnitude(&lines[0], at);
            let both = first + lines.get(1).map_or(0, |line| magnitude(line, at));
            for (which, over) in [first > limit, lines.len() == 2 && both > limit]
                .into_iter()
                .enumerate()
            {
                if over {
                    let weights = [lines[which].0[at], lines[which].0[at + 1]];
                    lines[which].0[at..at + 2].fill(0);
                    moved[which].0[at..at + 2].copy_from_slice(&weights);
                    corrections[at / 4] += 128 * (i32::from(weights[0]) + i32::from(weights[1]));
                    moves[which] = true;
                }
            }
        }
        for (which, line) in moved.into_iter().enumerate() {
            if moves[which] {
                extras.push(2 * pair + which, line);
            }
        }
    }
}
