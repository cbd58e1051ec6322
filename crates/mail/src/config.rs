use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use dragoman_domain::EmailAddress;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use secrecy::{ExposeSecret, SecretString};

/// Most bytes that are read of a file with a password or certificates.
const LARGEST_FILE: u64 = 1 << 20;

/// When a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encryption {
    /// From the beginning.
    #[default]
    Tls,
    /// After the command STARTTLS. A server that does not offer it gets no mail.
    StartTls,
    /// Never. Passwords are sent like this to the same machine only.
    None,
}

/// The text names no way of encryption.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no way of encryption; there are tls, starttls and none")]
pub struct UnknownEncryption {
    /// What was given instead.
    pub name: String,
}

impl Encryption {
    /// The port on which servers usually speak like this: 465, 587 or 25.
    #[must_use]
    pub const fn usual_port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::StartTls => 587,
            Self::None => 25,
        }
    }

    /// Its word in the configuration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tls => "tls",
            Self::StartTls => "starttls",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Encryption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Encryption {
    type Err = UnknownEncryption;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Tls, Self::StartTls, Self::None]
            .into_iter()
            .find(|encryption| encryption.as_str() == text)
            .ok_or_else(|| UnknownEncryption {
                name: text.to_owned(),
            })
    }
}

/// How mail is sent.
#[derive(Debug, Clone)]
pub struct SmtpConfig {
    /// The server's name or IP address, which its certificate must have.
    pub host: String,
    /// The server's port; [`Encryption::usual_port`] if it is not given.
    pub port: Option<u16>,
    /// When connections are encrypted.
    pub encryption: Encryption,
    /// Who logs in; nobody does if it is not given.
    pub user: Option<String>,
    /// The user's password.
    pub password: Option<SecretString>,
    /// A file with the user's password and nothing else, instead of `password`. White space around
    /// it does not count.
    pub password_file: Option<PathBuf>,
    /// Who the mails are from, on the envelope and in the header. Its domain is the right part of
    /// every `Message-ID`, and the name by which Dragoman greets the server.
    pub from: EmailAddress,
    /// How long each answer of the server may take; the one to the content of a mail has six times
    /// as long.
    pub timeout: Duration,
    /// A PEM file with the certificates of the CAs that vouch for the server, instead of those
    /// that the system trusts.
    pub ca_file: Option<PathBuf>,
}

impl SmtpConfig {
    /// How mail is sent through a server that needs nothing else: over TLS on the usual port,
    /// without a login, with ten seconds for each answer.
    #[must_use]
    pub fn new(host: impl Into<String>, from: EmailAddress) -> Self {
        Self {
            host: host.into(),
            port: None,
            encryption: Encryption::default(),
            user: None,
            password: None,
            password_file: None,
            from,
            timeout: Duration::from_secs(10),
            ca_file: None,
        }
    }
}

/// Why mail cannot be sent in the way that was configured.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The server's name is none.
    #[error(
        "\"{host}\" is no name or address of a server; give the name alone, and the port by \
         itself"
    )]
    Host {
        /// What was given.
        host: String,
    },
    /// No time is given to the server.
    #[error("the server needs some time to answer; give at least one second")]
    Timeout,
    /// The sender's address is one that no mail can be sent from.
    #[error("mail cannot be sent from {address}: {reason}")]
    From {
        /// The address.
        address: EmailAddress,
        /// What is wrong with it.
        reason: String,
    },
    /// There are a password and a file with one.
    #[error("give the password or the file that it is in, not both")]
    TwoPasswords,
    /// There is only one half of a login.
    #[error("a login needs a user and a password; give both or neither")]
    HalfLogin,
    /// A password would go through a network for all to read.
    #[error(
        "without encryption the password would be readable on its way to {host}; encrypt with tls \
         or starttls, or give no user"
    )]
    ReadablePassword {
        /// The server.
        host: String,
    },
    /// There are certificates, but nothing is encrypted.
    #[error("a file with certificates is of no use without encryption; leave it out")]
    UselessCertificates,
    /// A file cannot be read.
    #[error("the file {} cannot be read: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file with the password has none.
    #[error("the file {} has no password in it", file.display())]
    NoPassword {
        /// The file.
        file: PathBuf,
    },
    /// The file with the certificates has none that can be used.
    #[error("the file {} has no certificates that can be used: {reason}", file.display())]
    Certificates {
        /// The file.
        file: PathBuf,
        /// What is wrong with them.
        reason: String,
    },
    /// The certificates that the system trusts cannot be used.
    #[error(
        "the certificates that the system trusts cannot be used: {reason}; install them (on Debian \
         the package ca-certificates), or give a file with the server's CA"
    )]
    SystemCertificates {
        /// What is wrong with them.
        reason: String,
    },
}

