//! Which copies of the server there are: each has a lease in a row, which it lengthens all the time.
//!
//! What a copy has set aside, or has in hand, is its own as long as it holds its lease. One that lost it, because it was
//! stopped or cut off for too long, begins anew under another id, and what it had before is void.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{Clock, StoreError};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::MissedTickBehavior;

use super::connection::{OwnConnection, bounded};
use crate::rows::StoredRow;
use crate::rows::columns::to_count;

/// How long a lease holds that nobody lengthens, in milliseconds.
const LEASE: i64 = 30_000;

/// How often it is lengthened: several attempts fit into one.
const BEAT: Duration = Duration::from_secs(5);

/// How long is tried to find out what became of a batch whose answer was lost.
const INQUIRY: Duration = Duration::from_secs(10);
const INQUIRY_PAUSE: Duration = Duration::from_millis(100);

/// For how long the rows of copies stay that are no more, in milliseconds: somebody may still ask about a batch.
const REMEMBERED: i64 = 3_600_000;

/// Identifies a copy, from when it came until it loses its lease.
pub(super) type CopyId = i64;

/// What a copy says of itself.
#[derive(Clone)]
pub struct CopyOptions {
    /// The machine that it runs on, for people.
    pub machine: String,
    /// A digest of what all copies should have configured alike.
    pub configuration: [u8; 32],
    /// Whether it answers requests.
    pub answers: bool,
    /// How many documents it translates at a time.
    pub workers: u32,
    /// Its own clock, to be compared with the database's.
    pub clock: Arc<dyn Clock>,
}

impl fmt::Debug for CopyOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CopyOptions")
            .field("machine", &self.machine)
            .finish_non_exhaustive()
    }
}

/// What a copy knows of itself and the others, as of its last beat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CopyState {
    /// Whether it holds its lease.
    pub is_alive: bool,
    /// Copies that answer requests, this one included if it does.
    pub answering: u32,
    /// Documents that all copies together translate at a time.
    pub workers: u32,
    /// Copies that are configured otherwise.
    pub differing: u32,
    /// By how much the database's clock is ahead of this machine's, in milliseconds.
    pub clock_ahead: i64,
}

/// Who this copy is at the moment, and the way to its lease.
#[derive(Debug, Clone)]
pub(super) struct Copies {
    current: watch::Receiver<Option<CopyId>>,
    state: watch::Receiver<CopyState>,
    commands: mpsc::Sender<Command>,
}

#[derive(Debug)]
enum Command {
    Join(Box<CopyOptions>, oneshot::Sender<Result<(), StoreError>>),
    /// Ends the lease of a copy, whose last answer was lost.
    Abandon(CopyId, oneshot::Sender<Option<i64>>),
    Leave(oneshot::Sender<()>),
}

impl Copies {
    /// Starts the task that keeps the lease, once the copy has joined.
    pub(super) fn start(options: PgConnectOptions) -> Self {
        let (commands, queue) = mpsc::channel(64);
        let (current, current_receiver) = watch::channel(None);
        let (state, state_receiver) = watch::channel(CopyState::default());
        let keeper = Keeper {
            connection: OwnConnection::new(options),
            this: None,
            current,
            state,
            is_answered: true,
        };
        dragoman_tasks::spawn(keeper.run(queue));
        Self {
            current: current_receiver,
            state: state_receiver,
            commands,
        }
    }

    /// The copy that this process is.
    pub(super) fn current(&self) -> Result<CopyId, StoreError> {
        let current = *self.current.borrow();
        current.ok_or_else(|| StoreError::Unavailable {
            reason: "this copy has no lease at the moment".to_owned(),
        })
    }

    pub(super) fn state(&self) -> watch::Receiver<CopyState> {
        self.state.clone()
    }

