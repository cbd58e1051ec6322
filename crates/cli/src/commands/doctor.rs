use std::process::ExitCode;

use anyhow::Result;
use dragoman_domain::Finding;

use super::health::findings;
use super::output::say;
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};

/// Checks the installation and says what was found; fails if something is broken. What is only not installed is named
/// with the way to install it and is no failure.
pub(super) async fn run(configuration: &Configuration) -> Result<ExitCode> {
    let engines = Engines::start(configuration, SelfTest::AtStart).await?;
    let findings = findings(configuration, &engines).await;
    engines.shut_down().await;
    let mut is_broken = false;
    for finding in findings? {
        match finding {
            Finding::Good(text) => say(format_args!("ok       {text}"))?,
            Finding::Missing(text) => say(format_args!("missing  {text}"))?,
            Finding::Broken(text) => {
                is_broken = true;
                say(format_args!("broken   {text}"))?
            }
        };
    }
    Ok(if is_broken {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
