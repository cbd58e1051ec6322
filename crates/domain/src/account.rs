use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::EmailAddress;
use crate::guid::guid;

guid! {
    /// Identifies an account.
    AccountId
}

/// What an account has subscribed to. It decides the shape of usage answers, the form of keys and
/// which base address serves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Plan {
    /// The free plan, whose keys end in `:fx`.
    Free,
    /// The pro plan.
    Pro,
    /// An older form of the pro plan, which is told as little of its usage as the free plan.
    Classic,
}

impl Plan {
    /// Every plan.
    pub const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Classic];

    /// The plan's word on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::Classic => "classic",
        }
    }

    /// Whether it is paid for: then it has the pro base address, and features that the free plan
    /// does not have.
    #[must_use]
    pub const fn is_pro(self) -> bool {
        matches!(self, Self::Pro | Self::Classic)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Something that an account may or may not do, whatever its keys allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Administer its keys and read reports with an admin key; pro plans only.
    Administration,
    /// Detect languages.
    Detection,
    /// Improve texts; pro plans only.
    Improvement,
    /// Keep and use style rule lists; pro plans only.
    StyleRules,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 4] = [
        Self::Administration,
        Self::Detection,
        Self::Improvement,
        Self::StyleRules,
    ];

    /// The feature's word on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Administration => "administration",
            Self::Detection => "detection",
            Self::Improvement => "improvement",
            Self::StyleRules => "style_rules",
        }
    }

    /// Whether accounts of the free plan lack it in any case.
    #[must_use]
    pub const fn needs_pro_plan(self) -> bool {
        !matches!(self, Self::Detection)
    }
}

impl fmt::Display for Feature {
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
    /// What is switched on for the account.
    pub features: BTreeSet<Feature>,
    /// The first day of a usage period, in UTC: periods are the months that begin at this day of the month.
    pub billing_start: Date,
    /// Who is told when a key comes near its limit.
    pub contacts: Vec<EmailAddress>,
    /// When the account was made.
    pub created: Timestamp,
}

impl Account {
    /// Whether the account has a feature: it is switched on, and the plan has it.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature) && (self.plan.is_pro() || !feature.needs_pro_plan())
    }

    /// The account as a change leaves it.
    #[must_use]
    pub fn changed_by(&self, change: &AccountChange) -> Self {
        let mut account = self.clone();
        account.plan = change.plan.unwrap_or(self.plan);
        account.character_limit = change.character_limit.unwrap_or(self.character_limit);
        account.billing_start = change.billing_start.unwrap_or(self.billing_start);
        if let Some(contacts) = &change.contacts {
            account.contacts.clone_from(contacts);
        }
        for (feature, is_on) in &change.features {
            if *is_on {
                account.features.insert(*feature);
            } else {
                account.features.remove(feature);
            }
        }
        account
    }
}

/// What to change in an account; `None` leaves a setting as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// The new plan.
    pub plan: Option<Plan>,
    /// The new limit that all keys of the account share.
    pub character_limit: Option<CharacterLimit>,
    /// Features to switch on or off.
    pub features: BTreeMap<Feature, bool>,
    /// The new first day of a usage period.
    pub billing_start: Option<Date>,
    /// Who is told from now on when a key comes near its limit.
    pub contacts: Option<Vec<EmailAddress>>,
}
