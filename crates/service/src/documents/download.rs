use std::io;

use dragoman_domain::{
    DocumentFile, DocumentFiles, DocumentId, DocumentStatus, ReadSeek, StoredDocument,
};

use super::cause::unreadable;
use super::failure::{Failure, is_damaged};
use super::task::Task;
use super::{DocumentError, Documents, blocking};
use crate::transfers::read_chunk;
use crate::{Caller, DocumentFormat};

/// The translation of a document.
pub struct DocumentDownload {
    documents: Documents,
    id: DocumentId,
    file_name: String,
    format: DocumentFormat,
    length: u64,
    sent: u64,
    /// Absent after the end and after a failure.
    file: Option<Box<dyn ReadSeek>>,
}

impl Documents {
    /// Counts a document and gives its translation. Until the last bytes of that have been given to the network
    /// this may be repeated and counts once; then the document is removed, whether or not they arrive.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::UnknownDocument`], [`DocumentError::NotReady`],
    /// [`DocumentError::Failed`], [`DocumentError::Metering`].
    pub async fn download(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
    ) -> Result<DocumentDownload, DocumentError> {
        let document = self.find(caller, id, key).await?;
        self.deliver(document).await
    }

    pub(super) async fn deliver(
        &self,
        document: StoredDocument,
    ) -> Result<DocumentDownload, DocumentError> {
        let id = document.id;
        let is_billed = match &document.status {
            DocumentStatus::Done { is_billed } => *is_billed,
            DocumentStatus::Queued | DocumentStatus::Translating { .. } => {
                return Err(DocumentError::NotReady);
            }
            DocumentStatus::Failed { message } => {
                let message = self.unseal_failure(&document, message).await?.message;
                return Err(DocumentError::Failed { message });
            }
        };
        if !is_billed && self.is_key_gone(&document).await? {
            return Err(key_gone());
        }
        let (files, found) = (self.files(), document.clone());
        // Nothing is counted that could not be sent.
        let opened = blocking(move || Ok(open(&*files, &found))).await?;
        let (task, file, length) = match opened {
            Ok(opened) => opened,
            Err(error) if is_damaged(&error) => {
                // Somebody else may have fetched it since it was found.
                self.stored(id)
                    .await?
                    .ok_or(DocumentError::UnknownDocument)?;
                tracing::error!(document = %id, %error, "a translation cannot be read any more");
                let message = unreadable().message;
                return Err(DocumentError::Failed { message });
            }
            Err(error) => return Err(DocumentError::of_files(&error)),
        };
        if !is_billed {
            self.bill(&document).await?;
        }
        Ok(DocumentDownload {
            documents: self.clone(),
            id,
            file_name: task.output_name(),
            format: task.output(),
            length,
            sent: 0,
            file: Some(file),
        })
    }

    async fn bill(&self, document: &StoredDocument) -> Result<(), DocumentError> {
        let metering = &self.inner.metering;
        let Err(error) = metering.settle_document(document.id).await else {
            let characters = document.characters;
            metrics::counter!("dragoman_translated_characters_total").increment(characters);
            return Ok(());
        };
        // Somebody else may have fetched it since it was found, or its time was over.
        let documents = &self.inner.ports.documents;
        match documents.document(document.id, self.now()).await? {
            None => Err(DocumentError::UnknownDocument),
            Some(now) if now.status == (DocumentStatus::Done { is_billed: true }) => Ok(()),
            Some(_) if self.is_key_gone(document).await? => Err(key_gone()),
            Some(_) => Err(error.into()),
        }
    }
}

/// The key to which a document would have counted works no more.
fn key_gone() -> DocumentError {
    DocumentError::Failed {
        message: Failure::KeyGone.note().message,
    }
}

/// What a translated document is called, and its translation with its length in bytes.
fn open(
    files: &dyn DocumentFiles,
    document: &StoredDocument,
) -> io::Result<(Task, Box<dyn ReadSeek>, u64)> {
    let (id, key) = (document.id, &document.key);
    let task = files.unseal(id, key, &document.request)?;
    let task = Task::from_bytes(&task).ok_or_else(|| {
        let reason = "the task was written by another version";
        io::Error::new(io::ErrorKind::InvalidData, reason)
    })?;
    let (file, length) = files.open(id, key, DocumentFile::Translation)?;
    Ok((task, file, length))
}

impl DocumentDownload {
    /// The name of the file: that of the one that was sent, with the ending of the format in which it is now.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Its media type.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.format.media_type()
    }

    /// Its length in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// The next bytes; nothing at the end. With the last ones the document is delivered.
    ///
    /// # Errors
    /// [`DocumentError::Files`].
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DocumentError> {
        let Some(mut file) = self.file.take() else {
            return Ok(None);
        };
        let (file, bytes) = blocking(move || {
            let bytes = read_chunk(&mut *file)?;
            Ok((file, bytes))
        })
        .await?;
        self.sent = self.sent.saturating_add(bytes.len() as u64);
        if self.sent >= self.length {
            // Not at the end of the file, for which nobody may ask who knows the length.
            self.documents.inner.delivered.insert(self.id);
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        self.file = Some(file);
        Ok(Some(bytes))
    }
}

impl Drop for DocumentDownload {
    fn drop(&mut self) {
        // Only now: a process that dies before the last bytes have been given to the network leaves the document
        // to be fetched again. Whether they arrive nobody can know here.
        if self.documents.inner.delivered.contains(self.id) {
            let (documents, id) = (self.documents.clone(), self.id);
            self.documents.spawn(async move {
                documents.remove(id).await;
            });
        }
    }
}
