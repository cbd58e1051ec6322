//! AVX-512 with its dot products (VNNI), in one register of 16 lanes; where the processor has them, with the matrix registers of
//! AMX for many rows.

use std::arch::x86_64::*;

use super::amx::Matrices;
use super::avx2::store_bytes;
use super::portable::Portable;
use super::x86_pack;
use super::{Bound, Expectation, Extras, Form, LANES, Operation, Rows, Simd, Tiles};
use crate::aligned::Line;

/// AVX-512 F, BW, VL and VNNI, and what AVX2 kernels need, with or without AMX. Only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx512 {
    matrices: Option<Matrices>,
}

impl Avx512 {
    pub(crate) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        all.then_some(Self { matrices: None })
    }

    /// The same with AMX, if the processor has it and the system allows it.
    pub(crate) fn with_matrices(self) -> Option<Self> {
        let matrices = Some(Matrices::detect()?);
        Some(Self { matrices })
    }

    pub(crate) fn name(self) -> &'static str {
        match self.matrices {
            Some(_) => "AMX",
            None => "AVX512-VNNI",
        }
    }

    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512vl,avx512vnni")]
        fn with_features<O: Operation>(token: Avx512, operation: O) -> O::Output {
            operation.run(token)
        }
        proven!(with_features(self, operation))
    }
}

/// Defines methods that are one intrinsic.
macro_rules! whole {
    ($($name:ident($($operand:ident: $from:ty),*) -> $to:ty = $intrinsic:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($operand: $from),*) -> $to {
            proven!($intrinsic($($operand),*))
        }
    )*};
}

type F = __m512;
type I = __m512i;

impl Simd for Avx512 {
    type F = F;
    type I = I;
    type M = __mmask16;

    const FORM: Form = Form::Offset;
    const ROWS: usize = 8;
    const TILES: usize = 2;
    const MANY_REGISTERS: bool = true;

    whole! {
        splat(value: f32) -> F = _mm512_set1_ps;
        add(a: F, b: F) -> F = _mm512_add_ps;
        sub(a: F, b: F) -> F = _mm512_sub_ps;
        mul(a: F, b: F) -> F = _mm512_mul_ps;
        div(a: F, b: F) -> F = _mm512_div_ps;
        mul_add(a: F, b: F, c: F) -> F = _mm512_fmadd_ps;
        add_i32(a: I, b: I) -> I = _mm512_add_epi32;
        splat_i32(value: i32) -> I = _mm512_set1_epi32;
        to_f32(value: I) -> F = _mm512_cvtepi32_ps;
    }

    // Miri, which checks the rest, knows no instructions for the following four.

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        if cfg!(miri) {
            return self.select(self.greater(b, a), a, b);
        }
        proven!(_mm512_min_ps(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        if cfg!(miri) {
            return self.select(self.greater(a, b), a, b);
        }
        proven!(_mm512_max_ps(a, b))
    }

    #[inline(always)]
    fn greater(self, a: F, b: F) -> __mmask16 {
        if cfg!(miri) {
            let (a, b) = (self.lanes(a), self.lanes(b));
            return (0..LANES)
                .filter(|&lane| a[lane] > b[lane])
                .map(|lane| 1 << lane)
                .sum();
        }
        proven!(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b))
    }

