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

/// For whom work is done: a key, or the operator.
pub type WorkOwner = Option<KeyId>;

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
        let (account, key) = text.split_once(':').ok_or(MalformedKeyId)?;
        // Both are GUIDs in their usual form, whatever they identify.
        let guid = |text: &str| text.parse::<AccountId>().map_err(|_| MalformedKeyId);
        Ok(Self {
            account: guid(account)?,
            key: guid(key)?.0,
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
    /// Stands for a person who signs in on the pages. Nobody has its secret.
    Person,
}

impl KeyKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Developer, Self::Admin, Self::Person];

    /// The kind's word on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Developer => "developer",
            Self::Admin => "admin",
            Self::Person => "person",
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

/// What a key may consume in a usage period at most; `None` is no limit, zero blocks all use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeyLimits {
    /// Characters.
    pub characters: CharacterLimit,
    /// Milliseconds of speech. Kept for clients that set it; nothing consumes speech yet.
    pub speech_milliseconds: Option<u64>,
}

/// What to change in a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyChange {
    /// Gives it another name.
    Label(String),
    /// Sets limits; `None` leaves one as it is.
    Limits {
        /// The new limit of characters.
        characters: Option<CharacterLimit>,
        /// The new limit of milliseconds of speech.
        speech_milliseconds: Option<Option<u64>>,
    },
    /// Sets what it may do.
    Scopes(ScopeSet),
    /// Sets when it stops working by itself; `None` is never.
    Expiry(Option<Timestamp>),
    /// Ends it for good at that time. The first time counts.
    Deactivate(Timestamp),
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
    /// The first and the last four characters of the secret, by which its user can recognise it; without
    /// any of them if they were not kept.
    pub mask: String,
    /// What the key may do.
    pub scopes: ScopeSet,
    /// The limits of this key alone.
    pub limits: KeyLimits,
    /// When the key was made.
    pub created: Timestamp,
    /// When the key stops working by itself, if it does.
    pub expires: Option<Timestamp>,
    /// When the key stopped working for good, if it did.
    pub deactivated: Option<Timestamp>,
}

impl ApiKey {
    /// Whether the key works at this time.
    #[must_use]
    pub fn works_at(&self, time: Timestamp) -> bool {
        self.deactivated.is_none() && self.expires.is_none_or(|expires| time < expires)
    }

    /// The key as a change leaves it.
    #[must_use]
    pub fn changed_by(&self, change: &KeyChange) -> Self {
        let mut key = self.clone();
        match change {
            KeyChange::Label(label) => key.label.clone_from(label),
            KeyChange::Limits {
                characters,
                speech_milliseconds,
            } => {
                key.limits.characters = characters.unwrap_or(self.limits.characters);
                key.limits.speech_milliseconds =
                    speech_milliseconds.unwrap_or(self.limits.speech_milliseconds);
            }
            KeyChange::Scopes(scopes) => key.scopes.clone_from(scopes),
            KeyChange::Expiry(expires) => key.expires = *expires,
            KeyChange::Deactivate(at) => key.deactivated = self.deactivated.or(Some(*at)),
        }
        key
    }
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

    /// What may be shown of the secret: enough to recognise it, of no use to anybody else.
    #[must_use]
    pub fn mask(&self) -> String {
        const SHOWN: usize = 4;
        let characters: Vec<char> = self.expose().chars().collect();
        let (first, last) = (characters.get(..SHOWN), characters.len().checked_sub(SHOWN));
        match (first, last.and_then(|start| characters.get(start..))) {
            (Some(first), Some(last)) if characters.len() >= 4 * SHOWN => {
                format!(
                    "{}****{}",
                    String::from_iter(first),
                    String::from_iter(last)
                )
            }
            _ => "****".to_owned(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_id_is_two_guids_in_their_usual_form_and_a_colon() {
        const GUID: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
        let id: KeyId = format!("{GUID}:{GUID}").parse().unwrap();
        assert_eq!(id.to_string(), format!("{GUID}:{GUID}"));
        for wrong in [
            "",
            ":",
            GUID,
            &format!("{GUID}:"),
            &format!("{GUID}:{GUID}:{GUID}"),
            &format!("{{{GUID}}}:{GUID}"),
            &format!("{GUID}:{}", GUID.replace('-', "")),
        ] {
            assert_eq!(wrong.parse::<KeyId>(), Err(MalformedKeyId), "{wrong}");
        }
    }

    #[test]
    fn a_mask_shows_eight_characters_of_a_long_secret_and_none_of_a_short_one() {
        let mask = |secret: &str| KeySecret::new(secret.to_owned()).mask();
        assert_eq!(mask("dc88b32f6b0f4a2aab7f0ab73a2c"), "dc88****3a2c");
        assert_eq!(mask("0123456789abcde"), "****");
        assert_eq!(mask("äöüß56789abcdefg"), "äöüß****defg");
    }
}
