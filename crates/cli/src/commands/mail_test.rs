use std::process::ExitCode;

use anyhow::{Context, Result};
use dragoman_domain::{Clock, EmailAddress, Mail, RandomSource};

use super::output::say;
use crate::configuration::Configuration;
use crate::mail;
use crate::system::{SystemClock, SystemRandom};

const TEXT: &str = "Mail from Dragoman reaches this address. This was only a test, made with \
                    \"dragoman mail-test\".\n";

/// Sends one mail as configured, and says whether the mail server took it. Whether it arrives is
/// beyond what can be known here.
pub(super) async fn run(to: EmailAddress, configuration: &Configuration) -> Result<ExitCode> {
    let mailer = mail::mailer(&configuration.mail)?
        .context("no mail server is configured; set mail.host and mail.from")?;
    let host = configuration.mail.host.as_deref().unwrap_or_default();
    let mail = Mail {
        to: vec![to.clone()],
        subject: "Test mail from Dragoman".to_owned(),
        text: TEXT.to_owned(),
        id: format!("test-{}", SystemRandom.guid()),
        date: SystemClock.now(),
    };
    mailer.send(&mail).await?;
    say(format_args!("{host} took a test mail for {to}."))
}
