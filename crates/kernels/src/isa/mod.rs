//! Instruction sets: the operations that each provides, the proof that the processor has them, and
//! the choice between them.
//!
//! An instruction set is a token that only its `detect` hands out, so holding one proves
//! support. Kernels are written once over [`Simd`]; [`Kernels::run`] instantiates them inside a
//! function that enables the instructions, and everything below is inlined into that function.
//! Closures, and functions that take them, would not be: they do not belong around intrinsics.

// What only one architecture makes use of belongs to the interface all the same.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

/// Wraps intrinsics in methods of the token. They touch nothing but their operands.
macro_rules! proven {
    ($($body:tt)*) => {{
        // SAFETY: whoever holds the token has seen that the processor has the instructions.
        unsafe { $($body)* }
    }};
}

/// Wraps intrinsics that read or write memory in methods of the token: the processor has them for the same reason. The
/// first argument says why what they reach is there.
macro_rules! reaching {
    ($reason:literal, $($body:tt)*) => {{
        // SAFETY: whoever holds the token has seen that the processor has the instructions, and the reason is given.
        unsafe { $($body)* }
    }};
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_pack;

use std::fmt::Debug;
use std::ops::Range;
use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use self::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use self::avx512::Avx512;
#[cfg(target_arch = "aarch64")]
use self::neon::Neon;
use self::portable::Portable;
use crate::aligned::Line;

/// Lanes of the vectors in which all kernels compute, whatever the width of the registers.
pub const LANES: usize = 16;

/// The number of each lane.
pub(crate) const LANE_NUMBERS: [f32; LANES] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
];

/// How rows of quantised activations are laid out for the products of an instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Signed bytes.
    Signed,
    /// Bytes plus 128, as unsigned.
    Offset,
    /// First all bytes plus 128, as unsigned; then, in turn, four signed bytes and their magnitudes.
    WithMagnitudes,
}

impl Form {
    /// Bytes that one value takes.
    pub(crate) const fn bytes_per_value(self) -> usize {
        match self {
            Self::Signed | Self::Offset => 1,
            Self::WithMagnitudes => 3,
        }
    }
}

/// How large the sum of the magnitudes of four weights gets: of two inputs that are neighbours, in two groups that
/// are. It says when sums of products fit 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// At most 128: with activations of at most 255, 16 bits suffice.
    Narrow,
    /// At most 258: with activations of at most 127, 16 bits suffice.
    Medium,
    /// Anything.
    Wide,
}

impl Bound {
    pub(crate) const NARROW: i32 = i16::MAX as i32 / 255;
    pub(crate) const MEDIUM: i32 = i16::MAX as i32 / 127;

    /// The greatest sum that is allowed.
    pub(crate) const fn limit(self) -> i32 {
        match self {
            Self::Narrow => Self::NARROW,
            Self::Medium => Self::MEDIUM,
            Self::Wide => i32::MAX,
        }
    }

    pub(crate) fn of(greatest: i32) -> Self {
        if greatest <= Self::NARROW {
            Self::Narrow
        } else if greatest <= Self::MEDIUM {
            Self::Medium
        } else {
            Self::Wide
        }
    }
}

/// What is known about the operands of a product, which allows shorter instruction sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowledge {
    /// No activation is negative, and [`Simd::NONNEGATIVE_FORM`] is the layout.
    pub(crate) nonnegative: bool,
    /// Of the weights.
    pub(crate) bound: Bound,
}

/// What is known beforehand of the activations that weights will meet. It has a say in the order in which
/// they are multiplied, never in the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// Any activations.
    Any,
    /// Activations that are never negative.
    Nonnegative,
    /// So few that sorting the weights would take longer than it saves.
    Few,
}

/// Lines with weights that were taken out of their tiles, to be added to the products.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    groups: Vec<usize>,
    lines: Vec<Line>,
}

impl Extras {
    /// Adds a line, to be multiplied with a group of four inputs.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "only AVX2 has any")
    )]
    pub(crate) fn push(&mut self, group: usize, line: Line) {
        self.groups.push(group);
        self.lines.push(line);
    }

    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.lines.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.groups.len()
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.lines[..]) + size_of_val(&self.groups[..])
    }

    /// Some of the lines, each with the group of four inputs that it belongs to.
    #[inline(always)]
    pub(crate) fn in_range(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Line)> {
        self.groups[range.clone()]
            .iter()
            .copied()
            .zip(&self.lines[range])
    }
}

