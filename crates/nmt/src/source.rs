//! A text on its way into a model.

use std::ops::Range;

use crate::model::Model;
use crate::profile::{Stage, Work, measure};
use crate::vocabulary::{Piece, TokenId};
use crate::wrapping::{MAX_SOURCE_TOKENS, wrap};

/// Tokens that a model can translate together: below [`MAX_SOURCE_TOKENS`] with the end of
/// sentence, all of the model's vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    tokens: Vec<TokenId>,
}

/// Why tokens are no source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There are too many.
    #[error("{tokens} tokens are more than {MAX_SOURCE_TOKENS}")]
    TooLong {
        /// How many there are, with the end of sentence.
        tokens: usize,
    },
    /// One is not in the vocabulary.
    #[error("the model has no token {token}")]
    UnknownToken {
        /// Which one.
        token: TokenId,
    },
}

impl Source {
    /// The tokens; the last is the end of sentence.
    #[must_use]
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }
}

/// A text as the sources that a model translates one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) text: String,
    /// Byte ranges of `text`, one per token of all sources, their ends of sentence left out.
    pub(crate) pieces: Vec<Range<usize>>,
    /// Which pieces belong to which source.
    pub(crate) stretches: Vec<Range<usize>>,
    sources: Vec<Source>,
}

impl Prepared {
    /// What to decode: usually one source, several for a text that is too long, none for one
    /// without anything to translate.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// How many tokens there are to encode, the ends of sentences included.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.sources.iter().map(|source| source.tokens.len()).sum()
    }
}

impl Model {
    /// Tokens as a source; the end of sentence is added.
    ///
    /// # Errors
    /// [`SourceError`] if they are too many or not in the vocabulary.
    pub fn source(&self, mut tokens: Vec<TokenId>) -> Result<Source, SourceError> {
        tokens.push(self.end_of_sentence);
        if tokens.len() > MAX_SOURCE_TOKENS {
            return Err(SourceError::TooLong {
                tokens: tokens.len(),
            });
        }
        let known = self.source_tokens;
        match tokens.iter().find(|token| **token as usize >= known) {
            Some(token) => Err(SourceError::UnknownToken { token: *token }),
            None => Ok(Source { tokens }),
        }
    }

    /// Turns a text into sources: its pieces, wrapped where they are too many.
    ///
    /// A text without any known piece has no source: there is nothing in it that a model could
    /// translate.
    #[must_use]
    pub fn prepare(&self, text: &str) -> Prepared {
        let read = Work::of_bytes(text.len());
        measure(Stage::Tokenize, read, || self.prepare_text(text))
    }

    fn prepare_text(&self, text: &str) -> Prepared {
        let mut pieces: Vec<Piece> = Vec::new();
        self.source_vocabulary.encode(text, &mut pieces);
        let unknown = self.source_vocabulary.unknown();
        if pieces.iter().all(|piece| piece.id == unknown) {
            pieces.clear();
        }
        let ranges: Vec<Range<usize>> = pieces.iter().map(|piece| piece.range.clone()).collect();
        let stretches = wrap(text, &ranges);
        let source = |stretch: &Range<usize>| {
            let ids = pieces[stretch.clone()].iter().map(|piece| piece.id);
            Source {
                tokens: ids.chain([self.end_of_sentence]).collect(),
            }
        };
        Prepared {
            text: text.to_owned(),
            sources: stretches.iter().map(source).collect(),
            pieces: ranges,
            stretches,
        }
    }
}
