//! The usage ledger: one task that owns the only connection which writes counts.
//!
//! All reservations and counts pass through this task one after the other, so a limit cannot be
//! overshot by requests that run at the same time. It takes everything that waits in its queue at
//! once and commits it together: under load one wait for the disk serves many requests (group
//! commit).

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, Product, Reservation, ReservationId, ReserveError, StoreError, TagReport, Usage,
    UsageLedger, UsageOwner,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::collections::HashMap;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::SqliteStore;
use crate::columns::{failed, from_count, to_count, to_limit};

/// Commands that may wait for the ledger; the admission of requests keeps the number far below.
const QUEUE_LENGTH: usize = 4096;

/// The most commands that are carried out with one commit.
const LARGEST_BATCH: usize = 256;

enum Command {
    Reserve(Reservation, oneshot::Sender<Result<(), ReserveError>>),
    Settle(ReservationId, oneshot::Sender<Result<(), StoreError>>),
    Release(ReservationId),
    Stop(oneshot::Sender<()>),
}

/// Sends commands to the ledger's task. The task ends with the last sender.
#[derive(Debug, Clone)]
pub(crate) struct LedgerWriter {
    commands: mpsc::Sender<Command>,
}

impl LedgerWriter {
    pub(crate) async fn start(options: SqliteConnectOptions) -> Result<Self, StoreError> {
        let connection = options.connect().await.map_err(failed)?;
        let (commands, queue) = mpsc::channel(QUEUE_LENGTH);
        let ledger = Ledger {
            connection,
            reserved: HashMap::new(),
        };
        tokio::spawn(ledger.run(queue));
        Ok(Self { commands })
    }

    /// Waits until everything sent so far is written. What is sent later fails.
    pub(crate) async fn stop(&self) {
        // A failure to send or to receive means that the ledger has stopped already.
        let _ = self.send(Command::Stop).await;
    }

    async fn send<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, StoreError> {
        let stopped = || StoreError::Failed {
            reason: "the usage ledger has stopped".to_owned(),
        };
        let (reply, answer) = oneshot::channel();
        self.commands
            .send(command(reply))
            .await
            .map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())
    }
}

struct Ledger {
    connection: SqliteConnection,
    reserved: HashMap<ReservationId, Reservation>,
}

impl Ledger {
    async fn run(mut self, mut queue: mpsc::Receiver<Command>) {
        let mut batch = Vec::with_capacity(LARGEST_BATCH);
        let mut stopped = None;
        while queue.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
            let mut settlements = Vec::new();
            for command in batch.drain(..) {
                match command {
                    Command::Reserve(reservation, reply) => {
                        let id = reservation.id;
                        let outcome = self.reserve(reservation).await;
                        let accepted = outcome.is_ok();
                        if reply.send(outcome).is_err() && accepted {
                            // Nobody waits any more, so nobody would release it.
                            self.reserved.remove(&id);
                        }
                    }
                    Command::Settle(id, reply) => settlements.push((id, reply)),
                    Command::Release(id) => {
                        self.reserved.remove(&id);
                    }
                    Command::Stop(reply) => {
                        queue.close();
                        stopped = Some(reply);
                    }
                }
            }
            self.settle_all(settlements).await;
        }
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "the usage ledger did not close its file cleanly");
        }
        if let Some(reply) = stopped {
            let _ = reply.send(());
        }
    }

    async fn reserve(&mut self, reservation: Reservation) -> Result<(), ReserveError> {
        let owner = &reservation.owner;
        let row = counts_and_limits(&mut self.connection, owner).await?;
        let (mut account, mut key) = (
            to_count(&row, "account_characters")?,
            to_count(&row, "key_characters")?,
        );
        for other in self.reserved.values() {
            if other.owner.account() == owner.account() && other.owner.period == owner.period {
                account += other.characters;
                if other.owner.key == owner.key {
                    key += other.characters;
                }
            }
        }
        let passes = |used: u64, limit: Option<u64>| {
            limit.is_some_and(|limit| used.saturating_add(reservation.characters) > limit)
        };
        if passes(account, to_limit(&row, "account_limit")?) {
            return Err(ReserveError::AccountLimit);
        }
        if passes(key, to_limit(&row, "key_limit")?) {
            return Err(ReserveError::KeyLimit);
        }
        self.reserved.insert(reservation.id, reservation);
        Ok(())
    }

    /// Counts the reservations in one transaction: all of them or, if it fails, none.
    async fn settle_all(
        &mut self,
        settlements: Vec<(ReservationId, oneshot::Sender<Result<(), StoreError>>)>,
    ) {
        let (known, unknown): (Vec<_>, Vec<_>) = settlements
            .into_iter()
            .partition(|(id, _)| self.reserved.contains_key(id));
        for (_, reply) in unknown {
            // Nothing can be delivered as counted that was never set aside, or was counted before.
            let _ = reply.send(Err(StoreError::Failed {
                reason: "there is no such reservation".to_owned(),
            }));
        }
        // Counted or failed, these requests are over and nothing is set aside for them any more.
        let reservations: Vec<Reservation> = known
            .iter()
            .filter_map(|(id, _)| self.reserved.remove(id))
            .collect();
        let outcome = count(&mut self.connection, &reservations).await;
        for (_, reply) in known {
            // The caller may be gone; the count stands, for the work was done.
            let _ = reply.send(outcome.clone());
        }
    }
}

