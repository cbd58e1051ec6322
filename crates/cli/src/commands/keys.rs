use std::process::ExitCode;

use anyhow::Result;
use dragoman_domain::{Actor, ApiKey, KeyLimits, Plan, Scope, ScopeSet};
use dragoman_service::NewKey;
use serde::Serialize;

use super::{limit, open_keys, say, table};
use crate::arguments::{CreateKeyArguments, KeysCommand};
use crate::configuration::Configuration;

/// Makes, lists or ends keys, whether or not the server runs.
pub(super) async fn run(command: KeysCommand, configuration: &Configuration) -> Result<ExitCode> {
    let keys = open_keys(configuration).await?;
    match command {
        KeysCommand::Create(arguments) => {
            let json = arguments.json;
            let plan = arguments.plan.map(Into::into);
            let name = arguments
                .account
                .as_deref()
                .unwrap_or_else(|| plan.unwrap_or(Plan::Pro).as_str());
            let account = keys.account_or_new(name, plan, Actor::Operator).await?;
            let issued = keys
                .create(&account, new_key(arguments), Actor::Operator)
                .await?;
            if json {
                say(serde_json::to_string(&CreatedKey {
                    key: issued.secret.expose(),
                    details: KeyDetails::from(&issued.key),
                })?)
            } else {
                say(format_args!(
                    "Key:     {}\nKey id:  {}\n\nThe key is shown this once. Keep it where only its user can read it.",
                    issued.secret.expose(),
                    issued.key.id
                ))
            }
        }
        KeysCommand::List { json } => {
            let keys = keys.list(None).await?;
            let details: Vec<KeyDetails<'_>> = keys.iter().map(KeyDetails::from).collect();
            if json {
                say(serde_json::to_string_pretty(&details)?)
            } else {
                say(list(&details))
            }
        }
        KeysCommand::Deactivate { id } => {
            let key = keys.deactivate(id, Actor::Operator).await?;
            say(format_args!(
                "The key \"{}\" ({}) no longer works.",
                key.label, key.id
            ))
        }
    }
}

fn new_key(arguments: CreateKeyArguments) -> NewKey {
    NewKey {
        kind: arguments.kind.into(),
        label: arguments.label,
        scopes: ScopeSet::of(arguments.scopes),
        limits: KeyLimits {
            characters: arguments.character_limit,
            speech_milliseconds: None,
        },
    }
}

#[derive(Serialize)]
struct CreatedKey<'a> {
    key: &'a str,
    #[serde(flatten)]
    details: KeyDetails<'a>,
}

#[derive(Serialize)]
struct KeyDetails<'a> {
    key_id: String,
    kind: &'static str,
    label: &'a str,
    scopes: Vec<&'static str>,
    character_limit: Option<u64>,
    creation_time: String,
    deactivated_time: Option<String>,
}

impl<'a> From<&'a ApiKey> for KeyDetails<'a> {
    fn from(key: &'a ApiKey) -> Self {
        Self {
            key_id: key.id.to_string(),
            kind: key.kind.as_str(),
            label: &key.label,
            scopes: key.scopes.iter().map(Scope::as_str).collect(),
            character_limit: key.limits.characters,
            creation_time: key.created.to_string(),
            deactivated_time: key.deactivated.map(|time| time.to_string()),
        }
    }
}

fn list(keys: &[KeyDetails<'_>]) -> String {
    if keys.is_empty() {
        return "There are no keys. \"dragoman keys create\" makes one.".to_owned();
    }
    let mut rows = vec![
        [
            "KEY ID", "KIND", "LABEL", "LIMIT", "SCOPES", "CREATED", "STATE",
        ]
        .map(str::to_owned),
    ];
    rows.extend(keys.iter().map(|key| {
        [
            key.key_id.clone(),
            key.kind.to_owned(),
            key.label.to_owned(),
            limit(key.character_limit),
            if key.scopes.is_empty() {
                "all".to_owned()
            } else {
                key.scopes.join(",")
            },
            key.creation_time.clone(),
            match &key.deactivated_time {
                None => "active".to_owned(),
                Some(time) => format!("deactivated {time}"),
            },
        ]
    }));
    table(&rows)
}
