//! Who translates documents, and what becomes of them.

use std::time::Duration;

use dragoman_domain::{
    DocumentId, DocumentLease, DocumentOutcome, DocumentProgress, ErrorKind, StoreError,
    StoredDocument,
};
use dragoman_tasks::TaskSet;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};

use super::attempt::Attempt;
use super::failure::Failure;
use super::progress::Progress;
use super::{DocumentError, Documents, blocking};

/// How often somebody begins to work on a document. One during which the program died three times would have it do
/// so again.
const MOST_ATTEMPTS: u32 = 3;

/// How an attempt ended.
enum End {
    Translated(Attempt),
    Failed(Failure),
    /// Somebody else has the document now, or it is gone.
    LeaseLost,
    /// The process ends.
    Stopped,
}

impl Documents {
    /// Begins to keep documents up and, if this process `translates` any, to do so, also what an earlier process left. Once
    /// in a process, and only in one at a time unless the store is one that several share.
    ///
    /// # Errors
    /// [`DocumentError::Store`].
    pub async fn start(&self, translates: bool) -> Result<(), DocumentError> {
        self.inner.ports.documents.end_leases().await?;
        if translates {
            for _ in 0..self.inner.limits.workers.max(1) {
                self.spawn(self.clone().work_until_stopped());
            }
        }
        self.spawn(self.clone().keep_up_until_stopped());
        Ok(())
    }

    /// Ends the work that [`start`](Self::start) began. What was being translated is left to the next
    /// process, and that it was interrupted counts as no attempt. Downloads that end later leave something to
    /// remove: called again after them, this waits for it.
    pub async fn stop(&self) {
        self.inner.stopping.send_replace(true);
        let mut tasks = std::mem::take(&mut *self.tasks());
        while tasks.join_next().await.is_some() {}
    }

    async fn work_until_stopped(self) {
        let mut stopping = self.inner.stopping.subscribe();
        loop {
            if *stopping.borrow() {
                return;
            }
            match self.claim().await {
                Ok(Some((document, lease))) => {
                    // Who sleeps may find another one.
                    self.inner.wake.notify_one();
                    self.work(&document, lease, &mut stopping).await;
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::error!(%error, "no document can be taken up"),
            }
            // Leases that ended wake nobody.
            let rest = self.rest();
            tokio::select! {
                _ = stopping.wait_for(|stops| *stops) => return,
                () = self.inner.wake.notified() => {}
                () = self.inner.ports.documents.until_added() => {}
                () = tokio::time::sleep(rest) => {}
            }
        }
    }

    async fn claim(&self) -> Result<Option<(StoredDocument, DocumentLease)>, StoreError> {
        let mut token = [0; 8];
        self.inner.ports.random.fill(&mut token);
        let token = u64::from_be_bytes(token);
        let workers = u32::try_from(self.inner.limits.workers).unwrap_or(u32::MAX);
        let (documents, lease) = (&self.inner.ports.documents, self.inner.limits.lease);
        documents
            .claim_document(token, self.now(), lease, workers)
            .await
    }

    async fn work(
        &self,
        document: &StoredDocument,
        lease: DocumentLease,
        stopping: &mut watch::Receiver<bool>,
    ) {
        let began = Instant::now();
        let at_work = self.inner.at_work.begin(document.id);
        let task = self.task(document).await;
        let format = task.as_ref().map_or("unknown", |task| task.format.name());
        let end = match task {
            _ if document.attempts > MOST_ATTEMPTS => {
                End::Failed(Failure::Interrupted(MOST_ATTEMPTS))
            }
            Ok(task) => {
                let attempt =
                    Attempt::make(self.clone(), document.clone(), task, at_work.progress());
                self.try_for_lease(lease, attempt, &at_work.progress(), stopping)
                    .await
            }
            Err(failure) => End::Failed(failure),
        };
        let progress = at_work.progress();
        let concluded = match end {
            End::Failed(failure) if failure.is_unavailable() => {
                Ok(self.postpone(lease, stopping).await)
            }
            end => self.conclude(document, lease, end, &progress).await,
        };
        let outcome = match concluded {
            Ok(outcome) => outcome,
            Err(error) if error.kind() == ErrorKind::Unavailable => {
                self.postpone(lease, stopping).await
            }
            Err(error) => {
                // The lease ends by itself, and the document is taken up again.
                tracing::error!(
                    document = %document.id,
                    %error,
                    "the end of an attempt could not be noted"
                );
                "repeated"
            }
        };
        drop(at_work);
        self.inner.ended.notify_waiters();
        count_attempt(format, outcome);
        metrics::histogram!("dragoman_document_seconds", "format" => format)
            .record(began.elapsed());
    }

    /// Goes on with an attempt as long as the lease is kept and the process is not stopped.
    async fn try_for_lease(
        &self,
        lease: DocumentLease,
        work: impl Future<Output = Result<Attempt, Failure>> + Send + 'static,
        progress: &Progress,
        stopping: &mut watch::Receiver<bool>,
    ) -> End {
        // A task of its own, so that a panic ends an attempt and not a worker; in a set, which ends it when
        // the worker is dropped.
        let mut attempt = TaskSet::new();
        attempt.spawn(work);
        let ended = async {
            match attempt.join_next().await {
                Some(Ok(Ok(attempt))) => End::Translated(attempt),
                Some(Ok(Err(failure))) => End::Failed(failure),
                Some(Err(error)) => End::Failed(error.into()),
                None => End::Failed(Failure::Stopped),
            }
        };
        let end = tokio::select! {
            biased;
            end = ended => end,
            () = self.keep_lease(lease, progress) => End::LeaseLost,
            () = progress.given_up() => End::LeaseLost,
            _ = stopping.wait_for(|stops| *stops) => End::Stopped,
        };
        attempt.shutdown().await;
        end
    }

    /// Lengthens a lease until it is lost.
    async fn keep_lease(&self, lease: DocumentLease, progress: &Progress) {
        let mut interval = tokio::time::interval(self.rest());
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        interval.tick().await;
        loop {
            interval.tick().await;
            match self.lengthen(lease, progress.get()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(document = %lease.document, %error, "a lease could not be lengthened");
                }
            }
        }
    }

