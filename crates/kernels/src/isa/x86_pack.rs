//! Packing of weights with AVX2, which every wider instruction set of x86 includes.

use std::arch::x86_64::*;

use super::{Bound, LANES};
use crate::aligned::Line;
use crate::matrix::{Expectation, Extras};

/// Costs, per line of a tile, of the products of AVX2: of lines whose 16-bit sums are added in pairs,
/// with unsigned and with signed activations; of lines one by one; and of a line moved to the extras.
/// Measured, in no particular unit.
const UNSIGNED_PAIRS: usize = 6;
const SIGNED_PAIRS: usize = 10;
const ONE_BY_ONE: usize = 12;
const EXTRA: usize = 16;

/// Packs rows into a tile, with no weight below -127; returns the greatest sum of the magnitudes of
/// four weights that [`Bound`] is about. Only to be called (and inlined) where AVX2 is enabled.
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
            let rows = std::array::from_fn(|output| {
                _mm256_loadu_si256(rows[output].add(4 * first).cast())
            });
            for (column, line) in transpose(rows).into_iter().zip(&mut tile[first..]) {
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
        let negative = _mm256_sub_epi32(_mm256_setzero_si256(), statistics.sums);
        _mm256_storeu_si256(
            corrections.as_mut_ptr().cast(),
            _mm256_slli_epi32::<7>(negative),
        );
        corrections
    }
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
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller enables AVX2.
        let zero = unsafe { _mm256_setzero_si256() };
        Self {
            sums: zero,
            last: zero,
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
                _mm256_add_epi16(self.last, magnitudes)
            } else {
                magnitudes
            };
            self.greatest = _mm256_max_epi16(self.greatest, both);
            self.last = magnitudes;
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
        let four = |a, b, c, d| {
            let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
            [
                _mm256_unpacklo_epi64(ab_low, cd_low),
                _mm256_unpackhi_epi64(ab_low, cd_low),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ]
        };
        let (upper, lower) = (four(a, b, c, d), four(e, f, g, h));
        std::array::from_fn(|column| {
            if column < 4 {
                _mm256_permute2x128_si256::<0x20>(upper[column], lower[column])
            } else {
                _mm256_permute2x128_si256::<0x31>(upper[column - 4], lower[column - 4])
            }
        })
    }
}

/// Chooses the cheapest way to multiply with a tile, and moves the weights that stand in its way to
/// the extras. Their share of the corrections goes with them. Only to be called (and inlined) where
/// AVX2 is enabled.
#[inline(always)]
pub(super) fn split_tile(
    greatest: i32,
    tile: &mut [Line],
    corrections: &mut [i32; LANES],
    expected: Expectation,
    extras: &mut Extras,
) -> Bound {
    let nonnegative = expected == Expectation::Nonnegative;
    let (cheapest, cheapest_cost) = if nonnegative {
        (Bound::Medium, UNSIGNED_PAIRS)
    } else {
        (Bound::Narrow, UNSIGNED_PAIRS)
    };
    if greatest <= cheapest.limit() {
        return Bound::of(greatest);
    }
    // SAFETY: the caller enables AVX2.
    let (over_narrow, over_medium) = unsafe { count_lines_over(tile) };
    let ways = [
        (
            cheapest,
            cheapest_cost,
            if nonnegative {
                over_medium
            } else {
                over_narrow
            },
        ),
        (
            Bound::Medium,
            if nonnegative {
                UNSIGNED_PAIRS
            } else {
                SIGNED_PAIRS
            },
            over_medium,
        ),
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
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn count_lines_over(tile: &[Line]) -> (usize, usize) {
    let (mut over_narrow, mut over_medium) = (0, 0);
    // SAFETY: lines are aligned, and the caller enables AVX2.
    unsafe {
        let narrow = _mm256_set1_epi16(Bound::NARROW as i16);
        let medium = _mm256_set1_epi16(Bound::MEDIUM as i16);
        let any = |[a, b]: [__m256i; 2], limit| {
            let over = _mm256_or_si256(_mm256_cmpgt_epi16(a, limit), _mm256_cmpgt_epi16(b, limit));
            usize::from(_mm256_movemask_epi8(over) != 0)
        };
        for lines in tile.chunks(2) {
            let first = magnitudes(&lines[0]);
            over_narrow += any(first, narrow);
            if let Some(second) = lines.get(1) {
                let second = magnitudes(second);
                let both = [
                    _mm256_add_epi16(first[0], second[0]),
                    _mm256_add_epi16(first[1], second[1]),
                ];
                over_narrow += any(both, narrow);
                over_medium += any(both, medium);
            }
        }
    }
    (over_narrow, over_medium)
}

/// The sums of the magnitudes of two neighbouring weights.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn magnitudes(line: &Line) -> [__m256i; 2] {
    let from: *const __m256i = line.0.as_ptr().cast();
    // SAFETY: a line is two registers, and aligned; the caller enables AVX2.
    unsafe {
        let ones = _mm256_set1_epi8(1);
        [0, 1].map(|half| {
            _mm256_maddubs_epi16(_mm256_abs_epi8(_mm256_load_si256(from.add(half))), ones)
        })
    }
}

/// Moves weights to the extras so that no sum is above the limit: from the second line of a pair
/// where both together are above it, from the first where it is by itself.
#[inline(always)]
fn move_over(tile: &mut [Line], limit: i32, corrections: &mut [i32; LANES], extras: &mut Extras) {
    let magnitude =
        |line: &Line, at: usize| i32::from(line.0[at]).abs() + i32::from(line.0[at + 1]).abs();
    for (pair, lines) in tile.chunks_mut(2).enumerate() {
        // SAFETY: this function is inlined where AVX2 is enabled.
        let over = unsafe { is_over(lines, limit) };
        if !over {
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

/// Whether a sum of one or two lines is above the limit.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn is_over(lines: &[Line], limit: i32) -> bool {
    // SAFETY: the caller enables AVX2.
    unsafe {
        let limit = _mm256_set1_epi16(limit as i16);
        let mut sums = magnitudes(&lines[0]);
        if let Some(second) = lines.get(1) {
            let second = magnitudes(second);
            sums = [
                _mm256_add_epi16(sums[0], second[0]),
                _mm256_add_epi16(sums[1], second[1]),
            ];
        }
        let over = _mm256_or_si256(
            _mm256_cmpgt_epi16(sums[0], limit),
            _mm256_cmpgt_epi16(sums[1], limit),
        );
        _mm256_movemask_epi8(over) != 0
    }
}
