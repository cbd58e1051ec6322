//! Plain Rust: arrays of 16, on every processor.

use super::{Bound, Expectation, Extras, Form, LANES, Rows, Simd, Tiles};
use crate::aligned::Line;

/// No instructions beyond the target's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

type F = [f32; LANES];
type I = [i32; LANES];

#[inline(always)]
fn map2(a: F, b: F, f: impl Fn(f32, f32) -> f32) -> F {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

#[inline(always)]
fn fold(mut value: F, f: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            value[lane] = f(value[lane], value[lane + half]);
        }
        half /= 2;
    }
    value[0]
}

impl Simd for Portable {
    type F = F;
    type I = I;
    type M = [bool; LANES];

    const FORM: Form = Form::Signed;
    const ROWS: usize = 4;
    const TILES: usize = 1;
    // Tiles are packed by the fastest instruction set, whichever that is.
    const EXTRAS: bool = true;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [value; LANES]
    }

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> F {
        *from
    }

    #[inline(always)]
    fn store(self, value: F, to: &mut [f32; LANES]) {
        *to = value;
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        map2(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        map2(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        map2(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        map2(a, b, |a, b| a / b)
    }

    #[inline(always)]
    fn mul_add(self, a: F, b: F, c: F) -> F {
        std::array::from_fn(|lane| a[lane].mul_add(b[lane], c[lane]))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        map2(a, b, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        map2(a, b, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn greater(self, a: F, b: F) -> [bool; LANES] {
        std::array::from_fn(|lane| a[lane] > b[lane])
    }

    #[inline(always)]
    fn select(self, mask: [bool; LANES], yes: F, no: F) -> F {
        std::array::from_fn(|lane| if mask[lane] { yes[lane] } else { no[lane] })
    }

    #[inline(always)]
    fn select_i32(self, mask: [bool; LANES], yes: I, no: I) -> I {
        std::array::from_fn(|lane| if mask[lane] { yes[lane] } else { no[lane] })
    }

    #[inline(always)]
    fn sum(self, value: F) -> f32 {
        fold(value, |a, b| a + b)
    }

    #[inline(always)]
    fn maximum(self, value: F) -> f32 {
        fold(value, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn add_i32(self, a: I, b: I) -> I {
        std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
    }

    #[inline(always)]
    fn splat_i32(self, value: i32) -> I {
        [value; LANES]
    }

    #[inline(always)]
    fn store_i32(self, value: I, to: &mut [i32; LANES]) {
        *to = value;
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32; LANES]) -> I {
        *from
    }

    #[inline(always)]
    fn round(self, value: F) -> I {
        value.map(|value| value.round_ties_even() as i32)
    }

    #[inline(always)]
    fn to_f32(self, value: I) -> F {
        value.map(|value| value as f32)
    }

    #[inline(always)]
    fn power_of_two(self, exponent: I) -> F {
        exponent.map(|exponent| f32::from_bits((exponent.wrapping_add(127) << 23).cast_unsigned()))
    }

    #[inline(always)]
    fn widen(self, from: &[i8; LANES]) -> F {
        from.map(f32::from)
    }

    #[inline(always)]
    fn transpose(self, square: &mut [[f32; LANES]; LANES]) {
        *square = std::array::from_fn(|row| std::array::from_fn(|column| square[column][row]));
    }

    #[inline(always)]
    fn write_quantized(self, value: I, row: &mut [u8], _width: usize, at: usize) {
        row[at..][..LANES].copy_from_slice(&value.map(|value| value as u8));
    }

    #[inline(always)]
    unsafe fn dot<const R: usize, const T: usize>(self, x: Rows, tiles: Tiles) -> [[I; T]; R] {
        let Tiles {
            weights, groups, ..
        } = tiles;
        let mut sums = [[[0; LANES]; T]; R];
        for (r, row) in sums.iter_mut().enumerate() {
            // SAFETY: the caller promises `R` rows of `groups` times 4 bytes, `stride` apart.
            let x = unsafe {
                std::slice::from_raw_parts(x.first.add(r * x.stride).cast::<[i8; 4]>(), groups)
            };
            for (t, sums) in row.iter_mut().enumerate() {
                // SAFETY: the caller promises `T` tiles of `groups` times 64 bytes.
                let tile = unsafe {
                    std::slice::from_raw_parts(
                        weights.add(t * groups * 64).cast::<[[i8; 4]; LANES]>(),
                        groups,
                    )
                };
                for (x, group) in x.iter().zip(tile) {
                    for (sum, weights) in sums.iter_mut().zip(group) {
                        *sum += (0..4)
                            .map(|k| i32::from(x[k]) * i32::from(weights[k]))
                            .sum::<i32>();
                    }
                }
            }
        }
        sums
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
        for (output, row) in rows.iter().enumerate() {
            let mut sum = 0;
            for (line, four) in tile.iter_mut().zip(row.as_chunks::<4>().0) {
                let four = four.map(|weight| weight.max(-127));
                line.0[4 * output..][..4].copy_from_slice(&four);
                sum += four.into_iter().map(i32::from).sum::<i32>();
            }
            corrections[output] = -128 * sum;
        }
        Bound::Wide
    }
}
