//! NEON, in four registers of 4 lanes; optionally with the dot products of Armv8.2 or the matrix products of Armv8.6.

use std::arch::aarch64::*;
use std::arch::asm;

use super::{Bound, Expectation, Extras, Form, LANES, Operation, Rows, Simd, Tiles};
use crate::aligned::Line;
use crate::isa::portable::Portable;

/// How a set of instructions multiplies: with what every NEON has, by pairs of bytes,
pub(super) const PAIRWISE: u8 = 0;
/// with the dot products of Armv8.2,
pub(super) const DOT: u8 = 1;
/// or with the matrix products of Armv8.6 (i8mm), and dot products where there is one row.
pub(super) const MATRICES: u8 = 2;

/// NEON, with one of the ways to multiply. Only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neon<const PRODUCTS: u8>(());

/// Defines what needs the names of features: that the processor has all, and that a kernel is compiled for them.
macro_rules! token {
    ($products:ident, $features:literal, $($feature:tt),*) => {
        impl Neon<$products> {
            pub(crate) fn detect() -> Option<Self> {
                let all = true $(&& std::arch::is_aarch64_feature_detected!($feature))*;
                all.then_some(Self(()))
            }

            pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
                #[target_feature(enable = $features)]
                fn with_features<O: Operation>(token: Neon<$products>, operation: O) -> O::Output {
                    operation.run(token)
                }
                proven!(with_features(self, operation))
            }
        }
    };
}

token!(PAIRWISE, "neon", "neon");
token!(DOT, "neon,dotprod", "neon", "dotprod");
token!(MATRICES, "neon,dotprod,i8mm", "neon", "dotprod", "i8mm");

type F = [float32x4_t; 4];
type I = [int32x4_t; 4];

/// Defines methods that apply one intrinsic to all quarters.
macro_rules! quarters {
    ($($name:ident($($operand:ident: $from:ty),*) -> $to:ty = $intrinsic:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($operand: $from),*) -> $to {
            proven!([
                $intrinsic($($operand[0]),*),
                $intrinsic($($operand[1]),*),
                $intrinsic($($operand[2]),*),
                $intrinsic($($operand[3]),*),
            ])
        }
    )*};
}

impl<const PRODUCTS: u8> Simd for Neon<PRODUCTS> {
    type F = F;
    type I = I;
    type M = [uint32x4_t; 4];

    const FORM: Form = Form::Signed;
    const ROWS: usize = if PRODUCTS == PAIRWISE { 2 } else { 4 };
    const TILES: usize = 1;

    quarters! {
        add(a: F, b: F) -> F = vaddq_f32;
        sub(a: F, b: F) -> F = vsubq_f32;
        mul(a: F, b: F) -> F = vmulq_f32;
        div(a: F, b: F) -> F = vdivq_f32;
        greater(a: F, b: F) -> [uint32x4_t; 4] = vcgtq_f32;
        select(mask: [uint32x4_t; 4], yes: F, no: F) -> F = vbslq_f32;
        select_i32(mask: [uint32x4_t; 4], yes: I, no: I) -> I = vbslq_s32;
        add_i32(a: I, b: I) -> I = vaddq_s32;
        round(value: F) -> I = vcvtnq_s32_f32;
        to_f32(value: I) -> F = vcvtq_f32_s32;
    }

    #[inline(always)]
    fn mul_add(self, a: F, b: F, c: F) -> F {
        proven!([
            vfmaq_f32(c[0], a[0], b[0]),
            vfmaq_f32(c[1], a[1], b[1]),
            vfmaq_f32(c[2], a[2], b[2]),
            vfmaq_f32(c[3], a[3], b[3]),
        ])
    }

    // The instructions for the lesser and the greater treat NaN and zeros differently.
    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        self.select(self.greater(b, a), a, b)
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        self.select(self.greater(a, b), a, b)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        proven!([vdupq_n_f32(value); 4])
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> F {
        let from = from.as_ptr();
        reaching!(
            "an array of 16 values",
            [
                vld1q_f32(from),
                vld1q_f32(from.add(4)),
                vld1q_f32(from.add(8)),
                vld1q_f32(from.add(12))
            ]
        )
    }

