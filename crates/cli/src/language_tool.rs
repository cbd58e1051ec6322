//! LanguageTool as the configuration describes it.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use dragoman_engines::language_tool::{CheckLevel, LanguageToolConfigError};
use dragoman_engines::{LanguageTool, LanguageToolConfig};
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LanguageToolOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    pub(crate) level: CheckLevelOption,
    pub(crate) concurrency: usize,
    pub(crate) queue: usize,
    pub(crate) timeout_seconds: u64,
    pub(crate) pause_seconds: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CheckLevelOption {
    Default,
    Picky,
}

/// Fails if the options cannot be used, whether the server is there or not.
pub(crate) fn check(options: &LanguageToolOptions) -> Result<(), ConfigurationError> {
    let Some(config) = config(options) else {
        return Ok(());
    };
    LanguageTool::new(&config).map(drop).map_err(|error| {
        let option = match error {
            LanguageToolConfigError::Address { .. } | LanguageToolConfigError::Client(_) => {
                "improvement.language_tool.url"
            }
            LanguageToolConfigError::Zero(_) => "improvement.language_tool.concurrency",
        };
        ConfigurationError::new(option, &error)
    })
}

/// The configured server, if one is configured. Makes no connection.
pub(crate) fn start(options: &LanguageToolOptions) -> Result<Option<Arc<LanguageTool>>> {
    let Some(config) = config(options) else {
        return Ok(None);
    };
    let tool = LanguageTool::new(&config).context("LanguageTool cannot be set up")?;
    Ok(Some(Arc::new(tool)))
}

fn config(options: &LanguageToolOptions) -> Option<LanguageToolConfig> {
    let url = options.url.as_deref().unwrap_or_default().trim();
    (!url.is_empty()).then(|| LanguageToolConfig {
        url: url.to_owned(),
        level: match options.level {
            CheckLevelOption::Default => CheckLevel::Default,
            CheckLevelOption::Picky => CheckLevel::Picky,
        },
        concurrency: options.concurrency,
        queue: options.queue,
        timeout: Duration::from_secs(options.timeout_seconds.max(1)),
        pause: Duration::from_secs(options.pause_seconds),
    })
}
