use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    Clock, DocumentId, ErrorKind, Product, ReportingTag, Reservation, ReservationId, ReserveError,
    SettleError, StoreError, Timestamp, UsageLedger, UsageOwner, UsagePeriod, day_of,
};

use crate::Caller;

/// Why work could not be counted, and so was not done or not delivered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeteringError {
    /// The account's limit is reached.
    #[error("the character limit of the account for this usage period is reached")]
    AccountLimit,
    /// The key's limit is reached.
    #[error("the character limit of this key for this usage period is reached")]
    KeyLimit,
    /// The key was deactivated while the work waited or was done.
    #[error("the key was deactivated")]
    KeyDeactivated,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MeteringError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::AccountLimit | Self::KeyLimit => ErrorKind::QuotaExceeded,
            Self::KeyDeactivated => ErrorKind::Unauthenticated,
            Self::Store(error) => error.kind(),
        }
    }
}

impl From<ReserveError> for MeteringError {
    fn from(error: ReserveError) -> Self {
        match error {
            ReserveError::AccountLimit => Self::AccountLimit,
            ReserveError::KeyLimit => Self::KeyLimit,
            ReserveError::KeyDeactivated => Self::KeyDeactivated,
            ReserveError::Store(error) => Self::Store(error),
        }
    }
}

impl From<SettleError> for MeteringError {
    fn from(error: SettleError) -> Self {
        match error {
            SettleError::KeyDeactivated => Self::KeyDeactivated,
            SettleError::Store(error) => Self::Store(error),
        }
    }
}

/// What a piece of work costs, and under which heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Charge {
    /// What consumes the characters.
    pub(crate) product: Product,
    /// How many.
    pub(crate) characters: u64,
    /// The caller's own heading, if there is one.
    pub(crate) tag: Option<ReportingTag>,
}

/// Counts the characters of delivered work, exactly once and within the limits.
#[derive(Clone)]
pub struct Metering {
    ledger: Arc<dyn UsageLedger>,
    clock: Arc<dyn Clock>,
    next_reservation: Arc<AtomicU64>,
}

/// Gives back what is set aside unless the work was counted: also when the request is dropped
/// because the client has gone.
struct OpenReservation<'a> {
    ledger: &'a dyn UsageLedger,
    id: ReservationId,
    settled: bool,
}

impl Drop for OpenReservation<'_> {
    fn drop(&mut self) {
        if !self.settled {
            self.ledger.release(self.id);
        }
    }
}

impl Metering {
    /// Counts in this ledger. There must be one of these for a ledger: it numbers the requests.
    #[must_use]
    pub fn new(ledger: Arc<dyn UsageLedger>, clock: Arc<dyn Clock>) -> Self {
        Self {
            ledger,
            clock,
            next_reservation: Arc::default(),
        }
    }

    /// Does the work if the limits leave room for the characters, and counts them if it succeeds,
    /// before giving back its result.
    ///
    /// # Errors
    /// The work's own error, or a [`MeteringError`]: then nothing is counted.
    pub(crate) async fn run<T, E: From<MeteringError>>(
        &self,
        caller: &Caller,
        charge: Charge,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let now = self.clock.now();
        let reservation = Reservation {
            id: ReservationId::Request(self.next_reservation.fetch_add(1, Ordering::Relaxed)),
            owner: owner(caller, now),
            product: charge.product,
            characters: charge.characters,
            at: now,
            tag: charge.tag,
        };
        let id = reservation.id;
        // Open before it is asked for: a request that is dropped while it waits for the ledger's
        // answer must give back what the ledger may already have set aside.
        let mut open = OpenReservation {
            ledger: &*self.ledger,
            id,
            settled: false,
        };
        self.ledger
            .reserve(&reservation)
            .await
            .map_err(MeteringError::from)?;
        let result = work.await?;
        self.ledger.settle(id).await.map_err(MeteringError::from)?;
        open.settled = true;
        Ok(result)
    }

    /// Sets the characters of a document aside, until they are counted or given back.
    ///
    /// # Errors
    /// [`MeteringError`]; then nothing is set aside.
    pub(crate) async fn reserve_document(
        &self,
        caller: &Caller,
        id: DocumentId,
        characters: u64,
        created: Timestamp,
    ) -> Result<(), MeteringError> {
        let reservation = Reservation {
            id: ReservationId::Document(id),
            owner: owner(caller, created),
            product: Product::DocumentTranslation,
            characters,
            at: created,
            tag: None,
        };
        Ok(self.ledger.reserve(&reservation).await?)
    }

    /// Sets another number of characters aside for a document that is not translated yet, and notes it there.
    ///
    /// # Errors
    /// [`MeteringError`]; then what was set aside stays so.
    pub(crate) async fn adjust_document(
        &self,
        id: DocumentId,
        characters: u64,
    ) -> Result<(), MeteringError> {
        Ok(self.ledger.adjust(id, characters).await?)
    }

    /// Counts the characters of a document, and notes on it that they are.
    ///
    /// # Errors
    /// [`MeteringError::Store`] also if they are counted or given back by now.
    pub(crate) async fn settle_document(&self, id: DocumentId) -> Result<(), MeteringError> {
        Ok(self.ledger.settle(ReservationId::Document(id)).await?)
    }

    /// Gives back what is set aside for a document.
    pub(crate) fn release_document(&self, id: DocumentId) {
        self.ledger.release(ReservationId::Document(id));
    }

    /// Whose count the caller's work goes to now.
    pub(crate) fn owner(&self, caller: &Caller) -> UsageOwner {
        owner(caller, self.clock.now())
    }

    pub(crate) fn ledger(&self) -> &dyn UsageLedger {
        &*self.ledger
    }
}

fn owner(caller: &Caller, now: Timestamp) -> UsageOwner {
    UsageOwner {
        key: caller.key.id,
        period: UsagePeriod::containing(day_of(now), caller.account.billing_start),
    }
}
