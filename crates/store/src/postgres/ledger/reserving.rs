//! Sets characters aside, for all requests that wait at once.

use std::sync::Arc;

use dragoman_domain::{Reservation, ReserveError, StoreError, UsagePeriod, day_of};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::oneshot;

use super::live::{Live, LiveReservations, lease_lost};
use super::settling::Settling;
use super::{GENERIC_PLANS, levels};
use crate::postgres::connection::{OwnConnection, bounded};
use crate::postgres::copies::{Copies, CopyId};
use crate::postgres::gatherer::{CarryOut, Gatherer, count_call};

/// A request for characters, and who waits for the answer.
pub(super) struct Reserve {
    pub(super) reservation: Reservation,
    pub(super) reply: oneshot::Sender<Result<(), ReserveError>>,
}

pub(super) struct Reserver {
    connection: OwnConnection,
    copies: Copies,
    live: Arc<LiveReservations>,
    settling: Gatherer<Settling>,
}

impl Reserver {
    pub(super) fn start(
        options: PgConnectOptions,
        copies: Copies,
        live: Arc<LiveReservations>,
        settling: Gatherer<Settling>,
    ) -> Gatherer<Reserve> {
        // Nothing is delivered by these. If the database forgets some in a crash, settling finds that they are not there.
        let options = options.options([("synchronous_commit", "off"), GENERIC_PLANS]);
        Gatherer::start(Self {
            connection: OwnConnection::new(options),
            copies,
            live,
            settling,
        })
    }

    /// What the database says to each; none if the copy has lost its lease.
    async fn reserve(
        &mut self,
        copy: CopyId,
        wanted: &[Live],
    ) -> Result<Option<Vec<String>>, StoreError> {
        let connection = self.connection.get().await?;
        let column = |value: fn(&Live) -> i64| wanted.iter().map(value).collect::<Vec<i64>>();
        bounded(
            sqlx::query_scalar("SELECT reserve_1($1, $2, $3, $4, $5, $6, $7, $8, $9)")
                .bind(copy)
                .bind(wanted.iter().map(Live::account).collect::<Vec<_>>())
                .bind(wanted.iter().map(Live::key).collect::<Vec<_>>())
                .bind(column(|live| live.days().0))
                .bind(column(|live| live.days().1))
                .bind(column(Live::day))
                .bind(column(Live::characters))
                .bind(column(Live::at))
                .bind(levels())
                .fetch_one(connection),
        )
        .await
    }

    fn answer(
        &self,
        live: Live,
        reply: oneshot::Sender<Result<(), ReserveError>>,
        answer: Result<(), ReserveError>,
    ) {
        let id = live.reservation.id;
        let is_set_aside = answer.is_ok();
        if is_set_aside {
            self.live.insert(live);
        }
        if reply.send(answer).is_err() && is_set_aside {
            // Nobody waits any more, so nobody would release it.
            self.live.releasing();
            self.settling.send_later(Settling::Release(id));
        }
    }
}

impl Reserver {
    /// Sets aside what can be, and gives those that a limit refused.
    async fn carry_out_batch(&mut self, copy: CopyId, commands: Vec<Reserve>) -> Vec<Refused> {
        count_call("reserve", commands.len());
        let wanted: Vec<Live> = commands
            .iter()
            .map(|command| Live {
                reservation: command.reservation.clone(),
                copy,
            })
            .collect();
        if let Err(error) = self.connection.get().await {
            refuse(commands, &error);
            return Vec::new();
        }
        let words = match self.reserve(copy, &wanted).await {
            Ok(Some(words)) => words,
            Ok(None) => {
                refuse(commands, &lease_lost());
                return Vec::new();
            }
            Err(error) => {
                self.connection.give_up();
                // It may have been done, and nobody knows by what sums.
                self.copies.abandon(copy).await;
                refuse(commands, &error);
                return Vec::new();
            }
        };
        let mut refused = Vec::new();
        for ((command, live), word) in commands.into_iter().zip(wanted).zip(words) {
            let answer = match word.as_str() {
                "ok" => Ok(()),
                "account" => Err(ReserveError::AccountLimit),
                "key" => Err(ReserveError::KeyLimit),
                _ => Err(ReserveError::KeyDeactivated),
            };
            match answer {
                Err(reason @ (ReserveError::AccountLimit | ReserveError::KeyLimit)) => {
                    refused.push(Refused { command, reason });
                }
                answer => self.answer(live, command.reply, answer),
            }
        }
        refused
    }

    /// Waits until what was given back before is so in the database.
    async fn until_released(&self) {
        let (reply, answer) = oneshot::channel();
        if self.settling.send(Settling::Flush(reply)).await.is_ok() {
            // Whoever has stopped holds nothing.
            let _ = answer.await;
        }
    }
}

/// A request that a limit has no room for.
struct Refused {
    command: Reserve,
    reason: ReserveError,
}

impl CarryOut<Reserve> for Reserver {
    async fn carry_out(&mut self, mut commands: Vec<Reserve>) {
        let copy = match self.copies.current() {
            Ok(copy) => copy,
            Err(error) => return refuse(commands, &error),
        };
        // Those of the same key together, in the order in which they came.
        commands.sort_by_key(|command| {
            let (owner, day) = (&command.reservation.owner, day_of(command.reservation.at));
            let UsagePeriod { start, end } = owner.period;
            (owner.account(), owner.key.key, start, end, day)
        });
        // Before the answer, by which time it may have been done without a part in it.
        let had_some_to_release = self.live.has_some_to_release();
        let mut refused = self.carry_out_batch(copy, commands).await;
        if !refused.is_empty() && (had_some_to_release || self.live.has_some_to_release()) {
            // What this process has given back takes no room from what it asks for afterwards.
            self.until_released().await;
            let again = refused.into_iter().map(|refused| refused.command).collect();
            refused = self.carry_out_batch(copy, again).await;
        }
        for Refused { command, reason } in refused {
            // Who asked may have gone.
            let _ = command.reply.send(Err(reason));
        }
    }

    async fn close(mut self) {
        self.connection.close().await;
    }
}

fn refuse(commands: Vec<Reserve>, error: &StoreError) {
    for command in commands {
        // Who asked may have gone.
        let _ = command.reply.send(Err(error.clone().into()));
    }
}
