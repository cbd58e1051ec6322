//! What an operator decides about LanguageTool.

use std::time::Duration;

/// Where the server is, and how much of it may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageToolConfig {
    /// The address that `/v2/check` is added to.
    pub url: String,
    /// Which of its rules the server follows.
    pub level: CheckLevel,
    /// Texts that the server reads at the same time.
    pub concurrency: usize,
    /// Texts that may wait for that; further ones are refused.
    pub queue: usize,
    /// How long one answer may take.
    pub timeout: Duration,
    /// For how long a server that fails is not asked again.
    pub pause: Duration,
}

/// Which rules a server follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CheckLevel {
    /// Those for everybody.
    #[default]
    Default,
    /// Those for formal texts as well.
    Picky,
}

impl CheckLevel {
    /// The word for it in the protocol.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Picky => "picky",
        }
    }
}

impl LanguageToolConfig {
    /// The usual limits, for a server at an address.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            level: CheckLevel::default(),
            concurrency: 4,
            queue: 64,
            timeout: Duration::from_secs(10),
            pause: Duration::from_secs(15),
        }
    }
}

/// LanguageTool cannot be set up as configured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanguageToolConfigError {
    /// The address is not one.
    #[error("the address is not valid: {reason}")]
    Address {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A limit is zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// Connections cannot be made at all.
    #[error("connections cannot be made: {0}")]
    Client(String),
}
