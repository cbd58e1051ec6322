//! The command line, one module for the arguments of each command that has many.

mod account;
mod backup;
mod documents;
mod improve;
mod keys;
mod mcp;
mod memory;
mod migrate;
mod models;
mod sign_in;
mod translate;
mod usage;
mod values;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use dragoman_domain::EmailAddress;

use crate::address;
use crate::server_options::Role;

pub(crate) use account::{AccountCommand, LogArguments};
pub(crate) use backup::{BackupArguments, RestoreArguments};
pub(crate) use documents::TranslateDocumentArguments;
pub(crate) use improve::{ImproveArguments, When};
pub(crate) use keys::{CreateKeyArguments, KeysCommand, LimitKeyArguments};
pub(crate) use mcp::McpArguments;
pub(crate) use memory::{ImportMemoryArguments, MemoryArguments, MemoryCommand};
pub(crate) use migrate::MigrateArguments;
pub(crate) use models::{
    AvailableArguments, ImportArguments, ModelsCommand, PairArguments, PullArguments,
    ShortlistArguments,
};
pub(crate) use sign_in::SignInArguments;
pub(crate) use translate::{
    DetectArguments, FormalityArgument, InputArguments, LanguagesArguments, TranslateArguments,
};

pub(crate) use usage::{UsageArguments, UsageBy};

/// A self-hosted language service: translates and improves texts and detects languages, over HTTP or right here.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of the options that every command has, below those that are its own.
const GLOBAL: &str = "Options of all commands";

#[derive(Debug, Args)]
pub(crate) struct GlobalArguments {
    /// A configuration file [default: ./dragoman.toml if it is there]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The folder of the database [default: ./data]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Fetch nothing: use the models that are installed, folders, and what was downloaded before
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) offline: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the HTTP interface
    Serve(ServeArguments),
    /// Translate texts, files or standard input, without a server
    Translate(TranslateArguments),
    /// Translate documents, each into a document of the same format, without a server
    TranslateDocument(TranslateDocumentArguments),
    /// Mend mistakes in texts, files or standard input, or say them in other words, without a server
    Improve(ImproveArguments),
    /// List the languages that can be translated here
    Languages(LanguagesArguments),
    /// Detect the language of texts, files or standard input, without a server
    Detect(DetectArguments),
    /// Make, list, change and end keys
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// Make, list and change accounts, and show what was done to them
    Account {
        #[command(subcommand)]
        command: AccountCommand,
    },
    /// Make an address that signs one person in on the pages, once
    SignIn(SignInArguments),
    /// Report how many characters accounts have consumed
    Usage(UsageArguments),
    /// Send a test mail through the configured mail server
    MailTest {
        /// Who receives it
        #[arg(value_name = "ADDRESS")]
        to: EmailAddress,
    },
    /// List, fetch, check and pass on the models of the neural engine
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
    /// Import, export, list and delete translation memories
    Memory {
        #[command(subcommand)]
        command: MemoryCommand,
    },
    /// Give an assistant that starts this program tools to translate with (Model Context Protocol), with a server
    Mcp(McpArguments),
    /// Copy the data folder as it is at this moment, while the server runs or not
    Backup(BackupArguments),
    /// Put a backup into a data folder without data
    Restore(RestoreArguments),
    /// Move what is in the data folder to a database and an object storage that several machines share, or back
    Migrate(MigrateArguments),
    /// Check what is installed and what is broken, and say what to do
    Doctor,
    /// Ask the server on this machine whether it takes requests; fails if it does not
    Health,
    /// Show the configuration
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man pages of this program, one for each command
    Manual {
        /// The folder that they are written into
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Where the interface listens; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address::parse)]
    pub(crate) listen: Option<SocketAddr>,
    /// Where health and metrics listen [default: the next port]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address::parse)]
    pub(crate) monitoring_listen: Option<SocketAddr>,
    /// What this server does, where several machines share the data [default: all]
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<Role>,
    /// Make the data folder if it is not there, and what is missing in it
    #[arg(long)]
    pub(crate) init: bool,
    /// Listen without TLS where others can connect: a proxy in front speaks it
    #[arg(long)]
    pub(crate) behind_proxy: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every option with the value that applies
    Show,
}

/// The most characters of an argument that a message about it repeats.
const MOST_REPEATED: usize = 100;

/// Reads the command line. A wrong one ends the program.
pub(crate) fn parse() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|mut error| {
        let long: Vec<(ContextKind, String)> = error
            .context()
            .filter_map(|(kind, value)| match value {
                ContextValue::String(text) => Some((kind, shortened(text)?)),
                _ => None,
            })
            .collect();
        for (kind, text) in long {
            error.insert(kind, ContextValue::String(text));
        }
        error.exit()
    })
}

/// The beginning of a text, if it is too long to be repeated whole.
fn shortened(text: &str) -> Option<String> {
    let (end, _) = text.char_indices().nth(MOST_REPEATED)?;
    Some(format!("{}…", text.get(..end)?))
}

/// Ends the program because of a wrong command line.
pub(crate) fn refuse(message: impl std::fmt::Display) -> ! {
    Arguments::command()
        .error(ErrorKind::ValueValidation, message)
        .exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
