mod deletion;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use dragoman_domain::{Account, Actor, AuditFilter, AuditRecord, EmailAddress, Feature, Plan};
use dragoman_service::{AccountUsage, KeyError};
use serde::Serialize;

use super::keys::{KeyDetails, key_table};
use super::output::{limit, say, say_json, table, time};
use super::services::{Accounts, open_accounts};
use crate::arguments::{AccountCommand, LogArguments};
use crate::configuration::Configuration;

/// Makes, lists, shows or changes accounts or shows what was done to them, whether or not the server
/// runs.
pub(super) async fn run(
    command: AccountCommand,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let accounts = open_accounts(configuration).await?;
    match command {
        AccountCommand::Create {
            account,
            plan,
            character_limit,
        } => {
            let limit = character_limit.map(|limit| limit.0);
            let made = accounts
                .keys
                .create_account(&account, plan.into(), limit, Actor::Operator);
            accounts.say_settings(&made.await?).await
        }
        AccountCommand::List { json } => accounts.list(json).await,
        AccountCommand::Show { account, json } => accounts.show(&account, json).await,
        AccountCommand::Set { account, settings } => {
            let changed = accounts
                .keys
                .change_account(&account, settings.into(), Actor::Operator);
            accounts.say_settings(&changed.await?).await
        }
        AccountCommand::Log(arguments) => accounts.log(arguments).await,
        AccountCommand::Delete { account, yes } => {
            deletion::run(&account, yes, configuration).await
        }
    }
}

impl Accounts {
    async fn say_settings(&self, account: &Account) -> Result<ExitCode> {
        say(settings(
            account,
            &self.reports.of_account(account).current_usage().await?,
        ))
    }

    async fn list(&self, json: bool) -> Result<ExitCode> {
        let accounts = self.keys.accounts().await?;
        let mut details = Vec::with_capacity(accounts.len());
        for account in &accounts {
            let usage = self.reports.of_account(account).current_usage().await?;
            details.push(AccountDetails::new(account, &usage));
        }
        if json {
            say_json(&details)
        } else if details.is_empty() {
            say("There are no accounts. \"dragoman account create\" makes one.")
        } else {
            say(account_table(&details))
        }
    }

    async fn show(&self, name: &str, json: bool) -> Result<ExitCode> {
        let account = self.keys.account(name).await?;
        let usage = self.reports.of_account(&account).current_usage().await?;
        let keys = self.keys.list(Some(account.id)).await?;
        let keys: Vec<KeyDetails<'_>> = keys
            .iter()
            .map(|key| KeyDetails::new(&account, key, usage.of(key.id)))
            .collect();
        if json {
            return say_json(&ShownAccount {
                account: AccountDetails::new(&account, &usage),
                keys,
            });
        }
        let settings = settings(&account, &usage);
        say(if keys.is_empty() {
            format!("{settings}\n\nIt has no keys. \"dragoman keys create\" makes one.")
        } else {
            format!("{settings}\n\n{}", key_table(&keys))
        })
    }

    async fn log(&self, arguments: LogArguments) -> Result<ExitCode> {
        let account = match &arguments.account {
            Some(name) => Some(self.keys.account(name).await?.id),
            None => None,
        };
        if let Some(id) = arguments.key {
            let keys = self.keys.list(Some(id.account)).await?;
            if keys.iter().all(|key| key.id != id) {
                return Err(KeyError::UnknownKey(id).into());
            }
        }
        let filter = AuditFilter {
            account,
            key: arguments.key,
            actor: arguments.by,
            most: arguments.last,
        };
        let records = self.keys.audit_log(filter).await?;
        if arguments.json {
            let entries: Vec<LogEntry<'_>> = records.iter().map(LogEntry::from).collect();
            say_json(&entries)
        } else if records.is_empty() {
            say("The log has no such entries.")
        } else {
            say(log_table(&records))
        }
    }
}

#[derive(Serialize)]
struct AccountDetails<'a> {
    account_id: String,
    name: &'a str,
    plan: &'static str,
    character_count: u64,
    character_limit: Option<u64>,
    /// What it may do: what is switched on, and the plan has.
    #[serde(flatten)]
    features: BTreeMap<&'static str, bool>,
    /// The first and the last day of the current period, in UTC.
    period_first_day: String,
    period_last_day: String,
    billing_start: String,
    contacts: Vec<&'a str>,
    creation_time: String,
}

