//! Why a vocabulary cannot be used.

use super::TokenId;

/// Why a vocabulary file cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// The file is larger than any real vocabulary.
    #[error("the file has {actual} bytes, more than the {limit} that a vocabulary may have")]
    FileTooLarge {
        /// Its size in bytes.
        actual: usize,
        /// The largest size that is read, in bytes.
        limit: usize,
    },
    /// The file ends inside of a field.
    #[error("the file ends inside of the field at byte {offset}")]
    Truncated {
        /// Where the field begins, in bytes from the start of the message that holds it.
        offset: usize,
    },
    /// The file is no protocol buffer, or holds a field in a form that it cannot have.
    #[error("field {field} at byte {offset} has a form that it cannot have")]
    MalformedField {
        /// The number of the field, 0 if not even that could be read.
        field: u32,
        /// Where the field begins, in bytes from the start of the message that holds it.
        offset: usize,
    },
    /// The pieces are not those of a unigram model.
    #[error(
        "the model type is {name}: only unigram models can be used, in which the best way to cut a text is searched with the scores of the pieces"
    )]
    UnsupportedModelType {
        /// `bpe`, `word`, `char` or the number of an unknown type.
        name: String,
    },
    /// The file asks for decoded text to be normalised, which no translation model does.
    #[error("the file has rules for normalising decoded text, which are not supported")]
    UnsupportedDenormalizer,
    /// There are more pieces than any real vocabulary has.
    #[error("there are more than {limit} pieces")]
    TooManyPieces {
        /// The largest number that is read.
        limit: usize,
    },
    /// A piece cannot be used.
    #[error("piece {id} {problem}")]
    InvalidPiece {
        /// Which one, counted from 0.
        id: TokenId,
        /// What is wrong with it, as the end of a sentence.
        problem: &'static str,
    },
    /// Two pieces have the same text.
    #[error("pieces {first} and {second} are both {text:?}")]
    DuplicatePiece {
        /// Their text.
        text: String,
        /// The one.
        first: TokenId,
        /// The other.
        second: TokenId,
    },
    /// No piece stands for what the vocabulary does not hold.
    #[error("no piece is marked as the unknown one")]
    NoUnknownPiece,
    /// Bytes should stand for unknown characters, but one of the 256 has no piece.
    #[error("byte fallback is on, but no piece stands for the byte {byte:#04x}")]
    MissingBytePiece {
        /// The byte.
        byte: u8,
    },
    /// The compiled rules for normalising text are damaged.
    #[error("the normalisation rules are damaged: {problem}")]
    InvalidCharsmap {
        /// What is wrong with them.
        problem: &'static str,
    },
    /// The table is not text in UTF-8.
    #[error("the table is not UTF-8 from byte {offset} on")]
    TableNotUtf8 {
        /// Where the first wrong byte is.
        offset: usize,
    },
    /// The table is no YAML.
    #[error("the table is no valid YAML: {problem}")]
    TableSyntax {
        /// What the parser says, with the place.
        problem: String,
    },
    /// The table is YAML, but not a mapping of pieces to numbers.
    #[error("line {line} of the table: {problem}")]
    TableStructure {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        problem: &'static str,
    },
    /// A number in the table cannot be an identifier.
    #[error("line {line} of the table: {value:?} is no number below {limit}")]
    TableNumber {
        /// The line, counted from 1.
        line: usize,
        /// What stands there, cut to a readable length.
        value: String,
        /// The number of entries, or the largest number of entries.
        limit: usize,
    },
    /// Two pieces of the table have the same number.
    #[error("two pieces of the table have the number {id}")]
    TableDuplicateId {
        /// The number.
        id: TokenId,
    },
}
