use std::fmt;

use jiff::Timestamp;
use uuid::Uuid;

/// Identifies an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub Uuid);

impl fmt::Display for AccountId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// What an account has subscribed to. It decides the shape of usage answers, the form of keys and
/// which base address serves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Plan {
    /// The free plan, whose keys end in `:fx`.
    Free,
    /// The pro plan.
    Pro,
}

impl Plan {
    /// The plan's word on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The most characters that may be consumed in a usage period; `None` is no limit, zero blocks
/// all use.
pub type CharacterLimit = Option<u64>;

/// Somebody whose keys share one count of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Identifies the account.
    pub id: AccountId,
    /// The name operators know the account by; unique.
    pub name: String,
    /// What the account has subscribed to.
    pub plan: Plan,
    /// The limit that all keys of the account share.
    pub character_limit: CharacterLimit,
    /// Whether the account may detect languages.
    pub detection_enabled: bool,
    /// When the account was made. Usage periods are the months that begin at this day of the
    /// month and time of day.
    pub created: Timestamp,
}

/// What to change in an account; `None` leaves a setting as it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// The new limit that all keys of the account share.
    pub character_limit: Option<CharacterLimit>,
    /// Whether the account may detect languages.
    pub detection_enabled: Option<bool>,
}
