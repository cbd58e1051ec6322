use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Result, bail};
use dragoman_domain::{
    Account, Actor, ApiKey, Clock, Consumption, KeyLimits, Plan, Scope, ScopeSet,
};
use dragoman_service::{KeyError, NewKey};
use serde::Serialize;

use super::output::{limit, printable, say, say_json, table, time};
use super::services::{Accounts, open_accounts};
use crate::arguments::{CreateKeyArguments, KeysCommand, LimitKeyArguments};
use crate::configuration::Configuration;
use crate::system::SystemClock;

/// Makes, lists, changes or ends keys, whether or not the server runs.
pub(super) async fn run(command: KeysCommand, configuration: &Configuration) -> Result<ExitCode> {
    let accounts = open_accounts(configuration).await?;
    let keys = &accounts.keys;
    match command {
        KeysCommand::Create(arguments) => accounts.create_key(arguments).await,
        KeysCommand::List {
            account,
            active,
            json,
        } => accounts.list_keys(account.as_deref(), active, json).await,
        KeysCommand::Label { id, label } => {
            let key = keys.rename(id, label, Actor::Operator).await?;
            say(format_args!(
                "The key {} is now labelled \"{}\".",
                key.id,
                printable(&key.label)
            ))
        }
        KeysCommand::Limit(LimitKeyArguments { id, limits }) => {
            let characters = limits.characters.map(|limit| limit.0);
            let speech = limits.speech_milliseconds.map(|limit| limit.0);
            let limited = keys.limit(id, characters, speech, Actor::Operator);
            let key = limited.await?;
            say(format_args!(
                "The limits of the key \"{}\" ({}) in a usage period: characters {}, milliseconds of speech {}.",
                printable(&key.label),
                key.id,
                limit(key.limits.characters),
                limit(key.limits.speech_milliseconds)
            ))
        }
        KeysCommand::Scope { id, scopes } => {
            let key = keys.scope(id, scopes.0, Actor::Operator).await?;
            say(format_args!(
                "The key \"{}\" ({}) may do: {}.",
                printable(&key.label),
                key.id,
                scopes_text(&scope_names(&key.scopes))
            ))
        }
        KeysCommand::Expire { id, expires } => {
            let key = keys.expire(id, expires.0, Actor::Operator).await?;
            let end = key.expires.map_or_else(|| "never".to_owned(), time);
            say(format_args!(
                "The key \"{}\" ({}) expires: {end}.",
                printable(&key.label),
                key.id
            ))
        }
        KeysCommand::Deactivate { id } => {
            let key = keys.deactivate(id, Actor::Operator).await?;
            say(format_args!(
                "The key \"{}\" ({}) no longer works.",
                printable(&key.label),
                key.id
            ))
        }
    }
}

impl Accounts {
    async fn create_key(&self, arguments: CreateKeyArguments) -> Result<ExitCode> {
        let json = arguments.json;
        let plan = arguments.plan.map(Into::into);
        let name = arguments
            .account
            .as_deref()
            .unwrap_or_else(|| plan.unwrap_or(Plan::Pro).as_str());
        // A name with a typing mistake is not to become an account.
        if arguments.account.is_some()
            && !arguments.new_account
            && let Err(KeyError::UnknownAccount(_)) = self.keys.account(name).await
        {
            bail!(
                "no account has the name \"{}\"; \"dragoman account list\" shows those that there are, and --new-account \
                 makes this one",
                printable(name)
            );
        }
        let account = self
            .keys
            .account_or_new(name, plan, Actor::Operator)
            .await?;
        let issued = self
            .keys
            .create(&account, new_key(arguments), Actor::Operator)
            .await?;
        if json {
            say(serde_json::to_string(&CreatedKey {
                key: issued.secret.expose(),
                details: KeyDetails::new(&account, &issued.key, Consumption::default()),
            })?)
        } else {
            say(format_args!(
                "Key:     {}\nKey id:  {}\n\nThe key is shown this once. Keep it where only its user can read it.",
                issued.secret.expose(),
                issued.key.id
            ))
        }
    }

