//! The decoder: one step for many hypotheses at once.

use dragoman_kernels::{History as Past, Kernels};

use super::Model;
use super::compute::Compute;
use super::encoder::Context;
use super::layers::{Attention, FeedForward, RecurrentUnit};
use super::workspace::{Workspace, sized};
use crate::profile::{Stage, Work, measure};
use crate::vocabulary::TokenId;

/// One layer of the decoder.
#[derive(Debug)]
pub(crate) struct DecoderLayer {
    pub(crate) history: History,
    pub(crate) attention: Attention,
    pub(crate) feed_forward: FeedForward,
}

/// How a layer looks back at what was produced.
#[derive(Debug)]
pub(crate) enum History {
    /// The students: a recurrent unit.
    Recurrent(Box<RecurrentUnit>),
    /// OPUS-MT: self-attention.
    SelfAttention(Box<Attention>),
}

/// What one layer remembers of one hypothesis.
#[derive(Debug, Clone)]
pub(crate) enum Memory {
    /// The cell of the recurrent unit.
    Cell(Vec<f32>),
    /// Keys and values of all steps before, which hypotheses share as far as they share their tokens.
    Past(Past),
}

/// One hypothesis in a step.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Which source it translates, as an index into the contexts given to the step.
    pub(crate) source: usize,
    /// Its last token; `None` at its first step.
    pub(crate) previous: Option<TokenId>,
    /// How many tokens it has.
    pub(crate) position: usize,
    /// One per layer.
    pub(crate) memory: Vec<Memory>,
}

/// What one step computes besides the state of the rows.
pub(crate) struct StepOutput<'a> {
    /// The last layer's output, one row each.
    pub(crate) states: &'a mut [f32],
    /// Attention of the last layer's first head: one row each, `attention_stride` apart.
    pub(crate) attention: &'a mut [f32],
    /// At least the length of the longest source.
    pub(crate) attention_stride: usize,
}

impl Model {
    /// The memory of a hypothesis without tokens.
    pub(crate) fn empty_memory(&self) -> Vec<Memory> {
        let memory = |layer: &DecoderLayer| match layer.history {
            History::Recurrent(_) => Memory::Cell(vec![0.0; self.dim]),
            History::SelfAttention(_) => Memory::Past(Past::new(self.dim)),
        };
        self.decoder.iter().map(memory).collect()
    }

    /// Advances every row by one token.
    ///
    /// Each row is computed on its own: its result does not depend on the other rows.
    pub(crate) fn step(
        &self,
        kernels: Kernels,
        rows: &mut [Row],
        contexts: &[&[Context]],
        output: &mut StepOutput<'_>,
        workspace: &mut Workspace,
    ) {
        let compute = Compute::of_decoder(kernels);
        self.embed_rows(kernels, rows, output.states, workspace);
        for (index, layer) in self.decoder.iter().enumerate() {
            match &layer.history {
                History::Recurrent(unit) => {
                    self.recur(compute, unit, index, rows, output.states, workspace);
                }
                History::SelfAttention(attention) => {
                    self.look_back(compute, attention, index, rows, output.states, workspace);
                }
            }
            let last = index + 1 == self.decoder.len();
            self.look_at_source(compute, index, rows, contexts, output, last, workspace);
            compute.feed_forward(
                &layer.feed_forward,
                self.activation,
                output.states,
                workspace,
            );
        }
    }

    fn embed_rows(
        &self,
        kernels: Kernels,
        rows: &[Row],
        states: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let embedded = Work::of_bytes(2 * size_of_val(states));
        measure(Stage::DecoderRest, embedded, || {
            let position = sized(&mut workspace.a, self.dim);
            for (row, state) in rows.iter().zip(states.chunks_exact_mut(self.dim)) {
                self.positions.write(row.position, position);
                match row.previous {
                    Some(token) => self
                        .target_embedding
                        .look_up(kernels, token, position, state),
                    // Marian has no token for the beginning: its embedding is zero.
                    None => state.copy_from_slice(position),
                }
            }
        });
    }

