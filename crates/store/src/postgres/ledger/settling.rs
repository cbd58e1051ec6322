//! Counts what was set aside, or gives it back, for all requests that wait at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use dragoman_domain::{ReportingTag, ReservationId, SettleError, StoreError};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::live::{Live, LiveReservations, lease_lost};
use super::{GENERIC_PLANS, levels, not_set_aside};
use crate::postgres::connection::{OwnConnection, bounded};
use crate::postgres::copies::{Copies, CopyId};
use crate::postgres::gatherer::{CarryOut, Gatherer, count_call};

pub(super) enum Settling {
    Settle(ReservationId, oneshot::Sender<Result<(), SettleError>>),
    Release(ReservationId),
    /// Says when everything sent before is carried out.
    Flush(oneshot::Sender<()>),
}

type Reply = oneshot::Sender<Result<(), SettleError>>;

/// What one call is about.
#[derive(Default)]
struct Batch {
    counted: Vec<(Live, Reply)>,
    given_back: Vec<Live>,
    /// How many were to be given back, whether or not they were there.
    released: u64,
    flushed: Vec<oneshot::Sender<()>>,
}

/// By account, key, day, product and period.
type Counter = (Uuid, Uuid, i64, &'static str, (i64, i64));

pub(super) struct Settler {
    connection: OwnConnection,
    copies: Copies,
    live: Arc<LiveReservations>,
    /// The number of the last call.
    batch: i64,
    /// What is to be given back with the next call, since the database could not be asked to count it.
    owed: Vec<Live>,
}

impl Settler {
    pub(super) fn start(
        options: PgConnectOptions,
        copies: Copies,
        live: Arc<LiveReservations>,
    ) -> Gatherer<Settling> {
        // A call must not hold the accounts that it locks while the disk is waited for: that is done apart.
        let options = options.options([("synchronous_commit", "off"), GENERIC_PLANS]);
        Gatherer::start(Self {
            connection: OwnConnection::new(options),
            copies,
            live,
            batch: 0,
            owed: Vec::new(),
        })
    }

    /// What can be settled under the lease that this copy has; the others are told that they cannot.
    fn batch(&mut self, copy: Result<CopyId, StoreError>, commands: Vec<Settling>) -> Batch {
        let mut batch = Batch::default();
        for live in std::mem::take(&mut self.owed) {
            batch.released += 1;
            batch
                .given_back
                .extend(Some(live).filter(|live| Ok(live.copy) == copy));
        }
        for command in commands {
            match command {
                Settling::Settle(id, reply) => match (self.live.remove(id), &copy) {
                    (Some(live), Ok(copy)) if live.copy == *copy => {
                        batch.counted.push((live, reply));
                    }
                    (Some(_), Ok(_)) => drop(reply.send(Err(lease_lost().into()))),
                    (Some(_), Err(error)) => drop(reply.send(Err(error.clone().into()))),
                    (None, _) => drop(reply.send(Err(not_set_aside()))),
                },
                Settling::Release(id) => {
                    batch.released += 1;
                    // Without the lease nothing is set aside any more.
                    let live = self.live.remove(id);
                    batch
                        .given_back
                        .extend(live.filter(|live| Ok(live.copy) == copy));
                }
                Settling::Flush(reply) => batch.flushed.push(reply),
            }
        }
        batch
    }

    async fn carry_out_batch(&mut self, copy: CopyId, batch: &mut Batch) {
        if let Err(error) = self.connection.get().await {
            self.owed.append(&mut batch.given_back);
            for (live, reply) in batch.counted.drain(..) {
                self.owed.push(live);
                let _ = reply.send(Err(error.clone().into()));
            }
            for _ in &self.owed {
                self.live.releasing();
            }
            return;
        }
        count_call("settle", batch.counted.len());
        let settled = self.settle_for_good(copy, batch).await;
        for (live, reply) in batch.counted.drain(..) {
            let answer = match &settled {
                Ok(Some(deactivated)) if deactivated.contains(&live.key()) => {
                    Err(SettleError::KeyDeactivated)
                }
                Ok(Some(_)) => Ok(()),
                Ok(None) => Err(lease_lost().into()),
                Err(error) => Err(error.clone().into()),
            };
            // The caller may be gone; the count stands, for the work was done.
            let _ = reply.send(answer);
        }
    }

    /// The keys that are deactivated by now, whose characters are not counted; none if the copy has lost its lease.
    async fn settle(
        &mut self,
        copy: CopyId,
        batch: &Batch,
    ) -> Result<Option<Vec<Uuid>>, StoreError> {
        self.batch += 1;
        let number = self.batch;
        let connection = self.connection.get().await?;
        let sums = Sums::of(batch.counted.iter().map(|(live, _)| live));
        let latest = sums.latest;
        let counters: Vec<(Counter, i64)> = sums.counters.into_iter().collect();
        let tags: Vec<_> = sums.tags.into_iter().collect();
        let back = sum_by(&batch.given_back, |live| {
            (live.account(), live.key(), live.day())
        });
        let back: Vec<_> = back.into_iter().collect();
        bounded(
            sqlx::query_scalar(
                "SELECT settle_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                                 $19, $20, $21, $22)",
            )
            .bind(copy)
            .bind(number)
            .bind(column(&counters, |(counter, _)| counter.0))
            .bind(column(&counters, |(counter, _)| counter.1))
            .bind(column(&counters, |(counter, _)| counter.2))
            .bind(column(&counters, |(counter, _)| counter.3))
            .bind(column(&counters, |(_, characters)| *characters))
            .bind(column(&counters, |(counter, _)| counter.4.0))
            .bind(column(&counters, |(counter, _)| counter.4.1))
            .bind(vec![latest; counters.len()])
            .bind(column(&tags, |((account, ..), _)| *account))
            .bind(column(&tags, |((_, key, ..), _)| *key))
            .bind(column(&tags, |((_, _, day, ..), _)| *day))
            .bind(column(&tags, |((_, _, _, tag, _), _)| tag.as_str()))
            .bind(column(&tags, |((_, _, _, _, product), _)| *product))
            .bind(column(&tags, |(_, characters)| *characters))
            .bind(column(&back, |((account, ..), _)| *account))
            .bind(column(&back, |((_, key, _), _)| *key))
            .bind(column(&back, |((_, _, day), _)| *day))
            .bind(column(&back, |(_, characters)| *characters))
            .bind(levels())
            .bind(i64::from(ReportingTag::MOST_OF_DAY))
            .fetch_one(connection),
        )
        .await
    }

    /// The same, and after it the count survives a crash, also where an answer was lost on the way.
    async fn settle_for_good(
        &mut self,
        copy: CopyId,
        batch: &Batch,
    ) -> Result<Option<Vec<Uuid>>, StoreError> {
        let deactivated = match self.settle(copy, batch).await {
            Ok(Some(deactivated)) => deactivated,
            // Of which keys it has counted nothing is lost with the answer.
            Err(_) if self.inquire(copy).await => return Ok(Some(Vec::new())),
            settled => return settled,
        };
        if !batch.counted.is_empty()
            && let Err(error) = self.flush().await
            && !self.inquire(copy).await
        {
            return Err(error);
        }
        Ok(Some(deactivated))
    }

    /// Waits until all that was written before is on the disk: a commit that waits for it waits for those before it.
    async fn flush(&mut self) -> Result<(), StoreError> {
        let connection = self.connection.get().await?;
        let flush = sqlx::query(
            "SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'dragoman', '')",
        );
        bounded(flush.execute(connection)).await?;
        Ok(())
    }

    /// What became of a call whose answer was lost: whether it was carried out, which nothing can change any more.
    async fn inquire(&mut self, copy: CopyId) -> bool {
        self.connection.give_up();
        self.copies.abandon(copy).await == Some(self.batch)
    }
}

impl CarryOut<Settling> for Settler {
    async fn carry_out(&mut self, commands: Vec<Settling>) {
        let copy = self.copies.current();
        let mut batch = self.batch(copy.clone(), commands);
        if let Ok(copy) = copy
            && !(batch.counted.is_empty() && batch.given_back.is_empty())
        {
            self.carry_out_batch(copy, &mut batch).await;
        }
        self.live.released(batch.released);
        for reply in batch.flushed {
            // Who waited may have gone.
            let _ = reply.send(());
        }
    }

    async fn close(mut self) {
        self.connection.close().await;
    }
}

/// The sums of what is counted together: most of it comes from few keys.
struct Sums<'a> {
    counters: HashMap<Counter, i64>,
    tags: HashMap<(Uuid, Uuid, i64, &'a ReportingTag, &'static str), i64>,
    /// When the last of it began.
    latest: i64,
}

impl<'a> Sums<'a> {
    fn of(counted: impl Iterator<Item = &'a Live> + Clone) -> Self {
        let mut tags = HashMap::new();
        for live in counted.clone() {
            if let Some(tag) = &live.reservation.tag {
                let product = live.reservation.product.as_str();
                let counter = (live.account(), live.key(), live.day(), tag, product);
                *tags.entry(counter).or_default() += live.characters();
            }
        }
        Self {
            latest: counted.clone().map(Live::at).max().unwrap_or_default(),
            counters: sum_by(counted, |live| {
                let product = live.reservation.product.as_str();
                (live.account(), live.key(), live.day(), product, live.days())
            }),
            tags,
        }
    }
}

/// The sums of the characters of what is alike.
fn sum_by<'a, K: Eq + Hash>(
    all: impl IntoIterator<Item = &'a Live>,
    alike: impl Fn(&Live) -> K,
) -> HashMap<K, i64> {
    let mut sums = HashMap::new();
    for live in all {
        *sums.entry(alike(live)).or_default() += live.characters();
    }
    sums
}

fn column<'a, R, T>(rows: &'a [R], value: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}
