use async_trait::async_trait;
use jiff::Timestamp;

use crate::{Account, ApiKey, EmailAddress, StoreError, UsagePeriod};

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
    /// The usage period.
    pub period: UsagePeriod,
    /// How much was used.
    pub level: NoticeLevel,
    /// The characters that the key had consumed.
    pub characters: u64,
    /// The limit that it had.
    pub limit: u64,
    /// When that was found.
    pub created: Timestamp,
    /// Who is still to be told.
    pub recipients: Vec<EmailAddress>,
    /// How often it was tried to tell them.
    pub attempts: u32,
}

/// What came of an attempt to tell people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeOutcome {
    /// They were told, the last of them at that time.
    Sent(Timestamp),
    /// Not all were, and it is to be tried again at that time.
    RetryAt(Timestamp),
    /// It is of no use to try again.
    GivenUp,
}

/// Keeps notices until they are sent. The ledger adds them, together with the count that they are
/// about.
#[async_trait]
pub trait NoticeOutbox: Send + Sync {
    /// Takes up to `most` notices that are to be sent by now, the longest due first. Nobody gets
    /// them again before [`finish`](Self::finish) or [`take_back`](Self::take_back), or as long as the process that has
    /// them may be there, so that one is not sent again because the store could not keep that it was.
    async fn take_due(&self, now: Timestamp, most: u32) -> Result<Vec<LimitNotice>, StoreError>;

    /// Keeps who is still to be told, after somebody was.
    async fn keep_recipients(
        &self,
        id: NoticeId,
        remaining: &[EmailAddress],
    ) -> Result<(), StoreError>;

    /// Keeps what came of an attempt with a notice that was taken.
    async fn finish(&self, id: NoticeId, outcome: NoticeOutcome) -> Result<(), StoreError>;

    /// Makes due again what somebody took who died before the end of the attempt.
    async fn take_back(&self) -> Result<(), StoreError>;

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
