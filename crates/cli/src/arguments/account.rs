use clap::{Args, Subcommand, ValueEnum};
use dragoman_domain::Plan;

use super::values::{LimitArgument, Switch, limit};

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
