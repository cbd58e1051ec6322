use clap::{Args, Subcommand, ValueEnum};
use dragoman_domain::{KeyId, KeyKind, Scope};

use super::account::PlanArgument;
use super::values::{
    ExpiryArgument, LimitArgument, ScopesArgument, expiry, limit, name, name_of_account, scopes,
};

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key and print it; it cannot be shown again
    Create(CreateKeyArguments),
    /// List keys with what they used in the current period, without their secrets
    List {
        /// Only those of this account
        #[arg(long, value_name = "NAME", value_parser = name_of_account)]
        account: Option<String>,
        /// Only those that work
        #[arg(long)]
        active: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a key another name
    Label {
        /// The key's id, as "keys list" shows it
        #[arg(value_name = "KEY_ID")]
        id: KeyId,
        /// A name for people
        #[arg(value_name = "TEXT")]
        label: String,
    },
    /// Set what a key may consume, from now on
    Limit(LimitKeyArguments),
    /// Set what a key may do, from now on
    Scope {
        /// The key's id, as "keys list" shows it
        #[arg(value_name = "KEY_ID")]
        id: KeyId,
        /// What it may do, separated by commas, or "all"
        #[arg(value_name = "SCOPES", value_parser = scopes)]
        scopes: ScopesArgument,
    },
    /// Set when a key stops working by itself
    Expire {
        /// The key's id, as "keys list" shows it
        #[arg(value_name = "KEY_ID")]
        id: KeyId,
        /// A day or a time in UTC, such as 2030-01-31 or 2030-01-31T18:00:00Z, or "never"
        #[arg(value_name = "WHEN", value_parser = expiry)]
        expires: ExpiryArgument,
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
    /// The account that the key belongs to [default: the one with the plan's name, or pro, made if there is none]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) account: Option<String>,
    /// Make the account if there is none
    #[arg(long, requires = "account")]
    pub(crate) new_account: bool,
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
    /// Characters that the key may consume in a usage period, or "none"; 0 blocks it [default: none]
    #[arg(long, value_name = "NUMBER", value_parser = limit, allow_negative_numbers = true)]
    pub(crate) character_limit: Option<LimitArgument>,
    /// When the key stops working by itself, a day or a time in UTC, such as 2030-01-31, or "never" [default: never]
    #[arg(long, value_name = "WHEN", value_parser = expiry)]
    pub(crate) expires: Option<ExpiryArgument>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LimitKeyArguments {
    /// The key's id, as "keys list" shows it
    #[arg(value_name = "KEY_ID")]
    pub(crate) id: KeyId,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// What to limit. Apart from the key's id, which would count as one of the group.
#[derive(Debug, Args)]
#[group(id = "limits", required = true, multiple = true)]
pub(crate) struct LimitArguments {
    /// Characters that the key may consume in a usage period, or "none"; 0 blocks it
    #[arg(long, value_name = "NUMBER", value_parser = limit, allow_negative_numbers = true)]
    pub(crate) characters: Option<LimitArgument>,
    /// Milliseconds of speech, or "none"; kept for clients that read it, nothing consumes speech
    #[arg(long, value_name = "NUMBER", value_parser = limit, allow_negative_numbers = true)]
    pub(crate) speech_milliseconds: Option<LimitArgument>,
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
