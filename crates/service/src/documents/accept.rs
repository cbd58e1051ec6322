//! A document whose file is there: whether it is taken on, and for how much.

use std::sync::Arc;

use dragoman_domain::{DocumentStatus, StoredDocument, Timestamp};
use tokio::sync::oneshot;

use super::charge::charge;
use super::failure::Failure;
use super::handle::DocumentKey;
use super::reading::Source;
use super::task::Task;
use super::upload::ReceivedFile;
use super::workers::{count_attempt, log_unreadable};
use super::{DocumentError, DocumentHandle, DocumentNote, Documents, OpenDocument, blocking};
use crate::{Caller, DocumentFormat, document_characters};

impl ReceivedFile {
    /// Has the document translated, or notes why it cannot be.
    pub(super) async fn accept(self, task: Task) -> Result<DocumentHandle, DocumentError> {
        let inner = &self.documents.inner;
        let counted = self.count(&task).await;
        let counted = counted.inspect_err(|failure| log_unreadable(self.id, failure));
        let characters = match counted {
            Ok(characters) => Ok(characters),
            Err(failure) if failure.is_final() => Err(failure.note()),
            Err(failure @ Failure::Panicked) => Err(failure.note()),
            Err(failure) => return Err(failure.into_error()),
        };
        let most = inner.limits.sizes(&self.caller.account).characters;
        if let Ok(Some(characters)) = characters
            && characters > most
        {
            return Err(DocumentError::TooManyCharacters { characters, most });
        }
        let secret = DocumentKey::new(&*inner.ports.random);
        let document = self.row(&task, characters, &secret).await?;
        let handle = DocumentHandle {
            id: self.id,
            key: secret,
        };
        self.keep(document, task.format).await?;
        Ok(handle)
    }

    /// The characters of the document; none if that takes longer than whoever sent it is to wait, or more memory than there
    /// is at the moment.
    async fn count(&self, task: &Task) -> Result<Option<u64>, Failure> {
        let patience = self.documents.inner.limits.counting;
        if patience.is_zero() {
            return Ok(None);
        }
        // Held as long as the file is read, even if nobody waits for that any more.
        let place = Arc::clone(&self.place);
        let count = |document: OpenDocument| document_characters(document.units());
        let source = Source {
            id: self.id,
            key: &self.key,
            account: self.caller.account.id,
        };
        let work = self.documents.inner.memory.work(source.account);
        let counting = self
            .documents
            .open_source(source, task, &work, place, count);
        match tokio::time::timeout(patience, counting).await {
            Err(_) | Ok(Err(Failure::NoMemory)) => Ok(None),
            Ok(counted) => counted.map(Some),
        }
    }

    /// The row of the document, with what is secret in it sealed.
    async fn row(
        &self,
        task: &Task,
        characters: Result<Option<u64>, DocumentNote>,
        secret: &DocumentKey,
    ) -> Result<StoredDocument, DocumentError> {
        let inner = &self.documents.inner;
        let task_bytes = task.to_bytes().ok_or_else(|| DocumentError::Files {
            reason: "a task cannot be written".to_owned(),
        })?;
        let (files, id, key) = (self.documents.files(), self.id, self.key.clone());
        let (characters, failure) = match characters {
            Ok(characters) => (charge(task.format, characters.unwrap_or(0)), None),
            Err(failure) => (0, Some(failure)),
        };
        let (request, status) = blocking(move || {
            let request = files.seal(id, &key, &task_bytes)?;
            let status = match failure {
                None => DocumentStatus::Queued,
                Some(failure) => DocumentStatus::Failed {
                    message: files.seal(id, &key, &serde_json::to_vec(&failure)?)?,
                },
            };
            Ok((request, status))
        })
        .await?;
        let created = self.documents.now();
        Ok(StoredDocument {
            id: self.id,
            owner: self.caller.key.id,
            secret: inner.ports.hasher.document_digest(self.id, secret.expose()),
            key: self.key.clone(),
            request,
            bytes: self.bytes,
            status,
            characters,
            attempts: 0,
            warnings: Vec::new(),
            created,
            expires: self.documents.expiry(created),
        })
    }

    /// Keeps the document, whole or not at all, also if nobody waits for it any more.
    async fn keep(
        mut self,
        document: StoredDocument,
        format: DocumentFormat,
    ) -> Result<(), DocumentError> {
        let (tell, told) = oneshot::channel();
        // A task of its own: dropped between two steps it could not take back what it has done.
        dragoman_tasks::spawn(async move {
            let result = self.documents.create(&self.caller, &document).await;
            let is_failed = matches!(document.status, DocumentStatus::Failed { .. });
            self.file.is_wanted = result.is_ok() && !is_failed;
            if result.is_ok() && is_failed {
                count_attempt(format.name(), "unreadable");
            }
            let Self {
                documents,
                id,
                file,
                place,
                claim,
                ..
            } = self;
            file.settle().await;
            drop((place, claim));
            match tell.send(result) {
                Ok(()) => documents.inner.wake.notify_one(),
                // Who sent it has gone without its id, and would only find it in the count.
                Err(Ok(())) => {
                    documents.remove(id).await;
                }
                Err(Err(_)) => {}
            }
        });
        told.await.unwrap_or_else(|_| {
            Err(DocumentError::Files {
                reason: "a document was not kept".to_owned(),
            })
        })
    }
}

impl Documents {
    /// Sets the characters aside and keeps the document, or neither.
    async fn create(
        &self,
        caller: &Caller,
        document: &StoredDocument,
    ) -> Result<(), DocumentError> {
        let inner = &self.inner;
        if document.status == DocumentStatus::Queued {
            inner
                .metering
                .reserve_document(caller, document.id, document.characters, document.created)
                .await?;
        }
        let created = inner
            .ports
            .documents
            .create_document(document, inner.limits.room(&caller.account));
        if let Err(error) = created.await {
            inner.metering.release_document(document.id);
            return Err(error.into());
        }
        Ok(())
    }

    /// Fails if what the task names cannot be had.
    pub(super) async fn check(&self, caller: &Caller, task: &Task) -> Result<(), DocumentError> {
        let inner = &self.inner;
        let resources = inner
            .customizing
            .resources(caller, task.source, task.target, &task.customization)
            .await?;
        Ok(inner
            .translator
            .check_request(&task.request(), &resources)?)
    }

    /// When something is removed that nobody fetches from now on.
    pub(super) fn expiry(&self, now: Timestamp) -> Timestamp {
        let retention = self.inner.limits.retention;
        now.checked_add(retention).unwrap_or(Timestamp::MAX)
    }
}
