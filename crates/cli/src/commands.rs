//! One module per command.

mod account;
mod backup;
mod detect;
mod doctor;
mod documents;
mod improve;
mod input;
mod keys;
mod languages;
mod mail_test;
mod memory;
mod models;
mod serve;
mod translate;
mod usage;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::CommandFactory;
use dragoman_domain::Timestamp;
use dragoman_service::{
    AccountDefaults, Keys, Memories, MemoryLimits, MemoryPorts, ReportUsage, SpaceFloor, is_unseen,
};
use dragoman_store::{SqliteMemories, SqliteStore};
use serde::Serialize;

use crate::arguments::{Arguments, Command, ConfigCommand};
use crate::configuration::{Configuration, MEGABYTE};
use crate::data_folder::DataFolder;
use crate::logging;
use crate::system::{SystemClock, SystemRandom, SystemSpace};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    if let Command::Completions { shell } = arguments.command {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "dragoman", &mut script);
        return say(String::from_utf8_lossy(&script).trim_end());
    }
    let configuration = Configuration::load(&arguments.global, &arguments.command)?;
    if let Command::Config {
        command: ConfigCommand::Show,
    } = arguments.command
    {
        return say(toml::to_string(&configuration)?.trim_end());
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
        Command::Usage(arguments) => usage::run(&arguments, &configuration).await,
        Command::MailTest { to } => mail_test::run(to, &configuration).await,
        Command::Memory { command } => memory::run(command, &configuration).await,
        Command::Models { command } => models::run(command, &configuration).await,
        Command::Backup(arguments) => backup::take(arguments, &configuration).await,
        Command::Restore(arguments) => backup::restore(arguments, &configuration).await,
        Command::Doctor => doctor::run(&configuration).await,
        Command::Config { .. } | Command::Completions { .. } => Ok(ExitCode::SUCCESS),
    }
}

/// Prints a line to standard output. A reader that has gone is no failure.
fn say(line: impl Display) -> Result<ExitCode> {
    print(format_args!("{line}\n"))
}

/// Prints to standard output as it is. A reader that has gone is no failure.
fn print(text: impl Display) -> Result<ExitCode> {
    let mut output = io::stdout().lock();
    match write!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Prints why the command failed to standard error.
pub(crate) fn complain(error: &anyhow::Error) {
    // Where even standard error is closed, the exit code has to do.
    let message = format!("{error:#}");
    let lines: Vec<String> = message.lines().map(printable).collect();
    let _ = writeln!(io::stderr(), "dragoman: {}", lines.join("\n"));
}

/// Prints JSON in which control characters are escaped, those that JSON leaves to the writer too.
fn say_json(value: &impl Serialize) -> Result<ExitCode> {
    let mut escaped = String::new();
    for character in serde_json::to_string_pretty(value)?.chars() {
        // Line feeds within strings are escaped already.
        if is_unseen(character) && character != '\n' {
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    say(escaped)
}

/// Text from outside without what could confuse a terminal or its reader.
fn printable(text: &str) -> String {
    text.replace(is_unseen, "?")
}

/// A table with aligned columns, in which nothing can confuse a terminal.
fn table<R: AsRef<[String]>>(rows: &[R]) -> String {
    let printable = |row: &R| row.as_ref().iter().map(|cell| printable(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(printable).collect();
    let columns = rows.iter().map(Vec::len).max();
    let mut widths = vec![0; columns.unwrap_or_default()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:width$}"))
                .collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

/// A time in UTC, always with milliseconds, so that columns and programs find one width.
fn time(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// A limit as people read it.
fn limit(limit: Option<u64>) -> String {
    limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

/// The keys of a data folder, for a command or for the server.
fn keys_of(folder: &DataFolder, store: SqliteStore, configuration: &Configuration) -> Result<Keys> {
    let hasher = folder.hasher(&SystemRandom)?;
    Ok(Keys::new(
        Arc::new(store),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
        hasher,
        AccountDefaults {
            free_character_limit: configuration.accounts.free_character_limit,
            pro_character_limit: configuration.accounts.pro_character_limit,
            features: configuration.accounts.features(),
        },
    ))
}

/// The usage reports of a data folder, for a command or for the server.
fn reports_of(store: &SqliteStore) -> ReportUsage {
    ReportUsage::new(
        Arc::new(store.clone()),
        Arc::new(store.clone()),
        Arc::new(SystemClock),
    )
}

/// The translation memories of a data folder, for a command or for the server.
fn memories_of(
    folder: &DataFolder,
    store: &SqliteMemories,
    configuration: &Configuration,
) -> Result<Memories> {
    let options = &configuration.memories;
    let ports = MemoryPorts {
        memories: Arc::new(store.clone()),
        jobs: Arc::new(folder.sealed_jobs(store, Arc::new(SystemRandom))?),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
        space: space_of(folder, configuration),
    };
    let limits = MemoryLimits {
        file_bytes: options.max_file_megabytes.saturating_mul(MEGABYTE),
        memories: options.max_per_account,
        storage: options.room(),
        ..MemoryLimits::default()
    };
    Ok(Memories::new(ports, folder.hasher(&SystemRandom)?, limits))
}

/// What is to stay free of the disk of a data folder.
fn space_of(folder: &DataFolder, configuration: &Configuration) -> SpaceFloor {
    let megabytes = configuration.data.free_space_floor_megabytes;
    let space = SystemSpace(folder.path().to_owned());
    SpaceFloor::new(Arc::new(space), megabytes.saturating_mul(MEGABYTE))
}

/// The accounts and keys of a data folder, and what they have used.
struct Accounts {
    keys: Keys,
    reports: ReportUsage,
}

/// Opens the accounts of the configured data folder, for a command.
async fn open_accounts(configuration: &Configuration) -> Result<Accounts> {
    accounts_of(&DataFolder::open(&configuration.data)?, configuration).await
}

/// Opens the accounts of a data folder.
async fn accounts_of(folder: &DataFolder, configuration: &Configuration) -> Result<Accounts> {
    let store = folder.store().await?;
    Ok(Accounts {
        reports: reports_of(&store),
        keys: keys_of(folder, store, configuration)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_not_in_a_table() {
        let cell = "a\u{1b}[2Jb\u{9b}31mc\nd\u{202e}e".to_owned();
        assert_eq!(table(&[[cell]]), "a?[2Jb?31mc?d?e");
        assert_eq!(table(&[["Zoë 👩‍🔧 שלום".to_owned()]]), "Zoë 👩‍🔧 שלום");
    }
}
