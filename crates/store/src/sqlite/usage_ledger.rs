//! The port to the ledger of usage.

use async_trait::async_trait;
use dragoman_domain::{
    DocumentId, Reservation, ReservationId, ReserveError, SettleError, StoreError, Usage,
    UsageLedger, UsageOwner,
};

use super::SqliteStore;
use super::ledger;
use crate::rows::faults::failed;

#[async_trait]
impl UsageLedger for SqliteStore {
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError> {
        self.ledger.reserve(reservation.clone()).await
    }

    async fn settle(&self, id: ReservationId) -> Result<(), SettleError> {
        self.ledger.settle(id).await
    }

    async fn adjust(&self, document: DocumentId, characters: u64) -> Result<(), ReserveError> {
        self.ledger.adjust(document, characters).await
    }

    fn release(&self, id: ReservationId) {
        self.ledger.release(id);
    }

    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        ledger::usage(&mut connection, owner).await
    }
}
