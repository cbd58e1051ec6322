use std::process::ExitCode;

use anyhow::Result;
use dragoman_domain::{Account, AccountChange, Actor, Feature};
use serde::Serialize;

use super::{limit, open_keys, say, table};
use crate::arguments::{AccountCommand, Switch};
use crate::configuration::Configuration;

/// Lists accounts or changes one, whether or not the server runs.
pub(super) async fn run(
    command: AccountCommand,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let keys = open_keys(configuration).await?;
    match command {
        AccountCommand::List { json } => {
            let accounts = keys.accounts().await?;
            if json {
                let details: Vec<AccountDetails<'_>> =
                    accounts.iter().map(AccountDetails::from).collect();
                say(serde_json::to_string_pretty(&details)?)
            } else if accounts.is_empty() {
                say("There are no accounts. \"dragoman keys create\" makes one with a key.")
            } else {
                say(list(&accounts))
            }
        }
        AccountCommand::Set(arguments) => {
            let change = AccountChange {
                character_limit: arguments.character_limit.map(|limit| limit.0),
                features: arguments
                    .detection
                    .map(|switch| (Feature::Detection, switch == Switch::On))
                    .into_iter()
                    .collect(),
                ..AccountChange::default()
            };
            let account = keys
                .change_account(&arguments.account, change, Actor::Operator)
                .await?;
            say(list(&[account]))
        }
    }
}

#[derive(Serialize)]
struct AccountDetails<'a> {
    account_id: String,
    name: &'a str,
    plan: &'static str,
    character_limit: Option<u64>,
    detection: bool,
    creation_time: String,
}

impl<'a> From<&'a Account> for AccountDetails<'a> {
    fn from(account: &'a Account) -> Self {
        Self {
            account_id: account.id.to_string(),
            name: &account.name,
            plan: account.plan.as_str(),
            character_limit: account.character_limit,
            detection: account.has(Feature::Detection),
            creation_time: account.created.to_string(),
        }
    }
}

fn list(accounts: &[Account]) -> String {
    let mut rows = vec![["NAME", "PLAN", "LIMIT", "DETECTION", "CREATED"].map(str::to_owned)];
    rows.extend(accounts.iter().map(|account| {
        [
            account.name.clone(),
            account.plan.as_str().to_owned(),
            limit(account.character_limit),
            if account.has(Feature::Detection) {
                "on"
            } else {
                "off"
            }
            .to_owned(),
            account.created.to_string(),
        ]
    }));
    table(&rows)
}
