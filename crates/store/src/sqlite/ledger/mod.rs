//! The usage ledger: one task that owns the only connection which writes counts.
//!
//! All reservations and counts pass through this task one after the other, so a limit cannot be
//! overshot by requests that run at the same time. It takes everything that waits in its queue at
//! once and commits it together: under load one wait for the disk serves many requests (group
//! commit).

mod counts;
mod documents;
mod notices;
mod periods;
mod reservations;
mod tags;

use std::collections::{HashMap, HashSet};
use std::slice;
use std::sync::Arc;

use dragoman_domain::{
    CharacterLimit, DocumentId, KeyId, Reservation, ReservationId, ReserveError, SettleError,
    StoreError,
};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::rows::faults::failed;
use counts::Total;
use notices::NewNotice;
use periods::{KeyLimit, Periods};
use reservations::{Reservations, Reserved};
use tags::Tags;

pub(crate) use counts::usage;

/// Commands that may wait for the ledger; the admission of requests keeps the number far below.
const QUEUE_LENGTH: usize = 4096;

/// The most commands that are carried out with one commit.
const LARGEST_BATCH: usize = 256;

enum Command {
    Reserve(Reservation, oneshot::Sender<Result<(), ReserveError>>),
    Settle(ReservationId, oneshot::Sender<Result<(), SettleError>>),
    Adjust(DocumentId, u64, oneshot::Sender<Result<(), ReserveError>>),
    Release(ReservationId),
    Stop(oneshot::Sender<()>),
}

/// Sends commands to the ledger's task. The task ends with the last sender.
#[derive(Debug, Clone)]
pub(crate) struct LedgerWriter {
    commands: mpsc::Sender<Command>,
    notice_added: Arc<Notify>,
}

impl LedgerWriter {
    /// Starts the ledger's task. `documents` are the connections that rows of documents are rewritten with.
    pub(crate) async fn start(
        options: SqliteConnectOptions,
        documents: SqlitePool,
    ) -> Result<Self, StoreError> {
        let mut connection = options.connect().await.map_err(failed)?;
        let mut reserved = Reservations::default();
        for of_document in documents::reserved(&mut connection).await? {
            reserved.insert(of_document);
        }
        let (commands, queue) = mpsc::channel(QUEUE_LENGTH);
        let notice_added = Arc::new(Notify::new());
        let ledger = Ledger {
            connection,
            documents,
            reserved,
            periods: Periods::default(),
            tags: Tags::default(),
            notice_added: Arc::clone(&notice_added),
        };
        dragoman_tasks::spawn(ledger.run(queue));
        Ok(Self {
            commands,
            notice_added,
        })
    }

    /// Waits until a notice was added since this was last called.
    pub(crate) async fn notice_added(&self) {
        self.notice_added.notified().await;
    }

    /// Waits until everything sent so far is written. What is sent later fails.
    pub(crate) async fn stop(&self) {
        // A failure to send or to receive means that the ledger has stopped already.
        let _ = self.send(Command::Stop).await;
    }

    /// Sets characters aside, if the limits leave room for them.
    pub(crate) async fn reserve(&self, reservation: Reservation) -> Result<(), ReserveError> {
        self.send(|reply| Command::Reserve(reservation, reply))
            .await?
    }

    /// Counts what was set aside.
    pub(crate) async fn settle(&self, id: ReservationId) -> Result<(), SettleError> {
        self.send(|reply| Command::Settle(id, reply)).await?
    }

    /// Sets another number of characters aside for a document, and notes it in its row.
    pub(crate) async fn adjust(
        &self,
        document: DocumentId,
        characters: u64,
    ) -> Result<(), ReserveError> {
        self.send(|reply| Command::Adjust(document, characters, reply))
            .await?
    }