async fn counts_and_limits(
    connection: &mut SqliteConnection,
    owner: &UsageOwner,
) -> Result<SqliteRow, StoreError> {
    sqlx::query(
        "SELECT accounts.character_limit AS account_limit,
                keys.character_limit AS key_limit,
                (SELECT coalesce(sum(characters), 0) FROM usage
                 WHERE account = ?1 AND period_start = ?2) AS account_characters,
                (SELECT coalesce(sum(characters), 0) FROM usage
                 WHERE account = ?1 AND period_start = ?2 AND key = ?3) AS key_characters
         FROM keys JOIN accounts ON accounts.id = keys.account
         WHERE keys.id = ?3 AND accounts.id = ?1",
    )
    .bind(owner.account().to_string())
    .bind(owner.period.start.as_millisecond())
    .bind(owner.key.key.to_string())
    .fetch_one(connection)
    .await
    .map_err(failed)
}

async fn count(
    connection: &mut SqliteConnection,
    reservations: &[Reservation],
) -> Result<(), StoreError> {
    let totals = totals(reservations);
    if totals.is_empty() {
        return Ok(());
    }
    let tag_totals = tag_totals(reservations);
    if let ([total], []) = (totals.as_slice(), tag_totals.as_slice()) {
        // A statement alone is a transaction. Every statement more is a way to the connection's
        // thread and back, which costs more than the statement.
        return add(connection, total).await;
    }
    let mut transaction = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed)?;
    for total in &totals {
        add(&mut transaction, total).await?;
    }
    for total in &tag_totals {
        add_tagged(&mut transaction, total).await?;
    }
    transaction.commit().await.map_err(failed)
}

/// What is to be added to one counter.
struct Total {
    owner: UsageOwner,
    product: Product,
    characters: u64,
}

/// The sum for each counter: most requests that are counted together come from few keys.
fn totals(reservations: &[Reservation]) -> Vec<Total> {
    let mut totals: Vec<Total> = Vec::new();
    for reservation in reservations {
        let same = totals
            .iter_mut()
            .find(|total| total.owner == reservation.owner && total.product == reservation.product);
        match same {
            Some(total) => {
                total.characters = total.characters.saturating_add(reservation.characters);
            }
            None => totals.push(Total {
                owner: reservation.owner,
                product: reservation.product,
                characters: reservation.characters,
            }),
        }
    }
    totals
}

async fn add(connection: &mut SqliteConnection, total: &Total) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO usage (account, period_start, key, product, characters)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET characters = characters + excluded.characters",
    )
    .bind(total.owner.account().to_string())
    .bind(total.owner.period.start.as_millisecond())
    .bind(total.owner.key.key.to_string())
    .bind(total.product.as_str())
    .bind(from_count(total.characters))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

/// What is to be added to the counter of one tag.
struct TagTotal {
    account: AccountId,
    report: TagReport,
    product: Product,
    characters: u64,
}

/// The sum for each tag.
fn tag_totals(reservations: &[Reservation]) -> Vec<TagTotal> {
    let mut totals: Vec<TagTotal> = Vec::new();
    for reservation in reservations {
        let Some(report) = &reservation.report else {
            continue;
        };
        let account = reservation.owner.account();
        let same = totals.iter_mut().find(|total| {
            (&total.account, &total.report, &total.product)
                == (&account, report, &reservation.product)
        });
        match same {
            Some(total) => {
                total.characters = total.characters.saturating_add(reservation.characters);
            }
            None => totals.push(TagTotal {
                account,
                report: report.clone(),
                product: reservation.product,
                characters: reservation.characters,
            }),
        }
    }
    totals
}

async fn add_tagged(connection: &mut SqliteConnection, total: &TagTotal) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tagged_usage (account, day, tag, product, characters)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET characters = characters + excluded.characters",
    )
    .bind(total.account.to_string())
    .bind(total.report.day)
    .bind(total.report.tag.as_str())
    .bind(total.product.as_str())
    .bind(from_count(total.characters))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

#[async_trait]
impl UsageLedger for SqliteStore {
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError> {
        self.ledger
            .send(|reply| Command::Reserve(reservation.clone(), reply))
            .await?
    }

    async fn settle(&self, id: ReservationId) -> Result<(), StoreError> {
        self.ledger.send(|reply| Command::Settle(id, reply)).await?
    }

    fn release(&self, id: ReservationId) {
        if let Err(TrySendError::Full(release)) =
            self.ledger.commands.try_send(Command::Release(id))
        {
            // It must not be lost, and the caller cannot wait. A closed ledger holds nothing.
            let commands = self.ledger.commands.clone();
            tokio::spawn(async move { commands.send(release).await });
        }
    }

    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        let row = counts_and_limits(&mut connection, owner).await?;
        Ok(Usage {
            account_characters: to_count(&row, "account_characters")?,
            key_characters: to_count(&row, "key_characters")?,
        })
    }
}
