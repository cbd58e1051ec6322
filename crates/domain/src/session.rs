use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{Account, AccountId, ApiKey, AuditEntry, KeyId, RoleSet, StoreError};

/// The keyed hash of the token of a session, or of a sign-in code: what the store keeps instead of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SessionDigest(pub [u8; 32]);

impl fmt::Debug for SessionDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SessionDigest(..)")
    }
}

/// Somebody who is signed in on the pages, for a while. What they do is done under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The key.
    pub key: KeyId,
    /// What they may do.
    pub roles: RoleSet,
    /// When it began.
    pub created: Timestamp,
    /// When it was last used, to the minute.
    pub last_used: Timestamp,
    /// When it ends, however much it is used.
    pub expires: Timestamp,
}

/// Lets one person sign in, once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInCode {
    /// Whose account they work for.
    pub account: AccountId,
    /// The person.
    pub person: Person,
    /// What they may do.
    pub roles: RoleSet,
    /// Until when it can be used.
    pub expires: Timestamp,
}

/// Somebody who signs in on the pages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Person {
    /// What tells them from all others of the account, and never changes.
    pub identity: String,
    /// What they are called.
    pub name: String,
}

/// Keeps sessions, the codes to begin them, and the keys of persons.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Keeps a new session. If the key has `most` already, those that were not used for longest end.
    async fn create_session(
        &self,
        session: &Session,
        digest: &SessionDigest,
        most: u32,
    ) -> Result<(), StoreError>;

    /// The session with that digest, whether it has ended or not, with its key and account.
    async fn session(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<(Session, ApiKey, Account)>, StoreError>;

    /// Notes that a session was used.
    async fn touch_session(&self, digest: &SessionDigest, at: Timestamp) -> Result<(), StoreError>;

    /// Ends a session, if there is one with that digest.
    async fn end_session(&self, digest: &SessionDigest) -> Result<(), StoreError>;

    /// Removes the sessions that expired or were last used before `unused_since`, and the codes that expired.
    async fn remove_ended_sessions(
        &self,
        now: Timestamp,
        unused_since: Timestamp,
    ) -> Result<(), StoreError>;

    /// Keeps a new code.
    async fn create_sign_in_code(
        &self,
        code: &SignInCode,
        digest: &SessionDigest,
        audit: &AuditEntry,
    ) -> Result<(), StoreError>;

    /// The code with that digest, which is gone then: of all who ask for it one gets it.
    async fn take_sign_in_code(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<SignInCode>, StoreError>;

    /// The key of a person of an account, whether it works or not.
    async fn key_of_person(
        &self,
        account: AccountId,
        identity: &str,
    ) -> Result<Option<ApiKey>, StoreError>;
}
