//! AVX2 with FMA, in two registers of 8 lanes; optionally the 256-bit dot products of AVX-VNNI.

use std::arch::x86_64::*;

use super::x86_pack;
use super::{Bound, Expectation, Extras, Form, LANES, Operation, Rows, Simd, Tiles};
use crate::aligned::Line;

/// AVX2 and FMA, and AVX-VNNI if `VNNI`. Only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2<const VNNI: bool>(());

impl Avx2<false> {
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Self(()))
    }

    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        #[target_feature(enable = "avx2,fma")]
        fn with_features<O: Operation>(token: Avx2<false>, operation: O) -> O::Output {
            operation.run(token)
        }
        proven!(with_features(self, operation))
    }
}

impl Avx2<true> {
    pub(crate) fn detect() -> Option<Self> {
        (Avx2::<false>::detect().is_some() && is_x86_feature_detected!("avxvnni"))
            .then_some(Self(()))
    }

    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        #[target_feature(enable = "avx2,fma,avxvnni")]
        fn with_features<O: Operation>(token: Avx2<true>, operation: O) -> O::Output {
            operation.run(token)
        }
        proven!(with_features(self, operation))
    }
}

type F = [__m256; 2];
type I = [__m256i; 2];

/// Defines methods that apply one intrinsic to both halves.
macro_rules! halves {
    ($($name:ident($($operand:ident: $from:ty),*) -> $to:ty = $intrinsic:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($operand: $from),*) -> $to {
            proven!([$intrinsic($($operand[0]),*), $intrinsic($($operand[1]),*)])
        }
    )*};
}

impl<const VNNI: bool> Simd for Avx2<VNNI> {
    type F = F;
    type I = I;
    type M = F;

    const FORM: Form = if VNNI {
        Form::Offset
    } else {
        Form::WithMagnitudes
    };
    const NONNEGATIVE_FORM: Form = if VNNI { Form::Offset } else { Form::Signed };
    const ROWS: usize = 2;
    const TILES: usize = 2;
    const EXTRAS: bool = !VNNI;

    halves! {
        add(a: F, b: F) -> F = _mm256_add_ps;
        sub(a: F, b: F) -> F = _mm256_sub_ps;
        mul(a: F, b: F) -> F = _mm256_mul_ps;
        div(a: F, b: F) -> F = _mm256_div_ps;
        mul_add(a: F, b: F, c: F) -> F = _mm256_fmadd_ps;
        min(a: F, b: F) -> F = _mm256_min_ps;
        max(a: F, b: F) -> F = _mm256_max_ps;
        greater(a: F, b: F) -> F = _mm256_cmp_ps::<_CMP_GT_OQ>;
        add_i32(a: I, b: I) -> I = _mm256_add_epi32;
        round(value: F) -> I = _mm256_cvtps_epi32;
        to_f32(value: I) -> F = _mm256_cvtepi32_ps;
    }

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        proven!([_mm256_set1_ps(value); 2])
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> F {
        reaching!(
            "an array of 8 and 8 values",
            [
                _mm256_loadu_ps(from.as_ptr()),
                _mm256_loadu_ps(from.as_ptr().add(8))
            ]
        )
    }

    #[inline(always)]
    fn store(self, value: F, to: &mut [f32; LANES]) {
        reaching!("an array of 8 and 8 values", {
            _mm256_storeu_ps(to.as_mut_ptr(), value[0]);
            _mm256_storeu_ps(to.as_mut_ptr().add(8), value[1]);
        });
    }

    #[inline(always)]
    fn select(self, mask: F, yes: F, no: F) -> F {
        proven!([
            _mm256_blendv_ps(no[0], yes[0], mask[0]),
            _mm256_blendv_ps(no[1], yes[1], mask[1])
        ])
    }

    #[inline(always)]
    fn select_i32(self, mask: F, yes: I, no: I) -> I {
        proven!({
            let mask = [_mm256_castps_si256(mask[0]), _mm256_castps_si256(mask[1])];
            [
                _mm256_blendv_epi8(no[0], yes[0], mask[0]),
                _mm256_blendv_epi8(no[1], yes[1], mask[1]),
            ]
        })
    }

