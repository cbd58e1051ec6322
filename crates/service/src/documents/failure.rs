//! Why a document was not translated, and what the log is told.

use std::io;

use dragoman_domain::{ErrorKind, StoreError, is_unavailable};
use dragoman_tasks::Interrupted;

use super::DocumentError;
use crate::{
    CustomizationError, DocumentTranslationError, Forbidden, MeteringError, TranslationError,
};

/// Why a document was not translated.
pub(super) enum Failure {
    /// The file cannot be read or written.
    File(dragoman_documents::DocumentError),
    Translation(DocumentTranslationError),
    Customization(CustomizationError),
    Forbidden(Forbidden),
    /// It was accepted uncounted, and has more text than is accepted.
    TooManyCharacters {
        characters: u64,
        most: u64,
    },
    /// It was accepted uncounted, and its key would have more characters that are not fetched than it may.
    TooManyUnfetched {
        most: u64,
    },
    /// It was accepted uncounted, and has more characters than a limit leaves.
    Limit(MeteringError),
    /// The key that sent it works no more.
    KeyGone,
    /// The process died, or something in it, as often as may be.
    Interrupted(u32),
    /// What was to be done is not known, since another version of the program wrote it down.
    UnknownTask,
    Store(StoreError),
    /// There is not as much memory as it needs at the moment.
    NoMemory,
    /// It needs more memory than a document may have.
    TooMuchMemory,
    Panicked,
    Stopped,
}

impl Failure {
    /// Whether another attempt would be in vain.
    pub(super) fn is_final(&self) -> bool {
        let may_pass = |kind| {
            matches!(
                kind,
                ErrorKind::Unavailable
                    | ErrorKind::Overloaded
                    | ErrorKind::TimedOut
                    | ErrorKind::Internal
            )
        };
        match self {
            Self::File(dragoman_documents::DocumentError::Io(error)) => is_damaged(error),
            Self::File(_)
            | Self::Forbidden(_)
            | Self::TooManyCharacters { .. }
            | Self::TooManyUnfetched { .. }
            | Self::Limit(_)
            | Self::KeyGone
            | Self::Interrupted(_)
            | Self::UnknownTask
            | Self::TooMuchMemory => true,
            Self::Translation(error) => !may_pass(error.kind()),
            Self::Customization(error) => !may_pass(error.kind()),
            Self::Store(_) | Self::NoMemory | Self::Panicked | Self::Stopped => false,
        }
    }

    /// Whether what data is kept in cannot be reached, which is no attempt that failed.
    pub(super) fn is_unavailable(&self) -> bool {
        match self {
            Self::File(dragoman_documents::DocumentError::Io(error)) => is_unavailable(error),
            Self::Store(error) => error.kind() == ErrorKind::Unavailable,
            _ => false,
        }
    }

    /// What the log is told: nothing that could be the customer's.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::File(dragoman_documents::DocumentError::Io(error)) => {
                format!("the file failed: {}", error.kind())
            }
            Self::File(_) => "the file cannot be translated".to_owned(),
            Self::Translation(DocumentTranslationError::Texts(
                error @ (TranslationError::Engine(_)
                | TranslationError::MemoryFailed { .. }
                | TranslationError::StyleFailed
                | TranslationError::DetectorFailed),
            )) => error.to_string(),
            Self::Translation(DocumentTranslationError::Texts(error)) => {
                format!("{:?}", error.kind())
            }
            Self::Translation(error) => error.to_string(),
            Self::Customization(error) if error.kind() == ErrorKind::Internal => error.to_string(),
            Self::Customization(error) => format!("{:?}", error.kind()),
            Self::Forbidden(error) => error.to_string(),
            Self::TooManyCharacters { .. } => "it has too many characters".to_owned(),
            Self::TooManyUnfetched { .. } => {
                "its key has too many characters that are not fetched".to_owned()
            }
            Self::Limit(error) => error.to_string(),
            Self::KeyGone => "the key is deactivated".to_owned(),
            Self::Interrupted(attempts) => format!("{attempts} attempts were interrupted"),
            Self::UnknownTask => "the task was written by another version".to_owned(),
            Self::Store(error) => error.to_string(),
            Self::NoMemory => "there was not enough memory at the moment".to_owned(),
            Self::TooMuchMemory => {
                "it needs more than documents.memory_megabytes gives to one".to_owned()
            }
            // What it says may quote the document; the panic hook has printed where it happened.
            Self::Panicked => "the work panicked".to_owned(),
            Self::Stopped => "the work was stopped".to_owned(),
        }
    }

    /// The failure of whoever waits for it.
    pub(super) fn into_error(self) -> DocumentError {
        match self {
            Self::Store(error) => DocumentError::Store(error),
            failure => DocumentError::Files {
                reason: failure.reason(),
            },
        }
    }
}

/// Whether the bytes are to blame, so that reading them again would give the same.
pub(super) fn is_damaged(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound
    )
}

impl From<Interrupted> for Failure {
    fn from(interrupted: Interrupted) -> Self {
        match interrupted {
            Interrupted::Panicked => Self::Panicked,
            Interrupted::Stopped => Self::Stopped,
        }
    }
}

impl From<dragoman_documents::DocumentError> for Failure {
    fn from(error: dragoman_documents::DocumentError) -> Self {
        match error {
            dragoman_documents::DocumentError::NoMemory => Self::NoMemory,
            dragoman_documents::DocumentError::GivenUp => Self::Stopped,
            error => Self::File(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::File(error.into())
    }
}

impl From<DocumentTranslationError> for Failure {
    fn from(error: DocumentTranslationError) -> Self {
        Self::Translation(error)
    }
}

impl From<CustomizationError> for Failure {
    fn from(error: CustomizationError) -> Self {
        Self::Customization(error)
    }
}

impl From<Forbidden> for Failure {
    fn from(error: Forbidden) -> Self {
        Self::Forbidden(error)
    }
}

impl From<MeteringError> for Failure {
    fn from(error: MeteringError) -> Self {
        match error {
            MeteringError::AccountLimit | MeteringError::KeyLimit => Self::Limit(error),
            MeteringError::KeyDeactivated => Self::KeyGone,
            MeteringError::Store(error) => Self::Store(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
