use std::sync::Arc;

use async_trait::async_trait;
use dragoman_language::LanguagePair;

/// A neural model that is installed.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptModel {
    /// From which language into which.
    pub pair: LanguagePair,
    /// What it is called among those of its pair.
    pub name: String,
    /// The size of its files in bytes.
    pub bytes: u64,
    /// Its quality as its publisher states it: COMET, where 1 is best.
    pub quality: Option<f64>,
    /// The identifier of its licence, where it is stated.
    pub licence: Option<String>,
    /// Where it came from.
    pub origin: String,
    /// When it was installed, in UTC.
    pub installed: String,
}

/// The models that are installed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KeptModels {
    /// Those that can be used, by pair and name.
    pub models: Vec<KeptModel>,
    /// The folders that should be models and are not, each with the reason.
    pub broken: Vec<(String, String)>,
}

/// A model that can be fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedModel {
    /// From which language into which.
    pub pair: LanguagePair,
    /// What kind of model it is.
    pub architecture: String,
    /// The size of its files in bytes, as far as the catalogue states them.
    pub bytes: u64,
    /// Its quality as its publisher states it: COMET, where 1 is best.
    pub quality: Option<f64>,
    /// Whether it is installed.
    pub is_installed: bool,
}

/// What a catalogue of models has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelOffers {
    /// For each pair the model that would be fetched, by pair.
    pub models: Vec<OfferedModel>,
    /// Whether this is an old copy of the catalogue, because it cannot be reached.
    pub is_old: bool,
}

/// The room that models have, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelSpace {
    /// What is taken by those that are installed.
    pub used: u64,
    /// What is free on their disk, if that is known.
    pub free: Option<u64>,
}

/// How far the fetching of a model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PullStage {
    /// Its files are looked up.
    Beginning,
    /// A file arrives.
    Receiving {
        /// Which.
        file: String,
        /// How many bytes of it are there.
        received: u64,
        /// How many it has, if that is known.
        total: Option<u64>,
    },
    /// All is there, and it is made sure that the model works.
    Checking,
}

/// Is told how far the fetching of a model is.
pub trait PullObserver: Send + Sync {
    /// It has come to this stage.
    fn stage(&self, stage: PullStage);
}

/// Why models cannot be listed, fetched or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelManagerError {
    /// What there is to fetch is not known.
    #[error("the catalogue of models cannot be read: {reason}")]
    Catalogue {
        /// Why.
        reason: String,
    },
    /// There is no such model.
    #[error("no such model is installed")]
    Unknown,
    /// It failed.
    #[error("{reason}")]
    Failed {
        /// Why.
        reason: String,
    },
}

/// Lists, fetches and removes the models of the neural engine.
#[async_trait]
pub trait ModelManager: Send + Sync {
    /// The models that are installed.
    async fn installed(&self) -> Result<KeptModels, ModelManagerError>;

    /// The models that can be fetched.
    ///
    /// # Errors
    /// [`ModelManagerError::Catalogue`], within seconds.
    async fn available(&self) -> Result<ModelOffers, ModelManagerError>;

    /// Fetches and installs the model of a pair.
    async fn pull(
        &self,
        pair: LanguagePair,
        observer: Arc<dyn PullObserver>,
    ) -> Result<(), ModelManagerError>;

    /// Removes a model.
    ///
    /// # Errors
    /// [`ModelManagerError::Unknown`].
    async fn remove(&self, pair: LanguagePair, name: &str) -> Result<(), ModelManagerError>;

    /// The room that the models have.
    async fn space(&self) -> Result<ModelSpace, ModelManagerError>;
}
