//! Search: which tokens the decoder's scores become.

mod constrained;
mod constraints;
mod hypotheses;
mod options;
mod repetition;
mod tree;

pub use constraints::Constraints;
pub(crate) use constraints::{Form, MOST_FORMS, MOST_TERMS, Term};
pub use hypotheses::TokenTranslation;
pub(crate) use hypotheses::{Extension, Search};
pub use options::{Guide, SearchOptions};
