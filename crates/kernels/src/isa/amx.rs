//! AMX: eight registers of 16 rows of 64 bytes each, and exact products of int8 matrices in them. The compiler has no stable
//! names for the instructions yet.

use std::arch::asm;
use std::arch::x86_64::{__cpuid_count, __get_cpuid_max};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{LANES, Tiles};

/// Rows of a register.
pub(crate) const REGISTER_ROWS: usize = 16;

/// Bytes of a row of a register: so many inputs are multiplied at a time.
pub(crate) const REGISTER_BYTES: usize = 64;

/// Of the eight registers the first four hold sums, the next two activations, and the last two, from this one on, weights.
const FIRST_OF_WEIGHTS: usize = 6;

/// Groups of four inputs of a row of a register.
const GROUPS: usize = REGISTER_BYTES / 4;

/// Products of up to `R` times 16 rows with `T` tiles, as they leave the registers.
#[repr(align(64))]
pub(crate) struct MatrixSums<const R: usize, const T: usize> {
    sums: [[[MaybeUninit<[i32; LANES]>; T]; REGISTER_ROWS]; R],
    /// How many rows of each block there are.
    rows: usize,
}

impl<const R: usize, const T: usize> MatrixSums<R, T> {
    /// Of no rows.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            sums: [const { [const { [const { MaybeUninit::uninit() }; T] }; REGISTER_ROWS] }; R],
            rows: 0,
        }
    }

    /// The rows of one of the blocks.
    #[inline(always)]
    pub(crate) fn of_block(&self, r: usize) -> &[[[i32; LANES]; T]] {
        let block = &self.sums[r][..self.rows];
        // SAFETY: the product has written as many rows as there are, and `MaybeUninit` changes no layout.
        unsafe { std::slice::from_raw_parts(block.as_ptr().cast(), block.len()) }
    }
}

/// Proof that the processor multiplies matrices of int8 and that this process may use their registers. Only
/// [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Matrices(());

impl Matrices {
    /// Asks the processor, and the system for the permission.
    pub(super) fn detect() -> Option<Self> {
        (cfg!(not(miri)) && processor_multiplies_matrices() && system_saves_registers())
            .then_some(Self(()))
    }

    /// Makes the registers hold `rows` rows of activations and of sums, at most [`REGISTER_ROWS`].
    #[inline(always)]
    pub(crate) fn set_up(self, rows: usize) -> MatrixRegisters {
        debug_assert!((1..=REGISTER_ROWS).contains(&rows));
        let mut configuration = Configuration {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            bytes_of_row: [0; 16],
            rows: [0; 16],
        };
        for register in 0..8 {
            configuration.bytes_of_row[register] = REGISTER_BYTES as u16;
            let has_weights = register >= FIRST_OF_WEIGHTS;
            let rows = if has_weights { REGISTER_ROWS } else { rows };
            configuration.rows[register] = rows as u8;
        }
        // SAFETY: the token proves that the instruction exists, and the configuration is one of palette 1.
        unsafe {
            asm!(
                "ldtilecfg [{}]",
                in(reg) &raw const configuration,
                options(nostack, preserves_flags, readonly),
            );
        }
        MatrixRegisters {
            rows,
            of_this_thread: PhantomData,
        }
    }
}

/// What `ldtilecfg` reads.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_of_row: [u16; 16],
    rows: [u8; 16],
}

const _: () = assert!(size_of::<Configuration>() == 64);

/// The registers as [`Matrices::set_up`] left them, of this thread; given back when dropped, so that the system need not save
/// them when it turns to another thread.
pub(crate) struct MatrixRegisters {
    rows: usize,
    of_this_thread: PhantomData<*const ()>,
}

impl Drop for MatrixRegisters {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: whoever holds the registers has seen that the processor has them.
        unsafe { asm!("tilerelease", options(nostack, preserves_flags, nomem)) };
    }
}

