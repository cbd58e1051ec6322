use async_trait::async_trait;

/// What a check of the installation found, as sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Something works.
    Good(String),
    /// Something is not installed or not configured; the sentence has the way to it.
    Missing(String),
    /// Something that is there does not work.
    Broken(String),
}

/// Checks the installation: the data folder, the engines, and the programs that run beside the server.
#[async_trait]
pub trait HealthChecker: Send + Sync {
    /// Tries everything there is, which takes a while.
    ///
    /// # Errors
    /// What kept the check from being made, in words.
    async fn check(&self) -> Result<Vec<Finding>, String>;
}
