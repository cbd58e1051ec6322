//! The encoder: source tokens to context vectors.

use dragoman_kernels::{AlignedVec, Kernels, KeyCache};

use super::Model;
use super::compute::Compute;
use super::layers::{Attention, FeedForward};
use super::workspace::{Workspace, sized};
use crate::profile::{Stage, Work, measure};
use crate::vocabulary::TokenId;

/// One layer of the encoder.
#[derive(Debug)]
pub(crate) struct EncoderLayer {
    pub(crate) attention: Attention,
    pub(crate) feed_forward: FeedForward,
}

/// What the decoder looks at of one source, for one of its layers.
#[derive(Debug, Default)]
pub(crate) struct Context {
    pub(crate) keys: KeyCache,
    /// One row per source token.
    pub(crate) values: AlignedVec<f32>,
}

impl Model {
    /// Encodes sources together and returns the contexts of each, one per layer of the decoder.
    ///
    /// The rows of all sources are concatenated without padding: a source's result does not
    /// depend on the others.
    pub(crate) fn encode(
        &self,
        kernels: Kernels,
        sources: &[&[TokenId]],
        workspace: &mut Workspace,
    ) -> Vec<Vec<Context>> {
        let dim = self.dim;
        let rows: usize = sources.iter().map(|source| source.len()).sum();
        let compute = Compute::of_encoder(kernels);
        let mut states = AlignedVec::new();
        states.resize(rows * dim);
        self.embed_sources(kernels, sources, &mut states);
        for layer in &self.encoder {
            self.attend_to_self(compute, &layer.attention, sources, &mut states, workspace);
            compute.feed_forward(&layer.feed_forward, self.activation, &mut states, workspace);
        }
        self.contexts(compute, sources, &states, workspace)
    }

    fn embed_sources(&self, kernels: Kernels, sources: &[&[TokenId]], states: &mut [f32]) {
        let embedded = Work::of_bytes(2 * size_of_val(states));
        measure(Stage::EncoderRest, embedded, || {
            let mut position = vec![0.0; self.dim];
            let tokens = sources.iter().flat_map(|source| source.iter().enumerate());
            for ((index, token), state) in tokens.zip(states.chunks_exact_mut(self.dim)) {
                self.positions.write(index, &mut position);
                self.source_embedding
                    .look_up(kernels, *token, &position, state);
            }
        });
    }

    fn attend_to_self(
        &self,
        compute: Compute,
        attention: &Attention,
        sources: &[&[TokenId]],
        states: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let (dim, size) = (self.dim, states.len());
        let Workspace {
            quantized,
            a,
            b,
            c,
            scores,
            scratch,
            ..
        } = workspace;
        let (queries, keys, values) = (sized(a, size), sized(b, size), sized(c, size));
        let projections = [
            (&attention.query, &mut *queries),
            (&attention.key, &mut *keys),
            (&attention.value, &mut *values),
        ];
        compute.project(states, projections, quantized);
        let mixtures = sized(scratch, size);
        let mut cache = KeyCache::default();
        let mut start = 0;
        for source in sources {
            let range = start..start + source.len() * dim;
            start = range.end;
            compute.transpose_keys(&keys[range.clone()], dim, &mut cache);
            let (queries, values) = (&queries[range.clone()], &values[range.clone()]);
            let mixtures = &mut mixtures[range];
            compute.attend(queries, &cache, values, self.heads, mixtures, scores, None);
        }
        let output = (&attention.output, &attention.norm);
        compute.project_onto(mixtures, output, quantized, states);
    }

    /// Keys and values of the decoder's layers, which stay the same for every step.
    fn contexts(
        &self,
        compute: Compute,
        sources: &[&[TokenId]],
        states: &[f32],
        workspace: &mut Workspace,
    ) -> Vec<Vec<Context>> {
        let (dim, size) = (self.dim, states.len());
        let mut contexts: Vec<Vec<Context>> = sources.iter().map(|_| Vec::new()).collect();
        let Workspace {
            quantized, a, b, ..
        } = workspace;
        for layer in &self.decoder {
            let (keys, values) = (sized(a, size), sized(b, size));
            let projections = [
                (&layer.attention.key, &mut *keys),
                (&layer.attention.value, &mut *values),
            ];
            compute.project(states, projections, quantized);
            let mut start = 0;
            for (source, contexts) in sources.iter().zip(&mut contexts) {
                let range = start..start + source.len() * dim;
                start = range.end;
                let mut context = Context::default();
                compute.transpose_keys(&keys[range.clone()], dim, &mut context.keys);
                context.values.extend_from_slice(&values[range]);
                contexts.push(context);
            }
        }
        contexts
    }
}
