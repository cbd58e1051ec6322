//! The output layer: which tokens can come next, and their scores.

use std::ops::Range;

use dragoman_kernels::{Affine, AlignedVec, Kernels, PackedMatrix, Quantization, QuantizedRows};

use super::compute::product;
use super::embedding::Embedding;
use super::layers::{LayerReader, product_scale};
use super::workspace::sized;
use super::{LoadError, Model, Workspace};
use crate::profile::{Stage, Work, measure};
use crate::search::{Extension, Search};
use crate::vocabulary::TokenId;

/// What the output layer is made from: its rows are those of the target's embedding.
#[derive(Debug)]
pub(crate) struct OutputLayer {
    input: Quantization,
    bias: Vec<f32>,
    unknown: TokenId,
    /// All tokens, for a model without a shortlist.
    all: Option<Candidates>,
}

/// The tokens that may occur in one segment's translation, and the rows of the output layer that
/// belong to them.
///
/// They are chosen for each segment alone, from its own source, so that its translation does not
/// depend on what it is computed with.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// Ascending.
    tokens: Vec<TokenId>,
    layer: Affine,
    /// Position of the unknown token, which is never produced.
    unknown: Option<usize>,
}

impl OutputLayer {
    /// Reads what belongs to the output; packs all rows if there is no shortlist to choose some.
    pub(crate) fn read(
        reader: &LayerReader<'_>,
        embedding: &Embedding,
        tokens: usize,
        unknown: TokenId,
        with_all: bool,
    ) -> Result<Self, LoadError> {
        let mut input = Quantization::PerRow;
        for matrix in ["none", "Wemb", "decoder_Wemb"] {
            if let Some(multiplier) = reader.file.activation_multiplier(matrix)? {
                input = Quantization::Fixed(multiplier);
                break;
            }
        }
        let mut output = Self {
            input,
            bias: reader.vector("decoder_ff_logit_out_b", tokens)?,
            unknown,
            all: None,
        };
        if with_all {
            let mut all = Candidates::empty();
            all.tokens.extend((0..).take(tokens));
            all.fill(&output, embedding, reader.dim);
            reader.count(all.layer.bytes());
            output.all = Some(all);
        }
        Ok(output)
    }
}

impl Candidates {
    fn empty() -> Self {
        Self {
            tokens: Vec::new(),
            layer: Affine::new(
                PackedMatrix::pack(0, 0, |_| &[]),
                &[],
                &[],
                Quantization::PerRow,
            ),
            unknown: None,
        }
    }

    /// Packs the rows that belong to `tokens`.
    fn fill(&mut self, output: &OutputLayer, embedding: &Embedding, dim: usize) {
        let Self {
            tokens,
            layer,
            unknown,
        } = self;
        let row = |index: usize| embedding.row(tokens[index]);
        let scale =
            |index: usize| product_scale(output.input, 1.0 / embedding.scale(tokens[index]));
        let bias = |index: usize| output.bias[tokens[index] as usize];
        layer.set(dim, tokens.len(), row, scale, bias, output.input);
        *unknown = tokens.binary_search(&output.unknown).ok();
    }
}

impl Model {
    /// The candidates for a source, with those that a guide wants besides; `None` stands for all
    /// tokens.
    ///
    /// `spare` are candidates that are no longer needed, whose memory is used again.
    pub(crate) fn candidates(
        &self,
        source: &[TokenId],
        guided: &[TokenId],
        spare: Option<Candidates>,
        workspace: &mut Workspace,
    ) -> Option<Candidates> {
        let shortlist = self.shortlist.as_ref()?;
        let mut candidates = spare.unwrap_or_else(Candidates::empty);
        let looked_up = Work::of_bytes(self.target_tokens / 8);
        measure(Stage::Candidates, looked_up, || {
            shortlist.candidates(
                source,
                self.shares_vocabulary(),
                self.target_tokens,
                &mut workspace.candidate_set,
                &mut candidates.tokens,
            );
        });
        // The lists propose the end of sentence only where it is a frequent token by its number.
        for token in guided
            .iter()
            .chain([&self.end_of_sentence])
            .filter(|token| (**token as usize) < self.target_tokens)
        {
            if let Err(place) = candidates.tokens.binary_search(token) {
                candidates.tokens.insert(place, *token);
            }
        }
        let packed = Work::of_bytes(2 * candidates.tokens.len() * self.dim);
        measure(Stage::Packing, packed, || {
            candidates.fill(&self.output, &self.target_embedding, self.dim);
        });
        Some(candidates)
    }

    /// The candidates of a segment, or all tokens.
    fn resolve<'a>(&'a self, own: Option<&'a Candidates>) -> Option<&'a Candidates> {
        own.or(self.output.all.as_ref())
    }
}

/// The output of a step, from states to scored tokens.
#[derive(Debug, Default)]
pub(crate) struct OutputRows {
    quantized: QuantizedRows,
    best: Vec<(u32, f32)>,
    logits: AlignedVec<f32>,
    /// Of one row: positions among the candidates, and the logarithms of their probabilities.
    most_probable: Vec<(usize, f32)>,
}