    async fn list_keys(&self, name: Option<&str>, active: bool, json: bool) -> Result<ExitCode> {
        let only = match name {
            Some(name) => Some(self.keys.account(name).await?.id),
            None => None,
        };
        let mut keys = self.keys.list(only).await?;
        let now = SystemClock.now();
        keys.retain(|key| key.works_at(now) || !active);
        // Read after the keys, so that the account of each is there.
        let mut accounts = BTreeMap::new();
        for account in self.keys.accounts().await? {
            if only.is_none_or(|id| id == account.id) {
                let usage = self.reports.of_account(&account).current_usage().await?;
                accounts.insert(account.id, (account, usage));
            }
        }
        let details: Vec<KeyDetails<'_>> = keys
            .iter()
            .filter_map(|key| {
                let (account, usage) = accounts.get(&key.id.account)?;
                Some(KeyDetails::new(account, key, usage.of(key.id)))
            })
            .collect();
        if json {
            say_json(&details)
        } else if details.is_empty() {
            say("There are no such keys. \"dragoman keys create\" makes one.")
        } else {
            say(key_table(&details))
        }
    }
}

fn new_key(arguments: CreateKeyArguments) -> NewKey {
    NewKey {
        kind: arguments.kind.into(),
        label: arguments.label,
        scopes: ScopeSet::of(arguments.scopes),
        limits: KeyLimits {
            characters: arguments.character_limit.and_then(|limit| limit.0),
            speech_milliseconds: None,
        },
        expires: arguments.expires.and_then(|expiry| expiry.0),
    }
}

fn scope_names(scopes: &ScopeSet) -> Vec<&'static str> {
    scopes.iter().map(Scope::as_str).collect()
}

fn scopes_text(names: &[&str]) -> String {
    if names.is_empty() {
        "all".to_owned()
    } else {
        names.join(",")
    }
}

#[derive(Serialize)]
struct CreatedKey<'a> {
    key: &'a str,
    #[serde(flatten)]
    details: KeyDetails<'a>,
}

/// A key as it is shown, with what it used in the current period.
#[derive(Serialize)]
pub(super) struct KeyDetails<'a> {
    key_id: String,
    account: &'a str,
    kind: &'static str,
    label: &'a str,
    masked_key: &'a str,
    scopes: Vec<&'static str>,
    character_count: u64,
    character_limit: Option<u64>,
    speech_milliseconds_limit: Option<u64>,
    creation_time: String,
    deactivated_time: Option<String>,
    expiration_time: Option<String>,
    #[serde(skip)]
    has_expired: bool,
}

impl<'a> KeyDetails<'a> {
    pub(super) fn new(account: &'a Account, key: &'a ApiKey, used: Consumption) -> Self {
        Self {
            key_id: key.id.to_string(),
            account: &account.name,
            kind: key.kind.as_str(),
            label: &key.label,
            masked_key: &key.mask,
            scopes: scope_names(&key.scopes),
            character_count: used.total(),
            character_limit: key.limits.characters,
            speech_milliseconds_limit: key.limits.speech_milliseconds,
            creation_time: time(key.created),
            deactivated_time: key.deactivated.map(time),
            expiration_time: key.expires.map(time),
            has_expired: key.deactivated.is_none() && !key.works_at(SystemClock.now()),
        }
    }
}

/// Keys as a table.
pub(super) fn key_table(keys: &[KeyDetails<'_>]) -> String {
    let mut rows = vec![
        [
            "KEY ID",
            "ACCOUNT",
            "KIND",
            "LABEL",
            "KEY",
            "CHARACTERS",
            "LIMIT",
            "SCOPES",
            "CREATED",
            "STATE",
        ]
        .map(str::to_owned),
    ];
    rows.extend(keys.iter().map(|key| {
        [
            key.key_id.clone(),
            key.account.to_owned(),
            key.kind.to_owned(),
            key.label.to_owned(),
            key.masked_key.to_owned(),
            key.character_count.to_string(),
            limit(key.character_limit),
            scopes_text(&key.scopes),
            key.creation_time.clone(),
            match (&key.deactivated_time, &key.expiration_time) {
                (Some(time), _) => format!("deactivated {time}"),
                (None, Some(time)) if key.has_expired => format!("expired {time}"),
                (None, Some(time)) => format!("active until {time}"),
                (None, None) => "active".to_owned(),
            },
        ]
    }));
    table(&rows)
}
