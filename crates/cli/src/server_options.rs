//! The server's listeners as the configuration describes them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use dragoman_http::{AllowedOrigins, Limits, Tls, TrustedProxies};
use serde::{Deserialize, Serialize};

use crate::address;
use crate::configuration_error::ConfigurationError;

/// The part of all connections that one client address may have, if nothing is configured.
const SHARE_OF_ADDRESS: usize = 4;

/// The part of the file descriptors that connections may have: engines' programs, databases, documents and models need
/// others.
const PART_FOR_CONNECTIONS: usize = 4;

/// The section of the server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerOptions {
    #[serde(deserialize_with = "address::required")]
    pub(crate) listen: SocketAddr,
    #[serde(
        default,
        deserialize_with = "address::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) monitoring_listen: Option<SocketAddr>,
    pub(crate) role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) public_url: Option<String>,
    pub(crate) request_timeout_seconds: u64,
    pub(crate) drain_timeout_seconds: u64,
    pub(crate) drain_delay_seconds: u64,
    idle_timeout_seconds: u64,
    max_connections: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_connections_per_address: Option<usize>,
    trusted_proxies: Vec<String>,
    behind_proxy: bool,
    allowed_origins: Vec<String>,
    pub(crate) max_requests_in_progress: usize,
    pub(crate) max_characters_in_progress: u32,
    tls: TlsOptions,
}

/// What a server does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    /// It answers requests and translates documents.
    All,
    /// It answers requests. Documents wait for others.
    Interface,
    /// It translates documents that others have taken.
    Worker,
}

impl Role {
    /// Whether it answers requests.
    pub(crate) const fn answers(self) -> bool {
        matches!(self, Self::All | Self::Interface)
    }

    /// Whether it translates documents.
    pub(crate) const fn works(self) -> bool {
        matches!(self, Self::All | Self::Worker)
    }
}

/// The files with which the server speaks TLS.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TlsOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<PathBuf>,
}

impl ServerOptions {
    /// Fails if the options cannot be used.
    pub(crate) fn check(&self) -> Result<(), ConfigurationError> {
        for (option, value) in [
            (
                "server.request_timeout_seconds",
                self.request_timeout_seconds,
            ),
            ("server.idle_timeout_seconds", self.idle_timeout_seconds),
            ("server.max_connections", self.max_connections as u64),
            (
                "server.max_connections_per_address",
                self.connections_per_address() as u64,
            ),
            (
                "server.max_requests_in_progress",
                self.max_requests_in_progress as u64,
            ),
            (
                "server.max_characters_in_progress",
                u64::from(self.max_characters_in_progress),
            ),
        ] {
            if value == 0 {
                return Err(ConfigurationError::new(option, &"it must be at least 1"));
            }
        }
        if let Some(url) = &self.public_url
            && !(url.starts_with("http://") || url.starts_with("https://"))
        {
            return Err(ConfigurationError::new(
                "server.public_url",
                &"it must begin with http:// or https://",
            ));
        }
        self.proxies()?;
        self.allowed_origins()?;
        match (&self.tls.certificate, &self.tls.key) {
            (Some(_), None) => Err(ConfigurationError::new(
                "server.tls.key",
                &"it must be set together with server.tls.certificate",
            )),
            (None, Some(_)) => Err(ConfigurationError::new(
                "server.tls.certificate",
                &"it must be set together with server.tls.key",
            )),
            _ => Ok(()),
        }
    }

    /// Fails if keys and texts would cross a network that anybody may read: for the interface at this address.
    pub(crate) fn check_exposure(
        &self,
        option: &str,
        address: SocketAddr,
    ) -> Result<(), ConfigurationError> {
        if address.ip().to_canonical().is_loopback()
            || self.speaks_tls()
            || self.behind_proxy
            || !self.trusted_proxies.is_empty()
        {
            return Ok(());
        }
        Err(ConfigurationError::new(
            option,
            &format_args!(
                "at {address} keys and texts would cross the network in clear; set server.tls.certificate and \
                 server.tls.key, or name the proxy in front that speaks TLS in server.trusted_proxies, or, if its \
                 address is not known, use --behind-proxy"
            ),
        ))
    }

    fn speaks_tls(&self) -> bool {
        self.tls.certificate.is_some()
    }

    /// Whether all who know this server by its configured address, or by its own, reach it over TLS.
    pub(crate) fn is_reached_by_tls(&self) -> bool {
        let url = self.public_url.as_deref().unwrap_or_default();
        self.speaks_tls() || url.starts_with("https://")
    }

    /// Where people reach the interface, as far as the configuration says it.
    pub(crate) fn usual_url(&self) -> String {
        if let Some(url) = &self.public_url {
            return url.trim_end_matches('/').to_owned();
        }
        format!("{}://{}", self.scheme(), address::from_here(self.listen))
    }

    /// The scheme of the interface's addresses.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.speaks_tls() { "https" } else { "http" }
    }

    /// Reads the certificate, if there is one.
    pub(crate) fn tls(&self) -> Result<Option<Tls>, ConfigurationError> {
        let (Some(certificate), Some(key)) = (&self.tls.certificate, &self.tls.key) else {
            return Ok(None);
        };
        Tls::load(certificate.clone(), key.clone())
            .map(Some)
            .map_err(|error| ConfigurationError::new("server.tls", &error))
    }

    /// The web pages that may use the interface, if any may.
    pub(crate) fn allowed_origins(&self) -> Result<Option<AllowedOrigins>, ConfigurationError> {
        let origins = AllowedOrigins::parse(&self.allowed_origins);
        origins.map_err(|error| ConfigurationError::new("server.allowed_origins", &error))
    }

    /// The proxies that tell their clients' addresses.
    pub(crate) fn proxies(&self) -> Result<TrustedProxies, ConfigurationError> {
        TrustedProxies::parse(&self.trusted_proxies).map_err(|text| {
            ConfigurationError::new(
                "server.trusted_proxies",
                &format_args!("\"{text}\" is neither an address nor a network such as 10.0.0.0/8"),
            )
        })
    }

    fn connections_per_address(&self) -> usize {
        let share = || self.max_connections.div_ceil(SHARE_OF_ADDRESS);
        self.max_connections_per_address.unwrap_or_else(share)
    }

    /// What clients may use up, if the process may have so many file descriptors.
    pub(crate) fn limits(&self, descriptors: Option<u64>) -> Limits {
        let room = descriptors.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let room = room.map_or(usize::MAX, |number| (number / PART_FOR_CONNECTIONS).max(1));
        if room < self.max_connections {
            tracing::warn!(
                connections = room,
                wanted = self.max_connections,
                "the system gives too few file descriptors for as many connections as are configured"
            );
        }
        Limits {
            connections: self.max_connections.min(room),
            connections_per_address: self
                .connections_per_address()
                .min(room.div_ceil(SHARE_OF_ADDRESS)),
            idle: Duration::from_secs(self.idle_timeout_seconds),
            ..Limits::default()
        }
    }
}
