use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dragoman_domain::{KeyId, KeyKind, Language, Plan, Scope};

/// A self-hosted language service: translates texts and detects languages, over HTTP or right here.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Args)]
pub(crate) struct GlobalArguments {
    /// A configuration file [default: ./dragoman.toml if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The folder of the database [default: ./data]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the HTTP interface
    Serve(ServeArguments),
    /// Translate texts, files or standard input, without a server
    Translate(TranslateArguments),
    /// List the languages that can be translated here
    Languages(LanguagesArguments),
    /// Detect the language of texts, files or standard input, without a server
    Detect(DetectArguments),
    /// Make, list and end keys
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// List accounts and change their settings
    Account {
        #[command(subcommand)]
        command: AccountCommand,
    },
    /// Check what is installed and what is broken, and say what to do
    Doctor,
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
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Where the interface listens; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// Where health and metrics listen [default: the next port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) monitoring_listen: Option<SocketAddr>,
}

#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// The texts; without any and without --file, standard input
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<String>,
    /// A file of plain text
    #[arg(long, value_name = "FILE", conflicts_with = "texts")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TranslateArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The language of the texts; detected if not given
    #[arg(long, value_name = "LANGUAGE", value_parser = source_language)]
    pub(crate) from: Option<Language>,
    /// The language to translate into, for example es or pt-BR
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) to: Language,
}

#[derive(Debug, Args)]
pub(crate) struct LanguagesArguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DetectArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key and print it; it cannot be shown again
    Create(CreateKeyArguments),
    /// List all keys, without their secrets
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End a key for good, at once
    Deactivate {
        /// The key's id, as "keys list" shows it
        #[arg(value_name = "KEY_ID")]
        id: KeyId,
    },
}

#[derive(Debug, Args)]
pub(crate) struct CreateKeyArguments {
    /// The account that the key belongs to; made if there is none [default: the plan's name]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) account: Option<String>,
    /// The plan of the account
    #[arg(long, value_enum, default_value_t = PlanArgument::Pro)]
    pub(crate) plan: PlanArgument,
    /// What the key is for
    #[arg(long, value_enum, default_value_t = KindArgument::Developer)]
    pub(crate) kind: KindArgument,
    /// A name for people
    #[arg(long, value_name = "TEXT", default_value = "Key", value_parser = name)]
    pub(crate) label: String,
    /// What the key may do, repeatable or separated by commas; everything if not given
    #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',')]
    pub(crate) scopes: Vec<Scope>,
    /// Characters that the key may consume per month; 0 blocks it
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=LARGEST_LIMIT))]
    pub(crate) character_limit: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AccountCommand {
    /// List all accounts
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the settings of an account
    Set(SetAccountArguments),
}

#[derive(Debug, Args)]
#[group(id = "settings", required = true, multiple = true, args = ["detection", "character_limit"])]
pub(crate) struct SetAccountArguments {
    /// The account's name
    #[arg(value_name = "NAME")]
    pub(crate) account: String,
    /// Whether the account may detect languages
    #[arg(long, value_enum, value_name = "on|off")]
    pub(crate) detection: Option<Switch>,
    /// Characters that the account may consume per month, or "none"; 0 blocks it
    #[arg(long, value_name = "NUMBER", value_parser = limit)]
    pub(crate) character_limit: Option<LimitArgument>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every option with the value that applies
    Show,
}

/// The largest limit that the store can keep.
const LARGEST_LIMIT: u64 = i64::MAX as u64;

/// The longest account name or label in bytes.
const LONGEST_NAME: usize = 1024;

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PlanArgument {
    Free,
    Pro,
}

impl From<PlanArgument> for Plan {
    fn from(argument: PlanArgument) -> Self {
        match argument {
            PlanArgument::Free => Self::Free,
            PlanArgument::Pro => Self::Pro,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum KindArgument {
    Developer,
    Admin,
}

impl From<KindArgument> for KeyKind {
    fn from(argument: KindArgument) -> Self {
        match argument {
            KindArgument::Developer => Self::Developer,
            KindArgument::Admin => Self::Admin,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// A limit, or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LimitArgument(pub(crate) Option<u64>);

fn limit(text: &str) -> Result<LimitArgument, String> {
    if text == "none" {
        return Ok(LimitArgument(None));
    }
    match text.parse() {
        Ok(number) if number <= LARGEST_LIMIT => Ok(LimitArgument(Some(number))),
        _ => Err(format!(
            "give a whole number from 0 to {LARGEST_LIMIT}, or none"
        )),
    }
}

fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        Err("give at least one letter".to_owned())
    } else if text.len() > LONGEST_NAME {
        Err(format!("give at most {LONGEST_NAME} bytes"))
    } else if text.chars().any(char::is_control) {
        Err("give no control characters".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

fn language(tag: &str) -> Result<Language, String> {
    Language::parse(tag).map_err(|error| error.to_string())
}

fn source_language(tag: &str) -> Result<Language, String> {
    let language = language(tag)?;
    if language.is_variant() {
        return Err(format!(
            "{language} is a variant; as a source, use {}",
            language.base()
        ));
    }
    Ok(language)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
