//! What layers are computed with, each call to the account of its stage.

use dragoman_kernels::{
    Activation, Affine, AlignedVec, History, Kernels, KeyCache, LayerNorm, QuantizedRows,
};

use super::layers::FeedForward;
use super::workspace::Workspace;
use crate::profile::{Stage, Work, measure};

/// The kernels on one side of the model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compute {
    pub(crate) kernels: Kernels,
    products: Stage,
    attention: Stage,
}

impl Compute {
    pub(crate) fn of_encoder(kernels: Kernels) -> Self {
        Self {
            kernels,
            products: Stage::EncoderProducts,
            attention: Stage::EncoderAttention,
        }
    }

    pub(crate) fn of_decoder(kernels: Kernels) -> Self {
        Self {
            kernels,
            products: Stage::DecoderProducts,
            attention: Stage::DecoderAttention,
        }
    }

    /// The same with attention on another account.
    pub(crate) fn with_attention(self, attention: Stage) -> Self {
        Self { attention, ..self }
    }

    /// Applies layers to the same states. They are quantised anew only where a layer wants them otherwise than the one before.
    pub(crate) fn project<const N: usize>(
        self,
        states: &[f32],
        layers: [(&Affine, &mut [f32]); N],
        quantized: &mut QuantizedRows,
    ) {
        let mut quantization = None;
        for (layer, out) in layers {
            let rows = states.len() / layer.inputs().max(1);
            measure(self.products, product(layer, rows), || {
                if quantization != Some(layer.quantization()) {
                    quantization = Some(layer.quantization());
                    self.kernels
                        .quantize(states, layer.inputs(), layer.quantization(), quantized);
                }
                self.kernels.affine(quantized, layer, out);
            });
        }
    }

    /// `residual = norm(residual + layer(inputs))`
    pub(crate) fn project_onto(
        self,
        inputs: &[f32],
        (layer, norm): (&Affine, &LayerNorm),
        quantized: &mut QuantizedRows,
        residual: &mut [f32],
    ) {
        let rows = inputs.len() / layer.inputs().max(1);
        measure(self.products, product(layer, rows), || {
            self.kernels
                .quantize(inputs, layer.inputs(), layer.quantization(), quantized);
            self.kernels
                .affine_add_layer_norm(quantized, layer, norm, residual);
        });
    }

    /// `states = norm(states + contract(activation(expand(states))))`
    pub(crate) fn feed_forward(
        self,
        layer: &FeedForward,
        activation: Activation,
        states: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let FeedForward {
            expand,
            contract,
            norm,
        } = layer;
        let Workspace {
            quantized,
            inner,
            scratch,
            ..
        } = workspace;
        let rows = states.len() / expand.inputs().max(1);
        let kernels = self.kernels;
        measure(self.products, product(expand, rows), || {
            kernels.quantize(states, expand.inputs(), expand.quantization(), quantized);
            kernels.affine_activate_quantize(
                quantized,
                expand,
                activation,
                contract.quantization(),
                inner,
                scratch,
            );
        });
        measure(self.products, product(contract, rows), || {
            kernels.affine_add_layer_norm(inner, contract, norm, states);
        });
    }

    /// Keys as attention wants them.
    pub(crate) fn transpose_keys(self, keys: &[f32], width: usize, out: &mut KeyCache) {
        let work = Work::of_bytes(2 * size_of_val(keys));
        measure(self.attention, work, || {
            self.kernels.transpose_keys(keys, width, out);
        });
    }

    /// Attention of each of these queries to the same keys; see [`Kernels::attend_rows`].
    #[expect(clippy::too_many_arguments, reason = "the operands of attention")]
    pub(crate) fn attend(
        self,
        queries: &[f32],
        keys: &KeyCache,
        values: &[f32],
        heads: usize,
        out: &mut [f32],
        scores: &mut AlignedVec<f32>,
        first_heads: Option<(&mut [f32], usize)>,
    ) {
        let work = Work {
            multiply_accumulates: 2 * (queries.len() * keys.len()) as u64,
            bytes: (2 * size_of_val(queries) + keys.bytes() + size_of_val(values)) as u64,
        };
        measure(self.attention, work, || {
            self.kernels
                .attend_rows(queries, keys, values, heads, out, scores, first_heads);
        });
    }

    /// Attention of a query to what was produced; see [`Kernels::attend_history`].
    pub(crate) fn attend_history(
        self,
        query: &[f32],
        history: &History,
        next: Option<&History>,
        heads: usize,
        out: &mut [f32],
        scores: &mut AlignedVec<f32>,
    ) {
        let work = Work {
            multiply_accumulates: 2 * (query.len() * history.len()) as u64,
            bytes: (2 * size_of_val(query) + history.bytes()) as u64,
        };
        measure(self.attention, work, || {
            self.kernels
                .attend_history(query, history, next, heads, out, scores);
        });
    }
}

/// What it takes to apply a layer to so many rows.
pub(crate) fn product(layer: &Affine, rows: usize) -> Work {
    let (inputs, outputs) = (layer.inputs(), layer.outputs());
    Work {
        multiply_accumulates: (rows * inputs * outputs) as u64,
        bytes: (layer.bytes() + rows * (inputs + size_of::<f32>() * outputs)) as u64,
    }
}
