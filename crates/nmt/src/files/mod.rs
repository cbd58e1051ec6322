//! Files of a model: weights, configuration and shortlist.
//!
//! Whatever is read here comes from outside and is not trusted: counts and lengths are held against
//! the length of the file before anything is allocated, every access is checked, and what the
//! engine does not compute is refused by name instead of computed wrongly.
//!
//! * [`ModelFile`]: the tensors of a model, in Marian's binary container or in an `.npz` archive
//! * [`ModelConfig`]: the architecture, from the YAML text inside the model
//! * [`Shortlist`]: for each source token, the target tokens that are likely at all
//! * [`DecoderSettings`]: the search that an OPUS-MT model comes with
//! * [`layout`]: which tensors, of which shape, an architecture has
//! * `write` (with the feature of that name): writers of these formats, for tests

mod archived;
mod binary;
mod bytes;
mod config;
mod decoder_settings;
mod error;
pub mod layout;
mod model;
mod npy;
mod npz;
mod shortlist;
mod stored;
mod tensor;
#[cfg(any(test, feature = "write"))]
pub mod write;
mod yaml;

pub use config::{Activation, DecoderCell, ModelConfig, TiedEmbeddings};
pub use decoder_settings::{DecoderSettings, MAX_BEAM};
pub use error::{ConfigError, FileError, ShortlistError};
pub use model::ModelFile;
pub use shortlist::{CandidateSet, Shortlist};
pub use tensor::{FloatTensor, Int8Tensor};

pub use crate::vocabulary::TokenId;

/// Most entries that a vocabulary may have, 2^20.
pub const MAX_VOCABULARY: usize = 1 << 20;
