//! Search: which tokens the decoder's scores become.

mod constrained;
mod constraints;
mod forms;
mod hypotheses;
mod options;
mod prescribed;
mod repetition;
mod selection;
mod tree;

pub use constraints::Constraints;
pub use forms::WantedTerm;
pub use hypotheses::TokenTranslation;
pub(crate) use hypotheses::{Extension, Search};
pub use options::{Guide, MAX_BEAM, SearchOptions};
pub use prescribed::{PieceScore, Prescription};
pub(crate) use selection::best_positions;
