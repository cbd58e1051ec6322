use dragoman_domain::{
    ChangeGlossaryError, CreateGlossaryError, ErrorKind, GlossaryId, GlossaryPair, LanguagePair,
    StoreError,
};
use dragoman_terminology::EntriesError;

use super::{LARGEST_GLOSSARY, LONGEST_GLOSSARY_NAME, MOST_BYTES_OF_REQUEST, MOST_GLOSSARIES};
use crate::{Forbidden, Kept, NoRoomToKeep};

/// Why something was not done with a glossary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlossaryError {
    /// The key does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The account has no glossary with this id.
    #[error("there is no glossary with the id {0}")]
    NotFound(GlossaryId),
    /// The glossary has no dictionary for the pair that is to be read or deleted.
    #[error("the glossary {id} has no dictionary for the language pair {pair}")]
    NoSuchDictionary {
        /// The glossary.
        id: GlossaryId,
        /// The pair.
        pair: GlossaryPair,
    },
    /// The glossary cannot be used for a translation of the pair.
    #[error(
        "no dictionary found for language pair {} to {}: the glossary {id} has none for it",
        .pair.source.upper_case_tag(),
        .pair.target.upper_case_tag()
    )]
    NotForPair {
        /// The glossary.
        id: GlossaryId,
        /// The pair of the translation.
        pair: LanguagePair,
    },
    /// The name is blank or too long.
    #[error(
        "a name needs 1 to {LONGEST_GLOSSARY_NAME} bytes that are not all white space, and this one \
         has {length}"
    )]
    InvalidName {
        /// Its length in bytes of UTF-8.
        length: usize,
    },
    /// A table of entries cannot be taken.
    #[error("the entries for {pair} cannot be taken: {error}")]
    InvalidEntries {
        /// The pair that they are for.
        pair: GlossaryPair,
        /// What is wrong with them, and where.
        error: EntriesError,
    },
    /// A dictionary that is to get an entry has one for the same source term.
    #[error("the dictionary has an entry for this source term already")]
    EntryExists,
    /// An entry is not as it was when somebody began to change it.
    #[error("the entry has been changed or removed meanwhile")]
    EntryChanged,
    /// A dictionary would have no entry left.
    #[error("this is the last entry, and a dictionary has at least one; delete the dictionary")]
    LastEntry,
    /// Two dictionaries of a new glossary are for the same pair.
    #[error("two dictionaries are for the language pair {0}; put their entries into one")]
    DuplicatePair(GlossaryPair),
    /// There are more entries than a glossary may have.
    #[error(
        "a glossary can have {LARGEST_GLOSSARY} bytes of entries in all its dictionaries together, \
         and this would be more; use several glossaries"
    )]
    TooLarge,
    /// The glossaries of a request have too many entries together.
    #[error(
        "the glossaries of one request can have {MOST_BYTES_OF_REQUEST} bytes of entries together, and these have \
         more; name fewer of them"
    )]
    TooMuchAtOnce,
    /// The account has all the glossaries that it may have.
    #[error(
        "an account can have {MOST_GLOSSARIES} glossaries, and this one has them; delete one first"
    )]
    TooMany,
    /// There is no room for more bytes.
    #[error(transparent)]
    NoRoom(#[from] NoRoomToKeep),
    /// The older interface cannot tell all that the glossary has.
    #[error(
        "the glossary {0} has several dictionaries or was edited, so it can be deleted only \
         with DELETE /v3/glossaries/{0}"
    )]
    NotMonolingual(GlossaryId),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The entries were not processed, which is a fault of this program.
    #[error("the entries were not processed")]
    Failed,
}

impl GlossaryError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::NotFound(_) | Self::NoSuchDictionary { .. } => ErrorKind::NotFound,
            Self::NotForPair { .. }
            | Self::InvalidName { .. }
            | Self::InvalidEntries { .. }
            | Self::DuplicatePair(_)
            | Self::TooMuchAtOnce => ErrorKind::InvalidInput,
            Self::TooLarge => ErrorKind::TooLarge,
            Self::NoRoom(error) => error.kind(),
            Self::TooMany
            | Self::NotMonolingual(_)
            | Self::EntryExists
            | Self::EntryChanged
            | Self::LastEntry => ErrorKind::Conflict,
            Self::Store(error) => error.kind(),
            Self::Failed => ErrorKind::Internal,
        }
    }
}

impl From<CreateGlossaryError> for GlossaryError {
    fn from(error: CreateGlossaryError) -> Self {
        match error {
            CreateGlossaryError::TooMany => Self::TooMany,
            CreateGlossaryError::NoStorage(reason) => {
                NoRoomToKeep::of(Kept::Glossaries, reason).into()
            }
            CreateGlossaryError::Store(error) => Self::Store(error),
        }
    }
}

impl GlossaryError {
    /// Why the glossary was not changed; whoever can start again has seen that it was outdated.
    pub(super) fn of_change(id: GlossaryId, error: ChangeGlossaryError) -> Self {
        match error {
            ChangeGlossaryError::NotFound => Self::NotFound(id),
            ChangeGlossaryError::Outdated => Self::Failed,
            ChangeGlossaryError::TooLarge => Self::TooLarge,
            ChangeGlossaryError::NoStorage(reason) => {
                NoRoomToKeep::of(Kept::Glossaries, reason).into()
            }
            ChangeGlossaryError::Store(error) => Self::Store(error),
        }
    }
}
