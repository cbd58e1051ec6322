use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use dragoman_catalog::{Address, Policy, pair_of_code};
use dragoman_domain::{Feature, LanguagePair, StorageRoom};
use figment::Figment;
use figment::providers::{Env, Format, Toml};
use serde::{Deserialize, Serialize};

use crate::address;
use crate::arguments::{Command, GlobalArguments};
use crate::compat_options::CompatOptions;
use crate::configuration_error::ConfigurationError;
use crate::data_options::{DataOptions, MEGABYTE};
use crate::document_options::DocumentOptions;
use crate::language_model::{self, LanguageModelOptions};
use crate::language_tool::{self, LanguageToolOptions};
use crate::mail::{self, MailOptions};
use crate::server_options::ServerOptions;
use crate::web_options::WebOptions;

/// Every option, commented.
const DEFAULTS: &str = include_str!("../../../dragoman.default.toml");

/// The file that is read if none is named.
const USUAL_FILE: &str = "dragoman.toml";

const PREFIX: &str = "DRAGOMAN_";
const FILE_VARIABLE: &str = "DRAGOMAN_CONFIG";

/// Everything that can be configured, as it applies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Configuration {
    pub(crate) server: ServerOptions,
    pub(crate) web: WebOptions,
    pub(crate) compat: CompatOptions,
    pub(crate) data: DataOptions,
    pub(crate) keys: KeyOptions,
    pub(crate) plans: PlanOptions,
    pub(crate) accounts: AccountOptions,
    pub(crate) memories: MemoryOptions,
    pub(crate) glossaries: GlossaryOptions,
    pub(crate) documents: DocumentOptions,
    pub(crate) engines: EngineOptions,
    pub(crate) improvement: ImprovementOptions,
    pub(crate) models: ModelOptions,
    pub(crate) mail: MailOptions,
    pub(crate) log: LogOptions,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyOptions {
    pub(crate) authorization_schemes: Vec<String>,
    pub(crate) requests_per_second: u32,
    pub(crate) request_burst: u32,
    pub(crate) legacy_requests: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanOptions {
    pub(crate) address_rule: AddressRuleOption,
    pub(crate) free_hosts: Vec<String>,
    #[serde(
        default,
        deserialize_with = "address::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) free_listen: Option<SocketAddr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AddressRuleOption {
    Key,
    Host,
    Listener,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) free_character_limit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pro_character_limit: Option<u64>,
    features: BTreeSet<FeatureOption>,
    pub(crate) requests_per_second: u32,
    pub(crate) request_burst: u32,
}

