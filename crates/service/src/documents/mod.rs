//! Documents: received, translated in the background, and sent back once.

mod accept;
mod attempt;
mod cause;
mod charge;
mod download;
mod error;
mod failure;
mod file_name;
mod handle;
mod limits;
mod link;
mod memory;
mod note;
mod progress;
mod reading;
mod task;
mod translated;
mod upkeep;
mod upload;
mod warnings;
mod workers;

use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{
    AccountStore, Clock, DocumentCounts, DocumentFiles, DocumentId, DocumentStatus, DocumentStore,
    Formality, KeyDigest, Language, RandomSource, StoreError, StoredDocument, Timestamp,
};
use dragoman_tasks::TaskSet;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

pub use download::DocumentDownload;
pub use error::DocumentError;
pub use handle::{DocumentHandle, DocumentKey};
pub use limits::{DocumentLimits, DocumentSizes};
pub use note::{DocumentNote, DocumentNoteValue};
pub use upload::DocumentUpload;

use crate::fair_semaphore::FairSemaphore;
use crate::storage::Underway;
use crate::transfers::UploadPlaces;
use failure::Failure;
use memory::DocumentMemory;
use progress::{AtWork, seconds_remaining};
use upkeep::Delivered;
use upload::{MOST_UPLOADS, MOST_UPLOADS_OF_ACCOUNT};

use crate::{
    Caller, Customization, Customizing, DocumentFilters, DocumentFormat, DocumentTranslator,
    KeyHasher, Metering, Permission, SpaceFloor,
};

/// The longest name of a file, in characters.
pub const LONGEST_FILE_NAME: usize = 255;

/// How long somebody waits for the counts of documents.
const COUNTING: Duration = Duration::from_secs(1);

/// What documents are kept in and made with.
#[derive(Clone)]
pub struct DocumentPorts {
    /// Keeps the documents.
    pub documents: Arc<dyn DocumentStore>,
    /// Keeps their files.
    pub files: Arc<dyn DocumentFiles>,
    /// Says whether a key still works.
    pub accounts: Arc<dyn AccountStore>,
    /// Says when something happened.
    pub clock: Arc<dyn Clock>,
    /// Makes ids and keys.
    pub random: Arc<dyn RandomSource>,
    /// Makes the digests of keys.
    pub hasher: KeyHasher,
    /// Says whether the disk has room.
    pub space: SpaceFloor,
    /// Read the documents, by their formats.
    pub filters: DocumentFilters,
}

/// How a document is to be translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDocument {
    /// The name of its file, whose ending says the format.
    pub file_name: String,
    /// Its language; detected if absent.
    pub source: Option<Language>,
    /// The language or variant that is wanted.
    pub target: Language,
    /// How formally readers are addressed.
    pub formality: Option<Formality>,
    /// What of the caller's account the translation is to use.
    pub customization: Customization,
    /// The format of the translation, by the ending of its files: the usual one, or another that the document may
    /// become.
    pub output_format: Option<String>,
    /// Whether each translation is to follow its source instead of replacing it.
    pub bilingual: bool,
}

/// What has become of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentReport {
    /// It waits to be translated.
    Queued,
    /// It is being translated.
    Translating {
        /// How long that will take, from what is done by now.
        seconds_remaining: u64,
    },
    /// The translation can be downloaded.
    Done {
        /// The characters that count when it is.
        billed_characters: u64,
        /// What should be known of it.
        warnings: Vec<DocumentNote>,
    },
    /// It will not be translated: why, and what can be done.
    Failed(DocumentNote),
}

/// Receives documents, has them translated in the background, and sends the translations.
#[derive(Clone)]
pub struct Documents {
    inner: Arc<Inner>,
}