/// The server's name or address, of which the brackets around an IPv6 address are no part.
pub(crate) fn host(config: &SmtpConfig) -> Result<String, ConfigError> {
    let host = config.host.trim();
    let host = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    let is_name = !host.is_empty()
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    if is_name || host.parse::<IpAddr>().is_ok() {
        Ok(host.to_owned())
    } else {
        Err(ConfigError::Host {
            host: config.host.clone(),
        })
    }
}

/// Who logs in, if anybody does.
pub(crate) fn login(config: &SmtpConfig, host: &str) -> Result<Option<Credentials>, ConfigError> {
    let password = match (&config.password, &config.password_file) {
        (Some(_), Some(_)) => return Err(ConfigError::TwoPasswords),
        (Some(password), None) => Some(password.clone()),
        (None, Some(file)) => Some(password_in(file)?),
        (None, None) => None,
    };
    match (&config.user, password) {
        (None, None) => Ok(None),
        (Some(user), Some(password)) => {
            if config.encryption == Encryption::None && !is_this_machine(host) {
                return Err(ConfigError::ReadablePassword {
                    host: host.to_owned(),
                });
            }
            let password = password.expose_secret().to_owned();
            Ok(Some(Credentials::new(user.clone(), password)))
        }
        _ => Err(ConfigError::HalfLogin),
    }
}

fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn password_in(file: &Path) -> Result<SecretString, ConfigError> {
    let unreadable = |error| ConfigError::File {
        file: file.to_owned(),
        error,
    };
    let mut text = String::new();
    File::open(file)
        .and_then(|file| file.take(LARGEST_FILE).read_to_string(&mut text))
        .map_err(unreadable)?;
    match text.trim() {
        "" => Err(ConfigError::NoPassword {
            file: file.to_owned(),
        }),
        password => Ok(SecretString::from(password)),
    }
}

/// Whose certificates are believed; `None` if connections are not encrypted.
pub(crate) fn tls(config: &SmtpConfig, host: &str) -> Result<Option<TlsParameters>, ConfigError> {
    let builder = TlsParameters::builder(host.to_owned());
    match (config.encryption, &config.ca_file) {
        (Encryption::None, None) => Ok(None),
        (Encryption::None, Some(_)) => Err(ConfigError::UselessCertificates),
        (_, None) => match builder.build() {
            Ok(tls) => Ok(Some(tls)),
            Err(error) => Err(ConfigError::SystemCertificates {
                reason: error.to_string(),
            }),
        },
        (_, Some(file)) => {
            let unusable = |reason: String| ConfigError::Certificates {
                file: file.clone(),
                reason,
            };
            let text = certificates_in(file)?;
            if !text.contains("-----BEGIN CERTIFICATE-----") {
                return Err(unusable("it has no certificate in the form of PEM".into()));
            }
            let tls = Certificate::from_pem(text.as_bytes()).and_then(|certificates| {
                builder
                    .certificate_store(CertificateStore::None)
                    .add_root_certificate(certificates)
                    .build()
            });
            tls.map(Some).map_err(|error| unusable(error.to_string()))
        }
    }
}

fn certificates_in(file: &Path) -> Result<String, ConfigError> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(LARGEST_FILE).read_to_end(&mut bytes))
        .map_err(|error| ConfigError::File {
            file: file.to_owned(),
            error,
        })?;
    // Comments between certificates may be in any encoding.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