    #[inline(always)]
    fn sum(self, value: F) -> f32 {
        proven!({
            let eight = _mm256_add_ps(value[0], value[1]);
            let four = _mm_add_ps(
                _mm256_castps256_ps128(eight),
                _mm256_extractf128_ps::<1>(eight),
            );
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        })
    }

    #[inline(always)]
    fn maximum(self, value: F) -> f32 {
        proven!({
            let eight = _mm256_max_ps(value[0], value[1]);
            let four = _mm_max_ps(
                _mm256_castps256_ps128(eight),
                _mm256_extractf128_ps::<1>(eight),
            );
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
        })
    }

    #[inline(always)]
    fn splat_i32(self, value: i32) -> I {
        proven!([_mm256_set1_epi32(value); 2])
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32; LANES]) -> I {
        let from: *const __m256i = from.as_ptr().cast();
        reaching!(
            "an array of 8 and 8 values",
            [_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))]
        )
    }

    #[inline(always)]
    fn store_i32(self, value: I, to: &mut [i32; LANES]) {
        let to: *mut __m256i = to.as_mut_ptr().cast();
        reaching!("an array of 8 and 8 values", {
            _mm256_storeu_si256(to, value[0]);
            _mm256_storeu_si256(to.add(1), value[1]);
        });
    }

    #[inline(always)]
    fn power_of_two(self, exponent: I) -> F {
        proven!({
            let bias = _mm256_set1_epi32(127);
            let low = _mm256_slli_epi32::<23>(_mm256_add_epi32(exponent[0], bias));
            let high = _mm256_slli_epi32::<23>(_mm256_add_epi32(exponent[1], bias));
            [_mm256_castsi256_ps(low), _mm256_castsi256_ps(high)]
        })
    }

    #[inline(always)]
    fn widen(self, from: &[i8; LANES]) -> F {
        let bytes = reaching!(
            "an array of 16 bytes",
            _mm_loadu_si128(from.as_ptr().cast())
        );
        proven!({
            let high = _mm_unpackhi_epi64(bytes, bytes);
            [
                _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)),
                _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(high)),
            ]
        })
    }

    #[inline(always)]
    fn transpose(self, square: &mut [[f32; LANES]; LANES]) {
        proven!(x86_pack::transpose_square(square));
    }

    #[inline(always)]
    fn write_quantized(self, value: I, row: &mut [u8], width: usize, at: usize) {
        let bytes = self.narrow(value);
        let offset = proven!(_mm_xor_si128(bytes, _mm_set1_epi8(-128)));
        store_bytes(offset, &mut row[at..][..LANES]);
        if !VNNI {
            let (low, high) = proven!({
                let magnitudes = _mm_abs_epi8(bytes);
                (
                    _mm_unpacklo_epi32(bytes, magnitudes),
                    _mm_unpackhi_epi32(bytes, magnitudes),
                )
            });
            let (to_low, to_high) = row[width + 2 * at..][..2 * LANES].split_at_mut(LANES);
            store_bytes(low, to_low);
            store_bytes(high, to_high);
        }
    }

    #[inline(always)]
    fn write_nonnegative(self, value: I, row: &mut [u8], width: usize, at: usize) {
        if VNNI {
            self.write_quantized(value, row, width, at);
        } else {
            store_bytes(self.narrow(value), &mut row[at..][..LANES]);
        }
    }

    #[inline(always)]
    unsafe fn dot<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles) -> [[I; T]; R] {
        let Tiles {
            weights,
            corrections,
            groups,
            known,
            ..
        } = tiles;
        // SAFETY: the contract of this method is that of those it calls.
        unsafe {
            if VNNI {
                self.dot_vnni(x, tiles)
            } else if known.nonnegative {
                match known.bound {
                    Bound::Wide => self.dot_one_by_one::<R, T, false>(x, weights, groups),
                    Bound::Narrow | Bound::Medium => self.dot_paired::<R, T, false>(
                        x,
                        weights,
                        [[[_mm256_setzero_si256(); 2]; T]; R],
                        groups,
                    ),
                }
            } else {
                match known.bound {
                    Bound::Narrow => {
                        let start = start::<R, T>(corrections);
                        self.dot_paired::<R, T, false>(x, weights, start, groups)
                    }
                    Bound::Medium => self.dot_paired::<R, T, true>(
                        x.magnitudes(),
                        weights,
                        [[[_mm256_setzero_si256(); 2]; T]; R],
                        groups,
                    ),
                    Bound::Wide => {
                        self.dot_one_by_one::<R, T, true>(x.magnitudes(), weights, groups)
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn prefetch(self, bytes: &[i8]) {
        x86_pack::prefetch(bytes);
    }

    #[inline(always)]
    fn pack_tile(
        self,
        rows: &[&[i8]; LANES],
        tile: &mut [Line],
        corrections: &mut [i32; LANES],
        expected: Expectation,
        extras: &mut Extras,
    ) -> Bound {
        proven!({
            let greatest = x86_pack::pack_tile(rows, tile, corrections);
            if VNNI {
                Bound::Wide
            } else {
                x86_pack::split_tile(greatest, tile, corrections, expected, extras)
            }
        })
    }
}

#[inline(always)]
pub(super) fn store_bytes(bytes: __m128i, to: &mut [u8]) {
    assert!(to.len() >= LANES, "there is no room for 16 bytes");
    // SAFETY: SSE2 is part of every x86-64, and the room was checked.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), bytes) };
}

/// The corrections of `T` tiles, for each of `R` rows.
///
/// # Safety
/// `corrections` points to `T` times 16 values, and the processor has AVX2.
#[inline(always)]
unsafe fn start<const R: usize, const T: usize>(corrections: *const i32) -> [[I; T]; R] {
    // SAFETY: as the caller promises.
    unsafe {
        let mut start = [[_mm256_setzero_si256(); 2]; T];
        for (t, start) in start.iter_mut().enumerate() {
            let from: *const __m256i = corrections.add(t * LANES).cast();
            *start = [_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))];
        }
        [start; R]
    }
}

/// Four bytes, repeated.
///
/// # Safety
/// `from` points to four bytes, and the processor has AVX2.
#[inline(always)]
unsafe fn broadcast(from: *const u8) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe { _mm256_set1_epi32(from.cast::<i32>().read_unaligned()) }
}

impl<const VNNI: bool> Avx2<VNNI> {
    /// 16 lanes in -128..=127 as bytes.
    #[inline(always)]
    fn narrow(self, value: I) -> __m128i {
        proven!({
            // Packing works on 128-bit halves: 0-3 8-11 | 4-7 12-15.
            let words =
                _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(value[0], value[1]));
            _mm_packs_epi16(
                _mm256_castsi256_si128(words),
                _mm256_extracti128_si256::<1>(words),
            )
        })
    }

    /// The product of unsigned activations, by the dot products of VNNI.
    ///
    /// # Safety
    /// As for [`Simd::dot`], and `VNNI`.
    #[inline(always)]
    unsafe fn dot_vnni<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles) -> [[I; T]; R] {
        let Tiles {
            weights,
            corrections,
            groups,
            ahead,
            ..
        } = tiles;
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let mut sums = start::<R, T>(corrections);
            for group in 0..groups {
                x86_pack::prefetch_lines(ahead.of_group::<T>(group));
                for t in 0..T {
                    let line: *const __m256i = weights.add((t * groups + group) * 64).cast();
                    let (low, high) = (_mm256_load_si256(line), _mm256_load_si256(line.add(1)));
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let x = broadcast(x.first.add(r * x.stride + group * 4));
                        sums[t][0] = _mm256_dpbusd_avx_epi32(sums[t][0], x, low);
                        sums[t][1] = _mm256_dpbusd_avx_epi32(sums[t][1], x, high);
                    }
                }
            }
            sums
        }
    }

    /// The product with the 16-bit sums of two groups added before they are widened. `SIGNED`
    /// activations are four signed bytes and their magnitudes in turn, others unsigned bytes.
    ///
    /// # Safety
    /// As for [`Simd::dot`]; if the sums of two groups do not fit 16 bits, the result is wrong.
    #[inline(always)]
    unsafe fn dot_paired<const R: usize, const T: usize, const SIGNED: bool>(
        self,
        x: Rows,
        weights: *const i8,
        mut sums: [[I; T]; R],
        groups: usize,
    ) -> [[I; T]; R] {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let step = if SIGNED { 8 } else { 4 };
            for pair in 0..groups / 2 {
                for t in 0..T {
                    let lines: *const __m256i = weights.add((t * groups + 2 * pair) * 64).cast();
                    let lines = [
                        _mm256_load_si256(lines),
                        _mm256_load_si256(lines.add(1)),
                        _mm256_load_si256(lines.add(2)),
                        _mm256_load_si256(lines.add(3)),
                    ];
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let x = x.first.add(r * x.stride + 2 * pair * step);
                        for half in 0..2 {
                            let even = multiply::<SIGNED>(x, lines[half]);
                            let odd = multiply::<SIGNED>(x.add(step), lines[half + 2]);
                            let words = _mm256_add_epi16(even, odd);
                            sums[t][half] =
                                _mm256_add_epi32(sums[t][half], _mm256_madd_epi16(words, ones));
                        }
                    }
                }
            }
            if groups % 2 == 1 {
                self.add_group::<R, T, SIGNED>(x, weights, groups, groups - 1, &mut sums);
            }
            sums
        }
    }

    /// The product that is right for all weights and activations.
    ///
    /// # Safety
    /// As for [`Simd::dot`].
    #[inline(always)]
    unsafe fn dot_one_by_one<const R: usize, const T: usize, const SIGNED: bool>(
        self,
        x: Rows,
        weights: *const i8,
        groups: usize,
    ) -> [[I; T]; R] {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let mut sums = [[[_mm256_setzero_si256(); 2]; T]; R];
            for group in 0..groups {
                self.add_group::<R, T, SIGNED>(x, weights, groups, group, &mut sums);
            }
            sums
        }
    }

    /// Adds the products of one group of four inputs.
    ///
    /// # Safety
    /// As for [`Simd::dot`], and `group` is less than `groups`.
    #[inline(always)]
    unsafe fn add_group<const R: usize, const T: usize, const SIGNED: bool>(
        self,
        x: Rows,
        weights: *const i8,
        groups: usize,
        group: usize,
        sums: &mut [[I; T]; R],
    ) {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let step = if SIGNED { 8 } else { 4 };
            for t in 0..T {
                let line: *const __m256i = weights.add((t * groups + group) * 64).cast();
                let line = [_mm256_load_si256(line), _mm256_load_si256(line.add(1))];
                for (r, sums) in sums.iter_mut().enumerate() {
                    let x = x.first.add(r * x.stride + group * step);
                    for half in 0..2 {
                        let words = multiply::<SIGNED>(x, line[half]);
                        sums[t][half] =
                            _mm256_add_epi32(sums[t][half], _mm256_madd_epi16(words, ones));
                    }
                }
            }
        }
    }
}

/// Products of four activations with eight times four weights, added in pairs to 16 bits.
///
/// # Safety
/// `x` points to four unsigned bytes or, if `SIGNED`, to four signed bytes and their magnitudes; the
/// processor has AVX2.
#[inline(always)]
unsafe fn multiply<const SIGNED: bool>(x: *const u8, weights: __m256i) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe {
        if SIGNED {
            // |x| * (w with the sign of x): 2 * 127 * 127 fits 16 bits.
            _mm256_maddubs_epi16(broadcast(x.add(4)), _mm256_sign_epi8(weights, broadcast(x)))
        } else {
            _mm256_maddubs_epi16(broadcast(x), weights)
        }
    }
}
