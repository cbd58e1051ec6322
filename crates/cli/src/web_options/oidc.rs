use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use dragoman_oidc::{Provider, ProviderConfig, ProviderConfigError};
use dragoman_web::OpenId;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::groups::{self, RoleGroups};
use crate::configuration_error::ConfigurationError;
use crate::secret_option::SecretOption;

/// The section of the OpenID provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OidcOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<String>,
    client_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<SecretOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret_file: Option<PathBuf>,
    name: String,
    account: String,
    allowed_domains: Vec<String>,
    scopes: Vec<String>,
    groups_claim: String,
    translator_groups: Vec<String>,
    terminology_groups: Vec<String>,
    administrator_groups: Vec<String>,
    operator_groups: Vec<String>,
}

impl OidcOptions {
    pub(super) fn is_used(&self) -> bool {
        self.issuer().is_some()
    }

    fn issuer(&self) -> Option<&str> {
        let issuer = self.issuer.as_deref()?.trim();
        (!issuer.is_empty()).then_some(issuer)
    }

    /// Fails if the options cannot be used, whether the provider and the secret's file are there or not.
    pub(super) fn check(&self) -> Result<(), ConfigurationError> {
        if self.client_secret.is_some() && self.client_secret_file.is_some() {
            return Err(ConfigurationError::new(
                "web.oidc.client_secret_file",
                &"client_secret is set already; set one of the two",
            ));
        }
        self.with_secret(None).map(drop)
    }

    /// The provider, if one is configured.
    pub(super) fn open_id(&self) -> Result<Option<OpenId>, ConfigurationError> {
        let secret = match (&self.client_secret, &self.client_secret_file) {
            (Some(secret), _) => Some(secret.expose().to_owned()),
            (None, Some(file)) if self.is_used() => {
                let text = fs::read_to_string(file).map_err(|error| {
                    let reason = format_args!("{} cannot be read: {error}", file.display());
                    ConfigurationError::new("web.oidc.client_secret_file", &reason)
                })?;
                Some(text.trim().to_owned())
            }
            (None, _) => None,
        };
        self.with_secret(secret.map(SecretString::from))
    }

    fn with_secret(
        &self,
        client_secret: Option<SecretString>,
    ) -> Result<Option<OpenId>, ConfigurationError> {
        let Some(issuer) = self.issuer() else {
            return Ok(None);
        };
        let mut wanted = vec![self.groups_claim.clone()];
        if !self.allowed_domains.is_empty() {
            wanted.push("email_verified".to_owned());
        }
        let provider = Provider::new(ProviderConfig {
            issuer: issuer.to_owned(),
            client_id: self.client_id.clone(),
            client_secret,
            scopes: self.scopes.clone(),
            wanted,
        });
        let provider = provider.map_err(|error| {
            let option = match &error {
                ProviderConfigError::NoClient => "web.oidc.client_id",
                _ => "web.oidc.issuer",
            };
            ConfigurationError::new(option, &error)
        })?;
        Ok(Some(OpenId {
            provider: Arc::new(provider),
            name: self.name.clone(),
            account: self.account.clone(),
            allowed_domains: self.allowed_domains.clone(),
            groups_claim: self.groups_claim.clone(),
            roles: groups::roles("web.oidc", self.groups())?,
        }))
    }

    fn groups(&self) -> RoleGroups<'_> {
        RoleGroups {
            translator: &self.translator_groups,
            terminology: &self.terminology_groups,
            administrator: &self.administrator_groups,
            operator: &self.operator_groups,
        }
    }
}
