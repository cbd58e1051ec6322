//! What is set aside, and the sums of it, so that neither many documents nor many requests make a
//! reservation slower.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dragoman_domain::{
    AccountId, CharacterLimit, Date, Reservation, ReservationId, UsageOwner, day_of,
};
use uuid::Uuid;

/// What is set aside, and what applied to its key when that was done.
#[derive(Debug, Clone)]
pub(super) struct Reserved {
    pub(super) reservation: Reservation,
    pub(super) key_limit: CharacterLimit,
}

/// Characters that are set aside for an account, by key and the day to which they will count. Exact, so
/// that what is taken from a sum is what was added to it.
type SumsOfAccount = HashMap<(Uuid, Date), u128>;

/// Everything that is set aside.
#[derive(Debug, Default)]
pub(super) struct Reservations {
    by_id: HashMap<ReservationId, Reserved>,
    sums: HashMap<AccountId, SumsOfAccount>,
}

/// What is set aside in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SetAside {
    pub(super) of_account: u64,
    pub(super) of_key: u64,
}

impl Reservations {
    /// Sets something aside, in place of what was under the same id.
    pub(super) fn insert(&mut self, reserved: Reserved) {
        let reservation = &reserved.reservation;
        let id = reservation.id;
        self.remove(id);
        let owner = reservation.owner;
        let sum = self
            .sums
            .entry(owner.account())
            .or_default()
            .entry((owner.key.key, day_of(reservation.at)))
            .or_default();
        *sum = sum.saturating_add(reservation.characters.into());
        self.by_id.insert(id, reserved);
    }

    /// What is set aside under the id.
    pub(super) fn get(&self, id: ReservationId) -> Option<&Reserved> {
        self.by_id.get(&id)
    }

    /// Gives back what was set aside under the id, if anything was.
    pub(super) fn remove(&mut self, id: ReservationId) -> Option<Reserved> {
        let reserved = self.by_id.remove(&id)?;
        let reservation = &reserved.reservation;
        let owner = reservation.owner;
        if let Entry::Occupied(mut of_account) = self.sums.entry(owner.account()) {
            let place = (owner.key.key, day_of(reservation.at));
            if let Entry::Occupied(mut sum) = of_account.get_mut().entry(place) {
                let left = sum.get().saturating_sub(reservation.characters.into());
                sum.insert(left);
                if left == 0 {
                    sum.remove();
                }
            }
            if of_account.get().is_empty() {
                of_account.remove();
            }
        }
        Some(reserved)
    }

    /// What will count to the owner's period: by the day to which it will count, and not by the period that it
    /// was set aside in, which may have been changed.
    pub(super) fn in_period(&self, owner: &UsageOwner) -> SetAside {
        let mut set_aside = SetAside::default();
        for ((key, day), sum) in self.sums.get(&owner.account()).into_iter().flatten() {
            if owner.period.contains(*day) {
                let sum = u64::try_from(*sum).unwrap_or(u64::MAX);
                set_aside.of_account = set_aside.of_account.saturating_add(sum);
                if *key == owner.key.key {
                    set_aside.of_key = set_aside.of_key.saturating_add(sum);
                }
            }
        }
        set_aside
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{DocumentId, KeyId, Product, Timestamp, UsagePeriod};

    use super::*;

    fn owner(key: u128) -> UsageOwner {
        UsageOwner {
            key: KeyId {
                account: AccountId(Uuid::from_u128(1)),
                key: Uuid::from_u128(key),
            },
            period: UsagePeriod::containing(
                day_of(Timestamp::UNIX_EPOCH),
                "1970-01-01".parse().unwrap(),
            ),
        }
    }

    fn reserved(id: u128, key: u128, characters: u64) -> Reserved {
        Reserved {
            reservation: Reservation {
                id: ReservationId::Document(DocumentId(id)),
                owner: owner(key),
                product: Product::DocumentTranslation,
                characters,
                at: Timestamp::UNIX_EPOCH,
                tag: None,
            },
            key_limit: None,
        }
    }

    fn set_aside(of_account: u64, of_key: u64) -> SetAside {
        SetAside { of_account, of_key }
    }

    #[test]
    fn the_sums_are_those_of_what_is_set_aside() {
        let mut reservations = Reservations::default();
        reservations.insert(reserved(1, 1, 3));
        reservations.insert(reserved(2, 1, 4));
        reservations.insert(reserved(3, 2, 50));
        assert_eq!(reservations.in_period(&owner(1)), set_aside(57, 7));
        reservations.remove(ReservationId::Document(DocumentId(1)));
        reservations.remove(ReservationId::Document(DocumentId(1)));
        assert_eq!(reservations.in_period(&owner(1)), set_aside(54, 4));
        assert_eq!(reservations.in_period(&owner(3)), set_aside(54, 0));
    }

    #[test]
    fn what_is_set_aside_again_counts_once() {
        let mut reservations = Reservations::default();
        reservations.insert(reserved(1, 1, 3));
        reservations.insert(reserved(1, 1, 5));
        assert_eq!(reservations.in_period(&owner(1)), set_aside(5, 5));
    }

    #[test]
    fn huge_reservations_leave_nothing_behind() {
        let mut reservations = Reservations::default();
        for id in 1..=3 {
            reservations.insert(reserved(id, 1, u64::MAX));
        }
        assert_eq!(
            reservations.in_period(&owner(1)),
            set_aside(u64::MAX, u64::MAX)
        );
        for id in 1..=3 {
            reservations.remove(ReservationId::Document(DocumentId(id)));
        }
        assert_eq!(reservations.in_period(&owner(1)), SetAside::default());
        assert!(reservations.sums.is_empty());
    }
}
