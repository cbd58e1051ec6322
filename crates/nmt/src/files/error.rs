//! Why a file of a model was refused.

use std::io;
use std::path::PathBuf;

use crate::vocabulary::TokenId;

/// Why a file of a model was refused. None of these goes away by trying again, but for [`Self::Read`].
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system does not give the file out.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is none of the kinds of model that are known.
    #[error(
        "neither a Marian binary model (version 1) nor an .npz archive: the file begins with {start:02x?}"
    )]
    UnknownContainer {
        /// Its first bytes, eight at most.
        start: Vec<u8>,
    },
    /// The file ends too early.
    #[error("the file is truncated: {what} needs {needed} bytes, {left} are left")]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that are left.
        left: usize,
    },
    /// The file goes on after its last part.
    #[error("{count} bytes follow the last tensor")]
    TrailingBytes {
        /// How many bytes are too many.
        count: usize,
    },
    /// A count or length is beyond what any model has.
    #[error("{what} is {found}, at most {limit} is supported")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// The number in the file.
        found: u64,
        /// The largest number that is read.
        limit: u64,
    },
    /// A name of a tensor is not text that ends with a zero byte.
    #[error("the name of tensor {index} is not text that ends with a zero byte")]
    BadName {
        /// Which tensor, from 0.
        index: usize,
    },
    /// Two tensors have one name.
    #[error("two tensors are named {name:?}")]
    DuplicateName {
        /// That name.
        name: String,
    },
    /// The shape of a tensor has no, too many, negative or too large dimensions.
    #[error("tensor {name:?} has the impossible shape {shape:?}")]
    BadShape {
        /// The tensor.
        name: String,
        /// The dimensions in the file.
        shape: Vec<i64>,
    },
    /// A tensor has fewer or more bytes than its shape says.
    #[error("tensor {name:?} has {found} bytes of data, its shape needs {needed}")]
    DataLength {
        /// The tensor.
        name: String,
        /// Bytes that its shape needs.
        needed: u64,
        /// Bytes in the file.
        found: u64,
    },
    /// A tensor is of a type that the engine does not compute with.
    #[error("tensor {name:?} has the type {found}; {supported} is supported here")]
    UnsupportedType {
        /// The tensor.
        name: String,
        /// Its type in the file.
        found: String,
        /// What is supported in its place.
        supported: &'static str,
    },
    /// A quantisation multiplier is not a finite number above 0.
    #[error("the multiplier of tensor {name:?} is {value}, not a finite number above 0")]
    BadMultiplier {
        /// The tensor.
        name: String,
        /// The multiplier in the file.
        value: f32,
    },
    /// An int8 tensor holds -128, which symmetric quantisation never makes and products of which
    /// would overflow.
    #[error("value {index} of tensor {name:?} is -128; quantised weights lie in [-127, 127]")]
    OutOfRange {
        /// The tensor.
        name: String,
        /// Which value, from 0.
        index: usize,
    },
    /// A float tensor holds an infinity or not-a-number.
    #[error("value {index} of tensor {name:?} is {value}, not a finite number")]
    NotFinite {
        /// The tensor.
        name: String,
        /// Which value, from 0.
        index: usize,
        /// The value.
        value: f32,
    },
    /// A tensor that the architecture needs is missing.
    #[error("the model has no tensor {name:?}")]
    MissingTensor {
        /// The tensor.
        name: String,
    },
    /// A tensor's shape is not the one that the architecture needs.
    #[error(
        "tensor {name:?} is {} x {}, the configuration needs {} x {}",
        found[0], found[1], needed[0], needed[1]
    )]
    WrongShape {
        /// The tensor.
        name: String,
        /// Rows and columns in the file.
        found: [usize; 2],
        /// Rows and columns that the configuration needs.
        needed: [usize; 2],
    },
    /// The archive is damaged or uses what an `.npz` file does not.
    #[error("the .npz archive is not readable: {reason}")]
    Archive {
        /// What is wrong.
        reason: String,
    },
    /// An array in the archive is not what the `.npy` format says.
    #[error("{name:?} is not a readable .npy array: {reason}")]
    Array {
        /// The array.
        name: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The configuration inside the model is missing, unreadable or not supported.
    #[error("the model's configuration: {0}")]
    Config(#[from] ConfigError),
    /// The shortlist is damaged or does not belong to the model.
    #[error("the shortlist: {0}")]
    Shortlist(#[from] ShortlistError),
}

/// Why the configuration of a model is refused.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The model has no `special:model.yml`.
    #[error("the model holds none (there is no special:model.yml)")]
    Missing,
    /// The text is longer than any configuration.
    #[error("{length} bytes are too long, at most {limit} are read")]
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The most that is read.
        limit: usize,
    },
    /// The text is not UTF-8.
    #[error("byte {position} is not UTF-8")]
    NotText {
        /// The first byte that is wrong.
        position: usize,
    },
    /// The text is not the YAML that Marian writes.
    #[error("line {line}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A key occurs twice.
    #[error("{key:?} occurs twice")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A key without which the architecture is unknown is missing.
    #[error("{key:?} is missing")]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// The engine does not compute what a key asks for.
    #[error("{key:?} is {value}; supported is {supported}")]
    Unsupported {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The values that are supported.
        supported: String,
    },
}

/// Why a shortlist is refused.
#[derive(Debug, thiserror::Error)]
pub enum ShortlistError {
    /// The file is something else.
    #[error("the file begins with {found:#018x}, not {needed:#018x}")]
    Magic {
        /// Its first eight bytes as a number.
        found: u64,
        /// Those of a shortlist.
        needed: u64,
    },
    /// The file is too short for its header.
    #[error("{length} bytes are less than the {needed} of the header")]
    Truncated {
        /// Its length in bytes.
        length: usize,
        /// That of the header.
        needed: usize,
    },
    /// The file is longer or shorter than its counts say.
    #[error("{offsets} offsets and {targets} targets do not make {length} bytes")]
    Length {
        /// Offsets according to the header.
        offsets: u64,
        /// Targets according to the header.
        targets: u64,
        /// Bytes of the file.
        length: usize,
    },
    /// The content is not what it was when it was written.
    #[error("the checksum is {computed:#018x}, the file says {stored:#018x}")]
    Checksum {
        /// The checksum of the content.
        computed: u64,
        /// The checksum in the header.
        stored: u64,
    },
    /// The number of tokens that are in every set is impossible.
    #[error("the number of tokens in every set is {found}, not from {least} to {most}")]
    First {
        /// The number in the header.
        found: u64,
        /// The least possible.
        least: u64,
        /// The most possible.
        most: u64,
    },
    /// The list of a source token ends before it begins, or outside.
    #[error("offset {index} is {found}, below the one before or above {most}")]
    Offset {
        /// Which offset, from 0.
        index: usize,
        /// Its value.
        found: u64,
        /// The number of targets.
        most: u64,
    },
    /// A target is outside of every vocabulary, or of the one of the model.
    #[error("target {target} is not below {vocabulary}, the size of the target vocabulary")]
    Target {
        /// The token.
        target: TokenId,
        /// The number of tokens that there are.
        vocabulary: usize,
    },
    /// The lists are not those of the model's source vocabulary.
    #[error("{offsets} offsets do not fit a source vocabulary of {vocabulary} tokens")]
    SourceVocabulary {
        /// Offsets in the file.
        offsets: usize,
        /// The number of tokens that there are.
        vocabulary: usize,
    },
}
