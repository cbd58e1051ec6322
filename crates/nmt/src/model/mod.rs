//! A loaded model: its layers, its vocabularies and its shortlist.

mod compute;
mod decoder;
mod embedding;
mod encoder;
mod error;
mod layers;
mod load;
mod output;
mod positions;
mod workspace;

use std::path::PathBuf;

use dragoman_kernels::Activation;

pub(crate) use decoder::{Row, StepOutput};
pub(crate) use encoder::Context;
pub use error::LoadError;
pub(crate) use output::{Candidates, OutputRows};
pub(crate) use workspace::{Workspace, sized};

use crate::files::{DecoderSettings, Shortlist};
use crate::vocabulary::{TokenId, Vocabulary};
use decoder::{DecoderLayer, History};
use embedding::Embedding;
use encoder::EncoderLayer;
use output::OutputLayer;
use positions::Positions;

/// Where the files of a model are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPaths {
    /// The weights: Marian's binary format or `.npz`.
    pub weights: PathBuf,
    /// The lexical shortlist, if the model has one.
    pub shortlist: Option<PathBuf>,
    /// The vocabularies.
    pub vocabulary: VocabularyPaths,
    /// The search that the model comes with, if it says so: OPUS-MT's `decoder.yml`.
    pub decoder_settings: Option<PathBuf>,
}

/// Where the vocabularies of a model are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VocabularyPaths {
    /// One SentencePiece model for both sides.
    Shared(PathBuf),
    /// A SentencePiece model for each side.
    Split {
        /// That of the source.
        source: PathBuf,
        /// That of the target.
        target: PathBuf,
    },
    /// OPUS-MT: a SentencePiece model for each side, whose pieces one table numbers.
    Table {
        /// The SentencePiece model of the source.
        source: PathBuf,
        /// The SentencePiece model of the target.
        target: PathBuf,
        /// Pieces and their numbers, YAML.
        table: PathBuf,
    },
}

/// A translation model, ready to use and shared by all workers: nothing in it changes.
#[derive(Debug)]
pub struct Model {
    pub(crate) dim: usize,
    pub(crate) feed_forward: usize,
    pub(crate) heads: usize,
    pub(crate) activation: Activation,
    pub(crate) encoder: Vec<EncoderLayer>,
    pub(crate) decoder: Vec<DecoderLayer>,
    pub(crate) source_embedding: Embedding,
    pub(crate) target_embedding: Embedding,
    pub(crate) output: OutputLayer,
    pub(crate) positions: Positions,
    pub(crate) shortlist: Option<Shortlist>,
    pub(crate) source_vocabulary: std::sync::Arc<Vocabulary>,
    pub(crate) target_vocabulary: std::sync::Arc<Vocabulary>,
    /// Rows of the source's embedding.
    pub(crate) source_tokens: usize,
    /// Rows of the target's embedding.
    pub(crate) target_tokens: usize,
    pub(crate) end_of_sentence: TokenId,
    pub(crate) packed_bytes: usize,
    /// What applies where a request does not say otherwise.
    pub(crate) search: DecoderSettings,
}

impl Model {
    /// The vocabulary of the source language.
    #[must_use]
    pub fn source_vocabulary(&self) -> &Vocabulary {
        &self.source_vocabulary
    }

    /// The vocabulary of the target language.
    #[must_use]
    pub fn target_vocabulary(&self) -> &Vocabulary {
        &self.target_vocabulary
    }

    /// Memory that the packed weights take, bytes.
    #[must_use]
    pub fn packed_bytes(&self) -> usize {
        self.packed_bytes
    }

    /// Whether both languages use one vocabulary.
    pub(crate) fn shares_vocabulary(&self) -> bool {
        std::sync::Arc::ptr_eq(&self.source_vocabulary, &self.target_vocabulary)
    }

    /// Whether all segments choose among the same tokens, because there is no shortlist.
    #[must_use]
    pub fn shares_output(&self) -> bool {
        self.shortlist.is_none()
    }

    /// Int8 multiply-accumulates for one source token and for one target token, with
    /// `candidates` rows in the output layer; attention's float products are left out.
    #[must_use]
    pub fn multiply_accumulates(&self, candidates: usize) -> (usize, usize) {
        let square = self.dim * self.dim;
        let feed_forward = 2 * self.dim * self.feed_forward;
        let history = |layer: &DecoderLayer| match layer.history {
            History::Recurrent(_) => 2 * square,
            History::SelfAttention(_) => 4 * square,
        };
        let encoder = self.encoder.len() * (4 * square + feed_forward);
        let contexts = self.decoder.len() * 2 * square;
        let decoder: usize = self.decoder.iter().map(history).sum();
        let decoder = decoder + self.decoder.len() * (2 * square + feed_forward);
        (encoder + contexts, decoder + candidates * self.dim)
    }
}
