use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use crate::{
    AccountChange, AccountId, ApiKey, CharacterLimit, KeyChange, KeyId, Plan, RoleSet, ScopeSet,
};

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// Somebody on the command line of the server's machine.
    Operator,
    /// The server by itself, at its first start.
    Server,
    /// Somebody with this admin key, through the interface, or the person of this key, on the pages.
    Key(KeyId),
}

impl fmt::Display for Actor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator => formatter.write_str("operator"),
            Self::Server => formatter.write_str("server"),
            Self::Key(id) => id.fmt(formatter),
        }
    }
}

/// The text names nobody who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give operator, server, or the id of an admin key")]
pub struct UnknownActor;

impl FromStr for Actor {
    type Err = UnknownActor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "operator" => Ok(Self::Operator),
            "server" => Ok(Self::Server),
            id => id.parse().map(Self::Key).map_err(|_| UnknownActor),
        }
    }
}

/// An administrative act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// An account was made.
    CreateAccount {
        /// Its name.
        name: String,
        /// Its plan.
        plan: Plan,
        /// Its limit.
        character_limit: CharacterLimit,
    },
    /// The settings of an account were changed.
    ChangeAccount(AccountChange),
    /// An account was deleted, with all that was its own.
    DeleteAccount {
        /// The name that it had.
        name: String,
    },
    /// A key was made.
    CreateKey(ApiKey),
    /// A key was changed or ended.
    ChangeKey(KeyId, KeyChange),
    /// A code was made with which a person can sign in once.
    CreateSignInCode {
        /// What the person is called.
        name: String,
        /// What they may do.
        roles: RoleSet,
    },
}

impl Act {
    /// The word for the act in the log.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CreateAccount { .. } => "create_account",
            Self::ChangeAccount(_) => "change_account",
            Self::DeleteAccount { .. } => "delete_account",
            Self::CreateKey(_) => "create_key",
            Self::ChangeKey(_, KeyChange::Label(_)) => "rename_key",
            Self::ChangeKey(_, KeyChange::Limits { .. }) => "limit_key",
            Self::ChangeKey(_, KeyChange::Scopes(_)) => "scope_key",
            Self::ChangeKey(_, KeyChange::Expiry(_)) => "expire_key",
            Self::ChangeKey(_, KeyChange::Deactivate(_)) => "deactivate_key",
            Self::CreateSignInCode { .. } => "create_sign_in_code",
        }
    }

    /// The key that it was done to, if any.
    #[must_use]
    pub const fn key(&self) -> Option<KeyId> {
        match self {
            Self::CreateAccount { .. }
            | Self::ChangeAccount(_)
            | Self::DeleteAccount { .. }
            | Self::CreateSignInCode { .. } => None,
            Self::CreateKey(key) => Some(key.id),
            Self::ChangeKey(id, _) => Some(*id),
        }
    }

    /// What was set to which value, for people; empty if there is nothing to add.
    #[must_use]
    pub fn details(&self) -> String {
        let settings = match self {
            Self::CreateAccount {
                name,
                plan,
                character_limit,
            } => vec![
                ("name", quoted(name)),
                ("plan", plan.to_string()),
                ("characters", limit(*character_limit)),
            ],
            Self::ChangeAccount(change) => account_settings(change),
            Self::DeleteAccount { name } => vec![("name", quoted(name))],
            Self::CreateKey(key) => {
                let mut settings = vec![
                    ("kind", key.kind.to_string()),
                    ("label", quoted(&key.label)),
                    ("scopes", self::scopes(&key.scopes)),
                    ("characters", limit(key.limits.characters)),
                ];
                if key.expires.is_some() {
                    settings.push(("expires", expiry(key.expires)));
                }
                settings
            }
            Self::ChangeKey(_, KeyChange::Label(label)) => vec![("label", quoted(label))],
            Self::ChangeKey(
                _,
                KeyChange::Limits {
                    characters,
                    speech_milliseconds,
                },
            ) => {
                let characters = characters.map(|value| ("characters", limit(value)));
                let speech = speech_milliseconds.map(|value| ("speech_milliseconds", limit(value)));
                characters.into_iter().chain(speech).collect()
            }
            Self::ChangeKey(_, KeyChange::Scopes(scopes)) => vec![("scopes", self::scopes(scopes))],
            Self::ChangeKey(_, KeyChange::Expiry(expires)) => vec![("expires", expiry(*expires))],
            Self::ChangeKey(_, KeyChange::Deactivate(_)) => Vec::new(),
            Self::CreateSignInCode { name, roles } => {
                vec![("name", quoted(name)), ("roles", roles.to_string())]
            }
        };
        let settings: Vec<String> = settings
            .into_iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        settings.join(", ")
    }
}

fn account_settings(change: &AccountChange) -> Vec<(&'static str, String)> {
    let AccountChange {
        plan,
        character_limit,
        features,
        billing_start,
        contacts,
    } = change;
    let mut settings = Vec::new();
    if let Some(plan) = plan {
        settings.push(("plan", plan.to_string()));
    }
    if let Some(characters) = character_limit {
        settings.push(("characters", limit(*characters)));
    }
    for (feature, is_on) in features {
        settings.push((
            feature.as_str(),
            if *is_on { "on" } else { "off" }.to_owned(),
        ));
    }
    if let Some(day) = billing_start {
        settings.push(("billing_start", day.to_string()));
    }
    if let Some(contacts) = contacts {
        let contacts: Vec<String> = contacts.iter().map(ToString::to_string).collect();
        settings.push(("contacts", contacts.join(" ")));
    }
    settings
}

/// What somebody has written, so that nothing in it can look like another setting or entry.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn limit(limit: Option<u64>) -> String {
    limit.map_or_else(|| "no limit".to_owned(), |limit| limit.to_string())
}

fn expiry(expires: Option<Timestamp>) -> String {
    expires.map_or_else(|| "never".to_owned(), |time| time.to_string())
}

fn scopes(scopes: &ScopeSet) -> String {
    let scopes: Vec<&str> = scopes.iter().map(crate::Scope::as_str).collect();
    if scopes.is_empty() {
        "all".to_owned()
    } else {
        scopes.join(" ")
    }
}

/// An act, to be kept together with what it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When it was done.
    pub at: Timestamp,
    /// The account that it concerns.
    pub account: AccountId,
    /// Who did it.
    pub actor: Actor,
    /// What was done.
    pub act: Act,
}

/// An entry of the audit log as it is read: what was written does not change with this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRecord {
    /// When it was done.
    pub at: Timestamp,
    /// The name of the account that it concerns.
    pub account: String,
    /// Who did it: `operator`, `server`, or the id of an admin key.
    pub actor: String,
    /// What was done: the word of an [`Act`].
    pub act: String,
    /// The key that it was done to.
    pub key: Option<KeyId>,
    /// What was set to which value.
    pub details: String,
}

/// Which entries of the audit log are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Only those of this account.
    pub account: Option<AccountId>,
    /// Only what was done to this key.
    pub key: Option<KeyId>,
    /// Only what this one did.
    pub actor: Option<Actor>,
    /// The most that are wanted, the newest of them; `None` is all.
    pub most: Option<u32>,
}