    async fn lengthen(
        &self,
        lease: DocumentLease,
        progress: DocumentProgress,
    ) -> Result<bool, StoreError> {
        let (documents, duration) = (&self.inner.ports.documents, self.inner.limits.lease);
        documents
            .lengthen_lease(lease, self.now(), duration, progress)
            .await
    }

    /// Notes how an attempt ended, and says so in a word.
    async fn conclude(
        &self,
        document: &StoredDocument,
        lease: DocumentLease,
        end: End,
        progress: &Progress,
    ) -> Result<&'static str, DocumentError> {
        match end {
            End::Translated(attempt) => {
                self.keep_translation(document, lease, attempt, progress)
                    .await
            }
            End::Failed(failure) if failure.is_final() => {
                tracing::info!(document = %document.id, reason = failure.reason(), "a document failed");
                self.fail(document, lease, &failure).await
            }
            End::Failed(failure) => {
                tracing::warn!(
                    document = %document.id,
                    attempt = document.attempts,
                    reason = failure.reason(),
                    "an attempt to translate a document failed"
                );
                if document.attempts >= MOST_ATTEMPTS {
                    self.fail(document, lease, &failure).await
                } else {
                    self.repeat_later(lease, progress).await
                }
            }
            End::LeaseLost => Ok("lost"),
            End::Stopped => {
                let documents = &self.inner.ports.documents;
                documents.give_back_document(lease).await?;
                Ok("stopped")
            }
        }
    }

    async fn keep_translation(
        &self,
        document: &StoredDocument,
        lease: DocumentLease,
        attempt: Attempt,
        progress: &Progress,
    ) -> Result<&'static str, DocumentError> {
        // Who has lost the document must not replace what somebody else has written.
        if !self.lengthen(lease, progress.get()).await? {
            return Ok("lost");
        }
        let warnings = self.seal_warnings(document, &attempt.warnings).await?;
        blocking(move || attempt.file.keep()).await?;
        let documents = &self.inner.ports.documents;
        let outcome = DocumentOutcome::Translated(warnings);
        let expires = self.expiry(self.now());
        if documents
            .finish_document(lease, &outcome, expires, self.inner.limits.documents_of_key)
            .await?
        {
            return Ok("translated");
        }
        if documents
            .document(lease.document, self.now())
            .await?
            .is_none()
        {
            self.remove_files(lease.document).await?;
        }
        Ok("lost")
    }

    async fn fail(
        &self,
        document: &StoredDocument,
        lease: DocumentLease,
        failure: &Failure,
    ) -> Result<&'static str, DocumentError> {
        let (files, id, key) = (self.files(), document.id, document.key.clone());
        let note = failure.note();
        let sealed = blocking(move || files.seal(id, &key, &serde_json::to_vec(&note)?)).await;
        // Without its key it cannot be said any more why a document failed, but it must end.
        let sealed = sealed.unwrap_or_else(|error| {
            tracing::error!(document = %id, %error, "why a document failed could not be noted");
            Vec::new()
        });
        let (outcome, expires) = (DocumentOutcome::Failed(sealed), self.expiry(self.now()));
        let documents = &self.inner.ports.documents;
        if !documents
            .finish_document(lease, &outcome, expires, self.inner.limits.documents_of_key)
            .await?
        {
            return Ok("lost");
        }
        self.remove_files(id).await?;
        Ok("failed")
    }

    /// Leaves the document to another attempt, after a pause: what failed may need some time.
    async fn repeat_later(
        &self,
        lease: DocumentLease,
        progress: &Progress,
    ) -> Result<&'static str, DocumentError> {
        self.lengthen(lease, progress.get()).await?;
        Ok("repeated")
    }

    /// Leaves a document as if the work had not begun, since what data is kept in cannot be reached: after a pause, and
    /// with patience, for the store of the documents may be what is away.
    async fn postpone(
        &self,
        lease: DocumentLease,
        stopping: &mut watch::Receiver<bool>,
    ) -> &'static str {
        loop {
            let is_stopped = tokio::select! {
                _ = stopping.wait_for(|stops| *stops) => true,
                () = tokio::time::sleep(self.rest()) => false,
            };
            let given_back = self.inner.ports.documents.give_back_document(lease);
            match given_back.await {
                Ok(()) => return "postponed",
                // The lease ends by itself.
                Err(_) if is_stopped => return "postponed",
                Err(error) => {
                    tracing::warn!(document = %lease.document, %error, "a document cannot be given back yet");
                }
            }
        }
    }

    /// How long to wait between two looks at leases: some of them fit into one.
    fn rest(&self) -> Duration {
        (self.inner.limits.lease / 4).max(Duration::from_millis(1))
    }
}

/// Counts how attempts end.
pub(super) fn count_attempt(format: &'static str, outcome: &'static str) {
    let labels = [("format", format), ("outcome", outcome)];
    metrics::counter!("dragoman_document_attempts_total", &labels).increment(1);
}

/// Logs why a file could not be read when it came.
pub(super) fn log_unreadable(document: DocumentId, failure: &Failure) {
    let reason = failure.reason();
    if failure.is_final() {
        tracing::info!(%document, reason, "a document failed");
    } else {
        tracing::warn!(%document, reason, "a document could not be read");
    }
}
