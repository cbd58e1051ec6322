use dragoman_domain::{ErrorKind, Language, LanguagePair, MemoryId, MemoryJobId, StoreError};
use dragoman_memory::TmxError;

use crate::{Forbidden, NoRoomToKeep};

/// Why something was not done with a translation memory.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The key does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The account has no memory with this id.
    #[error("there is no translation memory {0}")]
    UnknownMemory(MemoryId),
    /// The account has no job with this id.
    #[error("there is no translation memory job {0}")]
    UnknownJob(MemoryJobId),
    /// The link is not one that was given out, or works no more.
    #[error(
        "this link does not exist or has expired; ask for the job to see what has become of it"
    )]
    UnknownLink,
    /// The memory has other languages.
    #[error(
        "the translation memory is from {source_language} into {} and cannot be used from {} into {}",
        list(targets), pair.source, pair.target
    )]
    OtherLanguages {
        /// The memory's source language.
        source_language: Language,
        /// The languages of its translations.
        targets: Vec<Language>,
        /// What was to be translated.
        pair: LanguagePair,
    },
    /// The account has as many memories as it may.
    #[error("the account has {0} translation memories, which is the most; delete one first")]
    TooManyMemories(u32),
    /// The account has as many jobs at work, or files on their way, as it may.
    #[error(
        "{0} imports and exports of the account are not done yet, which is the most; wait until one is"
    )]
    TooManyJobs(u32),
    /// The server receives as many files as it can.
    #[error("the server receives as many files as it can; try again later")]
    TooManyUploads,
    /// As many files of the account are being received as may be.
    #[error(
        "{0} files of the account are being received, which is the most; send this one after them"
    )]
    TooManyUploadsOfAccount(usize),
    /// The file is larger than is accepted.
    #[error("the file has {length} bytes, and {most} are the most; split it")]
    FileTooLarge {
        /// Its length in bytes.
        length: u64,
        /// The most.
        most: u64,
    },
    /// There is no room for more bytes.
    #[error(transparent)]
    NoRoom(#[from] NoRoomToKeep),
    /// The file has another length than was declared.
    #[error("the import was created for a file of {declared} bytes, and {sent} were sent")]
    OtherLength {
        /// As declared.
        declared: u64,
        /// As sent, or the first byte too many.
        sent: u64,
    },
    /// The file comes with another media type than was declared.
    #[error("the import was created for the content type {declared}; send the file with the same")]
    OtherMediaType {
        /// As declared.
        declared: String,
    },
    /// The file of the job is there already.
    #[error("the file of this import has been sent already")]
    AlreadySent,
    /// The file of the job is on its way, or the connection that broke off is not noticed yet.
    #[error("the file of this import is being sent over another connection; try again later")]
    BeingSent,
    /// The file is no usable TMX.
    #[error("the TMX file cannot be read: {0}")]
    BadFile(TmxError),
    /// The program died so many times during the job.
    #[error(
        "the server broke down {0} times during this job, which is not tried again; tell its operator"
    )]
    Interrupted(u32),
    /// No unit of the file can be used.
    #[error(
        "the TMX file has no unit with a source and a translation in known languages and of at most {most} characters; {skipped} units were left out, {too_long} of them because they are too long"
    )]
    NothingToImport {
        /// How many there were.
        skipped: u64,
        /// How many of those had a text that is too long.
        too_long: u64,
        /// The most characters of a text.
        most: usize,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

// Not a source: the message has it in full already.
impl From<TmxError> for MemoryError {
    fn from(error: TmxError) -> Self {
        Self::BadFile(error)
    }
}

impl MemoryError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::UnknownMemory(_) | Self::UnknownJob(_) | Self::UnknownLink => ErrorKind::NotFound,
            Self::OtherLanguages { .. }
            | Self::OtherLength { .. }
            | Self::OtherMediaType { .. }
            | Self::BadFile(_)
            | Self::NothingToImport { .. } => ErrorKind::InvalidInput,
            Self::AlreadySent | Self::TooManyMemories(_) => ErrorKind::Conflict,
            Self::TooManyJobs(_) | Self::TooManyUploadsOfAccount(_) => ErrorKind::RateLimited,
            Self::TooManyUploads | Self::BeingSent => ErrorKind::Overloaded,
            Self::NoRoom(error) => error.kind(),
            Self::FileTooLarge { .. } => ErrorKind::TooLarge,
            Self::Store(error) => error.kind(),
            Self::Interrupted(_) => ErrorKind::Internal,
        }
    }
}

fn list(languages: &[Language]) -> String {
    let tags: Vec<&str> = languages.iter().map(|language| language.tag()).collect();
    tags.join(", ")
}
