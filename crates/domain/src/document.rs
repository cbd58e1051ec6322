use std::fmt;
use std::io::{self, Read, Seek, Write};
use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{AccountId, KeptBytes, KeyDigest, KeyId, NoStorage, StoreError};

/// Identifies a document that somebody has sent. Written as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u128);

/// The text is not the id of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the id of a document has 32 hexadecimal digits")]
pub struct MalformedDocumentId;

impl fmt::Display for DocumentId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032X}", self.0)
    }
}

impl FromStr for DocumentId {
    type Err = MalformedDocumentId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_well_formed = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_well_formed
            .then(|| u128::from_str_radix(text, 16).ok())
            .flatten()
            .map(Self)
            .ok_or(MalformedDocumentId)
    }
}

/// A key of its own with which all that belongs to a document is encrypted, itself encrypted with the
/// secret of the installation. Without the row that it stands in, the document is lost for
/// everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrappedKey(pub Vec<u8>);

/// How far the work on a document has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentProgress {
    /// Characters that are translated.
    pub translated: u64,
    /// Characters to translate in all.
    pub total: u64,
}

/// What has become of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentStatus {
    /// Nobody works on it yet, or nobody any more who would finish it.
    Queued,
    /// It is being translated.
    Translating {
        /// When this attempt began.
        since: Timestamp,
        /// How far it was when the lease was last lengthened.
        progress: DocumentProgress,
    },
    /// The translation can be fetched.
    Done {
        /// Whether its characters are counted.
        is_billed: bool,
    },
    /// It will not be translated.
    Failed {
        /// Why, for whoever sent it; encrypted, since it may name what is in the document. Empty if that was
        /// impossible.
        message: Vec<u8>,
    },
}

/// A document that somebody has sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDocument {
    /// Identifies the document.
    pub id: DocumentId,
    /// The key that sent it, to which it counts.
    pub owner: KeyId,
    /// The digest of the secret without which nobody gets it.
    pub secret: KeyDigest,
    /// What it is encrypted with.
    pub key: WrappedKey,
    /// What is to be done with it; encrypted.
    pub request: Vec<u8>,
    /// The length of the file that was sent, in bytes.
    pub bytes: u64,
    /// What has become of it.
    pub status: DocumentStatus,
    /// The characters that count when the translation is fetched.
    pub characters: u64,
    /// How often somebody began to work on it without giving it back.
    pub attempts: u32,
    /// What should be known of the translation; encrypted, or empty if there is nothing.
    pub warnings: Vec<u8>,
    /// When it was sent. Its characters count to that day.
    pub created: Timestamp,
    /// When it is removed unless it is fetched before.
    pub expires: Timestamp,
}

/// The right to work on a document for some time, which nobody else has meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentLease {
    /// The document.
    pub document: DocumentId,
    /// Tells this lease from those that others had before or have since.
    pub token: u64,
}

/// How the work on a document ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentOutcome {
    /// The translation is there. What should be known of it; encrypted, or empty if there is nothing.
    Translated(Vec<u8>),
    /// It failed, for this reason; encrypted, or empty if that is impossible.
    Failed(Vec<u8>),
}

/// How much may be kept. What failed takes no room from others: it has no files, and nobody fetches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentRoom {
    /// Documents of one key that have not expired and have not failed, and as many that have failed.
    pub documents_of_key: u32,
    /// Bytes of all files that were sent, until their documents are removed. No account may have more of them than is
    /// [left](crate::is_within_share) for others.
    pub bytes: u64,
    /// Characters of documents of one key that were sent on the same day in UTC, are translated or to be, and are not
    /// [counted](crate::UsageLedger::settle).
    pub unfetched_characters: u64,
}

/// The bytes of the files that were sent as documents, until these are removed. Those that failed have none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentBytes {
    /// Of an account and of all.
    pub kept: KeptBytes,
    /// Of those of all accounts that are not translated yet: about as much as is still to be written for them.
    pub untranslated: u64,
}

