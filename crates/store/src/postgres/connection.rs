//! Connections: how long they are waited for, and what keeps one that stands still from standing in others' way.

use std::time::Duration;

use dragoman_domain::StoreError;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgTransaction};
use tokio::time::Instant;

use super::PostgresOptions;
use crate::rows::faults::failed;

/// How long a statement may take before the database breaks it off.
const LONGEST_STATEMENT: &str = "10s";

/// How long it may wait for a lock.
const LONGEST_WAIT_FOR_LOCK: &str = "8s";

/// How long a transaction may stand still: a copy that was stopped in the middle of one must not keep others waiting.
const LONGEST_PAUSE: &str = "5s";

/// How long is waited for an answer, after which the connection is given up: the database would have broken the
/// statement off before, so it is the way there that is broken.
const PATIENCE: Duration = Duration::from_secs(12);

/// How long is waited for a free connection.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A connection that was not used for longer than this is tried first. One that was has just answered.
const TRUSTED: Duration = Duration::from_secs(1);

/// Waits for a statement, but not forever.
pub(super) async fn bounded<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    bounded_sql(statement).await.map_err(failed)
}

/// The same, for who wants to know what the database said.
pub(super) async fn bounded_sql<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(PATIENCE, statement)
        .await
        .unwrap_or_else(|_| {
            Err(sqlx::Error::Io(std::io::Error::new(
                std::io::ErrorKind::TimedOut,
                "the database has not answered in time",
            )))
        })
}

/// How every connection begins.
pub(super) fn connect_options(options: &PostgresOptions) -> Result<PgConnectOptions, StoreError> {
    let parsed: PgConnectOptions = options.url.parse().map_err(|error: sqlx::Error| {
        // What the library says may quote the address, which has a password in it.
        let reason = match error {
            sqlx::Error::Configuration(_) => {
                "the address of the database cannot be read; write it as \
                 postgres://user:password@host:port/database"
                    .to_owned()
            }
            error => error.to_string(),
        };
        StoreError::Failed { reason }
    })?;
    let parsed = match &options.certificate_authority {
        Some(file) => parsed.ssl_root_cert(file),
        None => parsed,
    };
    Ok(parsed.application_name("dragoman").options([
        // What is there already when the schema is made is no news.
        ("client_min_messages", "warning"),
        ("statement_timeout", LONGEST_STATEMENT),
        ("lock_timeout", LONGEST_WAIT_FOR_LOCK),
        ("idle_in_transaction_session_timeout", LONGEST_PAUSE),
        ("default_transaction_isolation", "read committed"),
    ]))
}

pub(super) fn pool(options: PgConnectOptions, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(LONGEST_WAIT)
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for > TRUSTED {
                    bounded_sql(connection.ping()).await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options)
}

/// A transaction that takes its turn: of those with the same word one is at work at a time, on all machines, so that
/// what it has checked is so until its end.
pub(super) async fn begin_in_turn(
    pool: &PgPool,
    turn: &'static str,
) -> Result<PgTransaction<'static>, StoreError> {
    let mut transaction = bounded(pool.begin()).await?;
    bounded(
        sqlx::query("SELECT pg_advisory_xact_lock(hashtext('dragoman'), hashtext($1))")
            .bind(turn)
            .execute(&mut *transaction),
    )
    .await?;
    Ok(transaction)
}

/// A connection for one task, made anew when it breaks.
pub(super) struct OwnConnection {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    used: Instant,
}

impl OwnConnection {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self {
            options,
            connection: None,
            used: Instant::now(),
        }
    }

    /// The connection, which has answered just now or is new. If this fails, nothing was asked of the database.
    pub(super) async fn get(&mut self) -> Result<&mut PgConnection, StoreError> {
        let is_trusted = self.used.elapsed() <= TRUSTED;
        let mut kept = self.connection.take();
        if let Some(connection) = &mut kept
            && !is_trusted
            && bounded_sql(connection.ping()).await.is_err()
        {
            kept = None;
        }
        let connection = match kept {
            Some(connection) => connection,
            None => bounded(self.options.connect()).await?,
        };
        self.used = Instant::now();
        Ok(self.connection.insert(connection))
    }

    /// Gives the connection up, after a failure that may have broken it.
    pub(super) fn give_up(&mut self) {
        self.connection = None;
    }

    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The database notices by itself.
            let _ = bounded(connection.close()).await;
        }
    }
}
