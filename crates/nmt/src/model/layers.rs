//! The layers of a model, built from its file.

use std::cell::Cell;

use dragoman_kernels::{Affine, LayerNorm, PackedMatrix, Quantization};

use crate::files::{Activation, FileError, FloatTensor, Int8Tensor, ModelFile};

/// Multi-head attention and the normalisation behind it.
#[derive(Debug)]
pub(crate) struct Attention {
    pub(crate) query: Affine,
    pub(crate) key: Affine,
    pub(crate) value: Affine,
    pub(crate) output: Affine,
    pub(crate) norm: LayerNorm,
}

/// The feed-forward network and the normalisation behind it.
#[derive(Debug)]
pub(crate) struct FeedForward {
    pub(crate) expand: Affine,
    pub(crate) contract: Affine,
    pub(crate) norm: LayerNorm,
}

/// Marian's simple recurrent unit (SSRU) and the normalisation behind it.
#[derive(Debug)]
pub(crate) struct RecurrentUnit {
    pub(crate) candidate: Affine,
    pub(crate) forget: Affine,
    pub(crate) norm: LayerNorm,
}

/// Which tensors make an affine layer.
struct Linear<'a> {
    name: &'a str,
    bias: Option<&'a str>,
    inputs: usize,
    outputs: usize,
    /// Whether the layer's inputs come out of a rectifier, which is faster for some processors.
    inputs_never_negative: bool,
}

impl<'a> Linear<'a> {
    fn new(name: &'a str, bias: Option<&'a str>, inputs: usize, outputs: usize) -> Self {
        Self {
            name,
            bias,
            inputs,
            outputs,
            inputs_never_negative: false,
        }
    }

    fn pack<'b>(&self, row: impl Fn(usize) -> &'b [i8]) -> PackedMatrix {
        if self.inputs_never_negative {
            PackedMatrix::pack_for_nonnegative(self.inputs, self.outputs, row)
        } else {
            PackedMatrix::pack(self.inputs, self.outputs, row)
        }
    }
}

/// Reads layers by the names that Marian gives their tensors.
pub(crate) struct LayerReader<'a> {
    pub(crate) file: &'a ModelFile,
    /// Width of the model.
    pub(crate) dim: usize,
    /// Width inside of the feed-forward network.
    pub(crate) feed_forward: usize,
    /// What the feed-forward network computes between its matrices.
    pub(crate) activation: Activation,
    /// Memory that the packed weights read so far take, bytes.
    pub(crate) packed_bytes: Cell<usize>,
}

impl LayerReader<'_> {
    pub(crate) fn attention(&self, prefix: &str) -> Result<Attention, FileError> {
        let linear = |letter| {
            let (weights, bias) = (format!("{prefix}_W{letter}"), format!("{prefix}_b{letter}"));
            self.affine(&Linear::new(&weights, Some(&bias), self.dim, self.dim))
        };
        Ok(Attention {
            query: linear('q')?,
            key: linear('k')?,
            value: linear('v')?,
            output: linear('o')?,
            norm: self.norm(&format!("{prefix}_Wo_ln"))?,
        })
    }

    pub(crate) fn feed_forward(&self, prefix: &str) -> Result<FeedForward, FileError> {
        let linear = |digit, inputs, outputs| {
            let (weights, bias) = (format!("{prefix}_W{digit}"), format!("{prefix}_b{digit}"));
            let after_relu = digit == 2 && self.activation == Activation::Relu;
            self.affine(&Linear {
                inputs_never_negative: after_relu,
                ..Linear::new(&weights, Some(&bias), inputs, outputs)
            })
        };
        Ok(FeedForward {
            expand: linear(1, self.dim, self.feed_forward)?,
            contract: linear(2, self.feed_forward, self.dim)?,
            norm: self.norm(&format!("{prefix}_ffn_ln"))?,
        })
    }

    pub(crate) fn recurrent_unit(&self, prefix: &str) -> Result<RecurrentUnit, FileError> {
        let (candidate, forget) = (format!("{prefix}_W"), format!("{prefix}_Wf"));
        let bias = format!("{prefix}_bf");
        Ok(RecurrentUnit {
            candidate: self.affine(&Linear::new(&candidate, None, self.dim, self.dim))?,
            forget: self.affine(&Linear::new(&forget, Some(&bias), self.dim, self.dim))?,
            norm: self.norm(&format!("{prefix}_ffn_ln"))?,
        })
    }

    /// A matrix with its bias; int8 as stored, or float and quantised here, each output by its
    /// own largest weight.
    fn affine(&self, linear: &Linear<'_>) -> Result<Affine, FileError> {
        let &Linear {
            name,
            inputs,
            outputs,
            ..
        } = linear;
        let bias = match linear.bias {
            Some(bias) => self.vector(bias, outputs)?,
            None => vec![0.0; outputs],
        };
        let (weights, scale, input) = if let Some(matrix) = quantized(self.file, name)? {
            require_shape(name, [matrix.inputs(), matrix.outputs()], [inputs, outputs])?;
            let input = match self.file.activation_multiplier(name)? {
                Some(multiplier) => Quantization::Fixed(multiplier),
                None => Quantization::PerRow,
            };
            let scale = vec![product_scale(input, matrix.multiplier()); outputs];
            (linear.pack(|output| matrix.row(output)), scale, input)
        } else {
            let matrix = self.float(name)?;
            require_shape(name, [matrix.rows(), matrix.columns()], [inputs, outputs])?;
            let matrix = QuantizedMatrix::by_column(&matrix);
            let weights = linear.pack(|output| matrix.row(output));
            (weights, matrix.scales, Quantization::PerRow)
        };
        self.count(weights.bytes());
        Ok(Affine::new(weights, &scale, &bias, input))
    }

    /// Adds packed weights to the account.
    pub(crate) fn count(&self, bytes: usize) {
        self.packed_bytes.set(self.packed_bytes.get() + bytes);
    }

    pub(crate) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, FileError> {
        let tensor = self.float(name)?;
        require_shape(name, [tensor.rows(), tensor.columns()], [1, length])?;
        Ok(tensor.to_vec())
    }

    fn norm(&self, prefix: &str) -> Result<LayerNorm, FileError> {
        Ok(LayerNorm {
            scale: self.vector(&format!("{prefix}_scale"), self.dim)?,
            bias: self.vector(&format!("{prefix}_bias"), self.dim)?,
        })
    }

    fn float(&self, name: &str) -> Result<FloatTensor, FileError> {
        let tensor = self.file.float(name)?;
        tensor.ok_or_else(|| FileError::MissingTensor {
            name: name.to_owned(),
        })
    }
}

