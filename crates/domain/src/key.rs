use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

use crate::{AccountId, CharacterLimit};

/// Identifies a key without giving it away: the account's GUID and the key's, joined by `:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyId {
    /// The account that the key belongs to.
    pub account: AccountId,
    /// The key within all keys.
    pub key: Uuid,
}

/// The text is not two GUIDs joined by a colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key id is two GUIDs joined by a colon")]
pub struct MalformedKeyId;

impl fmt::Display for KeyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.account, self.key)
    }
}

impl FromStr for KeyId {
    type Err = MalformedKeyId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let guid = |text| Uuid::try_parse(text).map_err(|_| MalformedKeyId);
        let (account, key) = text.split_once(':').ok_or(MalformedKeyId)?;
        Ok(Self {
            account: AccountId(guid(account)?),
            key: guid(key)?,
        })
    }
}

/// What a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// Does work: translates, detects, reads usage.
    Developer,
    /// Administers the account.
    Admin,
}

impl KeyKind {
    /// The kind's word on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Developer => "developer",
            Self::Admin => "admin",
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// One thing that a scoped key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Translate texts.
    TranslateText,
    /// Translate documents.
    TranslateDocument,
    /// Improve texts.
    ImproveText,
    /// List and read glossaries.
    ReadGlossaries,
    /// Create, change and delete glossaries.
    WriteGlossaries,
    /// List and read style rule lists.
    ReadStyleRules,
    /// Create, change and delete style rule lists.
    WriteStyleRules,
    /// List translation memories.
    ReadTranslationMemories,
    /// List languages.
    ReadLanguages,
    /// Read the usage of the account.
    ReadUsage,
}

/// The text names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no scope; the scopes are {}", Scope::ALL.map(Scope::as_str).join(", "))]
pub struct UnknownScope {
    /// What was given instead of a scope.
    pub name: String,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 10] = [
        Self::TranslateText,
        Self::TranslateDocument,
        Self::ImproveText,
        Self::ReadGlossaries,
        Self::WriteGlossaries,
        Self::ReadStyleRules,
        Self::WriteStyleRules,
        Self::ReadTranslationMemories,
        Self::ReadLanguages,
        Self::ReadUsage,
    ];

    /// The scope's name in the interface.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TranslateText => "translate:text",
            Self::TranslateDocument => "translate:document",
            Self::ImproveText => "write:improve",
            Self::ReadGlossaries => "glossaries:read",
            Self::WriteGlossaries => "glossaries:write",
            Self::ReadStyleRules => "style_rules:read",
            Self::WriteStyleRules => "style_rules:write",
            Self::ReadTranslationMemories => "translation_memories:read",
            Self::ReadLanguages => "languages:read",
            Self::ReadUsage => "usage:read",
        }
    }
}

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|scope| scope.as_str() == name)
            .ok_or_else(|| UnknownScope {
                name: name.to_owned(),
            })
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What a key may do: everything, or only the listed scopes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScopeSet {
    /// The key is not scoped.
    Unrestricted,
    /// The key may do only this; calls without a scope are closed to it too.
    Only(BTreeSet<Scope>),
}

impl ScopeSet {
    /// The set of these scopes; none at all means unrestricted.
    #[must_use]
    pub fn of(scopes: impl IntoIterator<Item = Scope>) -> Self {
        let scopes: BTreeSet<Scope> = scopes.into_iter().collect();
        if scopes.is_empty() {
            Self::Unrestricted
        } else {
            Self::Only(scopes)
        }
    }

    /// Whether a call that needs this scope is allowed.
    #[must_use]
    pub fn allows(&self, scope: Scope) -> bool {
        match self {
            Self::Unrestricted => true,
            Self::Only(scopes) => scopes.contains(&scope),
        }
    }

    /// The scopes of a restricted key; nothing for an unrestricted one.
    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        match self {
            Self::Unrestricted => None,
            Self::Only(scopes) => Some(scopes.iter().copied()),
        }
        .into_iter()
        .flatten()
    }
}

/// A key of the interface, without its secret, which nobody keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Identifies the key.
    pub id: KeyId,
    /// What the key is for.
    pub kind: KeyKind,
    /// A name for people.
    pub label: String,
    /// What the key may do.
    pub scopes: ScopeSet,
    /// The limit of this key alone.
    pub character_limit: CharacterLimit,
    /// When the key was made.
    pub created: Timestamp,
    /// When the key stopped working for good, if it did.
    pub deactivated: Option<Timestamp>,
}

/// The secret that a client sends. It is shown once, when it is made, and never printed by
/// accident.
#[derive(Debug, Clone)]
pub struct KeySecret(SecretString);

impl KeySecret {
    /// A secret that was received or has just been made.
    #[must_use]
    pub fn new(secret: String) -> Self {
        Self(SecretString::from(secret))
    }

    /// The secret itself, for the one who made it and for hashing.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// The keyed hash (HMAC-SHA-256) of a key's secret: what the store keeps instead of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyDigest(pub [u8; 32]);

impl fmt::Debug for KeyDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KeyDigest(..)")
    }
}
