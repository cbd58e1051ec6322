use clap::{Args, Subcommand, ValueEnum};
use dragoman_domain::{KeyId, KeyKind, Scope};

use super::account::PlanArgument;
use super::values::{LARGEST_LIMIT, name};

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
