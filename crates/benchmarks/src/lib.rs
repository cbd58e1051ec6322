//! The part of the benchmarks that others use as well: samples, their percentiles, tables, and what the system knows
//! about a process.
//!
//! The measurements are in `benches`: of the server, and of the neural engine with one model. They
//! drive the release program as a child process.

pub mod process;
mod samples;
mod table;

pub use samples::{Samples, median};
pub use table::Table;
