//! Sends mail over SMTP: the adapter of the port [`dragoman_domain::Mailer`].
//!
//! Each mail has a connection of its own and one transaction for all its recipients. Connections
//! are encrypted with TLS unless they are told not to be, and what the server says is limited in
//! length and time.

mod answers;
mod config;
mod mailer;
mod message;
mod stream;

pub use config::{ConfigError, Encryption, SmtpConfig, UnknownEncryption};
pub use mailer::SmtpMailer;
