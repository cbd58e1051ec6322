//! Two threads compute what one does, bit by bit.

use std::thread;

use dragoman_kernels::{
    Activation, Affine, AlignedVec, Kernels, LayerNorm, Leader, PackedMatrix, Quantization,
    QuantizedRows,
};

/// Numbers in -1..=1, the same everywhere, and many of them equal.
fn reals(count: usize, seed: usize) -> Vec<f32> {
    let number = |index: usize| (index * 7_919 + seed * 104_729) % 65_537 % 129;
    (0..count)
        .map(|index| number(index) as f32 / 64.0 - 1.0)
        .collect()
}

fn layer(inputs: usize, outputs: usize, how: Quantization) -> Affine {
    let weights = reals(inputs * outputs, 1);
    let weights: Vec<i8> = weights.iter().map(|value| (value * 60.0) as i8).collect();
    let matrix = PackedMatrix::pack(inputs, outputs, |row| &weights[row * inputs..][..inputs]);
    let scale: Vec<f32> = reals(outputs, 2).iter().map(|value| value / 64.0).collect();
    Affine::new(matrix, &scale, &reals(outputs, 3), how)
}

/// All that products are used for, with some rows.
fn results(kernels: Kernels, (inputs, outputs): (usize, usize), rows: usize) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for how in [Quantization::Fixed(90.0), Quantization::PerRow] {
        let layer = layer(inputs, outputs, how);
        let mut x = QuantizedRows::new();
        kernels.quantize(&reals(rows * inputs, rows), inputs, how, &mut x);
        let mut out = vec![0.0; rows * outputs];
        kernels.affine(&x, &layer, &mut out);
        all.push(out);
        for banned in [None, Some(0), Some(outputs / 2)] {
            let mut best = vec![(0, 0.0); rows];
            kernels.affine_argmax(&x, 0..rows, &layer, banned, &mut best);
            all.extend(
                best.iter()
                    .map(|&(output, value)| vec![output as f32, value]),
            );
        }
        let norm = LayerNorm {
            scale: reals(outputs, 4),
            bias: reals(outputs, 5),
        };
        let mut residual = reals(rows * outputs, 6);
        kernels.affine_add_layer_norm(&x, &layer, &norm, &mut residual);
        all.push(residual);
        if outputs.is_multiple_of(4) {
            let next = self::layer(outputs, 5, how);
            let mut activated = QuantizedRows::new();
            let mut scratch = AlignedVec::new();
            let activation = Activation::Relu;
            kernels.affine_activate_quantize(
                &x,
                &layer,
                activation,
                how,
                &mut activated,
                &mut scratch,
            );
            let mut out = vec![0.0; rows * 5];
            kernels.affine(&activated, &next, &mut out);
            all.push(out);
        }
    }
    let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect();
    all.into_iter().map(bits).collect()
}

#[test]
fn two_threads_compute_the_bits_of_one() {
    let (mut leader, helper) = Leader::new();
    thread::scope(|scope| {
        scope.spawn(|| helper.assist(|| false));
        while !leader.is_attended() {
            thread::yield_now();
        }
        for kernels in Kernels::supported() {
            // Layers that are left to one thread, and larger ones: of whole groups of tiles, of half a tile more, and of so few that
            // there is nothing to divide.
            for shape in [(64, 40), (256, 256), (256, 1_001), (192, 348), (4_096, 24)] {
                for rows in [1, 2, 3, 5, 8, 40, 70] {
                    let alone = results(kernels, shape, rows);
                    let together = leader.lead(|| results(kernels, shape, rows));
                    assert!(
                        alone == together,
                        "{shape:?}, {rows} rows, {}",
                        kernels.name()
                    );
                }
            }
        }
        assert!(leader.is_attended());
        drop(leader);
    });
}
