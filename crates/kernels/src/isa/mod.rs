//! Instruction sets: the operations that each provides, the proof that the processor has them, and
//! the choice between them.
//!
//! An instruction set is a zero-sized token that only its `detect` hands out, so holding one proves
//! support. Kernels are written once over [`Simd`]; [`Kernels::run`] instantiates them inside a
//! function that enables the instructions, and everything below is inlined into that function.

mod portable;

use std::fmt::Debug;
use std::sync::OnceLock;

use self::portable::Portable;

/// Lanes of the vectors in which all kernels compute, whatever the width of the registers.
pub const LANES: usize = 16;

/// The greatest sum of the magnitudes of four weights whose products with activations of at most 127
/// always fit 16 bits.
pub(crate) const PAIRED_LIMIT: i32 = i16::MAX as i32 / 127;

/// How rows of quantised activations are laid out for the products of an instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Signed bytes.
    Signed,
    /// Bytes plus 128, as unsigned.
    Offset,
    /// Four signed bytes, then the absolute values of the same four.
    WithMagnitudes,
}

impl Form {
    /// Bytes that one value takes.
    pub(crate) const fn bytes_per_value(self) -> usize {
        match self {
            Self::Signed | Self::Offset => 1,
            Self::WithMagnitudes => 2,
        }
    }
}

/// What is known about the operands of a product, which allows shorter instruction sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowledge {
    /// No activation is negative (and [`Simd::NONNEGATIVE_FORM`] is the layout).
    pub(crate) nonnegative: bool,
    /// The 16-bit sums of two neighbouring groups of four inputs cannot overflow together.
    pub(crate) paired: bool,
}

/// Vectors of 16 lanes and the products of an instruction set.
///
/// Every method is `inline(always)` in every implementation, or the kernels would be compiled
/// without the instructions that they are meant for.
pub(crate) trait Simd: Copy + Debug {
    /// 16 x f32.
    type F: Copy;
    /// 16 x i32.
    type I: Copy;
    /// 16 x bool.
    type M: Copy;

    /// The layout of activations in general.
    const FORM: Form;
    /// The layout of activations that are never negative.
    const NONNEGATIVE_FORM: Form = Self::FORM;
    /// Rows that a product takes at once: 4 or 8.
    const ROWS: usize;
    /// Tiles of outputs that a product of many rows takes at once: 1 or 2.
    const TILES: usize;

    fn splat(self, value: f32) -> Self::F;
    fn load(self, from: &[f32; LANES]) -> Self::F;
    fn store(self, value: Self::F, to: &mut [f32; LANES]);
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a * b + c`, rounded once.
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;
    /// `a < b ? a : b`: the second for NaN and equal zeros.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a > b ? a : b`: the second for NaN and equal zeros.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    fn greater(self, a: Self::F, b: Self::F) -> Self::M;
    fn select(self, mask: Self::M, yes: Self::F, no: Self::F) -> Self::F;
    fn select_i32(self, mask: Self::M, yes: Self::I, no: Self::I) -> Self::I;
    /// The sum of the lanes, by adding the upper half to the lower one until one is left.
    fn sum(self, value: Self::F) -> f32;
    /// The greatest lane, in the order of [`Self::sum`].
    fn maximum(self, value: Self::F) -> f32;

    fn add_i32(self, a: Self::I, b: Self::I) -> Self::I;
    fn splat_i32(self, value: i32) -> Self::I;
    fn store_i32(self, value: Self::I, to: &mut [i32; LANES]);
    fn load_i32(self, from: &[i32; LANES]) -> Self::I;
    /// To the nearest integer, ties to even. The value's magnitude is below 2^31.
    fn round(self, value: Self::F) -> Self::I;
    fn to_f32(self, value: Self::I) -> Self::F;
    /// 2 to the power of each lane, which is in -126..=127.
    fn power_of_two(self, exponent: Self::I) -> Self::F;
    /// Sign-extended bytes as f32.
    fn widen(self, from: &[i8; LANES]) -> Self::F;

    /// Writes lanes in -127..=127 as bytes in [`Self::FORM`]; `to` has 16 times
    /// [`Form::bytes_per_value`] bytes, or nothing is written.
    fn write_quantized(self, value: Self::I, to: &mut [u8]);
    /// Writes lanes in 0..=127 as bytes in [`Self::NONNEGATIVE_FORM`], like [`Self::write_quantized`].
    fn write_nonnegative(self, value: Self::I, to: &mut [u8]) {
        self.write_quantized(value, to);
    }

    /// The exact products of `R` rows of activations with `T` tiles of 16 outputs each.
    ///
    /// # Safety
    /// `x` points to `R` rows, `stride` bytes apart, of `groups` times 4 values in the form that
    /// `known` implies. `weights` points, on a multiple of 64, to `T` tiles of `groups` times 64
    /// bytes, one behind the other. `corrections` points to `T` times 16 values: minus 128 times the
    /// sum of each output's weights.
    unsafe fn dot<const R: usize, const T: usize>(
        self,
        x: *const u8,
        stride: usize,
        weights: *const i8,
        corrections: *const i32,
        groups: usize,
        known: Knowledge,
    ) -> [[Self::I; T]; R];

    /// Packs 16 rows of weights, all as long as `tile` has groups of four, into one tile; returns
    /// whether [`Knowledge::paired`] holds for it.
    fn pack_tile(
        self,
        rows: &[&[i8]; LANES],
        tile: &mut [crate::aligned::Line],
        corrections: &mut [i32; LANES],
    ) -> bool;
}

/// Something to compute, generic over the instruction set.
pub(crate) trait Operation {
    type Output;

    /// Computes it. Must be `inline(always)`, with everything it calls.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Isa {
    Portable(Portable),
}

/// A choice of instruction set that the processor is known to have. Everything is computed through
/// its methods; all choices give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels(Isa);

impl Kernels {
    /// The fastest instruction set of this processor, detected once.
    #[must_use]
    pub fn best() -> Self {
        static BEST: OnceLock<Kernels> = OnceLock::new();
        *BEST.get_or_init(|| {
            Self::supported()
                .first()
                .copied()
                .unwrap_or(Self::portable())
        })
    }

    /// Plain Rust without any instruction beyond the target's own. Slow, but the same bits.
    #[must_use]
    pub fn portable() -> Self {
        Self(Isa::Portable(Portable))
    }

    /// Every choice that this processor allows, the fastest first, [`Self::portable`] last.
    #[must_use]
    pub fn supported() -> Vec<Self> {
        vec![Self::portable()]
    }

    /// The customary name of the instruction set, for logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Isa::Portable(_) => "portable",
        }
    }

    /// Runs an operation with the instructions of this choice.
    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        match self.0 {
            Isa::Portable(token) => operation.run(token),
        }
    }
}