    pub(super) async fn join(&self, options: CopyOptions) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let command = Command::Join(Box::new(options), reply);
        self.send(command).await;
        answer.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// Ends the lease of a copy whose connection broke in the middle of something, since it is not known what became of
    /// that: the number of the last batch that it had counted, which no later one can follow. None if the database
    /// does not say so in time. The next lease has begun then, if the database answers.
    pub(super) async fn abandon(&self, copy: CopyId) -> Option<i64> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Abandon(copy, reply)).await;
        answer.await.ok().flatten()
    }

    /// Gives the lease back, and with it all that is set aside.
    pub(super) async fn leave(&self) {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Leave(reply)).await;
        // It has gone already if nobody answers.
        let _ = answer.await;
    }

    async fn send(&self, command: Command) {
        // Who waits for the answer notices that there is nobody.
        let _ = self.commands.send(command).await;
    }
}

fn stopped() -> StoreError {
    StoreError::Failed {
        reason: "the store has been closed".to_owned(),
    }
}

/// Keeps the lease.
struct Keeper {
    connection: OwnConnection,
    this: Option<CopyOptions>,
    current: watch::Sender<Option<CopyId>>,
    state: watch::Sender<CopyState>,
    /// Whether the database has answered the last time, so that only a change is logged.
    is_answered: bool,
}

impl Keeper {
    async fn run(mut self, mut queue: mpsc::Receiver<Command>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let command = tokio::select! {
                biased;
                command = queue.recv() => command,
                _ = beat.tick() => {
                    let result = self.beat().await;
                    self.report(&result);
                    continue;
                }
            };
            match command {
                Some(Command::Join(options, reply)) => {
                    self.this = Some(*options);
                    let result = self.beat().await;
                    // Nobody waits any more for what is done all the same.
                    let _ = reply.send(result);
                }
                Some(Command::Abandon(copy, reply)) => {
                    let last_batch = self.abandon(copy).await;
                    // Before the answer, so that whoever gave the lease up finds the next one.
                    let result = self.beat().await;
                    self.report(&result);
                    let _ = reply.send(last_batch);
                }
                Some(Command::Leave(reply)) => {
                    self.leave().await;
                    let _ = reply.send(());
                    return;
                }
                None => return,
            }
        }
    }

    fn report(&mut self, result: &Result<(), StoreError>) {
        match result {
            Ok(()) if !self.is_answered => tracing::info!("the database answers again"),
            Err(StoreError::Unavailable { reason } | StoreError::Failed { reason })
                if self.is_answered =>
            {
                tracing::error!(%reason, "the database does not answer; requests get 503 until it does");
            }
            _ => {}
        }
        self.is_answered = result.is_ok();
    }

    /// Lengthens the lease, or takes another if it was lost.
    async fn beat(&mut self) -> Result<(), StoreError> {
        let Some(this) = self.this.clone() else {
            return Ok(());
        };
        let held = *self.current.borrow();
        let result = async {
            let connection = self.connection.get().await?;
            let copy = match held {
                Some(copy) if lengthen(connection, copy).await? => copy,
                _ => begin(connection, &this).await?,
            };
            let state = look_around(connection, &this).await?;
            Ok::<_, StoreError>((copy, state))
        }
        .await;
        match result {
            Ok((copy, state)) => {
                if held.is_some_and(|held| held != copy) {
                    tracing::warn!(
                        "this copy had lost its lease; what was in progress has to be asked for again"
                    );
                }
                self.current.send_replace(Some(copy));
                publish(state);
                self.state.send_replace(state);
                Ok(())
            }
            Err(error) => {
                self.connection.give_up();
                self.state.send_modify(|state| state.is_alive = false);
                publish(*self.state.borrow());
                Err(error)
            }
        }
    }

    async fn abandon(&mut self, copy: CopyId) -> Option<i64> {
        // From now on nothing is set aside under it.
        self.current.send_if_modified(|current| {
            let is_this = *current == Some(copy);
            if is_this {
                *current = None;
            }
            is_this
        });
        let inquire = async {
            loop {
                match self.end(copy).await {
                    Ok(last_batch) => return last_batch,
                    Err(_) => {
                        self.connection.give_up();
                        tokio::time::sleep(INQUIRY_PAUSE).await;
                    }
                }
            }
        };
        tokio::time::timeout(INQUIRY, inquire).await.ok().flatten()
    }

    /// Ends a lease. Waits for a batch of the copy that is still under way, which has its row.
    async fn end(&mut self, copy: CopyId) -> Result<Option<i64>, StoreError> {
        let connection = self.connection.get().await?;
        bounded(
            sqlx::query_scalar(
                "UPDATE copies SET lease_end = 0 WHERE id = $1 RETURNING last_batch",
            )
            .bind(copy)
            .fetch_optional(connection),
        )
        .await
    }

    async fn leave(&mut self) {
        self.this = None;
        let current = self.current.send_replace(None);
        if let Some(copy) = current
            && let Err(error) = self.end(copy).await
        {
            tracing::warn!(%error, "the lease of this copy ends by itself");
        }
        self.connection.close().await;
    }
}