impl<'a> AccountDetails<'a> {
    fn new(account: &'a Account, usage: &AccountUsage) -> Self {
        let days = usage.period.days();
        Self {
            account_id: account.id.to_string(),
            name: &account.name,
            plan: account.plan.as_str(),
            character_count: usage.total().total(),
            character_limit: account.character_limit,
            features: Feature::ALL
                .into_iter()
                .map(|feature| (feature.as_str(), account.has(feature)))
                .collect(),
            period_first_day: days.first.to_string(),
            period_last_day: days.last.to_string(),
            billing_start: account.billing_start.to_string(),
            contacts: account.contacts.iter().map(EmailAddress::as_str).collect(),
            creation_time: time(account.created),
        }
    }
}

#[derive(Serialize)]
struct ShownAccount<'a> {
    #[serde(flatten)]
    account: AccountDetails<'a>,
    keys: Vec<KeyDetails<'a>>,
}

#[derive(Serialize)]
struct LogEntry<'a> {
    time: String,
    account: &'a str,
    actor: &'a str,
    act: &'a str,
    key_id: Option<String>,
    details: &'a str,
}

impl<'a> From<&'a AuditRecord> for LogEntry<'a> {
    fn from(record: &'a AuditRecord) -> Self {
        Self {
            time: time(record.at),
            account: &record.account,
            actor: &record.actor,
            act: &record.act,
            key_id: record.key.map(|id| id.to_string()),
            details: &record.details,
        }
    }
}

fn settings(account: &Account, usage: &AccountUsage) -> String {
    let details = AccountDetails::new(account, usage);
    let mut rows = vec![
        ["Name:".to_owned(), details.name.to_owned()],
        ["Account id:".to_owned(), details.account_id],
        ["Plan:".to_owned(), details.plan.to_owned()],
        ["Created:".to_owned(), details.creation_time],
        [
            "Period:".to_owned(),
            format!(
                "{} to {} (UTC)",
                details.period_first_day, details.period_last_day
            ),
        ],
        [
            "Characters:".to_owned(),
            details.character_count.to_string(),
        ],
        ["Limit:".to_owned(), limit(details.character_limit)],
        [
            "Contacts:".to_owned(),
            if details.contacts.is_empty() {
                "none".to_owned()
            } else {
                details.contacts.join(", ")
            },
        ],
    ];
    rows.extend(Feature::ALL.map(|feature| {
        [
            format!("{}:", feature_name(feature)),
            state(account, feature).to_owned(),
        ]
    }));
    table(&rows)
}

const fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::Administration => "Administration",
        Feature::Detection => "Detection",
        Feature::Improvement => "Improvement",
        Feature::StyleRules => "Style rules",
    }
}

fn state(account: &Account, feature: Feature) -> &'static str {
    if account.has(feature) {
        "on"
    } else if account.features.contains(&feature) && account.plan == Plan::Free {
        "on, but the free plan does not have it"
    } else {
        "off"
    }
}

fn account_table(accounts: &[AccountDetails<'_>]) -> String {
    let mut rows =
        vec![["NAME", "PLAN", "CHARACTERS", "LIMIT", "FEATURES", "CREATED"].map(str::to_owned)];
    rows.extend(accounts.iter().map(|account| {
        let features: Vec<&str> = account
            .features
            .iter()
            .filter_map(|(name, is_on)| is_on.then_some(*name))
            .collect();
        [
            account.name.to_owned(),
            account.plan.to_owned(),
            account.character_count.to_string(),
            limit(account.character_limit),
            if features.is_empty() {
                "none".to_owned()
            } else {
                features.join(",")
            },
            account.creation_time.clone(),
        ]
    }));
    table(&rows)
}

fn log_table(records: &[AuditRecord]) -> String {
    let mut rows =
        vec![["TIME", "ACCOUNT", "ACTOR", "ACT", "KEY ID", "DETAILS"].map(str::to_owned)];
    rows.extend(records.iter().map(|record| {
        let entry = LogEntry::from(record);
        [
            entry.time,
            entry.account.to_owned(),
            entry.actor.to_owned(),
            entry.act.to_owned(),
            entry.key_id.unwrap_or_else(|| "-".to_owned()),
            entry.details.to_owned(),
        ]
    }));
    table(&rows)
}