/// How many documents there are, all keys together. One that has expired is in none of the numbers of documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentCounts {
    /// Those that wait until somebody works on them.
    pub queued: u64,
    /// Those that somebody works on.
    pub translating: u64,
    /// Those that are translated and have not been fetched.
    pub translated: u64,
    /// Those that failed, of which only the reason is kept.
    pub failed: u64,
    /// Bytes of all files that were sent, until their documents are removed: what [`DocumentRoom::bytes`] limits.
    pub bytes: u64,
}

/// Why a document was not kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateDocumentError {
    /// The key has as many as it may have.
    #[error("the key has {most} documents that are in progress or not fetched")]
    TooMany {
        /// How many it may have.
        most: u32,
    },
    /// The key has as many characters that are not fetched as it may have.
    #[error("the key has {most} characters of this day that are not fetched")]
    TooManyUnfetched {
        /// How many it may have.
        most: u64,
    },
    /// There is no room for more bytes, of all accounts or of this one.
    #[error(transparent)]
    NoStorage(#[from] NoStorage),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps documents, which of them wait for work, and who works on which.
///
/// Work is leased: whoever claims a document has it until the lease ends, must lengthen that in time, and
/// can end the work only as long as the lease is theirs. A lease that ended without that leaves the document to be
/// claimed by others, so a process that dies loses nothing.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Keeps a new document, unless that would pass a limit. If it has failed at once, those of its key that failed
    /// longest ago are removed where there are more than there may be.
    ///
    /// The characters of one that has not failed are unfetched ones of its key, on the day on which it was sent, until they
    /// are counted: also when it fails, expires or is removed later, unless nobody has begun to work on it.
    async fn create_document(
        &self,
        document: &StoredDocument,
        room: DocumentRoom,
    ) -> Result<(), CreateDocumentError>;

    /// How many bytes are kept of documents. It may be asked often, and so must be cheap.
    async fn document_bytes(&self, account: AccountId) -> Result<DocumentBytes, StoreError>;

    /// Has a document that has not ended take so many of the unfetched characters of its key; false, and nothing is
    /// changed, if those would be more than `most`. Less can always be taken.
    async fn set_unfetched(
        &self,
        id: DocumentId,
        characters: u64,
        most: u64,
    ) -> Result<bool, StoreError>;

    /// The document with that id, unless it has expired. None does as long as somebody has a lease of it.
    async fn document(
        &self,
        id: DocumentId,
        now: Timestamp,
    ) -> Result<Option<StoredDocument>, StoreError>;

    /// Leases the next document to work on: of the key with the fewest documents at work, among those of the one
    /// whose turn was longest ago, and of its documents the oldest of those begun least often, so that one that
    /// brings down process after process, and each time the work on those beside it, does not come before others
    /// that have not been begun. Counts an attempt. The lease holds so long from now, by the store's clock where
    /// several machines share it.
    ///
    /// Of so many workers in all none takes a document of a key that has its [share](crate::is_within_share) of
    /// them at work, so that one is left for who comes new. If there is one worker, any key may have it.
    async fn claim_document(
        &self,
        token: u64,
        now: Timestamp,
        duration: Duration,
        workers: u32,
    ) -> Result<Option<(StoredDocument, DocumentLease)>, StoreError>;

    /// Has a lease hold so long from now and notes how far the work is; false if the lease is lost. One that has ended
    /// is not lost before somebody else claims the document.
    async fn lengthen_lease(
        &self,
        lease: DocumentLease,
        now: Timestamp,
        duration: Duration,
        progress: DocumentProgress,
    ) -> Result<bool, StoreError>;

    /// Ends a lease with what came of it; false if it was lost. What is set aside for a document that failed is
    /// [given back](crate::UsageLedger::release). Of those of its key that failed before, the ones that did so longest
    /// ago are removed where there are more than `most_failed`.
    async fn finish_document(
        &self,
        lease: DocumentLease,
        outcome: &DocumentOutcome,
        expires: Timestamp,
        most_failed: u32,
    ) -> Result<bool, StoreError>;

    /// Ends a lease as if the work had not begun: it counts no attempt.
    async fn give_back_document(&self, lease: DocumentLease) -> Result<(), StoreError>;

    /// Ends the leases of processes that are known to be gone: of everybody, for a process that knows that no other is
    /// there. Where several share the store, leases end by themselves.
    async fn end_leases(&self) -> Result<(), StoreError>;

    /// Removes a document; false if there is none. What is set aside for it is
    /// [given back](crate::UsageLedger::release), and its key is overwritten where it was kept, if
    /// the store can do that.
    async fn remove_document(&self, id: DocumentId) -> Result<bool, StoreError>;

    /// The documents that have expired by now, at most so many, those first that expired first.
    async fn expired_documents(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError>;

    /// How many documents there are. It may be asked often, and so must be cheap.
    async fn document_counts(&self, now: Timestamp) -> Result<DocumentCounts, StoreError>;

    /// Waits until a document may have been added since this was last called. Of those who wait in this process it
    /// wakes at least one, now and then in vain.
    async fn until_added(&self);
}

/// The files of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentFile {
    /// What was sent.
    Source,
    /// What is sent back.
    Translation,
}

