//! Mail as the configuration describes it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{Mailer, MalformedEmailAddress};
use dragoman_mail::{SmtpConfig, SmtpMailer, UnknownEncryption};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;
use crate::secret_option::SecretOption;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) host: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) port: Option<u16>,
    pub(crate) encryption: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) user: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) password: Option<SecretOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) password_file: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ca_file: Option<PathBuf>,
    pub(crate) timeout_seconds: u64,
}

/// The configured way of sending mail, if one is configured. Reads files, makes no connection.
pub(crate) fn mailer(options: &MailOptions) -> Result<Option<Arc<dyn Mailer>>, ConfigurationError> {
    let Some(config) = config(options)? else {
        return Ok(None);
    };
    let mailer =
        SmtpMailer::new(&config).map_err(|error| ConfigurationError::of_section("mail", &error))?;
    Ok(Some(Arc::new(mailer)))
}

/// Fails if the options cannot be used. Files are not read: other commands than "serve" do without
/// them, and their users need not be able to.
pub(crate) fn check(options: &MailOptions) -> Result<(), ConfigurationError> {
    config(options).map(drop)
}

fn config(options: &MailOptions) -> Result<Option<SmtpConfig>, ConfigurationError> {
    let host = options.host.as_deref().unwrap_or_default().trim();
    if host.is_empty() {
        return Ok(None);
    }
    let from = options.from.as_deref().unwrap_or_default().trim();
    if from.is_empty() {
        return Err(ConfigurationError::new(
            "mail.host",
            &"it needs mail.from too",
        ));
    }
    if options.port == Some(0) {
        return Err(ConfigurationError::new(
            "mail.port",
            &"a mail server has a port from 1 to 65535",
        ));
    }
    let from = from
        .parse()
        .map_err(|error: MalformedEmailAddress| ConfigurationError::new("mail.from", &error))?;
    let encryption = options
        .encryption
        .parse()
        .map_err(|error: UnknownEncryption| ConfigurationError::new("mail.encryption", &error))?;
    let password = options.password.as_ref();
    Ok(Some(SmtpConfig {
        port: options.port,
        encryption,
        user: options.user.clone(),
        password: password.map(|password| SecretString::from(password.expose().to_owned())),
        password_file: options.password_file.clone(),
        timeout: Duration::from_secs(options.timeout_seconds),
        ca_file: options.ca_file.clone(),
        ..SmtpConfig::new(host, from)
    }))
}