/// Rows of quantised activations, from some group of four inputs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The group in the first row.
    pub(crate) first: *const u8,
    /// From [`Self::first`] to the same group among the signed bytes and magnitudes of
    /// [`Form::WithMagnitudes`].
    pub(crate) to_magnitudes: usize,
    /// From one row to the next.
    pub(crate) stride: usize,
}

impl Rows {
    /// The rows from another group on, which they must have.
    #[inline(always)]
    pub(crate) fn starting_at(self, group: usize) -> Self {
        Self {
            first: self.first.wrapping_add(4 * group),
            to_magnitudes: self.to_magnitudes + 4 * group,
            stride: self.stride,
        }
    }

    /// The signed bytes and magnitudes of [`Form::WithMagnitudes`].
    ///
    /// # Safety
    /// The rows have that form.
    #[inline(always)]
    pub(crate) unsafe fn magnitudes(self) -> Self {
        // SAFETY: the caller promises that they lie there.
        let first = unsafe { self.first.add(self.to_magnitudes) };
        Self {
            first,
            to_magnitudes: 0,
            stride: self.stride,
        }
    }
}

/// What a product multiplies rows with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    /// Tiles of [`Self::groups`] times 64 bytes, one behind the other, on a multiple of 64.
    pub(crate) weights: *const i8,
    /// Of each tile, 16 values: minus 128 times the sum of each output's weights.
    pub(crate) corrections: *const i32,
    /// Groups of four inputs.
    pub(crate) groups: usize,
    pub(crate) known: Knowledge,
    pub(crate) ahead: Ahead,
}

/// Weights that will be read next, for processors that want to know: some for each group of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Those that the first group asks for. It need not be anywhere.
    pub(crate) from: *const i8,
    /// Bytes that each group asks for.
    pub(crate) step: usize,
}

impl Ahead {
    /// Nothing that has not been read.
    pub(crate) const NOTHING: Self = Self {
        from: std::ptr::null(),
        step: 0,
    };

    /// The cache lines that a group asks for if it has `T` of its own, or a few of them twice.
    #[inline(always)]
    pub(crate) fn of_group<const T: usize>(self, group: usize) -> [*const i8; T] {
        let mut lines = [self.from.wrapping_add(group * self.step); T];
        for (t, line) in lines.iter_mut().enumerate() {
            *line = line.wrapping_add(t * (self.step / T));
        }
        lines
    }
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
    /// Rows that a product takes at once: 2, 4 or 8.
    const ROWS: usize;
    /// Tiles of outputs that a product of many rows takes at once: 1 or 2.
    const TILES: usize;
    /// Whether weights may have been taken out of the tiles that this multiplies, by its own [`Self::pack_tile`] or another's.
    const EXTRAS: bool = false;
    /// Whether there are registers for 16 sums of 16 lanes, and for what is added to them.
    const MANY_REGISTERS: bool = false;

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

    /// Turns rows into columns.
    fn transpose(self, square: &mut [[f32; LANES]; LANES]);

    /// Writes lanes in -127..=127 to their places in a row of [`Self::FORM`] of `width` values, from the
    /// value `at` on.
    fn write_quantized(self, value: Self::I, row: &mut [u8], width: usize, at: usize);
    /// Writes lanes in 0..=127 to a row of [`Self::NONNEGATIVE_FORM`], like [`Self::write_quantized`].
    #[inline(always)]
    fn write_nonnegative(self, value: Self::I, row: &mut [u8], width: usize, at: usize) {
        self.write_quantized(value, row, width, at);
    }

    /// The exact products of `R` rows of activations with `T` tiles of 16 outputs each.
    ///
    /// # Safety
    /// `x` has `R` rows of as many groups of four values as the tiles have, in the form that is known of them. There are `T`
    /// tiles, and their corrections.
    unsafe fn dot<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles)
    -> [[Self::I; T]; R];

    /// The registers for products of many rows at once, where the processor has some.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn matrices(self) -> Option<amx::Matrices> {
        None
    }

    /// Says that bytes will soon be read, for processors that want to know.
    #[inline(always)]
    fn prefetch(self, _bytes: &[i8]) {}

    /// Packs 16 rows of weights, all as long as `tile` has groups of four, into one tile and, if that
    /// makes products faster, some of the weights into `extras`. Yields the corrections of [`Self::dot`]
    /// for the weights in the tile, and returns their bound.
    fn pack_tile(
        self,
        rows: &[&[i8]; LANES],
        tile: &mut [Line],
        corrections: &mut [i32; LANES],
        expected: Expectation,
        extras: &mut Extras,
    ) -> Bound;
}

