//! A mailer for a server, and a mail.

use std::time::Duration;

use dragoman_domain::{Mail, Timestamp};
use dragoman_mail::{Encryption, SmtpConfig, SmtpMailer};
use dragoman_smtp_testing::{ServerEncryption, SmtpOptions, SmtpServer};
use secrecy::SecretString;

pub(crate) const PASSWORD: &str = "correct horse battery staple";
pub(crate) const TEXT: &str = "The key has used 80 % of its characters.";

/// A configuration for a server that does not encrypt.
pub(crate) fn plain(server: &SmtpServer) -> SmtpConfig {
    SmtpConfig {
        port: Some(server.port()),
        encryption: Encryption::None,
        // So long that no load of the machine matters.
        timeout: Duration::from_secs(3600),
        ..SmtpConfig::new(server.host(), "dragoman@example.com".parse().unwrap())
    }
}

/// A configuration for a server that encrypts from the beginning.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn tls(server: &SmtpServer) -> SmtpConfig {
    SmtpConfig {
        encryption: Encryption::Tls,
        ca_file: Some(server.ca_file()),
        ..plain(server)
    }
}

/// A configuration for a server that encrypts after STARTTLS.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn starttls(server: &SmtpServer) -> SmtpConfig {
    SmtpConfig {
        encryption: Encryption::StartTls,
        ..tls(server)
    }
}

/// The configuration with a login.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn with_login(config: SmtpConfig, password: &str) -> SmtpConfig {
    SmtpConfig {
        user: Some("dragoman".to_owned()),
        password: Some(SecretString::from(password)),
        ..config
    }
}

/// A server that encrypts like this.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn encrypting(encryption: ServerEncryption) -> SmtpOptions {
    SmtpOptions {
        encryption,
        ..SmtpOptions::default()
    }
}

pub(crate) fn mailer(config: &SmtpConfig) -> SmtpMailer {
    SmtpMailer::new(config).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn mail() -> Mail {
    Mail {
        to: vec!["ada@example.org".parse().unwrap()],
        subject: "Limit nearly reached".to_owned(),
        text: TEXT.to_owned(),
        id: "limit-80.a74d88fb".to_owned(),
        date: "2026-03-01T12:30:00Z".parse::<Timestamp>().unwrap(),
    }
}
