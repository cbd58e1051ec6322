//! What waits is carried out together: one statement for many that ask at the same time.

use std::fmt;

use dragoman_domain::StoreError;
use tokio::sync::{mpsc, oneshot};

/// Commands that may wait; the admission of requests keeps the number far below.
const QUEUE_LENGTH: usize = 4096;

/// The most that are carried out together.
const LARGEST_BATCH: usize = 256;

/// Carries out commands, as many together as wait.
pub(super) trait CarryOut<C>: Send + 'static {
    /// Carries out some commands and answers to each.
    fn carry_out(&mut self, commands: Vec<C>) -> impl Future<Output = ()> + Send;

    /// Ends what it has, once nothing more comes.
    fn close(self) -> impl Future<Output = ()> + Send;
}

enum Message<C> {
    Command(C),
    Stop(oneshot::Sender<()>),
}

/// The way to a task that carries out commands, which ends with the last of these.
pub(super) struct Gatherer<C>(mpsc::Sender<Message<C>>);

impl<C> fmt::Debug for Gatherer<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Gatherer(..)")
    }
}

impl<C> Clone for Gatherer<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Send + 'static> Gatherer<C> {
    pub(super) fn start(worker: impl CarryOut<C>) -> Self {
        let (commands, queue) = mpsc::channel(QUEUE_LENGTH);
        dragoman_tasks::spawn(gather(worker, queue));
        Self(commands)
    }

    pub(super) async fn send(&self, command: C) -> Result<(), StoreError> {
        let sent = self.0.send(Message::Command(command)).await;
        sent.map_err(|_| stopped())
    }

    /// Sends without waiting: what does not fit into the queue waits in a task of its own.
    pub(super) fn send_later(&self, command: C) {
        let sent = self.0.try_send(Message::Command(command));
        if let Err(mpsc::error::TrySendError::Full(message)) = sent {
            let commands = self.0.clone();
            dragoman_tasks::spawn(async move { commands.send(message).await });
        }
    }

    /// Waits until everything sent so far is carried out. What is sent later fails.
    pub(super) async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        // A failure to send or to receive means that it has stopped already.
        if self.0.send(Message::Stop(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

async fn gather<C: Send + 'static>(
    mut worker: impl CarryOut<C>,
    mut queue: mpsc::Receiver<Message<C>>,
) {
    let mut batch = Vec::with_capacity(LARGEST_BATCH);
    let mut stopped = Vec::new();
    while queue.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
        let mut commands = Vec::with_capacity(batch.len());
        for message in batch.drain(..) {
            match message {
                Message::Command(command) => commands.push(command),
                Message::Stop(reply) => {
                    queue.close();
                    stopped.push(reply);
                }
            }
        }
        if !commands.is_empty() {
            worker.carry_out(commands).await;
        }
    }
    worker.close().await;
    for reply in stopped {
        // Who waited may have gone.
        let _ = reply.send(());
    }
}

/// Counts a call of the database, and how many requests it serves.
pub(super) fn count_call(kind: &'static str, requests: usize) {
    metrics::counter!("dragoman_database_statements_total", "kind" => kind).increment(1);
    metrics::counter!("dragoman_database_requests_total", "kind" => kind)
        .increment(requests as u64);
}

/// What is said once the store is closed.
pub(super) fn stopped() -> StoreError {
    StoreError::Failed {
        reason: "the store has been closed".to_owned(),
    }
}
