//! Documents: received, translated in the background, and sent back once.

mod download;
mod error;
mod limits;
mod upload;

use std::fmt;
use std::sync::Arc;

use dragoman_domain::{
    AccountStore, Clock, DocumentFiles, DocumentId, DocumentStore, Formality, Language,
    RandomSource,
};

pub use download::DocumentDownload;
pub use error::DocumentError;
pub use limits::{DocumentLimits, DocumentSizes};
pub use upload::DocumentUpload;

use crate::{Caller, Customization, Customizing, DocumentTranslator, KeyHasher, Metering};

/// The longest name of a file, in characters.
pub const LONGEST_FILE_NAME: usize = 255;

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
    /// The format of the translation, by the ending of its files; only the document's own can be had.
    pub output_format: Option<String>,
}

/// The secret of a document: who has it gets the translation.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentKey(String);

impl DocumentKey {
    /// 64 upper-case hexadecimal digits.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for DocumentKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DocumentKey(..)")
    }
}

/// What the one who sent a document needs to get it back.
#[derive(Debug, Clone)]
pub struct DocumentHandle {
    /// Identifies the document.
    pub id: DocumentId,
    /// Its secret, which nobody keeps.
    pub key: DocumentKey,
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
    },
    /// It will not be translated.
    Failed {
        /// Why, and what can be done.
        message: String,
    },
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
}

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
                limits,
            }),
        }
    }

    /// What documents may take.
    #[must_use]
    pub fn limits(&self) -> &DocumentLimits {
        &self.inner.limits
    }

    /// Begins to receive a document.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::TooManyUploads`],
    /// [`DocumentError::TooManyUploadsOfAccount`].
    pub async fn receive(&self, caller: &Caller) -> Result<DocumentUpload, DocumentError> {
        todo!()
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
        todo!()
    }

    /// Counts a document and gives its translation. When all of that has been handed over, the document is
    /// removed; until then this may be repeated and counts once.
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
        todo!()
    }

    /// Begins to translate, also what an earlier process left. Only a process that knows that no other has
    /// the same store open may do so, and once.
    ///
    /// # Errors
    /// [`DocumentError::Store`].
    pub async fn start(&self) -> Result<(), DocumentError> {
        todo!()
    }

    /// Ends the work that [`start`](Self::start) began. What was being translated is left to the next
    /// process, and that it was interrupted counts as no attempt.
    pub async fn stop(&self) {
        todo!()
    }
}