/// What a product of quantised values is multiplied with.
pub(crate) fn product_scale(input: Quantization, weight_multiplier: f32) -> f32 {
    match input {
        Quantization::Fixed(multiplier) => 1.0 / (multiplier * weight_multiplier),
        Quantization::PerRow => 1.0 / weight_multiplier,
    }
}

/// The tensor of that name if it is quantised; `None` if there is none or it is not.
pub(crate) fn quantized(file: &ModelFile, name: &str) -> Result<Option<Int8Tensor>, FileError> {
    match file.int8(name) {
        Err(FileError::UnsupportedType { .. }) => Ok(None),
        other => other,
    }
}

/// Checks the shape of a tensor.
pub(crate) fn require_shape(
    name: &str,
    found: [usize; 2],
    needed: [usize; 2],
) -> Result<(), FileError> {
    if found == needed {
        return Ok(());
    }
    Err(FileError::WrongShape {
        name: name.to_owned(),
        found,
        needed,
    })
}

/// A float matrix in int8: rows with a scale each.
#[derive(Debug)]
pub(crate) struct QuantizedMatrix {
    values: Vec<i8>,
    width: usize,
    /// A value times its row's scale is the weight.
    pub(crate) scales: Vec<f32>,
}

impl QuantizedMatrix {
    /// Quantises the columns of a matrix; they become the rows.
    pub(crate) fn by_column(matrix: &FloatTensor) -> Self {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let values = matrix.to_vec();
        // In blocks, so that neither side leaves the cache.
        const BLOCK: usize = 32;
        let mut transposed = vec![0.0; values.len()];
        for top in (0..rows).step_by(BLOCK) {
            for left in (0..columns).step_by(BLOCK) {
                for row in top..(top + BLOCK).min(rows) {
                    for column in left..(left + BLOCK).min(columns) {
                        transposed[column * rows + row] = values[row * columns + column];
                    }
                }
            }
        }
        Self::quantize(&transposed, rows)
    }

    /// Quantises the rows of a matrix.
    pub(crate) fn by_row(matrix: &FloatTensor) -> Self {
        Self::quantize(&matrix.to_vec(), matrix.columns())
    }

    fn quantize(values: &[f32], width: usize) -> Self {
        let mut quantized = Vec::with_capacity(values.len());
        let mut scales = Vec::new();
        for row in values.chunks_exact(width.max(1)) {
            let largest = row
                .iter()
                .fold(0.0_f32, |largest, value| largest.max(value.abs()));
            let multiplier = if largest > 0.0 { 127.0 / largest } else { 1.0 };
            // The multiplier of values near the smallest float is infinite: such a row is zero.
            let multiplier = if multiplier.is_finite() {
                multiplier
            } else {
                1.0
            };
            quantized.extend(row.iter().map(|value| round(value * multiplier)));
            scales.push(1.0 / multiplier);
        }
        Self {
            values: quantized,
            width,
            scales,
        }
    }

    pub(crate) fn row(&self, row: usize) -> &[i8] {
        &self.values[row * self.width..(row + 1) * self.width]
    }
}

/// Rounds half to even and to int8.
///
/// Adding and subtracting 1.5 · 2²³ rounds as the processor does, in every instruction set and
/// many values at a time.
fn round(value: f32) -> i8 {
    const ROUNDER: f32 = 12_582_912.0;
    let clamped = value.clamp(-127.0, 127.0);
    #[expect(clippy::cast_possible_truncation, reason = "clamped to int8 before")]
    let rounded = ((clamped + ROUNDER) - ROUNDER) as i8;
    rounded
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn halves_are_rounded_to_even_and_large_values_clamped() {
        let values = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49, 126.5, 127.4, 1e9, -1e9];
        assert_eq!(values.map(round), [0, 2, 2, 0, -2, 0, 126, 127, 127, -127]);
    }
}
