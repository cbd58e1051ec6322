//! Which tensors an architecture has, by Marian's names.

use super::config::{DecoderCell, ModelConfig, TiedEmbeddings};

/// A tensor that an architecture has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorLayout {
    /// Its name in the file.
    pub name: String,
    /// What it is for.
    pub role: TensorRole,
    /// Rows as declared: the inputs of a matrix, the entries of an embedding, else 1.
    pub rows: usize,
    /// Columns as declared: the outputs of a matrix, the width of an embedding or vector.
    pub columns: usize,
}

/// What a tensor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorRole {
    /// A matrix that inputs are multiplied with.
    Weight,
    /// Vectors of the entries of a vocabulary.
    Embedding,
    /// Numbers that are added to outputs.
    Bias,
    /// Factors of a layer normalisation.
    NormScale,
    /// Numbers that a layer normalisation adds.
    NormBias,
}

impl TensorLayout {
    /// Whether quantised models quantise it.
    #[must_use]
    pub fn is_matrix(&self) -> bool {
        matches!(self.role, TensorRole::Weight | TensorRole::Embedding)
    }
}

/// All tensors that a model of this architecture must have, without the multipliers of quantisation.
#[must_use]
pub fn tensors(config: &ModelConfig) -> Vec<TensorLayout> {
    let mut list = List {
        tensors: Vec::new(),
        width: config.embedding,
        feed_forward: config.feed_forward,
    };
    match config.tied_embeddings {
        TiedEmbeddings::All => list.embedding("Wemb", config.target_vocabulary),
        TiedEmbeddings::TargetAndOutput => {
            list.embedding("encoder_Wemb", config.source_vocabulary);
            list.embedding("decoder_Wemb", config.target_vocabulary);
        }
    }
    for layer in 1..=config.encoder_layers {
        list.attention(&format!("encoder_l{layer}_self"));
        list.feed_forward(&format!("encoder_l{layer}_ffn"));
    }
    for layer in 1..=config.decoder_layers {
        match config.decoder {
            DecoderCell::Ssru => list.ssru(&format!("decoder_l{layer}_rnn")),
            DecoderCell::SelfAttention => list.attention(&format!("decoder_l{layer}_self")),
        }
        list.attention(&format!("decoder_l{layer}_context"));
        list.feed_forward(&format!("decoder_l{layer}_ffn"));
    }
    list.vector(
        "decoder_ff_logit_out_b",
        TensorRole::Bias,
        config.target_vocabulary,
    );
    list.tensors
}

struct List {
    tensors: Vec<TensorLayout>,
    width: usize,
    feed_forward: usize,
}

impl List {
    fn push(&mut self, name: impl Into<String>, role: TensorRole, rows: usize, columns: usize) {
        self.tensors.push(TensorLayout {
            name: name.into(),
            role,
            rows,
            columns,
        });
    }

    fn embedding(&mut self, name: &str, entries: usize) {
        self.push(name, TensorRole::Embedding, entries, self.width);
    }

    fn vector(&mut self, name: impl Into<String>, role: TensorRole, columns: usize) {
        self.push(name, role, 1, columns);
    }

    fn norm(&mut self, prefix: &str) {
        let width = self.width;
        self.vector(format!("{prefix}_ln_scale"), TensorRole::NormScale, width);
        self.vector(format!("{prefix}_ln_bias"), TensorRole::NormBias, width);
    }

    fn attention(&mut self, prefix: &str) {
        let width = self.width;
        for part in ["q", "k", "v", "o"] {
            self.push(
                format!("{prefix}_W{part}"),
                TensorRole::Weight,
                width,
                width,
            );
            self.vector(format!("{prefix}_b{part}"), TensorRole::Bias, width);
        }
        self.norm(&format!("{prefix}_Wo"));
    }

    fn feed_forward(&mut self, prefix: &str) {
        let (width, inner) = (self.width, self.feed_forward);
        self.push(format!("{prefix}_W1"), TensorRole::Weight, width, inner);
        self.vector(format!("{prefix}_b1"), TensorRole::Bias, inner);
        self.push(format!("{prefix}_W2"), TensorRole::Weight, inner, width);
        self.vector(format!("{prefix}_b2"), TensorRole::Bias, width);
        self.norm(&format!("{prefix}_ffn"));
    }

    fn ssru(&mut self, prefix: &str) {
        let width = self.width;
        self.push(format!("{prefix}_W"), TensorRole::Weight, width, width);
        self.push(format!("{prefix}_Wf"), TensorRole::Weight, width, width);
        self.vector(format!("{prefix}_bf"), TensorRole::Bias, width);
        self.norm(&format!("{prefix}_ffn"));
    }
}