/// A file that can be read from anywhere in it.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Whether a failure of files says that they cannot be had now and may be later, so that nothing is known to be lost or
/// damaged: trying again helps, or somebody who lets this program in again.
#[must_use]
pub fn is_unavailable(error: &io::Error) -> bool {
    use io::ErrorKind;
    matches!(
        error.kind(),
        ErrorKind::TimedOut
            | ErrorKind::ResourceBusy
            | ErrorKind::PermissionDenied
            | ErrorKind::StaleNetworkFileHandle
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::NotConnected
            | ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
    )
}

/// Keeps the files of documents, encrypted so that nobody can read or change them unnoticed without both the
/// secret of the installation and the document's key. It works on files and may make its caller wait.
pub trait DocumentFiles: Send + Sync {
    /// A random key for a new document.
    ///
    /// # Errors
    /// If the key cannot be encrypted.
    fn new_key(&self) -> io::Result<WrappedKey>;

    /// Encrypts something small that belongs to the document.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if the key is not one of this installation.
    fn seal(&self, id: DocumentId, key: &WrappedKey, plain: &[u8]) -> io::Result<Vec<u8>>;

    /// What [`seal`](Self::seal) encrypted.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if the key or the content is not what it was.
    fn unseal(&self, id: DocumentId, key: &WrappedKey, sealed: &[u8]) -> io::Result<Vec<u8>>;

    /// Begins a file, out of sight until it is kept; then it replaces the one that was there.
    ///
    /// # Errors
    /// As files have them, and as [`seal`](Self::seal).
    fn create(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<Box<dyn DocumentFileWriter>>;

    /// A file and its length in bytes. What was changed is noticed where it is read:
    /// [`io::ErrorKind::InvalidData`].
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, and as [`unseal`](Self::unseal).
    fn open(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Box<dyn ReadSeek>, u64)>;

    /// Removes all files of a document, if there are any.
    ///
    /// # Errors
    /// As files have them.
    fn remove(&self, id: DocumentId) -> io::Result<()>;

    /// The documents that have files which were last written before a time, finished or not.
    ///
    /// # Errors
    /// As files have them.
    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>>;
}

/// Writes a file of a document. Nothing is left of one that is dropped before it is kept.
pub trait DocumentFileWriter: Write + Send {
    /// Makes the file the document's, for good.
    ///
    /// # Errors
    /// As files have them.
    fn keep(self: Box<Self>) -> io::Result<()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_with_32_upper_case_digits() {
        let id = DocumentId(0xAB);
        assert_eq!(id.to_string(), "000000000000000000000000000000AB");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string().to_lowercase().parse(), Ok(id));
    }

    #[test]
    fn what_has_another_form_is_no_id() {
        for text in [
            "",
            "AB",
            "+00000000000000000000000000000AB",
            "0000000000000000000000000000000G",
        ] {
            assert_eq!(
                text.parse::<DocumentId>(),
                Err(MalformedDocumentId),
                "{text}"
            );
        }
    }
}
