//! How fast the matrix products are, and how fast the processor's instructions allow them to be.
//!
//! `cargo run --release -p dragoman-kernels --example limits [kernels]` prints, for each instruction
//! set that this processor has (or only the named one), billions of multiply-accumulates per second on one core: best of
//! many runs. Weights are normally distributed; `deviation` is their standard deviation in steps of
//! int8, which decides how many 16-bit sums AVX2 can add before it widens them.
#![expect(clippy::print_stdout, reason = "it reports measurements")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dragoman_kernels::{
    Activation, Affine, AlignedVec, Kernels, KeyCache, LayerNorm, PackedMatrix, Quantization,
    QuantizedRows,
};

/// Seconds of the fastest of several runs of `work`.
fn best(mut work: impl FnMut()) -> f64 {
    work();
    let started = Instant::now();
    let mut fastest = f64::MAX;
    let mut runs = 0;
    while runs < 5 || started.elapsed() < Duration::from_millis(60) {
        let run = Instant::now();
        let mut repeats = 0_u32;
        while run.elapsed() < Duration::from_micros(200) {
            work();
            repeats += 1;
        }
        fastest = fastest.min(run.elapsed().as_secs_f64() / f64::from(repeats));
        runs += 1;
    }
    fastest
}

struct Numbers(u64);

impl Numbers {
    fn uniform(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// Nearly normally distributed, with deviation 1.
    fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.uniform()).sum::<f32>() - 6.0
    }

    fn reals(&mut self, count: usize) -> AlignedVec<f32> {
        let mut reals = places(count);
        reals.iter_mut().for_each(|real| *real = self.normal());
        reals
    }

    fn weights(&mut self, count: usize, deviation: f32) -> Vec<i8> {
        (0..count)
            .map(|_| (self.normal() * deviation).round().clamp(-127.0, 127.0) as i8)
            .collect()
    }
}

/// A buffer as the engine has them.
fn places(count: usize) -> AlignedVec<f32> {
    let mut places = AlignedVec::new();
    places.resize(count);
    places
}

fn layer(weights: &[i8], inputs: usize, for_nonnegative: bool) -> Affine {
    let outputs = weights.len() / inputs;
    let row = |output: usize| &weights[output * inputs..][..inputs];
    let matrix = if for_nonnegative {
        PackedMatrix::pack_for_nonnegative(inputs, outputs, row)
    } else {
        PackedMatrix::pack(inputs, outputs, row)
    };
    Affine::new(
        matrix,
        &vec![1e-4; outputs],
        &vec![0.1; outputs],
        Quantization::Fixed(30.0),
    )
}

fn products(kernels: Kernels, numbers: &mut Numbers) {
    let shapes = [
        (256, 256),
        (256, 1536),
        (1536, 256),
        (512, 512),
        (512, 2048),
        (2048, 512),
        (256, 4000),
        // The whole output layer of a model without a shortlist, which no near cache holds.
        (512, 52_000),
    ];
    let rows = [1, 2, 4, 9, 32, 128];
    for deviation in [10.0, 20.0, 40.0] {
        println!(
            "  products, weights of deviation {deviation}; columns: rows {rows:?}, then {:?} of activations that are not negative",
            rows[5]
        );
        for (inputs, outputs) in shapes {
            let weights = numbers.weights(inputs * outputs, deviation);
            let layer = layer(&weights, inputs, false);
            let mut line = format!("  {inputs:>5} x {outputs:<5}");
            let mut x = QuantizedRows::new();
            let mut out = places(rows[5] * outputs);
            for rows in rows {
                kernels.quantize(
                    &numbers.reals(rows * inputs),
                    inputs,
                    layer.quantization(),
                    &mut x,
                );
                let seconds =
                    best(|| kernels.affine(black_box(&x), &layer, &mut out[..rows * outputs]));
                line += &format!("{:>8.1}", (rows * inputs * outputs) as f64 / seconds / 1e9);
            }
            let layer = self::layer(&weights, inputs, true);
            let before = self::layer(&numbers.weights(16 * inputs, 30.0), 16, false);
            let mut first = QuantizedRows::new();
            kernels.quantize(
                &numbers.reals(rows[5] * 16),
                16,
                before.quantization(),
                &mut first,
            );
            kernels.affine_activate_quantize(
                &first,
                &before,
                Activation::Relu,
                layer.quantization(),
                &mut x,
                &mut AlignedVec::new(),
            );
            let seconds = best(|| kernels.affine(black_box(&x), &layer, &mut out));
            println!(
                "{line}   {:>8.1}",
                (rows[5] * inputs * outputs) as f64 / seconds / 1e9
            );
        }
    }
}

