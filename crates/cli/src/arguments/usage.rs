use clap::{Args, ValueEnum};
use dragoman_domain::{Date, parse_day};

#[derive(Debug, Args)]
pub(crate) struct UsageArguments {
    /// Only this account
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
    /// The first day in UTC, for example 2026-05-17 [default: that of the account's usage period]
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    pub(crate) from: Option<Date>,
    /// The last day in UTC, at most 366 days with the first [default: today, or the end of the period]
    #[arg(long, value_name = "DATE", value_parser = parse_day, requires = "from")]
    pub(crate) to: Option<Date>,
    /// What to tell apart
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<UsageBy>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is told apart in a report of usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UsageBy {
    /// Keys
    Key,
    /// Days
    Day,
    /// The tags that requests carry; requests without a tag are left out
    Tag,
    /// Keys on each day
    KeyAndDay,
}
