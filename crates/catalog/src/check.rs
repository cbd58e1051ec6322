use std::path::{Path, PathBuf};

use dragoman_nmt::files::{ModelConfig, ModelFile};
use dragoman_nmt::{Model, ModelPaths, VocabularyPaths};

use crate::architecture::Architecture;

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
        /// The lexical shortlist, `lex.*.s2t.bin`: published models have none, but one can be learnt.
        shortlist: Option<PathBuf>,
        /// The settings of the search, `decoder.yml`.
        decoder_settings: Option<PathBuf>,
    },
}

impl ModelFiles {
    /// The file of the weights.
    #[must_use]
    pub fn weights(&self) -> &Path {
        match self {
            Self::Intgemm { model, .. } | Self::Npz { model, .. } => model,
        }
    }

    /// The files as the engine takes them.
    #[must_use]
    pub fn paths(&self) -> ModelPaths {
        match self.clone() {
            Self::Intgemm {
                model,
                shortlist,
                source_vocabulary,
                target_vocabulary,
            } => ModelPaths {
                weights: model,
                shortlist: Some(shortlist),
                vocabulary: if source_vocabulary == target_vocabulary {
                    VocabularyPaths::Shared(source_vocabulary)
                } else {
                    VocabularyPaths::Split {
                        source: source_vocabulary,
                        target: target_vocabulary,
                    }
                },
                decoder_settings: None,
            },
            Self::Npz {
                model,
                source_vocabulary,
                target_vocabulary,
                vocabulary_table,
                shortlist,
                decoder_settings,
            } => ModelPaths {
                weights: model,
                shortlist,
                vocabulary: VocabularyPaths::Table {
                    source: source_vocabulary,
                    target: target_vocabulary,
                    table: vocabulary_table,
                },
                decoder_settings,
            },
        }
    }
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

/// The check by the engine itself: every tensor is read, and the model is loaded as for use.
#[derive(Debug, Clone, Copy, Default)]
pub struct EngineCheck;

impl ModelCheck for EngineCheck {
    fn check(&self, files: &ModelFiles) -> Result<ModelSummary, String> {
        let weights = files.weights();
        let named = |error| format!("{}: {error}", weights.display());
        let file = ModelFile::open(weights).map_err(named)?;
        file.verify().map_err(named)?;
        Model::load(&files.paths()).map_err(|error| error.to_string())?;
        Ok(ModelSummary {
            architecture: architecture(file.config()),
            parameters: parameters(&file),
        })
    }
}

/// The published architecture that a configuration is of.
fn architecture(config: &ModelConfig) -> Option<Architecture> {
    match (
        config.embedding,
        config.encoder_layers,
        config.decoder_layers,
    ) {
        (256, 6, 2) => Some(Architecture::Tiny),
        (384, 6, 4) => Some(Architecture::BaseMemory),
        (512, 6, 2) => Some(Architecture::Base),
        _ => None,
    }
}

fn parameters(file: &ModelFile) -> Option<u64> {
    let sizes = dragoman_nmt::files::layout::tensors(file.config()).into_iter();
    sizes
        .map(|tensor| (tensor.rows as u64).checked_mul(tensor.columns as u64))
        .try_fold(0_u64, |sum, size| sum.checked_add(size?))
}
