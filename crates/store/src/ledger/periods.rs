//! The counts of the current periods, kept in memory: nobody but the ledger changes them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dragoman_domain::{
    AccountId, KeyId, NoticeLevel, Reservation, StoreError, Timestamp, UsageOwner, UsagePeriod,
};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::counts::{self, Total};
use crate::notices::{self, NewNotice};

/// What a key has consumed in a period.
#[derive(Debug, Clone, Copy, Default)]
struct KeyCount {
    characters: u64,
    /// The highest level of which there is a notice.
    noticed: Option<NoticeLevel>,
}

/// What an account has consumed in a period.
#[derive(Debug)]
pub(super) struct PeriodCounts {
    period: UsagePeriod,
    keys: HashMap<Uuid, KeyCount>,
}

impl PeriodCounts {
    async fn read(
        connection: &mut SqliteConnection,
        owner: &UsageOwner,
    ) -> Result<Self, StoreError> {
        let account = owner.account().to_string();
        let mut keys: HashMap<Uuid, KeyCount> = HashMap::new();
        for (key, characters) in counts::of_period(connection, owner).await? {
            keys.entry(key).or_default().characters = characters;
        }
        for (key, level) in notices::levels(connection, &account, owner.period.start).await? {
            keys.entry(key).or_default().noticed = Some(level);
        }
        Ok(Self {
            period: owner.period,
            keys,
        })
    }

    pub(super) fn of_account(&self) -> u64 {
        let counts = self.keys.values();
        counts.fold(0, |sum, count| sum.saturating_add(count.characters))
    }

    pub(super) fn of_key(&self, key: KeyId) -> u64 {
        self.keys.get(&key.key).map_or(0, |count| count.characters)
    }

    /// The notice that is due when the owner's key has consumed so much; none if there is one of
    /// that level or of a higher one already.
    fn notice(&self, key: KeyId, characters: u64, limit: u64) -> Option<NoticeLevel> {
        let noticed = self.keys.get(&key.key).and_then(|count| count.noticed);
        let mut reached = NoticeLevel::ALL.into_iter().rev();
        let level = reached.find(|level| level.is_reached(characters, limit))?;
        (noticed < Some(level)).then_some(level)
    }

    /// The notice that is due when a request of so many characters is refused because the key's limit is passed: none as
    /// long as the key has much left, since then it was the request that was large.
    pub(super) fn notice_of_refusal(
        &self,
        reservation: &Reservation,
        limit: u64,
    ) -> Option<NewNotice> {
        let key = reservation.owner.key;
        let characters = self.of_key(key);
        let is_near = NoticeLevel::Near.is_reached(characters, limit);
        let noticed = self.keys.get(&key.key).and_then(|count| count.noticed);
        (is_near && noticed < Some(NoticeLevel::Reached)).then_some(NewNotice {
            key,
            period_start: self.period.start,
            level: NoticeLevel::Reached,
            characters,
            limit,
            created: reservation.at,
        })
    }

    /// Takes note of what was written.
    pub(super) fn noticed(&mut self, notice: &NewNotice) {
        let count = self.keys.entry(notice.key.key).or_default();
        count.noticed = count.noticed.max(Some(notice.level));
    }
}

/// The counts of one period for each account that has used it since the start.
#[derive(Debug, Default)]
pub(super) struct Periods(HashMap<AccountId, PeriodCounts>);

impl Periods {
    /// The counts of the owner's account in the owner's period.
    pub(super) async fn of(
        &mut self,
        connection: &mut SqliteConnection,
        owner: &UsageOwner,
    ) -> Result<&mut PeriodCounts, StoreError> {
        match self.0.entry(owner.account()) {
            Entry::Occupied(known) if known.get().period == owner.period => Ok(known.into_mut()),
            Entry::Occupied(mut ended) => {
                ended.insert(PeriodCounts::read(connection, owner).await?);
                Ok(ended.into_mut())
            }
            Entry::Vacant(unknown) => {
                Ok(unknown.insert(PeriodCounts::read(connection, owner).await?))
            }
        }
    }

    /// The notices that are due once these totals are written. `limits` are those of the keys.
    pub(super) fn notices(
        &self,
        totals: &[Total],
        limits: &HashMap<KeyId, (u64, Timestamp)>,
    ) -> Vec<NewNotice> {
        let mut added: HashMap<UsageOwner, u64> = HashMap::new();
        for total in totals {
            let sum = added.entry(total.owner).or_default();
            *sum = sum.saturating_add(total.characters);
        }
        let notices = added.into_iter().filter_map(|(owner, added)| {
            let counts = self.known(&owner)?;
            let &(limit, created) = limits.get(&owner.key)?;
            let characters = counts.of_key(owner.key).saturating_add(added);
            let level = counts.notice(owner.key, characters, limit)?;
            Some(NewNotice {
                key: owner.key,
                period_start: owner.period.start,
                level,
                characters,
                limit,
                created,
            })
        });
        notices.collect()
    }

    /// Takes note of what was written.
    pub(super) fn written(&mut self, totals: &[Total], notices: &[NewNotice]) {
        for total in totals {
            if let Some(counts) = self.known_mut(&total.owner) {
                let count = counts.keys.entry(total.owner.key.key).or_default();
                count.characters = count.characters.saturating_add(total.characters);
            }
        }
        for notice in notices {
            if let Some(counts) = self.0.get_mut(&notice.key.account) {
                counts.noticed(notice);
            }
        }
    }

    /// Forgets everything, after which it is read anew: when it is not known what was written.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// The counts if they are those of the owner's period: not when another one was begun meanwhile.
    fn known(&self, owner: &UsageOwner) -> Option<&PeriodCounts> {
        let counts = self.0.get(&owner.account())?;
        (counts.period == owner.period).then_some(counts)
    }

    fn known_mut(&mut self, owner: &UsageOwner) -> Option<&mut PeriodCounts> {
        let counts = self.0.get_mut(&owner.account())?;
        (counts.period == owner.period).then_some(counts)
    }
}