    #[inline(always)]
    fn store(self, value: F, to: &mut [f32; LANES]) {
        for (part, value) in value.into_iter().enumerate() {
            reaching!(
                "an array of 16 values",
                vst1q_f32(to.as_mut_ptr().add(4 * part), value)
            );
        }
    }

    #[inline(always)]
    fn sum(self, value: F) -> f32 {
        proven!({
            let four = vaddq_f32(vaddq_f32(value[0], value[2]), vaddq_f32(value[1], value[3]));
            let two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
            vget_lane_f32::<0>(two) + vget_lane_f32::<1>(two)
        })
    }

    #[inline(always)]
    fn maximum(self, value: F) -> f32 {
        // Once per row, so the order of the portable one is simply taken over.
        let mut lanes = [0.0; LANES];
        self.store(value, &mut lanes);
        Portable.maximum(lanes)
    }

    #[inline(always)]
    fn splat_i32(self, value: i32) -> I {
        proven!([vdupq_n_s32(value); 4])
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32; LANES]) -> I {
        let from = from.as_ptr();
        reaching!(
            "an array of 16 values",
            [
                vld1q_s32(from),
                vld1q_s32(from.add(4)),
                vld1q_s32(from.add(8)),
                vld1q_s32(from.add(12))
            ]
        )
    }

    #[inline(always)]
    fn store_i32(self, value: I, to: &mut [i32; LANES]) {
        for (part, value) in value.into_iter().enumerate() {
            reaching!(
                "an array of 16 values",
                vst1q_s32(to.as_mut_ptr().add(4 * part), value)
            );
        }
    }

    #[inline(always)]
    fn power_of_two(self, exponent: I) -> F {
        let mut powers = self.splat(0.0);
        for (power, exponent) in powers.iter_mut().zip(exponent) {
            *power = proven!({
                let biased = vaddq_s32(exponent, vdupq_n_s32(127));
                vreinterpretq_f32_s32(vshlq_n_s32::<23>(biased))
            });
        }
        powers
    }

    #[inline(always)]
    fn widen(self, from: &[i8; LANES]) -> F {
        let bytes = reaching!("an array of 16 bytes", vld1q_s8(from.as_ptr()));
        proven!({
            let (low, high) = (vmovl_s8(vget_low_s8(bytes)), vmovl_s8(vget_high_s8(bytes)));
            [
                vcvtq_f32_s32(vmovl_s16(vget_low_s16(low))),
                vcvtq_f32_s32(vmovl_s16(vget_high_s16(low))),
                vcvtq_f32_s32(vmovl_s16(vget_low_s16(high))),
                vcvtq_f32_s32(vmovl_s16(vget_high_s16(high))),
            ]
        })
    }

    #[inline(always)]
    fn transpose(self, square: &mut [[f32; LANES]; LANES]) {
        Portable.transpose(square);
    }

    #[inline(always)]
    fn write_quantized(self, value: I, row: &mut [u8], _width: usize, at: usize) {
        let to = &mut row[at..][..LANES];
        reaching!("a slice of 16 bytes", {
            let low = vcombine_s16(vmovn_s32(value[0]), vmovn_s32(value[1]));
            let high = vcombine_s16(vmovn_s32(value[2]), vmovn_s32(value[3]));
            vst1q_s8(
                to.as_mut_ptr().cast(),
                vcombine_s8(vmovn_s16(low), vmovn_s16(high)),
            );
        });
    }

    #[inline(always)]
    unsafe fn dot<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles) -> [[I; T]; R] {
        let Tiles {
            weights, groups, ..
        } = tiles;
        // SAFETY: the contract of this method is that of those it calls.
        unsafe {
            match PRODUCTS {
                MATRICES if R > 1 => self.matrix_products(x, weights, groups),
                PAIRWISE => self.dot_pairwise(x, weights, groups),
                _ => self.dot_products(x, weights, groups),
            }
        }
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
        Portable.pack_tile(rows, tile, corrections, expected, extras)
    }
}

