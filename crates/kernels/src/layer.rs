//! The parameters of an affine layer.

use crate::isa::LANES;
use crate::matrix::PackedMatrix;
use crate::quantize::Quantization;

/// An affine layer with int8 weights: `y[j] = (sum_k q[k] * w[j][k]) * factor * scale[j] + bias[j]`,
/// where `q` is a row of quantised activations. With [`Quantization::Fixed`] the factor is 1, and the
/// multipliers of activations and weights are part of `scale`; with [`Quantization::PerRow`] it is
/// the row's own.
#[derive(Clone, Debug)]
pub struct Affine {
    weights: PackedMatrix,
    /// Filled up with zeros to whole tiles.
    scale: Vec<f32>,
    /// Filled up with minus infinity to whole tiles, so that no filling is ever the greatest.
    bias: Vec<f32>,
    input: Quantization,
}

impl Affine {
    /// A layer of its parameters.
    ///
    /// # Panics
    /// If `scale` or `bias` has another length than the matrix has outputs.
    #[must_use]
    pub fn new(weights: PackedMatrix, scale: &[f32], bias: &[f32], input: Quantization) -> Self {
        let mut layer = Self {
            weights,
            scale: Vec::new(),
            bias: Vec::new(),
            input,
        };
        layer.fill(scale.iter().copied(), bias.iter().copied());
        layer
    }

    /// Replaces all parameters, of any shape, in the memory of this layer. `row`, `scale` and `bias`
    /// are asked once for each output, so a selection of a larger layer's outputs needs no copy.
    ///
    /// # Panics
    /// Like [`PackedMatrix::pack`].
    pub fn set<'a>(
        &mut self,
        inputs: usize,
        outputs: usize,
        row: impl Fn(usize) -> &'a [i8],
        scale: impl Fn(usize) -> f32,
        bias: impl Fn(usize) -> f32,
        input: Quantization,
    ) {
        self.weights.repack(inputs, outputs, row);
        self.input = input;
        self.fill((0..outputs).map(scale), (0..outputs).map(bias));
    }

    fn fill(&mut self, scale: impl Iterator<Item = f32>, bias: impl Iterator<Item = f32>) {
        for (name, to, from, padding) in [
            (
                "scale",
                &mut self.scale,
                &mut { scale } as &mut dyn Iterator<Item = f32>,
                0.0,
            ),
            ("bias", &mut self.bias, &mut { bias }, f32::NEG_INFINITY),
        ] {
            to.clear();
            to.extend(from);
            assert_eq!(
                to.len(),
                self.weights.outputs(),
                "the {name} of a layer has another length than the layer has outputs"
            );
            to.resize(self.weights.padded_outputs(), padding);
        }
    }

    /// Values of a row of activations.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.weights.inputs()
    }

    /// Values of a row of results.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.weights.outputs()
    }

    /// Bytes of memory in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.weights.bytes() + size_of_val(&self.scale[..]) + size_of_val(&self.bias[..])
    }

    /// How the activations of this layer are to be quantised.
    #[must_use]
    pub fn quantization(&self) -> Quantization {
        self.input
    }

    /// Tiles of [`LANES`] outputs each.
    pub(crate) fn tiles(&self) -> usize {
        self.scale().len()
    }

    pub(crate) fn weights(&self) -> &PackedMatrix {
        &self.weights
    }

    pub(crate) fn scale(&self) -> &[[f32; LANES]] {
        self.scale.as_chunks().0
    }

    pub(crate) fn bias(&self) -> &[[f32; LANES]] {
        self.bias.as_chunks().0
    }
}
