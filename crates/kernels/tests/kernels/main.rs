//! Every instruction set of this machine against the reference and, bit by bit, against the portable
//! kernels. Which ones those are, `cargo test -- --nocapture instruction_sets` says.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed; what is skipped is said"
)]

mod attention;

use dragoman_kernels::{
    Activation, Affine, AlignedVec, Kernels, LayerNorm, PackedMatrix, Quantization, QuantizedRows,
    reference,
};
use proptest::prelude::*;

/// An interpreter needs smaller shapes and fewer cases.
const SLOW: bool = cfg!(miri);

fn cases() -> ProptestConfig {
    ProptestConfig {
        cases: if SLOW { 3 } else { 96 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A sequence of numbers that is the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn real(&mut self, magnitude: f32) -> f32 {
        (self.next() % 20_001) as f32 / 10_000.0 * magnitude - magnitude
    }

    fn reals(&mut self, count: usize, magnitude: f32) -> Vec<f32> {
        (0..count).map(|_| self.real(magnitude)).collect()
    }

    /// Bytes of at most a magnitude, but for some that are extreme.
    fn bytes(&mut self, count: usize, magnitude: u64, extremes: u64) -> Vec<i8> {
        let byte = |numbers: &mut Self| match numbers.next() % 1000 {
            percent if percent < extremes => [-128, -127, 127][numbers.next() as usize % 3],
            _ => ((numbers.next() % (2 * magnitude + 1)) as i64 - magnitude as i64) as i8,
        };
        (0..count).map(|_| byte(self)).collect()
    }

    fn norm(&mut self, width: usize) -> LayerNorm {
        LayerNorm {
            scale: self.reals(width, 2.0),
            bias: self.reals(width, 1.0),
        }
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[track_caller]
fn assert_close(got: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    for (index, (&got, &expected)) in got.iter().zip(expected).enumerate() {
        let error = (f64::from(got) - expected).abs();
        assert!(
            error <= tolerance * expected.abs().max(1.0),
            "value {index}: {got} is not {expected}"
        );
    }
}

/// A layer, its rows of activations, and what the reference makes of them.
#[derive(Clone, Debug)]
struct Case {
    inputs: usize,
    outputs: usize,
    weights: Vec<i8>,
    scale: Vec<f32>,
    bias: Vec<f32>,
    how: Quantization,
    values: Vec<f32>,
    /// Whether the weights are packed for activations that are never negative.
    for_nonnegative: bool,
}

impl Case {
    fn layer(&self) -> Affine {
        let row = |output: usize| &self.weights[output * self.inputs..][..self.inputs];
        let matrix = if self.for_nonnegative {
            PackedMatrix::pack_for_nonnegative(self.inputs, self.outputs, row)
        } else {
            PackedMatrix::pack(self.inputs, self.outputs, row)
        };
        Affine::new(matrix, &self.scale, &self.bias, self.how)
    }

    fn expected(&self, values: &[f32]) -> Vec<f32> {
        let mut results = Vec::new();
        for row in values.chunks(self.inputs) {
            let (row, factor) = reference::quantize(row, self.how);
            for (output, weights) in self.weights.chunks(self.inputs).enumerate() {
                results.push(reference::affine(
                    reference::dot(&row, weights),
                    factor,
                    self.scale[output],
                    self.bias[output],
                ));
            }
        }
        results
    }
}

fn case() -> impl Strategy<Value = Case> {
    let shapes = if SLOW {
        (1..6_usize, 1..40_usize, 1..6_usize).boxed()
    } else {
        let any = (1..40_usize, 1..150_usize, 1..20_usize);
        // Whole registers of matrices, and blocks of rows that do not come out even.
        let of_matrices = (1..7_usize, 1..150_usize, 1..130_usize);
        let of_matrices =
            of_matrices.prop_map(|(registers, outputs, rows)| (16 * registers, outputs, rows));
        prop_oneof![any, of_matrices].boxed()
    };
    // Greatest common weight and how many in a thousand are extreme.
    let magnitudes = vec![
        (12, 0),
        (30, 0),
        (30, 5),
        (40, 0),
        (64, 0),
        (64, 2),
        (80, 0),
        (127, 0),
        (127, 900),
    ];
    let choices = (
        prop::sample::select(magnitudes),
        any::<[bool; 2]>(),
        any::<u64>(),
    );
    (shapes, choices).prop_map(
        |((groups, outputs, rows), ((magnitude, extremes), [per_row, for_nonnegative], seed))| {
            let mut numbers = Numbers(seed);
            let inputs = 4 * groups;
            Case {
                inputs,
                outputs,
                weights: numbers.bytes(inputs * outputs, magnitude, extremes),
                scale: numbers.reals(outputs, 0.001),
                bias: numbers.reals(outputs, 1.0),
                how: if per_row {
                    Quantization::PerRow
                } else {
                    Quantization::Fixed(60.0)
                },
                values: numbers.reals(inputs * rows, 3.0),
                for_nonnegative,
            }
        },
    )
}

fn quantized(kernels: Kernels, values: &[f32], width: usize, how: Quantization) -> QuantizedRows {
    let mut rows = QuantizedRows::new();
    kernels.quantize(values, width, how, &mut rows);
    rows
}

/// Says in the output of all tests that this machine could not test something.
fn skip(what: &str) {
    eprintln!("skipped: {what}");
    if let Some(folder) = std::env::var_os("DRAGOMAN_TEST_LOGS") {
        let note = std::path::Path::new(&folder).join("skipped-kernels");
        std::fs::write(note, format!("skipped: {what}\n")).unwrap();
    }
}

#[test]
fn instruction_sets_are_listed_fastest_first_and_portable_last() {
    let names: Vec<_> = Kernels::supported()
        .into_iter()
        .map(Kernels::name)
        .collect();
    println!("tested here: {}", names.join(", "));
    assert_eq!(names.first().copied(), Some(Kernels::best().name()));
    assert_eq!(names.last().copied(), Some("portable"));
    if !names.contains(&"AMX") {
        skip(
            "the products of AMX, which this processor does not have or the system does not allow",
        );
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_layer_is_exactly_its_definition(case in case()) {
        let layer = case.layer();
        let expected = case.expected(&case.values);
        for kernels in Kernels::supported() {
            let x = quantized(kernels, &case.values, case.inputs, case.how);
            let mut out = vec![0.0; expected.len()];
            kernels.affine(&x, &layer, &mut out);
            prop_assert_eq!(bits(&out), bits(&expected), "{}", kernels.name());
            let last = x.rows() - 1;
            let mut out = vec![0.0; case.outputs];
            kernels.affine_rows(&x, last..last + 1, &layer, &mut out);
            prop_assert_eq!(bits(&out), bits(&expected[last * case.outputs..]), "one row of {}", kernels.name());
        }
    }

    #[test]
    fn weights_replaced_in_place_are_those_of_a_new_layer(first in case(), second in case()) {
        let mut layer = first.layer();
        let row = |output: usize| &second.weights[output * second.inputs..][..second.inputs];
        layer.set(second.inputs, second.outputs, row, |output| second.scale[output], |output| second.bias[output], second.how);
        let expected = second.expected(&second.values);
        for kernels in Kernels::supported() {
            let x = quantized(kernels, &second.values, second.inputs, second.how);
            let mut out = vec![0.0; expected.len()];
            kernels.affine(&x, &layer, &mut out);
            prop_assert_eq!(bits(&out), bits(&expected), "{}", kernels.name());
        }
    }

    #[test]
    fn the_greatest_result_is_the_first_of_the_greatest_that_are_allowed(case in case(), banned in prop::option::of(0..150_usize), coarse in any::<bool>()) {
        let mut case = case;
        if coarse {
            // Few different results, so that there are ties.
            case.scale.fill(0.0);
            case.bias.iter_mut().for_each(|bias| *bias = (*bias * 2.0).round());
        }
        let banned = banned.filter(|_| case.outputs > 1);
        let layer = case.layer();
        let expected: Vec<_> = case.expected(&case.values).chunks(case.outputs).map(|row| reference::argmax(row, banned).unwrap()).collect();
        for kernels in Kernels::supported() {
            let x = quantized(kernels, &case.values, case.inputs, case.how);
            let mut out = vec![(0, 0.0); x.rows()];
            kernels.affine_argmax(&x, 0..x.rows(), &layer, banned, &mut out);
            let out: Vec<_> = out.into_iter().map(|(output, value)| (output as usize, value)).collect();
            prop_assert_eq!(&out, &expected, "{}", kernels.name());
        }
    }

    #[test]
    fn activated_results_are_quantised_for_the_next_layer(case in case(), swish in any::<bool>(), next_per_row in any::<bool>(), more in 1..40_usize, magnitude in 1..128_u64, seed in any::<u64>()) {
        let mut case = case;
        case.outputs = case.outputs.next_multiple_of(4).min(case.weights.len() / case.inputs / 4 * 4);
        prop_assume!(case.outputs > 0);
        case.weights.truncate(case.inputs * case.outputs);
        case.scale.truncate(case.outputs);
        case.bias.truncate(case.outputs);
        let next_how = if next_per_row { Quantization::PerRow } else { Quantization::Fixed(40.0) };
        let mut numbers = Numbers(seed);
        let weights = numbers.bytes(case.outputs * more, magnitude, 10);
        let row = |output: usize| &weights[output * case.outputs..][..case.outputs];
        let matrix = if case.for_nonnegative {
            PackedMatrix::pack_for_nonnegative(case.outputs, more, row)
        } else {
            PackedMatrix::pack(case.outputs, more, row)
        };
        let next = Affine::new(matrix, &vec![0.01; more], &vec![0.5; more], next_how);
        let activation = if swish { Activation::Swish } else { Activation::Relu };
        let mut expected = None;
        for kernels in Kernels::supported().into_iter().rev() {
            let x = quantized(kernels, &case.values, case.inputs, case.how);
            let (mut hidden, mut scratch) = (QuantizedRows::new(), AlignedVec::new());
            kernels.affine_activate_quantize(&x, &case.layer(), activation, next_how, &mut hidden, &mut scratch);
            let mut out = vec![0.0; x.rows() * more];
            kernels.affine(&hidden, &next, &mut out);
            if expected.is_none() && !swish {
                let hidden: Vec<f32> = case.expected(&case.values).iter().map(|&y| y.max(0.0)).collect();
                let definition = Case { inputs: case.outputs, outputs: more, weights: weights.clone(), scale: vec![0.01; more], bias: vec![0.5; more], how: next_how, values: hidden, for_nonnegative: false };
                expected = Some(bits(&definition.expected(&definition.values)));
            }
            prop_assert_eq!(&bits(&out), expected.get_or_insert_with(|| bits(&out)), "{}", kernels.name());
        }
    }

    #[test]
    fn the_sum_with_the_residual_is_normalised(case in case(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let norm = numbers.norm(case.outputs);
        let results = case.expected(&case.values);
        let residual = numbers.reals(results.len(), 2.0);
        let sums: Vec<f32> = results.iter().zip(&residual).map(|(a, b)| a + b).collect();
        let expected: Vec<f64> = sums.chunks(case.outputs).flat_map(|row| reference::layer_norm(row, &norm)).collect();
        let mut portable = None;
        for kernels in Kernels::supported().into_iter().rev() {
            let x = quantized(kernels, &case.values, case.inputs, case.how);
            let mut fused = residual.clone();
            kernels.affine_add_layer_norm(&x, &case.layer(), &norm, &mut fused);
            let mut apart = residual.clone();
            kernels.add_layer_norm(&results, &norm, &mut apart);
            prop_assert_eq!(bits(&fused), bits(&apart), "fused in {}", kernels.name());
            prop_assert_eq!(&bits(&fused), portable.get_or_insert_with(|| bits(&fused)), "{}", kernels.name());
            if case.outputs > 2 {
                assert_close(&fused, &expected, 2e-3);
            }
        }
    }

    #[test]
    fn a_recurrent_step_mixes_cell_and_candidate(count in 1..100_usize, magnitude in prop::sample::select(vec![1.0_f32, 30.0, 1e4]), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let (cells, candidates, forgets) = (numbers.reals(count, 3.0), numbers.reals(count, 3.0), numbers.reals(count, magnitude));
        let expected: Vec<f64> = (0..count).map(|i| reference::ssru(cells[i], candidates[i], forgets[i])).collect();
        let mut portable = None;
        for kernels in Kernels::supported().into_iter().rev() {
            let (mut cell, mut out) = (cells.clone(), vec![0.0; count]);
            kernels.ssru(&mut cell, &candidates, &forgets, &mut out);
            assert_close(&cell, &expected, 1e-6);
            prop_assert!(cell.iter().zip(&out).all(|(&cell, &out)| out == cell.max(0.0)));
            prop_assert_eq!(&bits(&cell), portable.get_or_insert_with(|| bits(&cell)), "{}", kernels.name());
        }
    }

    #[test]
    fn logits_become_logarithms_of_probabilities(count in 1..200_usize, magnitude in prop::sample::select(vec![0.0_f32, 1.0, 30.0]), seed in any::<u64>()) {
        let logits = Numbers(seed).reals(count, magnitude);
        let expected = reference::log_softmax(&logits);
        let mut portable = None;
        for kernels in Kernels::supported().into_iter().rev() {
            let mut out = logits.clone();
            kernels.log_softmax(&mut out);
            assert_close(&out, &expected, 1e-5);
            prop_assert_eq!(&bits(&out), portable.get_or_insert_with(|| bits(&out)), "{}", kernels.name());
        }
    }

    #[test]
    fn the_most_probable_are_those_of_all_probabilities(count in 1..700_usize, wanted in 0..12_usize, coarse in any::<bool>(), forbidden in 0..40_usize, seed in any::<u64>()) {
        let mut logits = Numbers(seed).reals(count, 20.0);
        if coarse {
            // Few different ones, so that there are ties.
            logits.iter_mut().for_each(|logit| *logit = (*logit / 4.0).round());
        }
        logits.iter_mut().step_by(7).take(forbidden).for_each(|logit| *logit = f32::NEG_INFINITY);
        prop_assume!(logits.iter().any(|logit| logit.is_finite()));
        for kernels in Kernels::supported() {
            let mut all = logits.clone();
            kernels.log_softmax(&mut all);
            let mut expected: Vec<(usize, f32)> = all.iter().copied().enumerate().collect();
            expected.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            expected.truncate(wanted);
            let mut best = vec![(1, 1.0)];
            kernels.most_probable(&logits, wanted, &mut best);
            prop_assert_eq!(&best, &expected, "{}", kernels.name());
            kernels.greatest(&all, wanted, &mut best);
            prop_assert_eq!(&best, &expected, "{}", kernels.name());
        }
    }

    #[test]
    fn an_embedding_is_scaled_and_moved(width in 1..100_usize, seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let (row, position, scale) = (numbers.bytes(width, 127, 50), numbers.reals(width, 1.0), numbers.real(0.5));
        let expected: Vec<f32> = row.iter().zip(&position).map(|(&q, &p)| f32::from(q).mul_add(scale, p)).collect();
        for kernels in Kernels::supported() {
            let mut out = vec![0.0; width];
            kernels.embed(&row, scale, &position, &mut out);
            prop_assert_eq!(bits(&out), bits(&expected), "{}", kernels.name());
        }
    }
}

#[test]
fn the_most_extreme_weights_and_activations_do_not_overflow() {
    let inputs = if SLOW { 24 } else { 2048 };
    for weight in [-128_i8, -127, 127] {
        for value in [-1e9_f32, 1e9, f32::INFINITY, f32::NEG_INFINITY] {
            let case = Case {
                inputs,
                outputs: 17,
                weights: vec![weight; inputs * 17],
                scale: vec![1.0; 17],
                bias: vec![0.0; 17],
                how: Quantization::Fixed(1.0),
                values: vec![value; inputs * 5],
                for_nonnegative: false,
            };
            let expected = case.expected(&case.values);
            assert_eq!(expected[0].abs(), (inputs * 127 * 127) as f32);
            for kernels in Kernels::supported() {
                let x = quantized(kernels, &case.values, inputs, case.how);
                let mut out = vec![0.0; expected.len()];
                kernels.affine(&x, &case.layer(), &mut out);
                assert_eq!(
                    out,
                    expected,
                    "{} with {weight} and {value}",
                    kernels.name()
                );
            }
        }
    }
}

#[test]
fn ties_are_rounded_to_even() {
    let values = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, -126.5];
    let expected = [0.0, 2.0, 2.0, 0.0, -2.0, -2.0, 126.0, -126.0];
    let identity: Vec<i8> = (0..64).map(|i| i8::from(i % 9 == 0)).collect();
    let matrix = PackedMatrix::pack(8, 8, |output| &identity[output * 8..][..8]);
    let layer = Affine::new(matrix, &[1.0; 8], &[0.0; 8], Quantization::Fixed(1.0));
    for kernels in Kernels::supported() {
        let mut out = [0.0; 8];
        kernels.affine(
            &quantized(kernels, &values, 8, layer.quantization()),
            &layer,
            &mut out,
        );
        assert_eq!(out, expected, "{}", kernels.name());
    }
}

#[test]
fn more_rows_than_are_kept_at_once_have_their_greatest_results() {
    let rows = if SLOW { 66 } else { 150 };
    let mut numbers = Numbers(5);
    let case = Case {
        inputs: 8,
        outputs: 20,
        weights: numbers.bytes(160, 127, 0),
        scale: vec![0.01; 20],
        bias: numbers.reals(20, 1.0),
        how: Quantization::Fixed(50.0),
        values: numbers.reals(8 * rows, 2.0),
        for_nonnegative: true,
    };
    let expected: Vec<_> = case
        .expected(&case.values)
        .chunks(20)
        .map(|row| reference::argmax(row, Some(3)).unwrap().0)
        .collect();
    for kernels in Kernels::supported() {
        let x = quantized(kernels, &case.values, 8, case.how);
        let mut out = vec![(0, 0.0); rows - 1];
        kernels.affine_argmax(&x, 1..rows, &case.layer(), Some(3), &mut out);
        let out: Vec<_> = out.into_iter().map(|(output, _)| output as usize).collect();
        assert_eq!(out, expected[1..], "{}", kernels.name());
    }
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let mut numbers = Numbers(3);
    let weights = numbers.bytes(16 * 20, 127, 0);
    let matrix = PackedMatrix::pack(16, 20, |output| &weights[output * 16..][..16]);
    for scale in [f32::NAN, f32::INFINITY, 0.0] {
        let layer = Affine::new(
            matrix.clone(),
            &[scale; 20],
            &[f32::NAN; 20],
            Quantization::PerRow,
        );
        for kernels in Kernels::supported() {
            let x = quantized(kernels, &[f32::NAN; 32], 16, Quantization::PerRow);
            let mut out = [(7, 0.0); 2];
            kernels.affine_argmax(&x, 0..2, &layer, Some(0), &mut out);
            assert_eq!(out.map(|(output, _)| output), [1, 1], "{}", kernels.name());
        }
    }
}

#[test]
#[should_panic(expected = "differ in width")]
fn rows_of_another_width_than_the_layer_are_refused() {
    let matrix = PackedMatrix::pack(8, 1, |_| &[0; 8]);
    let layer = Affine::new(matrix, &[1.0], &[0.0], Quantization::PerRow);
    let kernels = Kernels::best();
    kernels.affine(
        &quantized(kernels, &[0.0; 4], 4, Quantization::PerRow),
        &layer,
        &mut [0.0],
    );
}

#[test]
#[should_panic(expected = "not a multiple of 4")]
fn a_matrix_without_whole_groups_of_inputs_is_refused() {
    let _ = PackedMatrix::pack(6, 1, |_| &[0; 6]);
}

#[test]
#[should_panic(expected = "has another length")]
fn a_row_of_weights_of_another_length_is_refused() {
    let _ = PackedMatrix::pack(8, 2, |output| &[0; 8][..8 - 4 * output]);
}
