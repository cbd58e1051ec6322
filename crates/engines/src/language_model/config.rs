//! What an operator decides about the language model.

use std::time::Duration;

use dragoman_domain::Language;
use reqwest::Url;
use secrecy::SecretString;

use crate::remote::{self, AddressError};

/// Which model to ask, where it is, and how much of it may be used.
#[derive(Debug, Clone)]
pub struct LanguageModelConfig {
    /// The address that `/chat/completions` is added to; most servers want it to end in `/v1`.
    pub base_url: String,
    /// The name of the model, as the server knows it.
    pub model: String,
    /// The key that the server wants, if it wants one.
    pub key: Option<SecretString>,
    /// Questions that the server works on at the same time.
    pub concurrency: usize,
    /// Questions that may wait for that; further ones are refused.
    pub queue: usize,
    /// How long one answer may take.
    pub timeout: Duration,
    /// How long somebody who waits is kept waiting by all answers for one job together; what is
    /// not translated by then is left to other engines.
    pub patience: Duration,
    /// For how long a server that fails is not asked again.
    pub pause: Duration,
    /// The seed of the model's choices, so that equal questions have equal answers where the server
    /// can do that.
    pub seed: Option<i64>,
    /// The languages that it translates, all into one another; those of
    /// [`default_languages`](Self::default_languages) if empty.
    pub languages: Vec<Language>,
    /// The most characters of source text in one question; a longer segment is alone in its.
    pub batch_characters: usize,
    /// How many segments before those in question are shown with their translations.
    pub previous_segments: usize,
    /// How many characters of a context are shown. Every question repeats it, whatever is billed.
    pub context_characters: usize,
    /// Tokens that an answer may have besides the translations, for models that think in words
    /// first.
    pub extra_tokens: u32,
    /// What the operator wants of all translations, in plain words. Has the authority of the
    /// system.
    pub instructions: String,
}

impl LanguageModelConfig {
    /// The usual limits, for a model at an address.
    #[must_use]
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            model: model.into(),
            key: None,
            concurrency: 4,
            queue: 64,
            timeout: Duration::from_secs(30),
            patience: Duration::from_secs(40),
            pause: Duration::from_secs(15),
            seed: Some(0),
            languages: Vec::new(),
            batch_characters: 1500,
            previous_segments: 3,
            context_characters: 4000,
            extra_tokens: 0,
            instructions: String::new(),
        }
    }

    /// The languages that large models translate well enough for all features of the interface.
    #[must_use]
    pub fn default_languages() -> Vec<Language> {
        super::languages::usual()
    }

    /// The address of a path of the protocol.
    ///
    /// # Errors
    /// [`LanguageModelConfigError`] if the base address is not one.
    pub(super) fn address(&self, path: &str) -> Result<Url, LanguageModelConfigError> {
        remote::address(&self.base_url, path).map_err(|error| {
            let reason = match error {
                AddressError::Form => "it must be an address such as http://127.0.0.1:8080/v1",
                AddressError::Credentials => {
                    "the key goes into key or key_file, not into the address"
                }
                other => other.reason(),
            };
            LanguageModelConfigError::Address { reason }
        })
    }
}

/// The language model cannot be set up as configured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanguageModelConfigError {
    /// The base address is not one.
    #[error("the base address is not valid: {reason}")]
    Address {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No model is named.
    #[error("the name of the model is missing")]
    NoModel,
    /// A limit is zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// The key has characters that no header can have.
    #[error("the key has characters that cannot be sent, such as a line end")]
    Key,
    /// Connections cannot be made at all.
    #[error("connections cannot be made: {0}")]
    Client(String),
}
