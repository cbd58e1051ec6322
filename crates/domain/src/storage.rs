use async_trait::async_trait;

use crate::{
    Account, AccountChange, AccountId, ApiKey, AuditEntry, AuditFilter, AuditRecord, DayRange,
    DocumentId, KeyChange, KeyDigest, KeyId, KeyUsage, Reservation, ReservationId, StoreError,
    TagUsage, Usage, UsageOwner,
};

/// Why an account was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeAccountError {
    /// Keys have the form of their plan, so an account with active ones cannot change between the free
    /// plan and a paid one.
    #[error("the account has active keys, whose form depends on the plan")]
    ActiveKeys,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a key was not kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateKeyError {
    /// The account has as many active developer keys as it may have.
    #[error("the account has {most} active developer keys already")]
    TooMany {
        /// How many it may have.
        most: u32,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What went with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletedAccount {
    /// How many keys it had, active or not.
    pub keys: u64,
    /// How many glossaries it had.
    pub glossaries: u64,
    /// How many style rule lists it had.
    pub style_lists: u64,
    /// The documents it had, whose files nobody can read any more.
    pub documents: Vec<DocumentId>,
}

/// Keeps accounts and keys, and a log of what was done to them: each change and its entry are kept
/// together or not at all.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Keeps a new account.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if the name is taken.
    async fn create_account(&self, account: &Account, audit: &AuditEntry)
    -> Result<(), StoreError>;

    /// The account of that name, unless it was deleted.
    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError>;

    /// Every account that was not deleted, oldest first.
    async fn accounts(&self) -> Result<Vec<Account>, StoreError>;

    /// Changes an account's settings and gives it back; `None` if it does not exist.
    async fn change_account(
        &self,
        id: AccountId,
        change: &AccountChange,
        audit: &AuditEntry,
    ) -> Result<Option<Account>, ChangeAccountError>;

    /// Deletes what an account has here: its glossaries, style rule lists, documents, notices, contacts, and the
    /// digests of its keys, which work no more. What stays for the audit log and the counts is found by no name.
    /// Gives what was deleted; `None` if it does not exist.
    async fn delete_account(
        &self,
        id: AccountId,
        audit: &AuditEntry,
    ) -> Result<Option<DeletedAccount>, StoreError>;

    /// Keeps a new key with the digest of its secret, unless it is no admin key and the account has `most`
    /// active ones of its kind already. `identity` is that of the person whose key it is.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if the person has a key.
    async fn create_key(
        &self,
        key: &ApiKey,
        digest: &KeyDigest,
        identity: Option<&str>,
        most: u32,
        audit: &AuditEntry,
    ) -> Result<(), CreateKeyError>;

    /// The key with that digest, active or not, with its account.
    async fn key_by_digest(
        &self,
        digest: &KeyDigest,
    ) -> Result<Option<(ApiKey, Account)>, StoreError>;

    /// The key with that id, active or not, with its account.
    async fn key(&self, id: KeyId) -> Result<Option<(ApiKey, Account)>, StoreError>;

    /// Every key, or those of an account, oldest first.
    async fn keys(&self, account: Option<AccountId>) -> Result<Vec<ApiKey>, StoreError>;

    /// Changes a key and gives it back; `None` if it does not exist.
    async fn change_key(
        &self,
        id: KeyId,
        change: &KeyChange,
        audit: &AuditEntry,
    ) -> Result<Option<ApiKey>, StoreError>;

    /// The entries of the audit log, oldest first.
    async fn audit_log(&self, filter: AuditFilter) -> Result<Vec<AuditRecord>, StoreError>;
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
    /// The key was deactivated after the request came.
    #[error("the key is deactivated")]
    KeyDeactivated,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why characters that were set aside could not be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettleError {
    /// The key was deactivated while the work was done.
    #[error("the key is deactivated")]
    KeyDeactivated,
    /// The store failed, or nothing is set aside under the id.
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
///
/// Documents take longer than a process may live. What is set aside for one stays so, in later
/// processes too, as long as the [document](crate::StoredDocument) is kept, has not failed and is not
/// counted; that it is counted is noted on it together with the count.
#[async_trait]
pub trait UsageLedger: Send + Sync {
    /// Sets characters aside under the limits that the account and the key have now.
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError>;

    /// Counts what was set aside. After this returns the count survives a crash. Where it brings a
    /// key near its limit, a [notice](crate::LimitNotice) is kept with it.
    ///
    /// # Errors
    /// [`SettleError::Store`] also for what is not set aside or was counted before, and for a document that is not
    /// translated or not there. What was set aside for a request is given back then; for a document it stays so.
    async fn settle(&self, id: ReservationId) -> Result<(), SettleError>;

    /// Sets another number of characters aside for a document that is not translated yet, and notes it in the
    /// document's row: both or neither, also if the process dies meanwhile. Does nothing for a document that has ended
    /// or is not there.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve) if the limits leave no room for what is more than before; then everything stays as
    /// it was. Less can always be set aside.
    async fn adjust(&self, document: DocumentId, characters: u64) -> Result<(), ReserveError>;

    /// Gives back what was set aside. Settled and unknown reservations stay as they are.
    ///
    /// Does not wait, so that a dropped request can call it.
    fn release(&self, id: ReservationId);

    /// What is counted for the key and its account in the period; reservations are not in it.
    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError>;
}

/// Reads what was counted, day by day, for as long as the database exists.
#[async_trait]
pub trait UsageReports: Send + Sync {
    /// What each key of an account consumed in these days, in all or `by_day`; keys and days without
    /// any use are left out. Ordered by day, then by the age of the key.
    async fn usage_by_key(
        &self,
        account: AccountId,
        days: DayRange,
        by_day: bool,
    ) -> Result<Vec<KeyUsage>, StoreError>;

    /// What was consumed under each tag in these days, in all or `by_day`: up to `most`, without
    /// the `offset` first. Ordered by day, then by tag.
    async fn usage_by_tag(
        &self,
        account: AccountId,
        days: DayRange,
        by_day: bool,
        offset: u64,
        most: u32,
    ) -> Result<Vec<TagUsage>, StoreError>;
}
