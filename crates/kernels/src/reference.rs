//! What the kernels compute, in plain loops: integers exactly, reals in f64. Slow, and meant to be
//! read; the tests hold every instruction set against it.

use crate::layer_norm::LayerNorm;
use crate::quantize::Quantization;

/// Quantises one row; returns it with the factor that its layer's results are to be multiplied with.
#[must_use]
pub fn quantize(row: &[f32], how: Quantization) -> (Vec<i8>, f32) {
    let (multiplier, factor) = match how {
        Quantization::Fixed(multiplier) => (multiplier, 1.0),
        Quantization::PerRow => {
            let greatest = row
                .iter()
                .fold(0.0, |greatest: f32, value| greatest.max(value.abs()));
            let multiplier = if greatest > 0.0 {
                127.0 / greatest
            } else {
                1.0
            };
            (multiplier, 1.0 / multiplier)
        }
    };
    let quantized = row
        .iter()
        .map(|value| (value * multiplier).round_ties_even().clamp(-127.0, 127.0) as i8)
        .collect();
    (quantized, factor)
}

/// The sum of the products of one row of activations and the weights of one output; -128 counts as
/// -127, as in [`crate::PackedMatrix`].
#[must_use]
pub fn dot(activations: &[i8], weights: &[i8]) -> i32 {
    activations
        .iter()
        .zip(weights)
        .map(|(&q, &w)| i32::from(q) * i32::from(w.max(-127)))
        .sum()
}

/// One result of an affine layer. In f32, rounded as the kernels round, so that it is equal to theirs.
#[must_use]
pub fn affine(sum: i32, factor: f32, scale: f32, bias: f32) -> f32 {
    (sum as f32).mul_add(scale * factor, bias)
}

/// The position and value of the greatest result but the banned one; the first of equal ones.
#[must_use]
pub fn argmax(results: &[f32], banned: Option<usize>) -> Option<(usize, f32)> {
    let mut best = None;
    for (index, &value) in results.iter().enumerate() {
        if Some(index) != banned && best.is_none_or(|(_, greatest)| value > greatest) {
            best = Some((index, value));
        }
    }
    best
}

/// Normalises one row.
#[must_use]
pub fn layer_norm(row: &[f32], norm: &LayerNorm) -> Vec<f64> {
    let count = row.len() as f64;
    let mean = row.iter().map(|&x| f64::from(x)).sum::<f64>() / count;
    let variance = row
        .iter()
        .map(|&x| (f64::from(x) - mean).powi(2))
        .sum::<f64>()
        / count;
    let deviation = (variance + f64::from(LayerNorm::EPSILON)).sqrt();
    row.iter()
        .zip(norm.scale.iter().zip(&norm.bias))
        .map(|(&x, (&scale, &bias))| {
            f64::from(scale) * (f64::from(x) - mean) / deviation + f64::from(bias)
        })
        .collect()
}

/// `1 / (1 + exp(-x))`.
#[must_use]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Probabilities in proportion to the exponentials of the scores.
#[must_use]
pub fn softmax(scores: &[f64]) -> Vec<f64> {
    let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores
        .iter()
        .map(|score| (score - greatest).exp())
        .collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The weights of one head's keys, `t` x `d`, of which the head has the columns from `from` on.
#[must_use]
pub fn attention_weights(
    query: &[f32],
    keys: &[f32],
    d: usize,
    from: usize,
    width: usize,
) -> Vec<f64> {
    let products = keys.chunks(d).map(|key| {
        let pairs = query.iter().zip(key).skip(from).take(width);
        pairs
            .map(|(&q, &k)| f64::from(q) * f64::from(k))
            .sum::<f64>()
    });
    softmax(
        &products
            .map(|product| product / (width as f64).sqrt())
            .collect::<Vec<_>>(),
    )
}

/// Attention of one query over keys and values, both `t` x `d`.
#[must_use]
pub fn attend(query: &[f32], keys: &[f32], values: &[f32], heads: usize) -> Vec<f64> {
    let d = query.len();
    let width = d / heads;
    let mut out = vec![0.0; d];
    for head in 0..heads {
        let weights = attention_weights(query, keys, d, head * width, width);
        for (weight, value) in weights.iter().zip(values.chunks(d)) {
            for (out, &value) in out.iter_mut().zip(value).skip(head * width).take(width) {
                *out += weight * f64::from(value);
            }
        }
    }
    out
}

/// One step of the recurrent unit: the new cell.
#[must_use]
pub fn ssru(cell: f32, candidate: f32, forget: f32) -> f64 {
    let gate = sigmoid(f64::from(forget));
    gate * f64::from(cell) + (1.0 - gate) * f64::from(candidate)
}

/// Logarithms of the probabilities.
#[must_use]
pub fn log_softmax(logits: &[f32]) -> Vec<f64> {
    let logits: Vec<f64> = logits.iter().map(|&logit| f64::from(logit)).collect();
    softmax(&logits).into_iter().map(f64::ln).collect()
}
