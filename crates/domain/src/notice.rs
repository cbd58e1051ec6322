use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::{Account, ApiKey, StoreError};

/// How much of a key's limit is used when its people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoticeLevel {
    /// 80 per cent.
    Near,
    /// All of it, or so much that a request was refused that would have passed it.
    Reached,
}

impl NoticeLevel {
    /// Every level, the lowest first.
    pub const ALL: [Self; 2] = [Self::Near, Self::Reached];

    /// Per cent of the limit.
    #[must_use]
    pub const fn percent(self) -> u8 {
        match self {
            Self::Near => 80,
            Self::Reached => 100,
        }
    }

    /// Whether so many characters are this much of the limit. A limit of zero blocks a key on
    /// purpose; nobody comes near it.
    #[must_use]
    pub fn is_reached(self, characters: u64, limit: u64) -> bool {
        let (characters, limit) = (u128::from(characters), u128::from(limit));
        limit > 0 && characters * 100 >= limit * u128::from(self.percent())
    }
}

/// Identifies a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoticeId(pub i64);

/// What people are to be told: that a key has used much of its limit. There is one for each key,
/// period and level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitNotice {
    /// Identifies the notice.
    pub id: NoticeId,
    /// The key.
    pub key: ApiKey,
    /// The key's account.
    pub account: Account,
    /// The first day of the usage period.
    pub period_start: Date,
    /// How much was used.
    pub level: NoticeLevel,
    /// The characters that the key had consumed.
    pub characters: u64,
    /// The limit that it had.
    pub limit: u64,
    /// When that was found.
    pub created: Timestamp,
    /// How often it was tried to tell them.
    pub attempts: u32,
}

/// What came of an attempt to tell people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeOutcome {
    /// They were told at that time.
    Sent(Timestamp),
    /// They were not, and it is to be tried again at that time.
    RetryAt(Timestamp),
    /// They were not, and it is of no use to try again.
    GivenUp,
}

/// Keeps notices until they are sent. The ledger adds them, together with the count that they are about.
#[async_trait]
pub trait NoticeOutbox: Send + Sync {
    /// Up to `most` notices that are to be sent by now, oldest first.
    async fn due_notices(&self, now: Timestamp, most: u32) -> Result<Vec<LimitNotice>, StoreError>;

    /// Keeps what came of an attempt.
    async fn attempted(&self, id: NoticeId, outcome: NoticeOutcome) -> Result<(), StoreError>;

    /// Waits until a notice may have been added since this was last called.
    async fn until_added(&self);
}

#[cfg(test)]
mod tests {
    use super::NoticeLevel::{Near, Reached};

    #[test]
    fn a_level_is_reached_at_exactly_its_share_of_the_limit() {
        assert!(!Near.is_reached(7, 9), "77.7 per cent");
        assert!(Near.is_reached(8, 10));
        assert!(!Reached.is_reached(9, 10));
        assert!(Reached.is_reached(10, 10));
        assert!(Reached.is_reached(u64::MAX, u64::MAX));
        assert!(!Near.is_reached(u64::MAX / 2, u64::MAX));
    }

    #[test]
    fn nobody_comes_near_a_limit_of_zero() {
        assert!(!Near.is_reached(0, 0));
        assert!(!Reached.is_reached(5, 0));
    }
}