/// Something to compute, generic over the instruction set.
pub(crate) trait Operation {
    type Output;

    /// Computes it. Must be `inline(always)`, with everything it calls.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Isa {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni(Avx512),
    #[cfg(target_arch = "x86_64")]
    AvxVnni(Avx2<true>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2<false>),
    #[cfg(target_arch = "aarch64")]
    NeonMatrices(Neon<{ neon::MATRICES }>),
    #[cfg(target_arch = "aarch64")]
    NeonDot(Neon<{ neon::DOT }>),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon<{ neon::PAIRWISE }>),
    Portable(Portable),
}

/// A choice of instruction set that the processor is known to have. Everything is computed through
/// its methods; all choices give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels(Isa);

/// What [`Kernels::best`] returns.
static BEST: OnceLock<Kernels> = OnceLock::new();

impl Kernels {
    /// The fastest instruction set of this processor, detected once, unless another was chosen.
    #[must_use]
    pub fn best() -> Self {
        *BEST.get_or_init(|| {
            Self::supported()
                .first()
                .copied()
                .unwrap_or(Self::portable())
        })
    }

    /// Makes this choice the one that [`Self::best`] returns in this process, for measurements of processors with less. Weights
    /// are packed for what is best, so this must come before the first use; it returns whether it did.
    #[must_use]
    pub fn choose(self) -> bool {
        BEST.set(self).is_ok()
    }

    /// Plain Rust without any instruction beyond the target's own. Slow, but the same bits.
    #[must_use]
    pub fn portable() -> Self {
        Self(Isa::Portable(Portable))
    }

    /// The instruction set of this [name](Self::name), if this processor has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut supported = Self::supported().into_iter();
        supported.find(|kernels| kernels.name() == name)
    }

    /// Every choice that this processor allows, the fastest first, [`Self::portable`] last.
    #[must_use]
    pub fn supported() -> Vec<Self> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = Avx512::detect();
            all.extend(avx512.and_then(Avx512::with_matrices).map(Isa::Avx512Vnni));
            all.extend(avx512.map(Isa::Avx512Vnni));
            all.extend(Avx2::<true>::detect().map(Isa::AvxVnni));
            all.extend(Avx2::<false>::detect().map(Isa::Avx2));
        }
        #[cfg(target_arch = "aarch64")]
        {
            all.extend(Neon::<{ neon::MATRICES }>::detect().map(Isa::NeonMatrices));
            all.extend(Neon::<{ neon::DOT }>::detect().map(Isa::NeonDot));
            all.extend(Neon::<{ neon::PAIRWISE }>::detect().map(Isa::Neon));
        }
        all.push(Isa::Portable(Portable));
        all.into_iter().map(Self).collect()
    }

    /// The customary name of the instruction set, for logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Isa::AvxVnni(_) => "AVX-VNNI",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vnni(token) => token.name(),
            #[cfg(target_arch = "aarch64")]
            Isa::NeonMatrices(_) => "NEON with matrix products",
            #[cfg(target_arch = "aarch64")]
            Isa::NeonDot(_) => "NEON with dot products",
            #[cfg(target_arch = "aarch64")]
            Isa::Neon(_) => "NEON",
            Isa::Portable(_) => "portable",
        }
    }

    /// Runs an operation with the instructions of this choice.
    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Isa::AvxVnni(token) => token.run(operation),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(token) => token.run(operation),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vnni(token) => token.run(operation),
            #[cfg(target_arch = "aarch64")]
            Isa::NeonMatrices(token) => token.run(operation),
            #[cfg(target_arch = "aarch64")]
            Isa::NeonDot(token) => token.run(operation),
            #[cfg(target_arch = "aarch64")]
            Isa::Neon(token) => token.run(operation),
            Isa::Portable(token) => operation.run(token),
        }
    }
}