    fn recur(
        &self,
        compute: Compute,
        unit: &RecurrentUnit,
        layer: usize,
        rows: &mut [Row],
        states: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let (dim, size) = (self.dim, states.len());
        let Workspace {
            quantized, a, b, c, ..
        } = workspace;
        let (candidates, forgets, outputs) = (sized(a, size), sized(b, size), sized(c, size));
        let projections = [
            (&unit.candidate, &mut *candidates),
            (&unit.forget, &mut *forgets),
        ];
        compute.project(states, projections, quantized);
        let kernels = compute.kernels;
        let recurrent = Work::of_bytes(6 * size_of_val(states));
        measure(Stage::DecoderHistory, recurrent, || {
            let inputs = candidates.chunks_exact(dim).zip(forgets.chunks_exact(dim));
            let outputs_by_row = outputs.chunks_exact_mut(dim);
            for ((row, (candidate, forget)), out) in rows.iter_mut().zip(inputs).zip(outputs_by_row)
            {
                if let Some(Memory::Cell(cell)) = row.memory.get_mut(layer) {
                    kernels.ssru(cell, candidate, forget, out);
                }
            }
            kernels.add_layer_norm(outputs, &unit.norm, states);
        });
    }

    fn look_back(
        &self,
        compute: Compute,
        attention: &Attention,
        layer: usize,
        rows: &mut [Row],
        states: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let (dim, size) = (self.dim, states.len());
        let Workspace {
            quantized,
            a,
            b,
            c,
            scratch,
            scores,
            ..
        } = workspace;
        let (queries, keys, values) = (sized(a, size), sized(b, size), sized(c, size));
        let projections = [
            (&attention.query, &mut *queries),
            (&attention.key, &mut *keys),
            (&attention.value, &mut *values),
        ];
        compute.project(states, projections, quantized);
        let looking = compute.with_attention(Stage::DecoderHistory);
        let new = keys.chunks_exact(dim).zip(values.chunks_exact(dim));
        let mut rows = rows;
        for ((key, value), query) in new.zip(queries.chunks_exact_mut(dim)) {
            let Some((row, next)) = rows.split_first_mut() else {
                break;
            };
            rows = next;
            let Some(Memory::Past(past)) = row.memory.get_mut(layer) else {
                continue;
            };
            past.push(key, value);
            let next = match rows.first().and_then(|row| row.memory.get(layer)) {
                Some(Memory::Past(next)) => Some(next),
                _ => None,
            };
            let out = sized(scratch, dim);
            looking.attend_history(query, past, next, self.heads, out, scores);
            query.copy_from_slice(out);
        }
        let projection = (&attention.output, &attention.norm);
        compute.project_onto(queries, projection, quantized, states);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the state of a step, which belongs to its caller"
    )]
    fn look_at_source(
        &self,
        compute: Compute,
        layer: usize,
        rows: &[Row],
        contexts: &[&[Context]],
        output: &mut StepOutput<'_>,
        last: bool,
        workspace: &mut Workspace,
    ) {
        let attention = &self.decoder[layer].attention;
        let (dim, size) = (self.dim, output.states.len());
        let Workspace {
            quantized,
            a,
            b,
            scores,
            ..
        } = workspace;
        let (queries, mixtures) = (sized(a, size), sized(b, size));
        let projection = [(&attention.query, &mut *queries)];
        compute.project(output.states, projection, quantized);
        let stride = output.attention_stride;
        let mut start = 0;
        // The hypotheses of a source, which lie side by side, look at the same keys and values.
        for same in rows.chunk_by(|a, b| a.source == b.source) {
            let range = start..start + same.len();
            start = range.end;
            let Context { keys, values } = &contexts[same[0].source][layer];
            let weights = &mut output.attention[range.start * stride..range.end * stride];
            let first_heads = last.then_some((weights, stride));
            let range = range.start * dim..range.end * dim;
            let (queries, mixtures) = (&queries[range.clone()], &mut mixtures[range]);
            compute.attend(
                queries,
                keys,
                values,
                self.heads,
                mixtures,
                scores,
                first_heads,
            );
        }
        let projection = (&attention.output, &attention.norm);
        compute.project_onto(mixtures, projection, quantized, output.states);
    }
}
