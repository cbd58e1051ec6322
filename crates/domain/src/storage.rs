use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    Account, AccountChange, AccountId, ApiKey, KeyDigest, KeyId, Reservation, ReservationId, Usage,
    UsageOwner,
};

/// Why the store did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Something with the same name exists already.
    #[error("{what} exists already")]
    Duplicate {
        /// What exists.
        what: String,
    },
    /// The database failed; the reason is for the log.
    #[error("the database failed: {reason}")]
    Failed {
        /// The database's own words.
        reason: String,
    },
}

/// Keeps accounts and keys.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Keeps a new account.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if the name is taken.
    async fn create_account(&self, account: &Account) -> Result<(), StoreError>;

    /// The account of that name.
    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError>;

    /// Every account, oldest first.
    async fn accounts(&self) -> Result<Vec<Account>, StoreError>;

    /// Changes an account's settings and gives it back; `None` if it does not exist.
    async fn change_account(
        &self,
        id: AccountId,
        change: AccountChange,
    ) -> Result<Option<Account>, StoreError>;

    /// Keeps a new key with the digest of its secret.
    async fn create_key(&self, key: &ApiKey, digest: &KeyDigest) -> Result<(), StoreError>;

    /// The key with that digest, active or not, with its account.
    async fn key_by_digest(
        &self,
        digest: &KeyDigest,
    ) -> Result<Option<(ApiKey, Account)>, StoreError>;

    /// Every key, oldest first.
    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError>;

    /// Ends a key for good and gives it back; `None` if it does not exist. The first time counts.
    async fn deactivate_key(&self, id: KeyId, at: Timestamp) -> Result<Option<ApiKey>, StoreError>;
}

/// Why characters could not be set aside.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReserveError {
    /// The account's limit for the period does not leave enough.
    #[error("the account's character limit for this period is reached")]
    AccountLimit,
    /// The key's own limit for the period does not leave enough.
    #[error("the key's character limit for this period is reached")]
    KeyLimit,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Counts characters: exactly once, and never beyond a limit.
///
/// Work is counted in two steps. [`reserve`](Self::reserve) sets characters aside before the work
/// starts, and refuses if what is counted and set aside would pass a limit.
/// [`settle`](Self::settle) turns them into counted ones when the work is done, before the answer
/// is sent; [`release`](Self::release) gives them back if it is not. Reservations do not outlive
/// the process that made them: one that dies between the two steps has delivered nothing.
#[async_trait]
pub trait UsageLedger: Send + Sync {
    /// Sets characters aside under the limits that the account and the key have now.
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError>;

    /// Counts what was set aside. After this returns the count survives a crash.
    ///
    /// # Errors
    /// [`StoreError::Failed`] also for what is not set aside or was counted before.
    async fn settle(&self, id: ReservationId) -> Result<(), StoreError>;

    /// Gives back what was set aside. Settled and unknown reservations stay as they are.
    ///
    /// Does not wait, so that a dropped request can call it.
    fn release(&self, id: ReservationId);

    /// What is counted for the key and its account in the period; reservations are not in it.
    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError>;
}
