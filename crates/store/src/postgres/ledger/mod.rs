//! The usage ledger on PostgreSQL.
//!
//! What requests have set aside is there as sums for each copy, under the copy's lease. Two tasks, each with a connection
//! of its own, gather what waits and have it carried out by one call of a function: one sets aside, the other counts and
//! gives back. So under load one way to the database serves many requests.
//!
//! Where the answer to a call is lost it is not known what became of it. Then the copy gives up its lease, under which
//! nothing can be counted from then on, and learns from its row whether the call was carried out.

mod documents;
mod live;
mod reserving;
mod settling;

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    DocumentId, NoticeLevel, Reservation, ReservationId, ReserveError, SettleError, StoreError,
    Usage, UsageLedger, UsageOwner,
};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::oneshot;

use super::PostgresStore;
use super::connection::bounded;
use super::copies::{Copies, CopyId};
use super::gatherer::{Gatherer, stopped};
use crate::rows::columns::from_day;
use crate::rows::{StoredRow, product_sums, to_consumption};
pub(super) use live::HeldForDocument;
use live::LiveReservations;
use reserving::{Reserve, Reserver};
use settling::{Settler, Settling};

/// Sends commands to the ledger's tasks, which end with the last of these.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    reserving: Gatherer<Reserve>,
    settling: Gatherer<Settling>,
    live: Arc<LiveReservations>,
    copies: Copies,
}

impl Ledger {
    pub(super) fn start(options: &PgConnectOptions, copies: &Copies) -> Self {
        let live = Arc::new(LiveReservations::default());
        let settling = Settler::start(options.clone(), copies.clone(), Arc::clone(&live));
        let reserving = Reserver::start(
            options.clone(),
            copies.clone(),
            Arc::clone(&live),
            settling.clone(),
        );
        Self {
            reserving,
            settling,
            live,
            copies: copies.clone(),
        }
    }

    /// What a document that is about to be kept has set aside, until its row stands for it.
    pub(super) fn held_for_document(&self, id: DocumentId) -> Option<HeldForDocument> {
        self.live.of_document(id)
    }

    /// Forgets what a document had set aside, once its row stands for it.
    pub(super) fn forget_document(&self, id: DocumentId) {
        self.live.remove(ReservationId::Document(id));
    }

    /// Waits until everything sent so far is written. What is sent later fails.
    pub(super) async fn stop(&self) {
        self.reserving.stop().await;
        self.settling.stop().await;
    }

    /// Gives up a lease under which something was tried of which it is not known what became.
    pub(super) async fn abandon(&self, copy: CopyId) {
        self.copies.abandon(copy).await;
    }
}

/// The same few statements over and over: to plan them anew takes longer than to carry them out, and there is one good
/// plan for each.
const GENERIC_PLANS: (&str, &str) = ("plan_cache_mode", "force_generic_plan");

/// The levels of notices in per cent, the highest first.
fn levels() -> Vec<i64> {
    let levels = NoticeLevel::ALL.into_iter().rev();
    levels.map(|level| i64::from(level.percent())).collect()
}

/// Nothing can be delivered as counted that was never set aside, or was counted before.
fn not_set_aside() -> SettleError {
    SettleError::Store(StoreError::Failed {
        reason: "there is no such reservation".to_owned(),
    })
}

#[async_trait]
impl UsageLedger for PostgresStore {
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError> {
        let (reply, answer) = oneshot::channel();
        let reservation = reservation.clone();
        let command = Reserve { reservation, reply };
        self.ledger.reserving.send(command).await?;
        answer.await.map_err(|_| stopped())?
    }

    async fn settle(&self, id: ReservationId) -> Result<(), SettleError> {
        if let ReservationId::Document(document) = id {
            return self.settle_document(document).await;
        }
        let (reply, answer) = oneshot::channel();
        let command = Settling::Settle(id, reply);
        self.ledger.settling.send(command).await?;
        answer.await.map_err(|_| stopped())?
    }

    async fn adjust(&self, document: DocumentId, characters: u64) -> Result<(), ReserveError> {
        self.adjust_document(document, characters).await
    }

    fn release(&self, id: ReservationId) {
        self.ledger.live.releasing();
        self.ledger.settling.send_later(Settling::Release(id));
    }

    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError> {
        let days = owner.period.days();
        let rows = bounded(
            sqlx::query(concat!(
                "SELECT key = $1 AS is_of_key, ",
                product_sums!(),
                " FROM daily_usage WHERE account = $2 AND day BETWEEN $3 AND $4 GROUP BY is_of_key"
            ))
            .bind(owner.key.key)
            .bind(owner.account().0)
            .bind(from_day(days.first))
            .bind(from_day(days.last))
            .fetch_all(&self.pool),
        )
        .await?;
        let mut usage = Usage::default();
        for row in &rows {
            let consumption = to_consumption(row)?;
            usage.account.merge(&consumption);
            if row.boolean("is_of_key")? {
                usage.key.merge(&consumption);
            }
        }
        Ok(usage)
    }
}
