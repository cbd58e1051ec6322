//! One module per command.

mod account;
mod backup;
mod detect;
mod doctor;
mod documents;
mod health;
mod health_check;
mod improve;
mod input;
mod keys;
mod languages;
mod mail_test;
mod manual;
mod mcp;
mod memory;
mod migrate;
mod models;
mod output;
mod serve;
mod services;
mod sign_in;
mod translate;
mod usage;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::arguments::{Arguments, Command, ConfigCommand};
use crate::configuration::Configuration;
use crate::logging;
pub(crate) use output::complain;
use output::say;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    if let Command::Completions { shell } = arguments.command {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "dragoman", &mut script);
        return say(String::from_utf8_lossy(&script).trim_end());
    }
    if let Command::Manual { folder } = &arguments.command {
        return manual::write(folder);
    }
    let configuration = Configuration::load(&arguments.global, &arguments.command)?;
    if let Command::Config {
        command: ConfigCommand::Show,
    } = arguments.command
    {
        return say(toml::to_string(&configuration)?.trim_end());
    }
    if let Command::Health = arguments.command {
        return health_check::run(&configuration.server);
    }
    logging::start(&configuration.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the asynchronous runtime does not start")?;
    let result = runtime.block_on(dispatch(arguments.command, configuration));
    // Nobody waits any more for what still runs on a blocking thread.
    runtime.shutdown_background();
    result
}

async fn dispatch(command: Command, configuration: Configuration) -> Result<ExitCode> {
    match command {
        Command::Serve(arguments) => serve::run(arguments.init, &configuration).await,
        Command::Translate(arguments) => translate::run(&arguments, &configuration).await,
        Command::TranslateDocument(arguments) => documents::run(arguments, &configuration).await,
        Command::Improve(arguments) => improve::run(&arguments, &configuration).await,
        Command::Languages(arguments) => languages::run(&arguments, &configuration).await,
        Command::Detect(arguments) => detect::run(&arguments),
        Command::Keys { command } => keys::run(command, &configuration).await,
        Command::Account { command } => account::run(command, &configuration).await,
        Command::SignIn(arguments) => sign_in::run(arguments, &configuration).await,
        Command::Usage(arguments) => usage::run(&arguments, &configuration).await,
        Command::Mcp(arguments) => mcp::run(&arguments, &configuration).await,
        Command::MailTest { to } => mail_test::run(to, &configuration).await,
        Command::Memory { command } => memory::run(command, &configuration).await,
        Command::Models { command } => models::run(command, &configuration).await,
        Command::Backup(arguments) => backup::take(arguments, &configuration).await,
        Command::Restore(arguments) => backup::restore(arguments, &configuration).await,
        Command::Migrate(arguments) => migrate::run(&arguments, &configuration).await,
        Command::Doctor => doctor::run(&configuration).await,
        Command::Config { .. }
        | Command::Completions { .. }
        | Command::Health
        | Command::Manual { .. } => Ok(ExitCode::SUCCESS),
    }
}
