//! What is removed, and when.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dragoman_domain::{DocumentId, Timestamp};

use super::{DocumentError, Documents, blocking};

/// How often it is looked for documents whose time is over.
const UPKEEP: Duration = Duration::from_secs(60);

/// How often it is looked for files that belong to no document.
const SWEEP: Duration = Duration::from_secs(3600);

/// For how long nobody must have written to a file that belongs to no document before it is removed: until
/// then it may belong to one that is being received.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Documents that are removed one after the other before it is looked for more.
const BATCH: u32 = 100;

/// Documents that have been sent to their owners and are still to be removed.
#[derive(Default)]
pub(super) struct Delivered(Mutex<HashSet<DocumentId>>);

impl Delivered {
    pub(super) fn insert(&self, id: DocumentId) {
        self.lock().insert(id);
    }

    pub(super) fn contains(&self, id: DocumentId) -> bool {
        self.lock().contains(&id)
    }

    fn forget(&self, id: DocumentId) {
        self.lock().remove(&id);
    }

    fn all(&self) -> Vec<DocumentId> {
        self.lock().iter().copied().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<DocumentId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Documents {
    /// Keeps up until the documents are stopped.
    pub(super) async fn keep_up_until_stopped(self) {
        let mut stopping = self.inner.stopping.subscribe();
        let stopped = stopping.wait_for(|stops| *stops);
        let keep_up = async {
            let mut upkeep = tokio::time::interval(UPKEEP);
            let mut sweep = tokio::time::interval(SWEEP);
            loop {
                let result = tokio::select! {
                    _ = upkeep.tick() => self.keep_up().await,
                    _ = sweep.tick() => self.sweep().await,
                };
                if let Err(error) = result {
                    tracing::error!(%error, "documents cannot be kept up");
                }
            }
        };
        tokio::select! {
            _ = stopped => {}
            () = keep_up => {}
        }
    }

    /// Removes the documents whose time is over, and gives back what was set aside for them.
    ///
    /// # Errors
    /// [`DocumentError::Store`].
    pub async fn keep_up(&self) -> Result<(), DocumentError> {
        for id in self.inner.delivered.all() {
            self.remove(id).await;
        }
        loop {
            let documents = &self.inner.ports.documents;
            let expired = documents.expired_documents(self.now(), BATCH).await?;
            let mut are_removed = true;
            for id in &expired {
                are_removed &= self.remove(*id).await;
                metrics::counter!("dragoman_documents_expired_total").increment(1);
            }
            // What could not be removed would be found again and again.
            if expired.len() < BATCH as usize || !are_removed {
                return Ok(());
            }
        }
    }

    /// Removes the files that belong to no document: a process that died while it received one leaves some.
    ///
    /// # Errors
    /// [`DocumentError::Store`], [`DocumentError::Files`].
    pub async fn sweep(&self) -> Result<(), DocumentError> {
        let (files, now) = (self.files(), self.now());
        let before = now.checked_sub(ABANDONED).unwrap_or(Timestamp::MIN);
        for id in blocking(move || files.written_before(before)).await? {
            // Before its row is looked for: who is neither here nor there was not received meanwhile.
            if self.inner.uploads.is_taken(id) {
                continue;
            }
            let documents = &self.inner.ports.documents;
            // The earliest time finds those that have expired, too, which are removed with their rows.
            let document = documents.document(id, Timestamp::MIN).await?;
            if document.is_none()
                && let Err(error) = self.remove_files(id).await
            {
                tracing::error!(document = %id, %error, "abandoned files could not be removed");
            }
        }
        Ok(())
    }

    /// Removes a document from everywhere; false if that failed, which is logged.
    pub(super) async fn remove(&self, id: DocumentId) -> bool {
        let removed = self.try_remove(id).await;
        if let Err(error) = &removed {
            tracing::error!(document = %id, %error, "a document could not be removed");
        }
        removed.is_ok()
    }

    /// The row goes first: without the key in it nobody can read the files any more, which are swept if
    /// the process dies between the two.
    pub(super) async fn try_remove(&self, id: DocumentId) -> Result<(), DocumentError> {
        self.inner.ports.documents.remove_document(id).await?;
        self.inner.delivered.forget(id);
        self.remove_files(id).await
    }

    pub(super) async fn remove_files(&self, id: DocumentId) -> Result<(), DocumentError> {
        let files = self.files();
        blocking(move || files.remove(id)).await
    }
}
