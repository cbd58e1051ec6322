//! The storage ports on PostgreSQL, which several machines share.
//!
//! What one machine keeps in its memory is in rows here: what requests have set aside, who works on what, who is there.
//! Limits are checked by functions of the schema while the account is locked, so that no lock is held while the database
//! waits for a machine. Other checks that look at many rows take turns ([`connection::begin_in_turn`]).

mod accounts;
mod audit;
mod columns;
mod connection;
mod copies;
mod deletion;
mod document_room;
mod documents;
mod gatherer;
mod glossaries;
mod ledger;
mod lookups;
mod memories;
mod notices;
mod open;
mod sessions;
mod signals;
mod style_lists;
mod texts;
mod usage_reports;

use std::fmt;
use std::path::PathBuf;

use dragoman_domain::{StoreError, Timestamp};
use sqlx::postgres::{PgConnection, PgPool};
use tokio::sync::watch;
use uuid::Uuid;

use connection::{bounded, connect_options, pool};
use copies::Copies;
pub use copies::{CopyOptions, CopyState};
use ledger::Ledger;
use lookups::KeyLookups;
pub use memories::PostgresMemories;
use notices::NoticesInHand;
use signals::Signals;
pub(crate) use texts::storable;

/// How to reach a database.
#[derive(Clone)]
pub struct PostgresOptions {
    /// `postgres://user:password@host:port/database`, with `sslmode` and what else there is behind a question mark.
    pub url: String,
    /// The file with the certificates of those who may vouch for the server.
    pub certificate_authority: Option<PathBuf>,
    /// Connections at the same time, besides those few that have a task of their own.
    pub connections: u32,
    /// Whose time counts for leases and for what expires.
    pub clock: LeaseClock,
}

/// Says nothing of the password.
impl fmt::Debug for PostgresOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PostgresOptions")
            .field("connections", &self.connections)
            .finish_non_exhaustive()
    }
}

/// Whose time counts for leases and for what expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LeaseClock {
    /// The database's, so that it is the same for all machines.
    #[default]
    Database,
    /// That of who asks: for tests, in which time passes as they say.
    Caller,
}

impl LeaseClock {
    /// The time to hand to a statement, in milliseconds since 1970; none if the database's counts.
    fn at(self, now: Timestamp) -> Option<i64> {
        match self {
            Self::Database => None,
            Self::Caller => Some(now.as_millisecond()),
        }
    }
}

/// Everything in a PostgreSQL database, which any number of processes may use at the same time.
#[derive(Debug, Clone)]
pub struct PostgresStore {
    pool: PgPool,
    clock: LeaseClock,
    copies: Copies,
    ledger: Ledger,
    lookups: KeyLookups,
    notices_in_hand: NoticesInHand,
    signals: Signals,
}

impl PostgresStore {
    /// Opens the database, and brings its schema up to date if needed.
    ///
    /// # Errors
    /// [`StoreError::Failed`] with what to do: if the database cannot be reached, is too old or only reads, if its schema
    /// cannot be made, or belongs to a version that this one does not understand.
    pub async fn open(options: &PostgresOptions) -> Result<Self, StoreError> {
        let connect = connect_options(options)?;
        open::prepare(&connect).await?;
        let pool = pool(connect.clone(), options.connections);
        let copies = Copies::start(connect.clone());
        Ok(Self {
            clock: options.clock,
            ledger: Ledger::start(&connect, &copies),
            lookups: KeyLookups::start(connect.clone()),
            notices_in_hand: NoticesInHand::default(),
            signals: Signals::new(connection::pool(connect, 1)),
            copies,
            pool,
        })
    }

    /// Makes this process one of the copies that serve: only those can set characters aside, send notices and work on
    /// what is waiting.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn join(&self, options: CopyOptions) -> Result<(), StoreError> {
        self.copies.join(options).await
    }

    /// What this copy knows of itself and the others, renewed every few seconds.
    #[must_use]
    pub fn copy_state(&self) -> watch::Receiver<CopyState> {
        self.copies.state()
    }

    /// Compares the digests of secrets with those that all other copies have, which the first one sets: the names of
    /// those that differ.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn differing_secrets(
        &self,
        digests: &SecretDigests,
    ) -> Result<Vec<&'static str>, StoreError> {
        let mut differing = Vec::new();
        for (name, sql, digest) in [
            (
                "hashing",
                "UPDATE installation SET hashing_secret = coalesce(hashing_secret, $1) RETURNING hashing_secret = $1",
                digests.hashing,
            ),
            (
                "documents",
                "UPDATE installation SET document_secret = coalesce(document_secret, $1) RETURNING document_secret = $1",
                digests.documents,
            ),
        ] {
            let Some(digest) = digest else {
                continue;
            };
            let is_same: bool = bounded(
                sqlx::query_scalar(sql)
                    .bind(digest.as_slice())
                    .fetch_one(&self.pool),
            )
            .await?;
            if !is_same {
                differing.push(name);
            }
        }
        Ok(differing)
    }

    /// Whether some copy has said which secrets there are, so that no others may be made.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_secrets(&self) -> Result<bool, StoreError> {
        bounded(
            sqlx::query_scalar("SELECT hashing_secret IS NOT NULL FROM installation")
                .fetch_one(&self.pool),
        )
        .await
    }

    /// A connection that goes with whoever asked for it.
    pub(crate) async fn own_connection(&self) -> Result<PgConnection, StoreError> {
        let connection = bounded(self.pool.acquire()).await?;
        Ok(connection.detach())
    }

    /// What tells this installation from others.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn installation(&self) -> Result<Uuid, StoreError> {
        bounded(sqlx::query_scalar("SELECT id FROM installation").fetch_one(&self.pool)).await
    }

    /// Whether this process is the one to make the first keys: of all that ask, one is.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_first_keys(&self) -> Result<bool, StoreError> {
        let taken =
            sqlx::query("UPDATE installation SET has_first_keys = true WHERE NOT has_first_keys")
                .execute(&self.pool);
        Ok(bounded(taken).await?.rows_affected() > 0)
    }

    /// Finishes what is being counted, gives back the lease of this copy and closes all connections.
    pub async fn close(&self) {
        self.ledger.stop().await;
        self.copies.leave().await;
        self.pool.close().await;
    }
}

/// Digests of the secrets of an installation, from which nobody learns the secrets; none for one that is not at hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct SecretDigests {
    /// Of the one that the secrets of keys are tested with.
    pub hashing: Option<[u8; 32]>,
    /// Of the one that documents are encrypted with.
    pub documents: Option<[u8; 32]>,
}
