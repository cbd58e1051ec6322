//! The pages for people as the configuration describes them.

mod groups;
mod oidc;
mod proxy;

use std::time::Duration;

use dragoman_domain::KeyId;
use dragoman_service::SessionLimits;
use dragoman_web::{OpenId, TrustedHeader};
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;
use crate::server_options::ServerOptions;
use oidc::OidcOptions;
use proxy::ProxyOptions;

/// The section of the pages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebOptions {
    pub(crate) enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<String>,
    session_idle_hours: u32,
    session_longest_days: u32,
    oidc: OidcOptions,
    proxy: ProxyOptions,
}

impl WebOptions {
    /// Fails if the options cannot be used.
    pub(crate) fn check(&self, server: &ServerOptions) -> Result<(), ConfigurationError> {
        for (option, value) in [
            ("web.session_idle_hours", self.session_idle_hours),
            ("web.session_longest_days", self.session_longest_days),
        ] {
            if value == 0 {
                return Err(ConfigurationError::new(option, &"it must be at least 1"));
            }
        }
        self.open()?;
        self.oidc.check()?;
        if self.trusted_header()?.is_none() {
            return Ok(());
        }
        let refuse = |reason: &str| Err(ConfigurationError::new("web.proxy.user_header", &reason));
        if server.proxies()?.is_empty() {
            return refuse(
                "name the proxy in server.trusted_proxies, since nobody else is believed",
            );
        }
        if self.open.is_some() || self.oidc.is_used() {
            return refuse(
                "where a proxy says who people are, neither web.open nor web.oidc is of use",
            );
        }
        Ok(())
    }

    /// The key under which everybody works who has not signed in.
    pub(crate) fn open(&self) -> Result<Option<KeyId>, ConfigurationError> {
        let key = self.open.as_deref().map(str::parse).transpose();
        key.map_err(|error| ConfigurationError::new("web.open", &error))
    }

    /// The provider with which people can sign in, if there is one. Reads a file, makes no connection.
    pub(crate) fn open_id(&self) -> Result<Option<OpenId>, ConfigurationError> {
        self.oidc.open_id()
    }

    /// The headers in which a proxy says who people are, if one does.
    pub(crate) fn trusted_header(&self) -> Result<Option<TrustedHeader>, ConfigurationError> {
        self.proxy.trusted_header()
    }

    /// Whether people can sign in on the pages themselves.
    pub(crate) fn takes_codes(&self) -> bool {
        self.enabled && !self.proxy.is_used()
    }

    /// How long sessions last.
    pub(crate) fn sessions(&self) -> SessionLimits {
        let hours = |number: u32| Duration::from_secs(u64::from(number) * 3600);
        SessionLimits {
            idle: hours(self.session_idle_hours),
            longest: hours(self.session_longest_days.saturating_mul(24)),
            ..SessionLimits::default()
        }
    }
}
