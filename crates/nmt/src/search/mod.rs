//! Search: which tokens the decoder's scores become.

mod hypotheses;
mod options;
mod repetition;
mod tree;

pub use hypotheses::TokenTranslation;
pub(crate) use hypotheses::{Extension, Search};
pub use options::{Guide, MAX_BEAM, SearchOptions};