fn selections(kernels: Kernels, numbers: &mut Numbers) {
    for (inputs, outputs, deviation) in [
        (256, 1000, 10.0),
        (256, 1000, 20.0),
        (256, 1000, 40.0),
        (512, 1000, 20.0),
    ] {
        let weights = numbers.weights(inputs * outputs, deviation);
        let mut layer = layer(&weights, inputs, false);
        let row = |output: usize| &weights[output * inputs..][..inputs];
        let seconds = best(|| {
            layer.set(
                inputs,
                outputs,
                row,
                |_| 1e-4,
                |_| 0.1,
                Quantization::Fixed(30.0),
            );
        });
        let mut x = QuantizedRows::new();
        kernels.quantize(
            &numbers.reals(inputs * 4),
            inputs,
            layer.quantization(),
            &mut x,
        );
        let mut winners = [(0, 0.0); 4];
        let one =
            best(|| kernels.affine_argmax(black_box(&x), 0..1, &layer, Some(1), &mut winners[..1]));
        let four =
            best(|| kernels.affine_argmax(black_box(&x), 0..4, &layer, Some(1), &mut winners));
        let rate = |rows: usize, seconds: f64| (rows * inputs * outputs) as f64 / seconds / 1e9;
        println!(
            "  shortlist of {outputs} x {inputs}, deviation {deviation}: packed in {:.1} us; argmax of 1 row {:.1} GMAC/s, of 4 rows {:.1} GMAC/s",
            seconds * 1e6,
            rate(1, one),
            rate(4, four)
        );
    }
}

fn vectors(kernels: Kernels, numbers: &mut Numbers) {
    for (d, t) in [(256, 30), (512, 30), (512, 100)] {
        let heads = 8;
        let (keys, values) = (numbers.reals(t * d), numbers.reals(t * d));
        let (mut cache, mut scores, mut out) = (KeyCache::new(d), AlignedVec::new(), places(t * d));
        let transpose = best(|| kernels.transpose_keys(black_box(&keys), d, &mut cache));
        let one = best(|| {
            kernels.attend(
                &keys[..d],
                &cache,
                &values,
                heads,
                &mut out[..d],
                &mut scores,
                None,
            );
        });
        let all = best(|| {
            kernels.attend_rows(&keys, &cache, &values, heads, &mut out, &mut scores, None);
        });
        let norm = LayerNorm {
            scale: vec![1.0; d],
            bias: vec![0.0; d],
        };
        let normalised = best(|| kernels.add_layer_norm(&values, &norm, black_box(&mut out)));
        let mut x = QuantizedRows::new();
        let quantised =
            best(|| kernels.quantize(black_box(&keys), d, Quantization::Fixed(30.0), &mut x));
        let (mut cell, forget) = (places(d), numbers.reals(d));
        let recurrent = best(|| kernels.ssru(&mut cell, &keys[..d], &forget, &mut out[..d]));
        let per_row = |seconds: f64| seconds * 1e9 / t as f64;
        println!(
            "  d {d}, {t} rows or keys, in ns: attend 1 query {:.0}, each of {t} queries {:.0}; each row: transpose {:.0}, layer norm {:.0}, quantise {:.0}, ssru {:.0}",
            one * 1e9,
            per_row(all),
            per_row(transpose),
            per_row(normalised),
            per_row(quantised),
            recurrent * 1e9
        );
    }
}

#[cfg(target_arch = "x86_64")]
mod peak {
    //! The instructions of the inner loops alone, on registers.

    use std::arch::asm;
    use std::arch::x86_64::*;
    use std::hint::black_box;

    use dragoman_kernels::Kernels;

    const REPEATS: usize = 20_000;

    macro_rules! mix {
        ($name:ident, $features:literal, $vector:ty, $chains:literal, $class:ident, |$sum:ident, $x:ident| $body:expr) => {
            #[target_feature(enable = $features)]
            fn $name(x: $vector) -> [$vector; $chains] {
                let mut sums = [x; $chains];
                for _ in 0..REPEATS {
                    for $sum in &mut sums {
                        let $x = x;
                        *$sum = $body;
                        // SAFETY: no instruction; it keeps the loop from being simplified.
                        unsafe {
                            asm!(
                                "/* {0} */",
                                inout($class) * $sum,
                                options(nomem, nostack, preserves_flags)
                            )
                        };
                    }
                }
                sums
            }
        };
    }

