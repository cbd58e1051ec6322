//! The counts of the current periods, kept in memory: nobody but the ledger changes them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dragoman_domain::{
    AccountId, KeyId, NoticeLevel, Reservation, StoreError, Timestamp, UsageOwner, UsagePeriod,
};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::counts::{self, Total};
use super::notices::{self, NewNotice};

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

    /// The characters of the key in this period among those to be written.
    fn added(&self, key: KeyId, totals: &[Total]) -> u64 {
        let of_key = totals
            .iter()
            .filter(|total| total.owner.key == key && self.period.contains(total.day));
        of_key.fold(0, |sum, total| sum.saturating_add(total.characters))
    }

    /// The notice that is due when the key has consumed so much; none if there is one of that level
    /// or of a higher one already.
    fn notice(&self, key: KeyId, characters: u64, limit: KeyLimit) -> Option<NewNotice> {
        let mut reached = NoticeLevel::ALL.into_iter().rev();
        let level = reached.find(|level| level.is_reached(characters, limit.characters))?;
        self.new_notice(key, level, characters, limit)
    }

    /// The notice that is due when a request of so many characters does not fit beside what the key
    /// has consumed: none as long as the key has much left, since then it was the request that was
    /// large, and none if it would fit but for others in progress, which may yet fail.
    pub(super) fn notice_of_refusal(
        &self,
        reservation: &Reservation,
        limit: u64,
    ) -> Option<NewNotice> {
        let key = reservation.owner.key;
        let characters = self.of_key(key);
        let fits = characters.saturating_add(reservation.characters) <= limit;
        if fits || !NoticeLevel::Near.is_reached(characters, limit) {
            return None;
        }
        let limit = KeyLimit {
            characters: limit,
            at: reservation.at,
        };
        self.new_notice(key, NoticeLevel::Reached, characters, limit)
    }

    fn new_notice(
        &self,
        key: KeyId,
        level: NoticeLevel,
        characters: u64,
        limit: KeyLimit,
    ) -> Option<NewNotice> {
        let noticed = self.keys.get(&key.key).and_then(|count| count.noticed);
        (noticed < Some(level)).then_some(NewNotice {
            key,
            period: self.period,
            level,
            characters,
            limit: limit.characters,
            created: limit.at,
        })
    }

    /// Takes note of what was written.
    pub(super) fn noticed(&mut self, notice: &NewNotice) {
        let count = self.keys.entry(notice.key.key).or_default();
        count.noticed = count.noticed.max(Some(notice.level));
    }
}

/// The limit of a key and when it applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyLimit {
    pub(super) characters: u64,
    pub(super) at: Timestamp,
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
            Entry::Occupied(mut other) => {
                other.insert(PeriodCounts::read(connection, owner).await?);
                Ok(other.into_mut())
            }
            Entry::Vacant(unknown) => {
                Ok(unknown.insert(PeriodCounts::read(connection, owner).await?))
            }
        }
    }

    /// The notice that is due once these totals are written, if that is the key's limit.
    pub(super) fn notice(
        &self,
        key: KeyId,
        totals: &[Total],
        limit: KeyLimit,
    ) -> Option<NewNotice> {
        let counts = self.0.get(&key.account)?;
        let characters = counts.of_key(key).saturating_add(counts.added(key, totals));
        counts.notice(key, characters, limit)
    }

    /// Takes note of what was written. What lies in another period than the one that is kept here
    /// will be read when that period is asked for.
    pub(super) fn written(&mut self, totals: &[Total], notices: &[NewNotice]) {
        for total in totals {
            let counts = self.0.get_mut(&total.owner.account());
            if let Some(counts) = counts.filter(|counts| counts.period.contains(total.day)) {
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
}
