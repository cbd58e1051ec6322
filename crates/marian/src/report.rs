//! What works and what does not, for a person to read.

use dragoman_domain::LanguagePair;

/// The state of every installed model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Each model once, in the order of the pairs.
    pub models: Vec<ModelReport>,
    /// Pairs that are translated by two models, with English between them.
    pub pivoted_pairs: usize,
}

/// The state of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelReport {
    /// The model's id.
    pub id: String,
    /// From which language into which it translates.
    pub pair: LanguagePair,
    /// Its architecture.
    pub architecture: String,
    /// Whether it works.
    pub state: ModelState,
}

/// Whether a model works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelState {
    /// It is installed and not loaded.
    NotLoaded,
    /// It is loaded.
    Loaded {
        /// The memory that it takes, in bytes.
        bytes: u64,
    },
    /// It could not be loaded when it was last wanted or checked.
    Broken {
        /// For the operator to read.
        reason: String,
    },
}