impl MatrixRegisters {
    /// The exact products of `R` blocks of rows, all as high as the registers were set up for, with `T` tiles of 16 outputs:
    /// of up to two blocks with up to two tiles, or of one with four.
    ///
    /// # Safety
    /// At each of `x` begin that many rows, `stride` bytes apart, of bytes plus 128, as many as the tiles have inputs: a multiple
    /// of [`REGISTER_BYTES`]. There are `T` tiles, and their corrections.
    #[inline(always)]
    pub(crate) unsafe fn dot<const R: usize, const T: usize>(
        &self,
        x: [*const u8; R],
        stride: usize,
        tiles: Tiles,
        sums: &mut MatrixSums<R, T>,
    ) {
        const { assert!(R == 1 && (T == 1 || T == 4) || R == 2 && T <= 2) };
        // Lines of 64 bytes, each with four inputs of 16 outputs, are what the instruction wants as rows.
        const WEIGHTS: usize = GROUPS * REGISTER_BYTES;
        let tile = tiles.groups * REGISTER_BYTES;
        // SAFETY: what is read is where the caller promises it, and what is written is in `sums`.
        unsafe {
            // Every row of sums begins with the same corrections.
            let corrections = |t| tiles.corrections.add(t * LANES).cast();
            load::<0>(corrections(0), 0);
            if const { T > 1 } {
                load::<1>(corrections(1), 0);
            }
            if const { T > 2 } {
                load::<2>(corrections(2), 0);
                load::<3>(corrections(3), 0);
            }
            if const { R > 1 } {
                load::<2>(corrections(0), 0);
                if const { T > 1 } {
                    load::<3>(corrections(1), 0);
                }
            }
            for chunk in 0..tiles.groups / GROUPS {
                let inputs = chunk * REGISTER_BYTES;
                let weights = |t| tiles.weights.add(t * tile + chunk * WEIGHTS).cast();
                load::<4>(x[0].add(inputs), stride);
                load::<6>(weights(0), REGISTER_BYTES);
                multiply_add::<0, 4, 6>();
                if const { T > 1 } {
                    load::<7>(weights(1), REGISTER_BYTES);
                    multiply_add::<1, 4, 7>();
                }
                if const { T > 2 } {
                    load::<6>(weights(2), REGISTER_BYTES);
                    multiply_add::<2, 4, 6>();
                    load::<7>(weights(3), REGISTER_BYTES);
                    multiply_add::<3, 4, 7>();
                }
                if const { R > 1 } {
                    load::<5>(x[R - 1].add(inputs), stride);
                    multiply_add::<2, 5, 6>();
                    if const { T > 1 } {
                        multiply_add::<3, 5, 7>();
                    }
                }
            }
            sums.rows = self.rows;
            let sums = &mut sums.sums;
            let row = T * size_of::<[i32; LANES]>();
            store::<0>(sums[0][0][0].as_mut_ptr().cast(), row);
            if const { T > 1 } {
                store::<1>(sums[0][0][1].as_mut_ptr().cast(), row);
            }
            if const { T > 2 } {
                store::<2>(sums[0][0][2].as_mut_ptr().cast(), row);
                store::<3>(sums[0][0][T - 1].as_mut_ptr().cast(), row);
            }
            if const { R > 1 } {
                store::<2>(sums[R - 1][0][0].as_mut_ptr().cast(), row);
                if const { T > 1 } {
                    store::<3>(sums[R - 1][0][1].as_mut_ptr().cast(), row);
                }
            }
        }
    }
}

/// Fills a register with rows that are `stride` bytes apart.
///
/// # Safety
/// The registers are set up, and the rows are there.
#[inline(always)]
unsafe fn load<const REGISTER: usize>(from: *const u8, stride: usize) {
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "tileloadd tmm{}, [{} + {}]",
            const REGISTER,
            in(reg) from,
            in(reg) stride,
            options(nostack, preserves_flags, readonly),
        );
    }
}

/// Writes the rows of a register `stride` bytes apart.
///
/// # Safety
/// The registers are set up, and there is room for the rows.
#[inline(always)]
unsafe fn store<const REGISTER: usize>(to: *mut i32, stride: usize) {
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "tilestored [{} + {}], tmm{}",
            in(reg) to,
            in(reg) stride,
            const REGISTER,
            options(nostack, preserves_flags),
        );
    }
}

/// Adds the product of unsigned bytes with signed ones.
///
/// # Safety
/// The registers are set up.
#[inline(always)]
unsafe fn multiply_add<const SUMS: usize, const X: usize, const WEIGHTS: usize>() {
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "tdpbusd tmm{}, tmm{}, tmm{}",
            const SUMS,
            const X,
            const WEIGHTS,
            options(nostack, preserves_flags, nomem),
        );
    }
}

/// Whether the processor has AMX with int8, and registers of the size that is known here.
fn processor_multiplies_matrices() -> bool {
    const TILES_AND_INT8: u32 = 1 << 24 | 1 << 25;
    if __get_cpuid_max(0).0 < 0x1d || __cpuid_count(7, 0).edx & TILES_AND_INT8 != TILES_AND_INT8 {
        return false;
    }
    let palette = __cpuid_count(0x1d, 1);
    let (registers, bytes_of_row) = (palette.ebx >> 16, palette.ebx & 0xffff);
    let rows = palette.ecx & 0xffff;
    registers >= 8 && bytes_of_row == REGISTER_BYTES as u32 && rows == REGISTER_ROWS as u32
}

/// Whether the system keeps the registers of each thread, which Linux does only for processes that ask.
#[cfg(target_os = "linux")]
fn system_saves_registers() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;
    // SAFETY: the call reads no memory of the process.
    unsafe {
        libc::syscall(
            libc::SYS_arch_prctl,
            ARCH_REQ_XCOMP_PERM,
            XFEATURE_XTILEDATA,
        ) == 0
    }
}

#[cfg(not(target_os = "linux"))]
fn system_saves_registers() -> bool {
    false
}