struct Inner {
    ports: DocumentPorts,
    translator: DocumentTranslator,
    customizing: Customizing,
    metering: Metering,
    limits: DocumentLimits,
    uploads: UploadPlaces<DocumentId>,
    /// Files that are received and not kept yet.
    underway: Underway,
    /// Turns for those who take documents apart or put them together.
    readers: FairSemaphore,
    memory: DocumentMemory,
    at_work: AtWork,
    delivered: Delivered,
    /// Wakes a worker when there is something to do.
    wake: Notify,
    /// Tells who waits that some work has ended.
    ended: Notify,
    /// Whether the work is to end.
    stopping: watch::Sender<bool>,
    /// What goes on in the background, finished ones up to the next start of one.
    tasks: Mutex<TaskSet<()>>,
}

/// A document that was taken apart.
type OpenDocument = Box<dyn dragoman_documents::Document>;

impl Documents {
    /// Documents behind these ports. There must be one of these for a store.
    #[must_use]
    pub fn new(
        ports: DocumentPorts,
        translator: DocumentTranslator,
        customizing: Customizing,
        metering: Metering,
        limits: DocumentLimits,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                ports,
                translator,
                customizing,
                metering,
                uploads: UploadPlaces::new(MOST_UPLOADS, MOST_UPLOADS_OF_ACCOUNT),
                underway: Underway::default(),
                readers: FairSemaphore::of(limits.readers.max(1), (limits.readers / 2).max(1)),
                memory: DocumentMemory::new(limits.memory),
                at_work: AtWork::default(),
                delivered: Delivered::default(),
                wake: Notify::new(),
                ended: Notify::new(),
                stopping: watch::Sender::default(),
                tasks: Mutex::default(),
                limits,
            }),
        }
    }

    /// What documents may take.
    #[must_use]
    pub fn limits(&self) -> &DocumentLimits {
        &self.inner.limits
    }

    /// The formats of files that somebody may send.
    pub fn formats(&self) -> impl Iterator<Item = DocumentFormat> {
        let sizes = &self.inner.limits.pro;
        let filters = &self.inner.ports.filters;
        filters.formats().filter(|format| sizes.of(*format) > 0)
    }

    /// How many documents there are by now.
    ///
    /// # Errors
    /// [`StoreError::Failed`], also if the store does not answer within a second.
    pub async fn counts(&self) -> Result<DocumentCounts, StoreError> {
        let counts = self.inner.ports.documents.document_counts(self.now());
        let counts = tokio::time::timeout(COUNTING, counts).await;
        counts.unwrap_or_else(|_| {
            Err(StoreError::Failed {
                reason: "the documents could not be counted in time".to_owned(),
            })
        })
    }

    /// Begins to receive a document.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::TooManyUploads`],
    /// [`DocumentError::TooManyUploadsOfAccount`], [`DocumentError::NoRoom`] if the disk is almost full.
    pub fn receive(&self, caller: &Caller) -> Result<DocumentUpload, DocumentError> {
        caller.may(Permission::TranslateDocuments)?;
        DocumentUpload::new(self, caller)
    }

    /// What has become of a document.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::UnknownDocument`].
    pub async fn status(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
    ) -> Result<DocumentReport, DocumentError> {
        let document = self.find_ended(caller, id, key).await?;
        self.report(&document).await
    }

    async fn report(&self, document: &StoredDocument) -> Result<DocumentReport, DocumentError> {
        let id = document.id;
        Ok(match &document.status {
            DocumentStatus::Queued => DocumentReport::Queued,
            DocumentStatus::Translating { since, progress } => {
                let progress = self.inner.at_work.progress(id).unwrap_or(*progress);
                let elapsed = self.now().duration_since(*since);
                let elapsed = Duration::try_from(elapsed).unwrap_or_default();
                DocumentReport::Translating {
                    seconds_remaining: seconds_remaining(elapsed, progress),
                }
            }
            DocumentStatus::Done { is_billed: false } if self.is_key_gone(document).await? => {
                DocumentReport::Failed(Failure::KeyGone.note())
            }
            DocumentStatus::Done { .. } => DocumentReport::Done {
                billed_characters: document.characters,
                warnings: self.unseal_warnings(document).await?,
            },
            DocumentStatus::Failed { message } => {
                DocumentReport::Failed(self.unseal_failure(document, message).await?)
            }
        })
    }

    /// Removes a document that the caller does not want any more, whatever has become of it, and ends the work on it.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::UnknownDocument`].
    pub async fn discard(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
    ) -> Result<(), DocumentError> {
        let document = self.find(caller, id, key).await?;
        self.try_remove(document.id).await?;
        // Only now: whoever gives the work up must not find a document to take up again.
        self.inner.at_work.give_up(document.id);
        Ok(())
    }

    /// The caller's document with that secret, once it is translated or has failed or is not young any more:
    /// clients look at once, and then not again for seconds.
    async fn find_ended(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
    ) -> Result<StoredDocument, DocumentError> {
        let first_look = self.inner.limits.first_look;
        let mut patience = None;
        loop {
            let mut ended = pin!(self.inner.ended.notified());
            // From here on no end is missed.
            ended.as_mut().enable();
            let document = self.find(caller, id, key).await?;
            let is_at_work = matches!(
                document.status,
                DocumentStatus::Queued | DocumentStatus::Translating { .. }
            );
            let age = Duration::try_from(self.now().duration_since(document.created));
            let youth = age.ok().and_then(|age| first_look.checked_sub(age));
            let Some(youth) = youth.filter(|youth| is_at_work && !youth.is_zero()) else {
                return Ok(document);
            };
            // Others that end make this no longer.
            let patience = *patience.get_or_insert_with(|| Instant::now() + youth);
            if tokio::time::timeout_at(patience, ended).await.is_err() {
                return Ok(document);
            }
        }
    }

    /// The caller's document with that secret. Whatever is wrong, it looks the same: there is none.
    async fn find(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
    ) -> Result<StoredDocument, DocumentError> {
        caller.may(Permission::TranslateDocuments)?;
        let found = self.stored(id).await?;
        let digest = found.as_ref().map_or(NO_DIGEST, |document| document.secret);
        let hasher = &self.inner.ports.hasher;
        let is_right = hasher.is_document_secret(id, key, &digest);
        found
            .filter(|document| is_right && document.owner.account == caller.account.id)
            .ok_or(DocumentError::UnknownDocument)
    }

    /// A document that is not delivered yet, whoever asks.
    async fn stored(&self, id: DocumentId) -> Result<Option<StoredDocument>, StoreError> {
        // Before its row is looked for: who sees neither this nor that it is gone comes before the end of the
        // download.
        let is_delivered = self.inner.delivered.contains(id);
        let documents = &self.inner.ports.documents;
        let found = documents.document(id, self.now()).await?;
        Ok(found.filter(|_| !is_delivered))
    }

    /// Whether a document that is not counted can count no more, since the key that sent it works no more. Then
    /// what was set aside for it is given back.
    async fn is_key_gone(&self, document: &StoredDocument) -> Result<bool, StoreError> {
        let found = self.inner.ports.accounts.key(document.owner).await?;
        let is_gone = found.is_none_or(|(key, _)| key.deactivated.is_some());
        if is_gone {
            self.inner.metering.release_document(document.id);
        }
        Ok(is_gone)
    }

    /// Has something done in the background.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        // Without a runtime, as at the end of a process, nothing can go on.
        if tokio::runtime::Handle::try_current().is_ok() {
            let mut tasks = self.tasks();
            while tasks.try_join_next().is_some() {}
            tasks.spawn(task);
        }
    }

    fn tasks(&self) -> MutexGuard<'_, TaskSet<()>> {
        let tasks = self.inner.tasks.lock();
        tasks.unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self) -> Arc<dyn DocumentFiles> {
        Arc::clone(&self.inner.ports.files)
    }

    fn now(&self) -> Timestamp {
        self.inner.ports.clock.now_to_millisecond()
    }
}

/// Compared with where there is no document, so that it takes as long.
const NO_DIGEST: KeyDigest = KeyDigest([0; 32]);

/// Does what works on files where that keeps nobody else waiting.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, DocumentError> {
    match dragoman_tasks::spawn_blocking(work).await {
        Ok(result) => result.map_err(|error| DocumentError::of_files(&error)),
        Err(interrupted) => Err(DocumentError::Files {
            reason: interrupted.to_string(),
        }),
    }
}
