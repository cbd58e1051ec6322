use std::io;

use dragoman_documents::NoFilter;
use dragoman_domain::{CreateDocumentError, ErrorKind, StoreError, is_unavailable};

use super::LONGEST_FILE_NAME;
use crate::{
    CustomizationError, DocumentFormat, Forbidden, Kept, MeteringError, NoRoomToKeep,
    TranslationError,
};

/// Why something was not done with a document. That a document cannot be translated is no such error
/// but its [status](crate::DocumentReport::Failed).
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The key does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The account has no document with this id and key.
    #[error(
        "there is no document with this id and key; it is removed when it has been downloaded, or \
         when nobody has done so in time"
    )]
    UnknownDocument,
    /// Files of this format are not translated.
    #[error(
        "invalid file extension: the name of the file must end with that of a format that can be translated: {known}"
    )]
    UnknownFormat {
        /// What the names of those end with that are, as a list.
        known: String,
    },
    /// Nothing here reads files of this format.
    #[error(transparent)]
    NoFilter(#[from] NoFilter),
    /// The server takes no files of this format.
    #[error("invalid file: this server takes no {} files", .0.to_uppercase())]
    FormatRefused(&'static str),
    /// The translation was asked for in a format in which it is not written.
    #[error(
        "the translation of a document in {} is one in {}; leave the output format out",
        .0.name(),
        .0.output().name()
    )]
    OtherOutputFormat(DocumentFormat),
    /// Documents of this format are not written in both languages.
    #[error(
        "{} documents are not written in both languages, only those whose names end with one of {}",
        .0.name(),
        DocumentFormat::bilingual_extensions()
    )]
    NotBilingual(DocumentFormat),
    /// The name of the file is too long.
    #[error("the name of a file has at most {LONGEST_FILE_NAME} characters")]
    FileNameTooLong,
    /// The file is larger than is accepted.
    #[error("the file has more than {most} bytes, which are the most for its format; split it")]
    FileTooLarge {
        /// The most.
        most: u64,
    },
    /// The document has more text than is accepted.
    #[error("the document has {characters} characters, and {most} are the most; split it")]
    TooManyCharacters {
        /// How many it has.
        characters: u64,
        /// The most.
        most: u64,
    },
    /// The server receives as many files as it can.
    #[error("the server receives as many files as it can; try again later")]
    TooManyUploads,
    /// As many files of the account are being received as may be.
    #[error(
        "{0} files of the account are being received, which is the most; send this one after them"
    )]
    TooManyUploadsOfAccount(usize),
    /// The key has as many documents as it may.
    #[error(
        "this key has {most} documents that are in progress or not downloaded, which is the most; \
         download one first"
    )]
    TooManyDocuments {
        /// How many it may have.
        most: u32,
    },
    /// The key has as many characters that are not fetched as it may.
    #[error(
        "this key has sent documents today that are not downloaded, and with this one they would have more than {most} \
         characters, which are the most; download some first, or send it tomorrow (UTC)"
    )]
    TooManyUnfetched {
        /// How many it may have.
        most: u64,
    },
    /// There is no room for more bytes.
    #[error(transparent)]
    NoRoom(#[from] NoRoomToKeep),
    /// Something of the account cannot be used.
    #[error(transparent)]
    Customization(#[from] CustomizationError),
    /// No engine translates between the languages as is asked for.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// A limit is reached, or the count could not be kept.
    #[error(transparent)]
    Metering(#[from] MeteringError),
    /// The translation is not there yet.
    #[error("the translation is not ready yet; ask for the status until it is done")]
    NotReady,
    /// Nobody waits for the translation any longer.
    #[error("the document was not translated in time; send a smaller one, or one at a time")]
    TimedOut,
    /// There is no translation because it failed.
    #[error("the document was not translated: {}", message.trim_end_matches('.'))]
    Failed {
        /// Why.
        message: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The files failed.
    #[error("the files of documents failed: {reason}")]
    Files {
        /// For the log, free of the customer's text.
        reason: String,
    },
}

impl DocumentError {
    /// The failure of what keeps the files, which may only be away for the moment.
    pub(super) fn of_files(error: &io::Error) -> Self {
        let reason = error.to_string();
        match is_unavailable(error) {
            true => StoreError::Unavailable { reason }.into(),
            false => Self::Files { reason },
        }
    }

    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::UnknownDocument => ErrorKind::NotFound,
            Self::UnknownFormat { .. }
            | Self::NoFilter(_)
            | Self::FormatRefused(_)
            | Self::OtherOutputFormat(_)
            | Self::NotBilingual(_) => ErrorKind::Unsupported,
            Self::FileNameTooLong => ErrorKind::InvalidInput,
            Self::FileTooLarge { .. } | Self::TooManyCharacters { .. } => ErrorKind::TooLarge,
            Self::TooManyUploads => ErrorKind::Overloaded,
            Self::TooManyUploadsOfAccount(_)
            | Self::TooManyDocuments { .. }
            | Self::TooManyUnfetched { .. } => ErrorKind::RateLimited,
            Self::NoRoom(error) => error.kind(),
            Self::Customization(error) => error.kind(),
            Self::Translation(error) => error.kind(),
            Self::Metering(error) => error.kind(),
            Self::NotReady => ErrorKind::Unavailable,
            Self::TimedOut => ErrorKind::TimedOut,
            // Clients try again after what a 503 stands for, and here that would be in vain forever; a
            // 404 would tell them nothing.
            Self::Failed { .. } => ErrorKind::Conflict,
            Self::Store(error) => error.kind(),
            Self::Files { .. } => ErrorKind::Internal,
        }
    }
}

impl From<CreateDocumentError> for DocumentError {
    fn from(error: CreateDocumentError) -> Self {
        match error {
            CreateDocumentError::TooMany { most } => Self::TooManyDocuments { most },
            CreateDocumentError::TooManyUnfetched { most } => Self::TooManyUnfetched { most },
            CreateDocumentError::NoStorage(reason) => {
                Self::NoRoom(NoRoomToKeep::of(Kept::Documents, reason))
            }
            CreateDocumentError::Store(error) => Self::Store(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_cannot_be_reached_may_be_there_later() {
        let kind = |kind| DocumentError::of_files(&io::Error::from(kind)).kind();
        assert_eq!(kind(io::ErrorKind::HostUnreachable), ErrorKind::Unavailable);
        assert_eq!(kind(io::ErrorKind::InvalidData), ErrorKind::Internal);
    }
}
