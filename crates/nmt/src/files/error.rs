//! Why a file of a model was refused.

use std::io;
use std::path::PathBuf;

use super::config::ConfigError;
use super::shortlist::ShortlistError;

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
