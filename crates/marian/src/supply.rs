//! Where the models come from: the port that the program implements over its folder of models and
//! the public catalogue.

use async_trait::async_trait;
use dragoman_domain::LanguagePair;
use dragoman_nmt::ModelPaths;

/// A model that is on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledModel {
    /// What it is called in reports and in the cache: another version has another id.
    pub id: String,
    /// From which language into which it was trained to translate.
    pub pair: LanguagePair,
    /// Where its files are.
    pub paths: ModelPaths,
    /// Its architecture, for a person to read, such as `base-memory`.
    pub architecture: String,
    /// Which of several models for a pair is used: the one with the highest preference, and among
    /// equals the first by id.
    pub preference: u32,
}

/// Why a model could not be obtained.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SupplyError {
    /// No model for the pair can be obtained.
    #[error("no model for {pair} can be obtained")]
    NotObtainable {
        /// The pair that was asked for.
        pair: LanguagePair,
    },
    /// Obtaining it failed, which may pass.
    #[error("{reason}")]
    Failed {
        /// What went wrong, for the operator to read.
        reason: String,
    },
}

/// Knows which models there are.
///
/// All but [`obtain`](Self::obtain) answer from memory: they are asked for every request.
#[async_trait]
pub trait ModelSupply: Send + Sync {
    /// A number that changes whenever one of the lists does.
    fn revision(&self) -> u64;

    /// The models that are on this machine.
    fn installed(&self) -> Vec<InstalledModel>;

    /// The pairs whose models can be had now without an operator.
    fn obtainable(&self) -> Vec<LanguagePair>;

    /// The pairs for which an operator could get a model.
    fn published(&self) -> Vec<LanguagePair>;

    /// Gets and installs the model for a pair. Never called for the same pair at the same time.
    ///
    /// # Errors
    /// [`SupplyError`]; then nothing is installed.
    async fn obtain(&self, pair: LanguagePair) -> Result<InstalledModel, SupplyError>;
}

/// Models that are given once and stay the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FixedSupply(pub Vec<InstalledModel>);

#[async_trait]
impl ModelSupply for FixedSupply {
    fn revision(&self) -> u64 {
        0
    }

    fn installed(&self) -> Vec<InstalledModel> {
        self.0.clone()
    }

    fn obtainable(&self) -> Vec<LanguagePair> {
        Vec::new()
    }

    fn published(&self) -> Vec<LanguagePair> {
        Vec::new()
    }

    async fn obtain(&self, pair: LanguagePair) -> Result<InstalledModel, SupplyError> {
        Err(SupplyError::NotObtainable { pair })
    }
}
