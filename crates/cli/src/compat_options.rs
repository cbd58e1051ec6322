//! The interfaces of other services, as the configuration names them.

use dragoman_domain::KeyId;
use dragoman_http::{Dialect, DialectOptions};
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;

/// The section of the interfaces of other services.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompatOptions {
    dialects: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keyless: Option<String>,
}

impl CompatOptions {
    /// Which are spoken, and under which key to those who send none.
    pub(crate) fn dialects(&self) -> Result<DialectOptions, ConfigurationError> {
        let dialect = |name: &String| {
            let mut all = Dialect::ALL.into_iter();
            all.find(|dialect| dialect.name() == name).ok_or_else(|| {
                let names = Dialect::ALL.map(Dialect::name).join(", ");
                let reason = format!("\"{name}\" is not one of {names}");
                ConfigurationError::new("compat.dialects", &reason)
            })
        };
        Ok(DialectOptions {
            spoken: self
                .dialects
                .iter()
                .map(dialect)
                .collect::<Result<_, _>>()?,
            keyless: self.keyless()?,
        })
    }

    fn keyless(&self) -> Result<Option<KeyId>, ConfigurationError> {
        let key = self.keyless.as_deref().map(str::parse).transpose();
        key.map_err(|error| ConfigurationError::new("compat.keyless", &error))
    }
}
