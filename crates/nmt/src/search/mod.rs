//! Search: which tokens the decoder's scores become.

mod constraints;
mod forms;
mod hypotheses;
mod options;
mod repetition;
mod tree;

pub use constraints::Constraints;
pub use forms::WantedTerm;
pub use hypotheses::TokenTranslation;
pub(crate) use hypotheses::{Extension, Search, best_positions};
pub use options::{Guide, MAX_BEAM, SearchOptions};