/// Has the metrics say what is known.
fn publish(state: CopyState) {
    metrics::gauge!("dragoman_copies").set(f64::from(state.answering));
    metrics::gauge!("dragoman_copy_alive").set(f64::from(u8::from(state.is_alive)));
    metrics::gauge!("dragoman_copies_configured_otherwise").set(f64::from(state.differing));
    let ahead = i32::try_from(state.clock_ahead).unwrap_or(i32::MAX);
    metrics::gauge!("dragoman_database_clock_ahead_seconds").set(f64::from(ahead) / 1000.0);
}

async fn lengthen(connection: &mut PgConnection, copy: CopyId) -> Result<bool, StoreError> {
    let lengthened = sqlx::query(
        "UPDATE copies SET lease_end = milliseconds_now() + $2 WHERE id = $1 AND lease_end > milliseconds_now()",
    )
    .bind(copy)
    .bind(LEASE)
    .execute(connection);
    Ok(bounded(lengthened).await?.rows_affected() > 0)
}

/// Begins a lease, and forgets copies that have been gone for long.
async fn begin(connection: &mut PgConnection, this: &CopyOptions) -> Result<CopyId, StoreError> {
    bounded(
        sqlx::query("DELETE FROM copies WHERE lease_end < milliseconds_now() - $1 AND started < milliseconds_now() - $1")
            .bind(REMEMBERED)
            .execute(&mut *connection),
    )
    .await?;
    bounded(
        sqlx::query_scalar(
            "INSERT INTO copies (machine, version, configuration, answers, workers, started, lease_end)
             VALUES ($1, $2, $3, $4, $5, milliseconds_now(), milliseconds_now() + $6) RETURNING id",
        )
        .bind(&this.machine)
        .bind(env!("CARGO_PKG_VERSION"))
        .bind(this.configuration.as_slice())
        .bind(this.answers)
        .bind(i64::from(this.workers))
        .bind(LEASE)
        .fetch_one(connection),
    )
    .await
}

async fn look_around(
    connection: &mut PgConnection,
    this: &CopyOptions,
) -> Result<CopyState, StoreError> {
    let asked = this.clock.now().as_millisecond();
    let row = bounded(
        sqlx::query(
            "SELECT count(*) FILTER (WHERE answers) AS answering,
                    coalesce(sum(workers), 0)::bigint AS workers,
                    count(*) FILTER (WHERE configuration <> $1) AS differing,
                    milliseconds_now() AS now
             FROM copies WHERE lease_end > milliseconds_now()",
        )
        .bind(this.configuration.as_slice())
        .fetch_one(connection),
    )
    .await?;
    let answered = this.clock.now().as_millisecond();
    let number =
        |column| Ok::<_, StoreError>(u32::try_from(to_count(&row, column)?).unwrap_or(u32::MAX));
    Ok(CopyState {
        is_alive: true,
        answering: number("answering")?,
        workers: number("workers")?,
        differing: number("differing")?,
        // It was read about halfway between the two.
        clock_ahead: row.integer("now")? - asked.midpoint(answered),
    })
}
