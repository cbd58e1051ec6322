mod usage;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dragoman_catalog::{Architecture, Policy, language_of_code, pair_of_code};
use dragoman_domain::{Formality, KeyId, KeyKind, Language, LanguagePair, Plan, Register, Scope};

pub(crate) use usage::{UsageArguments, UsageBy};

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
    /// Fetch nothing: use the models that are installed, folders, and what was downloaded before
    #[arg(long, global = true)]
    pub(crate) offline: bool,
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
    /// Report how many characters accounts have consumed
    Usage(UsageArguments),
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
    /// How formally readers are addressed; with prefer_ only where the language and the engine
    /// know the difference
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) formality: Option<FormalityArgument>,
}

/// How formally readers are addressed, as the interface spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum FormalityArgument {
    /// As strangers are; fails where the difference is not known
    More,
    /// As friends are; fails where the difference is not known
    Less,
    /// As strangers are, where the difference is known
    PreferMore,
    /// As friends are, where the difference is known
    PreferLess,
}

impl FormalityArgument {
    /// What it asks for.
    pub(crate) const fn wish(self) -> Formality {
        let (register, is_required) = match self {
            Self::More => (Register::Formal, true),
            Self::Less => (Register::Informal, true),
            Self::PreferMore => (Register::Formal, false),
            Self::PreferLess => (Register::Informal, false),
        };
        Formality {
            register,
            is_required,
        }
    }
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
    /// The account that the key belongs to; made if there is none [default: the plan's name, or pro]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) account: Option<String>,
    /// The plan of the account [default: that of the account, or pro]
    #[arg(long, value_enum)]
    pub(crate) plan: Option<PlanArgument>,
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
pub(crate) enum MemoryCommand {
    /// Make a translation memory from a TMX file
    Import(ImportMemoryArguments),
    /// Write a translation memory as TMX
    Export {
        #[command(flatten)]
        memory: MemoryArguments,
        /// The file to write, which must not exist [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// List translation memories
    List {
        /// Only those of this account
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Delete a translation memory for good
    Delete {
        #[command(flatten)]
        memory: MemoryArguments,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ImportMemoryArguments {
    /// The TMX file
    #[arg(value_name = "FILE.tmx")]
    pub(crate) file: PathBuf,
    /// A name for the memory [default: that of the file]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    /// The account that it is for; needed if there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MemoryArguments {
    /// The memory's id or name, as "memory list" shows it
    #[arg(value_name = "ID|NAME")]
    pub(crate) memory: String,
    /// The account that it belongs to [default: any]
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// List the models that can be pulled
    Available(AvailableArguments),
    /// Download models, check and install them; "en-de fr-en" or "en de"
    Pull(PullArguments),
    /// Install a model from a folder, or models from a bundle
    Import(ImportArguments),
    /// List the models that are installed
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove the models of language pairs
    Remove {
        #[command(flatten)]
        pairs: PairArguments,
        /// Only the model with this name, as "models list" shows it
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Read every installed file and check that it is what it was
    Verify {
        #[command(flatten)]
        pairs: PairArguments,
    },
    /// Write installed models into one file for machines without internet
    Bundle {
        /// The file; compressed if its name ends with .zst
        #[arg(value_name = "OUT.tar")]
        output: PathBuf,
        #[command(flatten)]
        pairs: PairArguments,
    },
}

#[derive(Debug, Args)]
pub(crate) struct PairArguments {
    /// Language pairs such as en-de and en-zh-Hant, or two languages
    #[arg(value_name = "PAIR")]
    words: Vec<String>,
}

impl PairArguments {
    /// The pairs. Two words that both are languages are one pair. Anything else ends the program
    /// as a wrong command line does.
    pub(crate) fn parse(&self) -> Vec<LanguagePair> {
        pairs(&self.words).unwrap_or_else(|message| refuse(message))
    }
}

/// Ends the program because of a wrong command line.
pub(crate) fn refuse(message: impl std::fmt::Display) -> ! {
    Arguments::command()
        .error(ErrorKind::ValueValidation, message)
        .exit()
}

fn pairs(words: &[String]) -> Result<Vec<LanguagePair>, String> {
    if let [source, target] = words
        && let Some(source) = language_of_code(source)
        && let Some(target) = language_of_code(target)
    {
        return Ok(vec![LanguagePair::new(source, target)]);
    }
    words
        .iter()
        .map(|word| {
            pair_of_code(word).ok_or_else(|| {
                format!("\"{word}\" is no language pair; write it as in en-de or en-zh-Hant")
            })
        })
        .collect()
}

#[derive(Debug, Args)]
pub(crate) struct AvailableArguments {
    /// Only models from this language
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) from: Option<Language>,
    /// Only models into this language
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) to: Option<Language>,
    /// Also models that are not released, for trial only
    #[arg(long)]
    pub(crate) unreleased: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PullArguments {
    #[command(flatten)]
    pub(crate) pairs: PairArguments,
    /// Install from this bundle and not from the catalogue; all its models if no pair is given
    #[arg(long, value_name = "FILE", conflicts_with_all = ["policy", "architecture", "unreleased"])]
    pub(crate) bundle: Option<PathBuf>,
    /// What to prefer where there are several models [default: models.policy]
    #[arg(long, value_enum)]
    pub(crate) policy: Option<PolicyArgument>,
    /// Only this architecture
    #[arg(long, value_enum)]
    pub(crate) architecture: Option<ArchitectureArgument>,
    /// Also models that are not released, for trial only
    #[arg(long)]
    pub(crate) unreleased: bool,
    /// Replace models of the same name by those of the bundle
    #[arg(long, requires = "bundle")]
    pub(crate) replace: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// A folder with the files of a model under their public names, or a bundle
    #[arg(value_name = "FOLDER|FILE.tar")]
    pub(crate) source: PathBuf,
    /// The language that the model translates from
    #[arg(long, value_name = "LANGUAGE", value_parser = source_language, requires = "to")]
    pub(crate) from: Option<Language>,
    /// The language that the model translates into
    #[arg(long, value_name = "LANGUAGE", value_parser = language, requires = "from")]
    pub(crate) to: Option<Language>,
    /// The licence of the model, for example CC-BY-4.0
    #[arg(long, value_name = "LICENCE", value_parser = name, requires = "from")]
    pub(crate) licence: Option<String>,
    /// A name for the model [default: that of its architecture]
    #[arg(long, value_name = "NAME", requires = "from")]
    pub(crate) name: Option<String>,
    /// Replace models of the same name
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PolicyArgument {
    /// The best translations
    Best,
    /// The fastest translations
    Fast,
}

impl From<PolicyArgument> for Policy {
    fn from(argument: PolicyArgument) -> Self {
        match argument {
            PolicyArgument::Best => Self::Best,
            PolicyArgument::Fast => Self::Fast,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ArchitectureArgument {
    Tiny,
    BaseMemory,
    Base,
}

impl From<ArchitectureArgument> for Architecture {
    fn from(argument: ArchitectureArgument) -> Self {
        match argument {
            ArchitectureArgument::Tiny => Self::Tiny,
            ArchitectureArgument::BaseMemory => Self::BaseMemory,
            ArchitectureArgument::Base => Self::Base,
        }
    }
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
    Classic,
}

impl From<PlanArgument> for Plan {
    fn from(argument: PlanArgument) -> Self {
        match argument {
            PlanArgument::Free => Self::Free,
            PlanArgument::Pro => Self::Pro,
            PlanArgument::Classic => Self::Classic,
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
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    fn codes(words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let pairs = pairs(&words)?;
        Ok(pairs.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_pair_is_one_word_or_two_languages() {
        assert_eq!(codes(&["en-de"]).unwrap(), ["en to de"]);
        assert_eq!(codes(&["en", "de"]).unwrap(), ["en to de"]);
        assert_eq!(codes(&["en", "fr-CA"]).unwrap(), ["en to fr-CA"]);
        assert_eq!(
            codes(&["en-de", "zh_hant-en"]).unwrap(),
            ["en to de", "zh-Hant to en"]
        );
        assert!(codes(&[]).unwrap().is_empty());
        for words in [&["en"][..], &["en", "de", "fr"], &["en-xx"], &["en", "xx"]] {
            assert!(codes(words).is_err(), "{words:?}");
        }
    }
}
