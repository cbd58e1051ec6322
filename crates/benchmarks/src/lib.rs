//! The part of the benchmarks that needs nothing to run: samples, their percentiles, and tables.
//!
//! The measurements are in `benches`: of the server, and of the neural engine with one model. They
//! drive the release program as a child process;
//! no other crate depends on this one.

mod samples;
mod table;

pub use samples::{Samples, median};
pub use table::Table;
