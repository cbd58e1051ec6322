//! The interfaces of other services, as the configuration names them.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use dragoman_domain::KeyId;
use dragoman_http::{Dialect, DialectOptions, RootDialects};
use serde::{Deserialize, Serialize};

use crate::address;
use crate::configuration_error::ConfigurationError;

/// The option for addresses of their own.
pub(crate) const LISTEN: &str = "compat.listen";

/// The section of the interfaces of other services.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompatOptions {
    dialects: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keyless: Option<String>,
    /// Where some are at the root, by their names.
    #[serde(deserialize_with = "address::by_name")]
    listen: BTreeMap<String, SocketAddr>,
    /// Whether assistants are served.
    pub(crate) mcp: bool,
}

/// An address that speaks nothing but interfaces of other services, at its root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RootListener {
    pub(crate) address: SocketAddr,
    pub(crate) dialects: RootDialects,
}

impl CompatOptions {
    /// Which are spoken, and under which key to those who send none.
    pub(crate) fn dialects(&self) -> Result<DialectOptions, ConfigurationError> {
        Ok(DialectOptions {
            spoken: self
                .dialects
                .iter()
                .map(|name| dialect("compat.dialects", name))
                .collect::<Result<_, _>>()?,
            keyless: self.keyless()?,
        })
    }

    /// Where some are at the root.
    pub(crate) fn root_listeners(&self) -> Result<Vec<RootListener>, ConfigurationError> {
        let mut by_address: BTreeMap<SocketAddr, BTreeSet<Dialect>> = BTreeMap::new();
        for (name, &address) in &self.listen {
            let dialect = dialect(LISTEN, name)?;
            by_address.entry(address).or_default().insert(dialect);
        }
        let listeners = by_address.into_iter().map(|(address, dialects)| {
            let dialects = RootDialects::of(&dialects)
                .map_err(|error| ConfigurationError::new(LISTEN, &error))?;
            Ok(RootListener { address, dialects })
        });
        listeners.collect()
    }

    fn keyless(&self) -> Result<Option<KeyId>, ConfigurationError> {
        let key = self.keyless.as_deref().map(str::parse).transpose();
        key.map_err(|error| ConfigurationError::new("compat.keyless", &error))
    }
}

/// The interface of that name.
fn dialect(option: &'static str, name: &str) -> Result<Dialect, ConfigurationError> {
    let mut all = Dialect::ALL.into_iter();
    all.find(|dialect| dialect.name() == name).ok_or_else(|| {
        let names = Dialect::ALL.map(Dialect::name).join(", ");
        let reason = format!("\"{name}\" is not one of {names}");
        ConfigurationError::new(option, &reason)
    })
}
