//! Vocabularies: text to pieces and back.
//!
//! A model reads and writes numbers, the identifiers of *pieces*: words, parts of words, single characters, single bytes. How a text
//! falls into pieces is learned with the model and kept in a SentencePiece file, which [`SentencePiece`] reads and applies. Its
//! results (identifiers and byte ranges, both ways) are those of the reference implementation; `crates/nmt/testdata/vocabulary`
//! holds the snapshots and `compare.py` there repeats the comparison with as many texts as wanted.
//!
//! [`Vocabulary`] is what one side of a model uses: the identifiers of the SentencePiece file itself, or those that a separate table
//! ([`PieceTable`]) gives to its pieces.

mod charsmap;
mod decoding;
mod error;
mod file;
mod normalizer;
mod pieces;
mod segmentation;
mod sentencepiece;
mod side;
mod table;
mod trie;
mod wire;

use std::ops::Range;

pub use error::VocabularyError;
pub use sentencepiece::SentencePiece;
pub use side::Vocabulary;
pub use table::PieceTable;

/// The number of a piece in its vocabulary, from 0.
pub type TokenId = u32;

/// The character that stands for a space inside of pieces: U+2581, LOWER ONE EIGHTH BLOCK.
pub const SPACE_SYMBOL: char = '\u{2581}';

/// One piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its number in the vocabulary.
    pub id: TokenId,
    /// The bytes of the original text that it stands for; both ends are character boundaries. Pieces come in the order of the text and
    /// never overlap. A range may be empty: one character can become several pieces, of which one carries it.
    pub range: Range<usize>,
}