impl<const PRODUCTS: u8> Neon<PRODUCTS> {
    /// With the matrix products of Armv8.6: two rows of eight inputs with two outputs at a time.
    ///
    /// # Safety
    /// As for [`Simd::dot`], and the processor has them.
    #[inline(always)]
    unsafe fn matrix_products<const R: usize, const T: usize>(
        self,
        x: Rows,
        weights: *const i8,
        groups: usize,
    ) -> [[I; T]; R] {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            // Of each pair of rows, the last of which may be one row twice, and each pair of outputs.
            let mut squares = [[[vdupq_n_s32(0); 8]; T]; R];
            for pair in 0..groups / 2 {
                for t in 0..T {
                    let lines = weights.add((t * groups + 2 * pair) * 64);
                    let mut outputs = [vdupq_n_s8(0); 8];
                    for quarter in 0..4 {
                        let even = vreinterpretq_s32_s8(vld1q_s8(lines.add(16 * quarter)));
                        let odd = vreinterpretq_s32_s8(vld1q_s8(lines.add(64 + 16 * quarter)));
                        outputs[2 * quarter] = vreinterpretq_s8_s32(vzip1q_s32(even, odd));
                        outputs[2 * quarter + 1] = vreinterpretq_s8_s32(vzip2q_s32(even, odd));
                    }
                    for rows in 0..R.div_ceil(2) {
                        let last = (2 * rows + 1).min(R - 1);
                        let first = vld1_s8(x.first.add(2 * rows * x.stride + pair * 8).cast());
                        let second = vld1_s8(x.first.add(last * x.stride + pair * 8).cast());
                        let both = vcombine_s8(first, second);
                        for (square, outputs) in squares[rows][t].iter_mut().zip(outputs) {
                            *square = smmla(*square, both, outputs);
                        }
                    }
                }
            }
            let mut sums = [[[vdupq_n_s32(0); 4]; T]; R];
            for (r, sums) in sums.iter_mut().enumerate() {
                for (sums, squares) in sums.iter_mut().zip(&squares[r / 2]) {
                    for (sum, [left, right]) in sums.iter_mut().zip(squares.as_chunks::<2>().0) {
                        let (left, right) =
                            (vreinterpretq_s64_s32(*left), vreinterpretq_s64_s32(*right));
                        *sum = vreinterpretq_s32_s64(if r % 2 == 0 {
                            vzip1q_s64(left, right)
                        } else {
                            vzip2q_s64(left, right)
                        });
                    }
                }
            }
            if groups % 2 == 1 {
                self.add_group(&mut sums, x, weights, groups, groups - 1);
            }
            sums
        }
    }

    /// With the dot products of Armv8.2.
    ///
    /// # Safety
    /// As for [`Simd::dot`], and the processor has them.
    #[inline(always)]
    unsafe fn dot_products<const R: usize, const T: usize>(
        self,
        x: Rows,
        weights: *const i8,
        groups: usize,
    ) -> [[I; T]; R] {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            let mut sums = [[[vdupq_n_s32(0); 4]; T]; R];
            for group in 0..groups {
                self.add_group(&mut sums, x, weights, groups, group);
            }
            sums
        }
    }

    /// Adds the products of one group of four inputs, of as many as there are, with dot products.
    ///
    /// # Safety
    /// As for [`Simd::dot`], and the processor has them.
    #[inline(always)]
    unsafe fn add_group<const R: usize, const T: usize>(
        self,
        sums: &mut [[I; T]; R],
        x: Rows,
        weights: *const i8,
        groups: usize,
        group: usize,
    ) {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            for t in 0..T {
                let line = weights.add((t * groups + group) * 64);
                let line = [
                    vld1q_s8(line),
                    vld1q_s8(line.add(16)),
                    vld1q_s8(line.add(32)),
                    vld1q_s8(line.add(48)),
                ];
                for (r, sums) in sums.iter_mut().enumerate() {
                    let four = broadcast(x.first.add(r * x.stride + group * 4));
                    for (sum, weights) in sums[t].iter_mut().zip(line) {
                        *sum = sdot(*sum, weights, four);
                    }
                }
            }
        }
    }

    /// With products of 8 bits that are added in pairs. Two groups share the sums in 16 bits:
    /// 2 * 127 * 127 fits.
    ///
    /// # Safety
    /// As for [`Simd::dot`].
    #[inline(always)]
    unsafe fn dot_pairwise<const R: usize, const T: usize>(
        self,
        x: Rows,
        weights: *const i8,
        groups: usize,
    ) -> [[I; T]; R] {
        // SAFETY: the caller promises that all operands reach as far as they are read.
        unsafe {
            // Two sums for each output, of the first two inputs and of the last two of each group.
            let mut sums = [[[[vdupq_n_s32(0); 2]; 4]; T]; R];
            for pair in 0..groups.div_ceil(2) {
                let both = 2 * pair + 1 < groups;
                for t in 0..T {
                    let lines = weights.add((t * groups + 2 * pair) * 64);
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let x = x.first.add(r * x.stride + pair * 8);
                        let even = broadcast(x);
                        for (part, sums) in sums[t].iter_mut().enumerate() {
                            let weights = vld1q_s8(lines.add(16 * part));
                            let mut low = vmull_s8(vget_low_s8(weights), vget_low_s8(even));
                            let mut high = vmull_high_s8(weights, even);
                            if both {
                                let odd = broadcast(x.add(4));
                                let weights = vld1q_s8(lines.add(64 + 16 * part));
                                low = vmlal_s8(low, vget_low_s8(weights), vget_low_s8(odd));
                                high = vmlal_high_s8(high, weights, odd);
                            }
                            *sums = [vpadalq_s16(sums[0], low), vpadalq_s16(sums[1], high)];
                        }
                    }
                }
            }
            let mut totals = [[[vdupq_n_s32(0); 4]; T]; R];
            for (totals, sums) in totals.iter_mut().zip(&sums) {
                for (totals, sums) in totals.iter_mut().zip(sums) {
                    for (total, sums) in totals.iter_mut().zip(sums) {
                        *total = vpaddq_s32(sums[0], sums[1]);
                    }
                }
            }
            totals
        }
    }
}