    /// Gives back what was set aside, without waiting for it.
    pub(crate) fn release(&self, id: ReservationId) {
        if let Err(TrySendError::Full(release)) = self.commands.try_send(Command::Release(id)) {
            // It must not be lost, and the caller cannot wait. A closed ledger holds nothing.
            let commands = self.commands.clone();
            dragoman_tasks::spawn(async move { commands.send(release).await });
        }
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
    documents: SqlitePool,
    reserved: Reservations,
    periods: Periods,
    tags: Tags,
    notice_added: Arc<Notify>,
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
                            self.reserved.remove(id);
                        }
                    }
                    Command::Adjust(id, characters, reply) => {
                        // The document has so many characters, whoever wants to know.
                        let _ = reply.send(self.adjust(id, characters).await);
                    }
                    Command::Settle(id, reply) => settlements.push((id, reply)),
                    Command::Release(id) => {
                        self.reserved.remove(id);
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
        let key_limit = self.check_room(&reservation).await?;
        self.reserved.insert(Reserved {
            reservation,
            key_limit,
        });
        Ok(())
    }

    async fn adjust(&mut self, id: DocumentId, characters: u64) -> Result<(), ReserveError> {
        // Taken out, so that what it was takes no room from what it is to be.
        let Some(before) = self.reserved.remove(ReservationId::Document(id)) else {
            return Ok(());
        };
        let adjusted = self.adjusted(before.clone(), id, characters).await;
        let (reserved, outcome) = match adjusted {
            Ok(adjusted) => (adjusted.unwrap_or(before), Ok(())),
            Err(error) => (before, Err(error)),
        };
        self.reserved.insert(reserved);
        outcome
    }

    /// What is to be set aside for a document in place of what was, once its row says so; none if there is nothing to do.
    async fn adjusted(
        &mut self,
        mut reserved: Reserved,
        id: DocumentId,
        characters: u64,
    ) -> Result<Option<Reserved>, ReserveError> {
        let is_more = characters > reserved.reservation.characters;
        reserved.reservation.characters = characters;
        if is_more {
            reserved.key_limit = self.check_room(&reserved.reservation).await?;
        }
        let is_noted = documents::set_characters(&self.documents, id, characters).await?;
        Ok(is_noted.then_some(reserved))
    }

    /// Whether one more reservation fits: then the limit of its key.
    async fn check_room(
        &mut self,
        reservation: &Reservation,
    ) -> Result<CharacterLimit, ReserveError> {
        let owner = reservation.owner;
        let terms = counts::terms(&mut self.connection, owner.key).await?;
        if !terms.is_active {
            return Err(ReserveError::KeyDeactivated);
        }
        let counted = self.periods.of(&mut self.connection, &owner).await?;
        let set_aside = self.reserved.in_period(&owner);
        let of_account = counted.of_account().saturating_add(set_aside.of_account);
        let of_key = counted.of_key(owner.key).saturating_add(set_aside.of_key);
        let passes = |used: u64, limit: Option<u64>| {
            limit.filter(|limit| used.saturating_add(reservation.characters) > *limit)
        };
        if passes(of_account, terms.account_limit).is_some() {
            return Err(ReserveError::AccountLimit);
        }
        if let Some(limit) = passes(of_key, terms.key_limit) {
            if let Some(notice) = counted.notice_of_refusal(reservation, limit) {
                match notices::add(&mut self.connection, &notice).await {
                    Ok(()) => {
                        counted.noticed(&notice);
                        self.notice_added.notify_one();
                    }
                    // The next refusal tries again; this one is one all the same.
                    Err(error) => tracing::error!(%error, "a notice of a limit was not kept"),
                }
            }
            return Err(ReserveError::KeyLimit);
        }
        Ok(terms.key_limit)
    }

    /// Counts the reservations of requests in one transaction, all of them or, if it fails, none, and those of documents
    /// one by one.
    async fn settle_all(
        &mut self,
        settlements: Vec<(ReservationId, oneshot::Sender<Result<(), SettleError>>)>,
    ) {
        let mut known = Vec::with_capacity(settlements.len());
        let mut replies = Vec::with_capacity(settlements.len());
        for (id, reply) in settlements {
            if let ReservationId::Document(_) = id {
                // The caller may be gone, here and below; the count stands, for the work was done.
                let _ = reply.send(self.settle_document(id).await);
                continue;
            }
            // Counted or failed, these requests are over and nothing is set aside for them any more.
            match self.reserved.remove(id) {
                Some(reserved) => {
                    known.push(reserved);
                    replies.push(reply);
                }
                None => drop(reply.send(Err(not_set_aside()))),
            }
        }
        let counted = self.count(&known).await;
        for (reserved, reply) in known.iter().zip(replies) {
            let _ = reply.send(outcome_for(reserved, &counted));
        }
    }

    /// Counts what is set aside for a document. What fails leaves it set aside, for the document is still
    /// there to be fetched.
    async fn settle_document(&mut self, id: ReservationId) -> Result<(), SettleError> {
        let reserved = self.reserved.get(id).ok_or_else(not_set_aside)?.clone();
        let owner = reserved.reservation.owner;
        // Since the start nobody may have asked for the counts that say whether a notice is due.
        self.periods.of(&mut self.connection, &owner).await?;
        let counted = self.count(slice::from_ref(&reserved)).await;
        outcome_for(&reserved, &counted)?;
        self.reserved.remove(id);
        Ok(())
    }

    /// The notices that are due once the totals are written.
    async fn notices(
        &mut self,
        reserved: &[Reserved],
        totals: &[Total],
    ) -> Result<Vec<NewNotice>, StoreError> {
        let limited = reserved.iter().filter_map(|reserved| {
            let Reserved {
                reservation,
                key_limit,
            } = reserved;
            let limit = KeyLimit {
                characters: (*key_limit)?,
                at: reservation.at,
            };
            Some((reservation.owner.key, limit))
        });
        let limited: HashMap<KeyId, KeyLimit> = limited.collect();
        let mut notices = Vec::new();
        for (key, limit) in limited {
            if self.periods.notice(key, totals, limit).is_none() {
                continue;
            }
            // It may have been changed since the reservation.
            let terms = counts::terms(&mut self.connection, key).await?;
            let now = terms.key_limit.map(|characters| KeyLimit {
                characters,
                ..limit
            });
            notices.extend(now.and_then(|limit| self.periods.notice(key, totals, limit)));
        }
        Ok(notices)
    }

    /// Counts reservations, but for those of keys that are deactivated by now: which these are.
    async fn count(&mut self, reserved: &[Reserved]) -> Result<HashSet<KeyId>, StoreError> {
        let totals = counts::totals(reserved.iter().map(|reserved| &reserved.reservation));
        if totals.is_empty() {
            return Ok(HashSet::new());
        }
        let notices = self.notices(reserved, &totals).await?;
        let written = write(
            &mut self.connection,
            &mut self.tags,
            reserved,
            &totals,
            &notices,
        );
        match written.await {
            Ok(deactivated) => {
                let is_written = |key: &KeyId| !deactivated.contains(key);
                let totals: Vec<Total> = totals
                    .into_iter()
                    .filter(|total| is_written(&total.owner.key))
                    .collect();
                let notices: Vec<NewNotice> = notices
                    .into_iter()
                    .filter(|notice| is_written(&notice.key))
                    .collect();
                self.periods.written(&totals, &notices);
                if !notices.is_empty() {
                    self.notice_added.notify_one();
                }
                Ok(deactivated)
            }
            Err(error) => {
                self.periods.forget();
                self.tags.forget();
                Err(error)
            }
        }
    }
}

