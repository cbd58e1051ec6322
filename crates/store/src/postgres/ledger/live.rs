//! What this copy's requests have set aside, by the ids that they have within this process. The sums of it are in rows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dragoman_domain::{DocumentId, Reservation, ReservationId, StoreError, day_of};
use uuid::Uuid;

use crate::postgres::copies::CopyId;
use crate::rows::columns::{from_count, from_day};

/// The most characters that one request or document is set down for: no body is so long, and no sum of them passes what
/// a column holds.
const MOST: u64 = 1 << 40;

/// Something that is set aside, and under which lease.
#[derive(Debug, Clone)]
pub(super) struct Live {
    pub(super) reservation: Reservation,
    pub(super) copy: CopyId,
}

impl Live {
    pub(super) fn account(&self) -> Uuid {
        self.reservation.owner.account().0
    }

    pub(super) const fn key(&self) -> Uuid {
        self.reservation.owner.key.key
    }

    pub(super) fn day(&self) -> i64 {
        from_day(day_of(self.reservation.at))
    }

    pub(super) fn characters(&self) -> i64 {
        from_count(self.reservation.characters.min(MOST))
    }

    /// The first and the last day of the period.
    pub(super) fn days(&self) -> (i64, i64) {
        let days = self.reservation.owner.period.days();
        (from_day(days.first), from_day(days.last))
    }

    pub(super) fn at(&self) -> i64 {
        self.reservation.at.as_millisecond()
    }
}

/// What a document that is about to be kept has set aside, until its row stands for it.
#[derive(Debug, Clone, Copy)]
pub(in crate::postgres) struct HeldForDocument {
    pub(in crate::postgres) copy: CopyId,
    pub(in crate::postgres) account: Uuid,
    pub(in crate::postgres) key: Uuid,
    pub(in crate::postgres) day: i64,
    pub(in crate::postgres) characters: i64,
}

#[derive(Debug, Default)]
pub(super) struct LiveReservations {
    by_id: Mutex<HashMap<ReservationId, Live>>,
    /// How many are to be given back and are not yet.
    to_release: AtomicU64,
}

impl LiveReservations {
    fn lock(&self) -> MutexGuard<'_, HashMap<ReservationId, Live>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that one is to be given back.
    pub(super) fn releasing(&self) {
        self.to_release.fetch_add(1, Ordering::AcqRel);
    }

    /// Notes that so many were given back, or nothing was there.
    pub(super) fn released(&self, count: u64) {
        self.to_release.fetch_sub(count, Ordering::AcqRel);
    }

    /// Whether some are to be given back and are not yet.
    pub(super) fn has_some_to_release(&self) -> bool {
        self.to_release.load(Ordering::Acquire) > 0
    }

    pub(super) fn insert(&self, live: Live) {
        self.lock().insert(live.reservation.id, live);
    }

    pub(super) fn remove(&self, id: ReservationId) -> Option<Live> {
        self.lock().remove(&id)
    }

    pub(super) fn of_document(&self, id: DocumentId) -> Option<HeldForDocument> {
        let live = self.lock();
        let live = live.get(&ReservationId::Document(id))?;
        Some(HeldForDocument {
            copy: live.copy,
            account: live.account(),
            key: live.key(),
            day: live.day(),
            characters: live.characters(),
        })
    }
}

pub(super) fn lease_lost() -> StoreError {
    StoreError::Unavailable {
        reason: "this copy has lost its lease".to_owned(),
    }
}