/// Four bytes, repeated.
///
/// # Safety
/// `from` points to four bytes, and the processor has NEON.
#[inline(always)]
unsafe fn broadcast(from: *const u8) -> int8x16_t {
    // SAFETY: as the caller promises.
    unsafe { vreinterpretq_s8_s32(vdupq_n_s32(from.cast::<i32>().read_unaligned())) }
}

/// Adds to each lane the products of its four bytes.
///
/// # Safety
/// The processor has the dot products.
#[inline(always)]
unsafe fn sdot(mut sum: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // The intrinsic is not stable yet.
    // SAFETY: the caller promises that the instruction exists; it touches only its operands.
    unsafe {
        asm!(
            ".arch_extension dotprod",
            "sdot {sum:v}.4s, {a:v}.16b, {b:v}.16b",
            sum = inout(vreg) sum,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}

/// Adds the products of both rows of eight bytes of `a` with both of `b`, row by row.
///
/// # Safety
/// The processor has the matrix products.
#[inline(always)]
unsafe fn smmla(mut sum: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // The intrinsic is not stable yet.
    // SAFETY: the caller promises that the instruction exists; it touches only its operands.
    unsafe {
        asm!(
            ".arch_extension i8mm",
            "smmla {sum:v}.4s, {a:v}.16b, {b:v}.16b",
            sum = inout(vreg) sum,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}
