use std::path::PathBuf;

use crate::Architecture;

/// The files of one model on this machine, by what they are for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelFiles {
    /// A student model with 8-bit weights.
    Intgemm {
        /// The weights, `model.*.intgemm.alphas.bin`.
        model: PathBuf,
        /// The lexical shortlist, `lex.*.s2t.bin`.
        shortlist: PathBuf,
        /// The SentencePiece model of the source language.
        source_vocabulary: PathBuf,
        /// The SentencePiece model of the target language; the same path if they share one.
        target_vocabulary: PathBuf,
    },
    /// A transformer with 32-bit weights, as Marian saves it and OPUS-MT publishes it.
    Npz {
        /// The weights, `*.npz`.
        model: PathBuf,
        /// The SentencePiece model of the source language.
        source_vocabulary: PathBuf,
        /// The SentencePiece model of the target language.
        target_vocabulary: PathBuf,
        /// The numbers of the pieces, `vocab.yml`.
        vocabulary_table: PathBuf,
        /// The settings of the search, `decoder.yml`.
        decoder_settings: Option<PathBuf>,
    },
}

/// What a model's files say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelSummary {
    /// The architecture, where it is one that has a name.
    pub architecture: Option<Architecture>,
    /// How many weights there are.
    pub parameters: Option<u64>,
}

/// Reads a whole model as the engine would, to find out before it is installed whether the engine
/// can use it.
pub trait ModelCheck: Send + Sync {
    /// Reads every file to its end and compares the files with each other.
    ///
    /// # Errors
    /// What is wrong, as a part of a sentence for people.
    fn check(&self, files: &ModelFiles) -> Result<ModelSummary, String>;
}
