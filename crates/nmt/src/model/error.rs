//! Why a model could not be loaded.

use std::io;
use std::path::PathBuf;

use crate::files::FileError;
use crate::vocabulary::VocabularyError;

/// Why a model could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The weights or the shortlist are not as they must be, or do not fit each other.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of weights or a shortlist is not as it must be.
    #[error("{path}: {source}", path = path.display())]
    NamedFile {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        source: FileError,
    },
    /// A file cannot be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A vocabulary is not as it must be.
    #[error("{path}: {source}", path = path.display())]
    Vocabulary {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        source: VocabularyError,
    },
    /// A vocabulary is larger than the limit.
    #[error("{path} has {bytes} bytes, more than any vocabulary", path = path.display())]
    VocabularyTooLarge {
        /// Which file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// A vocabulary has more tokens than the model has embeddings.
    #[error("the {side} vocabulary has {tokens} tokens and the model only {embeddings}")]
    VocabularySize {
        /// Source or target.
        side: &'static str,
        /// Tokens in the vocabulary.
        tokens: usize,
        /// Rows in the model's embedding.
        embeddings: usize,
    },
    /// A vocabulary does not say which token ends a sentence, or the two sides differ in it.
    #[error("the vocabularies do not agree on a token for the end of a sentence")]
    NoEndOfSentence,
    /// The token that ends sentences is the unknown one as well, which is never produced.
    #[error(
        "the token that ends a sentence also stands for what is unknown: no sentence would end"
    )]
    UnknownEndsSentences,
}
