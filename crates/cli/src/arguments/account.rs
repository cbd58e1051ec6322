use std::collections::BTreeMap;

use clap::builder::EnumValueParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueEnum};
use dragoman_domain::{AccountChange, Actor, Date, EmailAddress, Feature, KeyId, Plan};

use super::values::{LimitArgument, Switch, date, limit, name, name_of_account};

/// The group of all settings of an account, of which at least one is given. Each joins it by itself:
/// a group of arguments that has others within stays empty.
const SETTINGS: &str = "settings";

#[derive(Debug, Subcommand)]
pub(crate) enum AccountCommand {
    /// Make an account
    Create {
        /// A name for the account
        #[arg(value_name = "NAME", value_parser = name)]
        account: String,
        /// What it subscribes to
        #[arg(long, value_enum, default_value_t = PlanArgument::Pro)]
        plan: PlanArgument,
        /// Characters that the account may consume in a usage period, or "none"; 0 blocks it
        /// [default: that of the plan in the configuration]
        #[arg(long, value_name = "NUMBER", value_parser = limit, allow_negative_numbers = true)]
        character_limit: Option<LimitArgument>,
    },
    /// List all accounts with what they used in the current period
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show an account, its keys and what they used in the current period
    Show {
        /// The account's name
        #[arg(value_name = "NAME", value_parser = name_of_account)]
        account: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the settings of an account, at once
    Set {
        /// The account's name
        #[arg(value_name = "NAME", value_parser = name_of_account)]
        account: String,
        #[command(flatten)]
        settings: AccountSettings,
    },
    /// Delete an account for good, with its keys, glossaries, style rule lists, translation memories and documents
    Delete {
        /// The account's name
        #[arg(value_name = "NAME", value_parser = name_of_account)]
        account: String,
        /// Do not ask for the name again
        #[arg(long)]
        yes: bool,
    },
    /// Show who did what to accounts and keys, oldest first
    Log(LogArguments),
}

#[derive(Debug, Args)]
#[group(id = SETTINGS, required = true, multiple = true)]
pub(crate) struct AccountSettings {
    /// What it subscribes to; not between free and the others while it has active keys
    #[arg(group = SETTINGS, long, value_enum)]
    plan: Option<PlanArgument>,
    /// Characters that the account may consume in a usage period, or "none"; 0 blocks it
    #[arg(group = SETTINGS, long, value_name = "NUMBER", value_parser = limit, allow_negative_numbers = true)]
    character_limit: Option<LimitArgument>,
    #[command(flatten)]
    features: FeatureSwitches,
    /// A day on which a usage period begins, in UTC; the others begin on that day of other months
    #[arg(group = SETTINGS, long, value_name = "YYYY-MM-DD", value_parser = date)]
    billing_start: Option<Date>,
    /// Who is told when a key comes near its limit, repeatable; replaces all
    #[arg(group = SETTINGS, long = "contact", value_name = "ADDRESS")]
    contacts: Vec<EmailAddress>,
    /// Tell nobody when a key comes near its limit
    #[arg(group = SETTINGS, long, conflicts_with = "contacts")]
    no_contacts: bool,
}

impl From<AccountSettings> for AccountChange {
    fn from(settings: AccountSettings) -> Self {
        let mut contacts = settings.contacts;
        contacts.sort_unstable();
        contacts.dedup();
        Self {
            plan: settings.plan.map(Into::into),
            character_limit: settings.character_limit.map(|limit| limit.0),
            features: settings.features.0,
            billing_start: settings.billing_start,
            contacts: (settings.no_contacts || !contacts.is_empty()).then_some(contacts),
        }
    }
}

/// A switch for each feature that an account may have.
#[derive(Debug)]
struct FeatureSwitches(BTreeMap<Feature, bool>);

impl FeatureSwitches {
    /// The option for a feature, and what it says about it.
    const fn option(feature: Feature) -> (&'static str, &'static str) {
        match feature {
            Feature::Administration => (
                "administration",
                "Whether admin keys may administer the account's keys and read reports; not with the free plan",
            ),
            Feature::Detection => ("detection", "Whether the account may detect languages"),
            Feature::Improvement => (
                "improvement",
                "Whether the account may improve texts; not with the free plan",
            ),
            Feature::StyleRules => (
                "style-rules",
                "Whether the account may use style rule lists; not with the free plan",
            ),
        }
    }
}

impl Args for FeatureSwitches {
    fn augment_args(command: Command) -> Command {
        command.args(Feature::ALL.map(|feature| {
            let (long, help) = Self::option(feature);
            Arg::new(long)
                .long(long)
                .help(help)
                .value_name("on|off")
                .value_parser(EnumValueParser::<Switch>::new())
                .group(SETTINGS)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FeatureSwitches {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let switches = Feature::ALL.into_iter().filter_map(|feature| {
            let switch: &Switch = matches.get_one(Self::option(feature).0)?;
            Some((feature, *switch == Switch::On))
        });
        Ok(Self(switches.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}

#[derive(Debug, Args)]
pub(crate) struct LogArguments {
    /// Only what was done to this account
    #[arg(value_name = "NAME", value_parser = name_of_account)]
    pub(crate) account: Option<String>,
    /// Only what was done to this key
    #[arg(long, value_name = "KEY_ID")]
    pub(crate) key: Option<KeyId>,
    /// Only what this one did: operator, server, or the id of an admin key
    #[arg(long, value_name = "ACTOR")]
    pub(crate) by: Option<Actor>,
    /// Only the newest entries, so many [default: all]
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true,
    )]
    pub(crate) last: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
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
