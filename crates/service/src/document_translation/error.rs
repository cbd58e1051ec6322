use dragoman_domain::{EngineError, ErrorKind};

use crate::TranslationError;

/// Why a document was not translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentTranslationError {
    /// The language of the document was not given and is not known.
    #[error("the language of the document could not be recognised; say which it is")]
    UnknownSourceLanguage,
    /// The document is in the language that is wanted.
    #[error("source and target language are equal")]
    SameLanguage,
    /// Nothing in the document has a letter.
    #[error("there is no text to translate in the document")]
    NothingToTranslate,
    /// Everything came back as it was.
    #[error("nothing of the text of the document was translated")]
    NothingTranslated,
    /// The texts were not translated.
    #[error(transparent)]
    Texts(#[from] TranslationError),
}

impl DocumentTranslationError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnknownSourceLanguage
            | Self::SameLanguage
            | Self::NothingToTranslate
            | Self::NothingTranslated => ErrorKind::InvalidInput,
            Self::Texts(error) => error.kind(),
        }
    }
}

impl From<EngineError> for DocumentTranslationError {
    fn from(error: EngineError) -> Self {
        Self::Texts(error.into())
    }
}
