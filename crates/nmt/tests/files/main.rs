//! What is read from a model's files, and what is refused: over files that are made here, and, if the
//! environment variable `DRAGOMAN_MODEL_DATA` names a folder of real ones, over those.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "what fails here fails the test, and a skipped test says so"
)]

mod binary;
mod config;
mod hostile;
mod npz;
mod real;
mod shortlist;