/// Nothing can be delivered as counted that was never set aside, or was counted before.
fn not_set_aside() -> SettleError {
    SettleError::Store(StoreError::Failed {
        reason: "there is no such reservation".to_owned(),
    })
}

/// What became of one of the reservations that were counted, but for those of deactivated keys.
fn outcome_for(
    reserved: &Reserved,
    deactivated: &Result<HashSet<KeyId>, StoreError>,
) -> Result<(), SettleError> {
    match deactivated {
        Ok(deactivated) if deactivated.contains(&reserved.reservation.owner.key) => {
            Err(SettleError::KeyDeactivated)
        }
        Ok(_) => Ok(()),
        Err(error) => Err(SettleError::Store(error.clone())),
    }
}

/// Writes everything in one transaction, but for what belongs to keys that are deactivated: which
/// these are. A document that cannot be marked as counted makes all of it fail.
async fn write(
    connection: &mut SqliteConnection,
    tags: &mut Tags,
    reserved: &[Reserved],
    totals: &[Total],
    notices: &[NewNotice],
) -> Result<HashSet<KeyId>, StoreError> {
    let is_plain = reserved.iter().all(|Reserved { reservation, .. }| {
        reservation.tag.is_none() && matches!(reservation.id, ReservationId::Request(_))
    });
    if let ([total], true, []) = (totals, is_plain, notices) {
        // A statement alone is a transaction. Every statement more is a way to the connection's
        // thread and back, which costs more than the statement.
        let is_added = counts::add(connection, total).await?;
        return Ok((!is_added).then_some(total.owner.key).into_iter().collect());
    }
    let mut transaction = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed)?;
    let mut deactivated = HashSet::new();
    for total in totals {
        if !counts::add(&mut transaction, total).await? {
            deactivated.insert(total.owner.key);
        }
    }
    let counted = reserved.iter().map(|reserved| &reserved.reservation);
    let counted = counted.filter(|reservation| !deactivated.contains(&reservation.owner.key));
    for total in &tags::totals(counted) {
        tags.add(&mut transaction, total).await?;
    }
    for Reserved { reservation, .. } in reserved {
        if let ReservationId::Document(id) = reservation.id
            && !deactivated.contains(&reservation.owner.key)
            && !documents::mark_billed(&mut transaction, id).await?
        {
            return Err(StoreError::Failed {
                reason: "the document is gone, not translated, or counted already".to_owned(),
            });
        }
    }
    for notice in notices {
        if !deactivated.contains(&notice.key) {
            notices::add(&mut transaction, notice).await?;
        }
    }
    transaction.commit().await.map_err(failed)?;
    Ok(deactivated)
}