    // Each is half a line of 64 weights, or two halves where sums are paired.
    mix!(one_by_one, "avx2", __m256i, 10, ymm_reg, |sum, x| {
        let words = _mm256_maddubs_epi16(x, _mm256_sign_epi8(*sum, x));
        _mm256_add_epi32(*sum, _mm256_madd_epi16(words, x))
    });
    mix!(signed_pairs, "avx2", __m256i, 10, ymm_reg, |sum, x| {
        let even = _mm256_maddubs_epi16(x, _mm256_sign_epi8(*sum, x));
        let odd = _mm256_maddubs_epi16(_mm256_sign_epi8(x, *sum), x);
        _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_add_epi16(even, odd), x))
    });
    mix!(unsigned_pairs, "avx2", __m256i, 10, ymm_reg, |sum, x| {
        let even = _mm256_maddubs_epi16(x, *sum);
        let odd = _mm256_maddubs_epi16(*sum, x);
        _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_add_epi16(even, odd), x))
    });
    mix!(vnni_256, "avx2,avxvnni", __m256i, 12, ymm_reg, |sum, x| {
        _mm256_dpbusd_avx_epi32(*sum, x, x)
    });
    mix!(
        vnni_512,
        "avx512f,avx512vnni",
        __m512i,
        16,
        zmm_reg,
        |sum, x| _mm512_dpbusd_epi32(*sum, x, x)
    );

    /// Products of matrix registers of 16 rows, four at a time, as `REPEATS` of them.
    ///
    /// # Safety
    /// The processor has AMX, and the system allows it.
    unsafe fn amx() {
        #[repr(C, align(64))]
        struct Configuration([u8; 64]);
        let mut configuration = Configuration([0; 64]);
        configuration.0[0] = 1;
        for register in 0..8 {
            configuration.0[16 + 2 * register] = 64;
            configuration.0[48 + register] = 16;
        }
        // SAFETY: the caller's; nothing but the registers is touched.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &raw const configuration, options(nostack, readonly));
            for _ in 0..REPEATS / 4 {
                asm!(
                    "tdpbusd tmm0, tmm4, tmm6",
                    "tdpbusd tmm1, tmm4, tmm7",
                    "tdpbusd tmm2, tmm5, tmm6",
                    "tdpbusd tmm3, tmm5, tmm7",
                    options(nostack, nomem),
                );
            }
            asm!("tilerelease", options(nostack, nomem));
        }
    }

    /// Prints billions of multiply-accumulates per second of each mix that the processor has, the vectors' last.
    pub(crate) fn report(supported: &[Kernels]) {
        #[target_feature(enable = "avx2")]
        fn ones() -> __m256i {
            black_box(_mm256_set1_epi8(1))
        }
        #[target_feature(enable = "avx512f")]
        fn wide_ones() -> __m512i {
            black_box(_mm512_set1_epi32(1))
        }
        let rate = |seconds: f64, chains: usize, macs: usize| {
            (REPEATS * chains * macs) as f64 / seconds / 1e9
        };
        if supported.iter().any(|kernels| kernels.name() == "AMX") {
            // SAFETY: it is supported.
            let seconds = super::best(|| unsafe { amx() });
            println!(
                "peak of AMX in GMAC/s: {:.0}",
                rate(seconds, 1, 16 * 16 * 64)
            );
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 was detected.
            let (one, signed, unsigned) = unsafe {
                (
                    super::best(|| {
                        black_box(one_by_one(ones()));
                    }),
                    super::best(|| {
                        black_box(signed_pairs(ones()));
                    }),
                    super::best(|| {
                        black_box(unsigned_pairs(ones()));
                    }),
                )
            };
            println!(
                "peak of AVX2 in GMAC/s: one by one {:.1}, signed pairs {:.1}, unsigned pairs {:.1}",
                rate(one, 10, 32),
                rate(signed, 10, 64),
                rate(unsigned, 10, 64)
            );
        }
        if is_x86_feature_detected!("avxvnni") {
            // SAFETY: AVX-VNNI was detected.
            let seconds = unsafe {
                super::best(|| {
                    black_box(vnni_256(ones()));
                })
            };
            println!("peak of AVX-VNNI in GMAC/s: {:.1}", rate(seconds, 12, 32));
        }
        if is_x86_feature_detected!("avx512vnni") {
            // SAFETY: AVX512-VNNI was detected.
            let seconds = unsafe {
                super::best(|| {
                    black_box(vnni_512(wide_ones()));
                })
            };
            println!(
                "peak of AVX512-VNNI in GMAC/s: {:.1}",
                rate(seconds, 16, 64)
            );
        }
    }
}

fn main() {
    let only = std::env::args().nth(1);
    #[cfg(target_arch = "x86_64")]
    peak::report(&Kernels::supported());
    for kernels in Kernels::supported() {
        if only.as_deref().is_some_and(|name| name != kernels.name()) {
            continue;
        }
        println!("{}", kernels.name());
        let mut numbers = Numbers(1);
        products(kernels, &mut numbers);
        selections(kernels, &mut numbers);
        vectors(kernels, &mut numbers);
    }
}