    #[inline(always)]
    fn round(self, value: F) -> I {
        if cfg!(miri) {
            return self.load_i32(&Portable.round(self.lanes(value)));
        }
        proven!(_mm512_cvtps_epi32(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> F {
        reaching!("an array of 16 values", _mm512_loadu_ps(from.as_ptr()))
    }

    #[inline(always)]
    fn store(self, value: F, to: &mut [f32; LANES]) {
        reaching!(
            "an array of 16 values",
            _mm512_storeu_ps(to.as_mut_ptr(), value)
        );
    }

    #[inline(always)]
    fn select(self, mask: __mmask16, yes: F, no: F) -> F {
        proven!(_mm512_mask_blend_ps(mask, no, yes))
    }

    #[inline(always)]
    fn select_i32(self, mask: __mmask16, yes: I, no: I) -> I {
        proven!(_mm512_mask_blend_epi32(mask, no, yes))
    }

    #[inline(always)]
    fn sum(self, value: F) -> f32 {
        proven!({
            let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(value)));
            let eight = _mm256_add_ps(_mm512_castps512_ps256(value), high);
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
            let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(value)));
            let eight = _mm256_max_ps(_mm512_castps512_ps256(value), high);
            let four = _mm_max_ps(
                _mm256_castps256_ps128(eight),
                _mm256_extractf128_ps::<1>(eight),
            );
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
        })
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32; LANES]) -> I {
        reaching!(
            "an array of 16 values",
            _mm512_loadu_si512(from.as_ptr().cast())
        )
    }

    #[inline(always)]
    fn store_i32(self, value: I, to: &mut [i32; LANES]) {
        reaching!(
            "an array of 16 values",
            _mm512_storeu_si512(to.as_mut_ptr().cast(), value)
        );
    }

    #[inline(always)]
    fn power_of_two(self, exponent: I) -> F {
        proven!({
            let biased = _mm512_add_epi32(exponent, _mm512_set1_epi32(127));
            _mm512_castsi512_ps(_mm512_slli_epi32::<23>(biased))
        })
    }

    #[inline(always)]
    fn widen(self, from: &[i8; LANES]) -> F {
        let bytes = reaching!(
            "an array of 16 bytes",
            _mm_loadu_si128(from.as_ptr().cast())
        );
        proven!(_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes)))
    }

    #[inline(always)]
    fn transpose(self, square: &mut [[f32; LANES]; LANES]) {
        proven!(x86_pack::transpose_square(square));
    }

    #[inline(always)]
    fn write_quantized(self, value: I, row: &mut [u8], _width: usize, at: usize) {
        let offset = proven!(_mm_xor_si128(
            _mm512_cvtepi32_epi8(value),
            _mm_set1_epi8(-128)
        ));
        store_bytes(offset, &mut row[at..][..LANES]);
    }

    #[inline(always)]
    unsafe fn dot<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles) -> [[I; T]; R] {
        let Tiles {
            weights,
            corrections,
            groups,
            ahead,
            ..
        } = tiles;
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let mut start = [_mm512_setzero_si512(); T];
            for (t, start) in start.iter_mut().enumerate() {
                *start = _mm512_loadu_si512(corrections.add(t * LANES).cast());
            }
            let mut sums = [start; R];
            for group in 0..groups {
                x86_pack::prefetch_lines(ahead.of_group::<T>(group));
                let mut lines = [_mm512_setzero_si512(); T];
                for (t, line) in lines.iter_mut().enumerate() {
                    *line = _mm512_load_si512(weights.add((t * groups + group) * 64).cast());
                }
                for (r, sums) in sums.iter_mut().enumerate() {
                    let four = x
                        .first
                        .add(r * x.stride + group * 4)
                        .cast::<i32>()
                        .read_unaligned();
                    for (sum, line) in sums.iter_mut().zip(lines) {
                        *sum = _mm512_dpbusd_epi32(*sum, _mm512_set1_epi32(four), line);
                    }
                }
            }
            sums
        }
    }

    #[inline(always)]
    fn matrices(self) -> Option<Matrices> {
        self.matrices
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
        _expected: Expectation,
        _extras: &mut Extras,
    ) -> Bound {
        proven!(x86_pack::pack_tile(rows, tile, corrections));
        Bound::Wide
    }
}

impl Avx512 {
    #[inline(always)]
    fn lanes(self, value: F) -> [f32; LANES] {
        let mut lanes = [0.0; LANES];
        self.store(value, &mut lanes);
        lanes
    }
}