impl OutputRows {
    /// Takes the states of a step's rows.
    pub(crate) fn quantize(&mut self, model: &Model, kernels: Kernels, states: &[f32]) {
        let quantized = Work::of_bytes(size_of_val(states));
        measure(Stage::Output, quantized, || {
            kernels.quantize(states, model.dim, model.output.input, &mut self.quantized);
        });
    }

    /// Computes the output of `rows`, which choose among the same candidates: all logits if
    /// `scored`, else only the best.
    pub(crate) fn compute(
        &mut self,
        model: &Model,
        kernels: Kernels,
        rows: Range<usize>,
        candidates: Option<&Candidates>,
        scored: bool,
    ) {
        let Some(Candidates {
            tokens,
            layer,
            unknown,
        }) = model.resolve(candidates)
        else {
            return;
        };
        let work = product(layer, rows.len());
        measure(Stage::Output, work, || {
            if scored {
                let logits = sized(&mut self.logits, rows.len() * tokens.len());
                kernels.affine_rows(&self.quantized, rows, layer, logits);
            } else {
                self.best.resize(rows.len(), (0, 0.0));
                kernels.affine_argmax(&self.quantized, rows, layer, *unknown, &mut self.best);
            }
        });
    }

    /// The extensions worth looking at of one segment's hypotheses, which are `rows` of those that
    /// were computed last.
    pub(crate) fn extensions(
        &mut self,
        model: &Model,
        kernels: Kernels,
        rows: Range<usize>,
        candidates: Option<&Candidates>,
        search: &mut Search,
    ) -> Vec<Extension> {
        let Some(candidates) = model.resolve(candidates) else {
            return Vec::new();
        };
        if search.settings().scores {
            return self.scored(kernels, rows, candidates, search);
        }
        let extension = |(parent, (position, _)): (usize, &(u32, f32))| Extension {
            parent,
            token: candidates.tokens[*position as usize],
            log_probability: 0.0,
            bias: 0.0,
            begins: None,
        };
        self.best[rows].iter().enumerate().map(extension).collect()
    }

    fn scored(
        &mut self,
        kernels: Kernels,
        rows: Range<usize>,
        candidates: &Candidates,
        search: &mut Search,
    ) -> Vec<Extension> {
        let Candidates {
            tokens, unknown, ..
        } = candidates;
        let width = tokens.len();
        let logits = &mut self.logits[rows.start * width..rows.end * width];
        let guide = search.settings().guide.clone();
        let wanted = search.extensions_wanted();
        let mut extensions = Vec::new();
        for (parent, logits) in logits.chunks_exact_mut(width).enumerate() {
            if let Some(unknown) = unknown {
                logits[*unknown] = f32::NEG_INFINITY;
            }
            if guide.is_none() && search.settings().constraints.is_none() {
                kernels.most_probable(logits, wanted, &mut self.most_probable);
                extensions.extend(extensions_of(parent, tokens, &self.most_probable));
                continue;
            }
            let own = guide.as_ref().map(|guide| {
                let before = logits.to_vec();
                guide.adjust(search.prefix(parent), tokens, logits);
                biased(kernels, before, logits)
            });
            if own.is_none() {
                kernels.log_softmax(logits);
            }
            let first = extensions.len();
            if let Some(constrained) = search.constrained(kernels, parent, tokens, logits) {
                extensions.extend(constrained);
            } else {
                kernels.greatest(logits, wanted, &mut self.most_probable);
                extensions.extend(extensions_of(parent, tokens, &self.most_probable));
            }
            if let Some(own) = own {
                set_apart(&mut extensions[first..], tokens, &own);
            }
        }
        extensions
    }
}

/// Extensions of a hypothesis by some candidates, each with the logarithm of its probability.
fn extensions_of(
    parent: usize,
    tokens: &[TokenId],
    candidates: &[(usize, f32)],
) -> impl Iterator<Item = Extension> {
    let extension = move |&(position, log_probability): &(usize, f32)| Extension {
        parent,
        token: tokens[position],
        log_probability,
        bias: 0.0,
        begins: None,
    };
    candidates.iter().map(extension)
}

/// Makes adjusted logits the logarithms of probabilities with what the adjustment added, and
/// returns those without it.
fn biased(kernels: Kernels, before: Vec<f32>, adjusted: &mut [f32]) -> Vec<f32> {
    for (adjusted, before) in adjusted.iter_mut().zip(&before) {
        // The unknown piece is forbidden already, and infinities have no difference.
        *adjusted = if before.is_finite() {
            *adjusted - before
        } else {
            f32::NEG_INFINITY
        };
    }
    let mut own = before;
    kernels.log_softmax(&mut own);
    for (bias, own) in adjusted.iter_mut().zip(&own) {
        *bias += own;
    }
    own
}

/// Sets the biases of extensions apart from their probabilities, which are `own`.
fn set_apart(extensions: &mut [Extension], tokens: &[TokenId], own: &[f32]) {
    for extension in extensions {
        let position = tokens.binary_search(&extension.token).ok();
        if let Some(own) = position.and_then(|position| own.get(position)) {
            extension.bias = extension.log_probability - own;
            extension.log_probability = *own;
        }
    }
}
