//! Translation memories: their exchange format, how much a stored segment resembles a text, how to
//! find such segments among many, and how a stored translation is made to fit.
//!
//! This crate knows neither storage nor accounts.
//!
//! * [`TmxReader`] and [`TmxWriter`] stream TMX 1.4b.
//! * [`MatchKey`] is a text as matching sees it; [`score`] says how much two resemble each other,
//!   in per cent.
//! * [`features()`] are what an index files a segment under, [`plan`] says which of them to look up
//!   for a text, [`length_bounds`] which segments cannot be similar enough.
//! * [`without_tags`] is the text alone.
//! * [`adapt`] puts the numbers and the markup of a text into a stored translation.

mod candidates;
mod digits;
mod features;
mod fitting;
mod hashing;
mod key;
mod markup;
mod similarity;
mod tmx;
mod tokens;

pub use candidates::Candidates;
pub use features::{LookupBudget, features, length_bounds, plan};
pub use fitting::adapt;
pub use key::MatchKey;
pub use markup::without_tags;
pub use similarity::score;
pub use tmx::{TmxError, TmxLimits, TmxProblem, TmxReader, TmxWriter, TooMany, Unit};