impl AccountOptions {
    /// What is switched on for new accounts.
    pub(crate) fn features(&self) -> BTreeSet<Feature> {
        self.features.iter().copied().map(Into::into).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum FeatureOption {
    Administration,
    Detection,
    Improvement,
    StyleRules,
}

impl From<FeatureOption> for Feature {
    fn from(option: FeatureOption) -> Self {
        match option {
            FeatureOption::Administration => Self::Administration,
            FeatureOption::Detection => Self::Detection,
            FeatureOption::Improvement => Self::Improvement,
            FeatureOption::StyleRules => Self::StyleRules,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoryOptions {
    pub(crate) max_file_megabytes: u64,
    pub(crate) max_per_account: u32,
    max_megabytes_per_account: u64,
    storage_megabytes: u64,
}

impl MemoryOptions {
    /// How many bytes they may take.
    pub(crate) const fn room(&self) -> StorageRoom {
        room(self.max_megabytes_per_account, self.storage_megabytes)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GlossaryOptions {
    max_megabytes_per_account: u64,
    storage_megabytes: u64,
}

impl GlossaryOptions {
    /// How many bytes they may take.
    pub(crate) const fn room(&self) -> StorageRoom {
        room(self.max_megabytes_per_account, self.storage_megabytes)
    }
}

/// Room for so many megabytes.
const fn room(of_account: u64, in_all: u64) -> StorageRoom {
    StorageRoom {
        of_account: of_account.saturating_mul(MEGABYTE),
        in_all: in_all.saturating_mul(MEGABYTE),
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineOptions {
    pub(crate) sandbox: SandboxOption,
    pub(crate) neural: NeuralOptions,
    pub(crate) apertium: ApertiumOptions,
    pub(crate) language_model: LanguageModelOptions,
}

/// What keeps the programs that run beside this one to what they need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SandboxOption {
    /// Every protection that this system has.
    Available,
    /// Every protection that there is, or no start.
    Required,
    /// None but an environment of their own.
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NeuralOptions {
    pub(crate) enabled: bool,
    pub(crate) threads: usize,
    pub(crate) memory_budget_megabytes: u64,
    pub(crate) cache_megabytes: usize,
    pub(crate) interactive_queue_tokens: u32,
    pub(crate) bulk_queue_tokens: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApertiumOptions {
    pub(crate) enabled: bool,
    pub(crate) modes_folder: PathBuf,
    pub(crate) memory_budget_megabytes: u64,
    pub(crate) pipelines_per_pair: usize,
    pub(crate) idle_timeout_seconds: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImprovementOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dictionaries: Option<PathBuf>,
    pub(crate) language_tool: LanguageToolOptions,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelOptions {
    pub(crate) catalogue: String,
    pub(crate) catalogue_fallback: String,
    pub(crate) policy: Policy,
    pub(crate) auto_pull: bool,
    auto_pull_pairs: Vec<String>,
    pub(crate) offline: bool,
}

impl ModelOptions {
    /// The address of the catalogue.
    pub(crate) fn catalogue(&self) -> Result<Address, ConfigurationError> {
        Address::parse(&self.catalogue)
            .map_err(|error| ConfigurationError::new("models.catalogue", &error))
    }

    /// The pairs whose models are fetched by themselves; all if there are none.
    pub(crate) fn auto_pull_pairs(&self) -> Result<BTreeSet<LanguagePair>, ConfigurationError> {
        let pair = |code: &String| {
            pair_of_code(code).ok_or_else(|| {
                let reason = format!(
                    "\"{code}\" is no language pair; write it as \"dragoman models available\" does, \
                     such as \"en-de\""
                );
                ConfigurationError::new("models.auto_pull_pairs", &reason)
            })
        };
        self.auto_pull_pairs.iter().map(pair).collect()
    }

    /// The address of its fallback, if there is one.
    pub(crate) fn fallback(&self) -> Result<Option<Address>, ConfigurationError> {
        if self.catalogue_fallback.is_empty() {
            return Ok(None);
        }
        Address::parse(&self.catalogue_fallback)
            .map(Some)
            .map_err(|error| ConfigurationError::new("models.catalogue_fallback", &error))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogOptions {
    pub(crate) format: LogFormat,
    pub(crate) level: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl Configuration {
    /// The configuration that applies: the defaults, then the user's file, then the environment,
    /// then flags.
    pub(crate) fn load(
        global: &GlobalArguments,
        command: &Command,
    ) -> Result<Self, ConfigurationError> {
        let mut layers = Figment::from(Toml::string(DEFAULTS));
        if let Some(file) = Self::file(global)? {
            layers = layers.merge(Toml::file_exact(file));
        }
        // Every option is in a section. Other variables of the prefix are none: DRAGOMAN_CONFIG
        // names the file, and users have their own, for a key or an address.
        let options = Env::prefixed(PREFIX).filter(|name| name.as_str().contains("__"));
        layers = layers.merge(options.split("__"));
        if let Some(folder) = &global.data_dir {
            layers = layers.merge(("data.folder", folder));
        }
        if global.offline {
            layers = layers.merge(("models.offline", true));
        }
        if let Command::Serve(serve) = command {
            if let Some(address) = serve.listen {
                layers = layers.merge(("server.listen", address));
            }
            if let Some(address) = serve.monitoring_listen {
                layers = layers.merge(("server.monitoring_listen", address));
            }
            if let Some(role) = serve.role {
                layers = layers.merge(("server.role", role));
            }
            if serve.behind_proxy {
                layers = layers.merge(("server.behind_proxy", true));
            }
        }
        let configuration: Self = layers.extract()?;
        configuration.check()?;
        Ok(configuration)
    }

    fn file(global: &GlobalArguments) -> Result<Option<PathBuf>, ConfigurationError> {
        let named = global
            .config
            .clone()
            .or_else(|| std::env::var_os(FILE_VARIABLE).map(PathBuf::from));
        match named {
            Some(file) if file.is_file() => Ok(Some(file)),
            Some(file) => Err(ConfigurationError(format!(
                "there is no configuration file {}",
                file.display()
            ))),
            None => {
                let usual = Path::new(USUAL_FILE);
                Ok(usual.is_file().then(|| usual.to_owned()))
            }
        }
    }

    fn check(&self) -> Result<(), ConfigurationError> {
        let at_least_one = |option, value: u64| {
            if value == 0 {
                Err(ConfigurationError::new(option, &"it must be at least 1"))
            } else {
                Ok(())
            }
        };
        self.server.check()?;
        self.web.check(&self.server)?;
        self.compat.dialects()?;
        self.compat.root_listeners()?;
        self.data.check()?;
        let neural = &self.engines.neural;
        at_least_one(
            "engines.neural.interactive_queue_tokens",
            u64::from(neural.interactive_queue_tokens),
        )?;
        at_least_one(
            "engines.neural.bulk_queue_tokens",
            u64::from(neural.bulk_queue_tokens),
        )?;
        if let Some(folder) = &self.improvement.dictionaries
            && !folder.is_dir()
        {
            return Err(ConfigurationError::new(
                "improvement.dictionaries",
                &"there is no such folder",
            ));
        }
        for (option, value) in [
            (
                "memories.max_megabytes_per_account",
                self.memories.max_megabytes_per_account,
            ),
            (
                "memories.storage_megabytes",
                self.memories.storage_megabytes,
            ),
            (
                "glossaries.max_megabytes_per_account",
                self.glossaries.max_megabytes_per_account,
            ),
            (
                "glossaries.storage_megabytes",
                self.glossaries.storage_megabytes,
            ),
        ] {
            at_least_one(option, value)?;
        }
        self.documents.check()?;
        language_model::check(&self.engines.language_model)?;
        language_tool::check(&self.improvement.language_tool)?;
        mail::check(&self.mail)?;
        self.models.catalogue()?;
        self.models.fallback()?;
        self.models.auto_pull_pairs()?;
        if self.keys.authorization_schemes.is_empty() {
            return Err(ConfigurationError::new(
                "keys.authorization_schemes",
                &"it must have at least one word",
            ));
        }
        if self.plans.address_rule == AddressRuleOption::Listener
            && self.plans.free_listen.is_none()
        {
            return Err(ConfigurationError::new(
                "plans.address_rule",
                &"\"listener\" needs plans.free_listen too",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_a_valid_configuration() {
        let configuration: Configuration = Figment::from(Toml::string(DEFAULTS)).extract().unwrap();
        configuration.check().unwrap();
        assert_eq!(
            configuration.data.folder,
            Path::new(crate::data_options::DEFAULT_FOLDER)
        );
    }
}
