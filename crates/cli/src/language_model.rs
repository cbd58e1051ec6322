//! The language model as the configuration describes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use dragoman_domain::{Language, LanguageDetector};
use dragoman_engines::language_model::LanguageModelConfigError;
use dragoman_engines::{LanguageModel, LanguageModelConfig};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;
use crate::secret_option::SecretOption;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LanguageModelOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base_url: Option<String>,
    pub(crate) model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<SecretOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key_file: Option<PathBuf>,
    pub(crate) fallback: bool,
    pub(crate) languages: Vec<String>,
    pub(crate) instructions: String,
    pub(crate) concurrency: usize,
    pub(crate) queue: usize,
    pub(crate) timeout_seconds: u64,
    pub(crate) patience_seconds: u64,
    pub(crate) pause_seconds: u64,
    pub(crate) batch_characters: usize,
    pub(crate) previous_sentences: usize,
    pub(crate) context_characters: usize,
    pub(crate) extra_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<i64>,
}

/// Fails if the options cannot be used, whether the server is there or not.
pub(crate) fn check(options: &LanguageModelOptions) -> Result<(), ConfigurationError> {
    let Some(config) = config(options)? else {
        return Ok(());
    };
    if options.key.is_some() && options.key_file.is_some() {
        return Err(ConfigurationError::new(
            "engines.language_model.key_file",
            &"key is set already; set one of the two",
        ));
    }
    LanguageModel::new(config, None)
        .map(drop)
        .map_err(|error| ConfigurationError::new(option_of(&error), &error))
}

fn option_of(error: &LanguageModelConfigError) -> &'static str {
    match error {
        LanguageModelConfigError::Address { .. } | LanguageModelConfigError::Client(_) => {
            "engines.language_model.base_url"
        }
        LanguageModelConfigError::NoModel => "engines.language_model.model",
        LanguageModelConfigError::Key => "engines.language_model.key",
        LanguageModelConfigError::Zero("concurrency") => "engines.language_model.concurrency",
        LanguageModelConfigError::Zero(_) => "engines.language_model.batch_characters",
    }
}

/// The configured model, if one is configured. Makes no connection.
pub(crate) fn start(
    options: &LanguageModelOptions,
    detector: Arc<dyn LanguageDetector>,
) -> Result<Option<Arc<LanguageModel>>> {
    let Some(mut config) = config(options)? else {
        return Ok(None);
    };
    if let Some(file) = &options.key_file {
        config.key = Some(key_in(file)?);
    }
    let model = LanguageModel::new(config, Some(detector))
        .context("the language model cannot be set up")?;
    Ok(Some(Arc::new(model)))
}

fn key_in(file: &Path) -> Result<SecretString, ConfigurationError> {
    let text = fs::read_to_string(file).map_err(|error| {
        let reason = format_args!("{} cannot be read: {error}", file.display());
        ConfigurationError::new("engines.language_model.key_file", &reason)
    })?;
    Ok(SecretString::from(text.trim().to_owned()))
}

/// The options as the engine wants them, without a key from a file.
fn config(
    options: &LanguageModelOptions,
) -> Result<Option<LanguageModelConfig>, ConfigurationError> {
    let base_url = options.base_url.as_deref().unwrap_or_default().trim();
    if base_url.is_empty() {
        return Ok(None);
    }
    let languages = options.languages.iter().map(|tag| {
        Language::parse(tag)
            .map_err(|error| ConfigurationError::new("engines.language_model.languages", &error))
    });
    let key = options.key.as_ref().map(|key| key.expose().trim());
    Ok(Some(LanguageModelConfig {
        key: key
            .filter(|key| !key.is_empty())
            .map(|key| SecretString::from(key.to_owned())),
        concurrency: options.concurrency,
        queue: options.queue,
        timeout: Duration::from_secs(options.timeout_seconds.max(1)),
        patience: Duration::from_secs(options.patience_seconds.max(1)),
        pause: Duration::from_secs(options.pause_seconds),
        seed: options.seed,
        languages: languages.collect::<Result<_, _>>()?,
        batch_characters: options.batch_characters,
        previous_segments: options.previous_sentences,
        context_characters: options.context_characters,
        extra_tokens: options.extra_tokens,
        instructions: options.instructions.clone(),
        ..LanguageModelConfig::new(base_url, options.model.trim())
    }))
}
