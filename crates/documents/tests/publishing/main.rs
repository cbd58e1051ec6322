//! What of documents of desktop publishing is translated, and what the translation looks like in them.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

#[path = "../common/mod.rs"]
mod common;
mod idml;
mod mif;
mod samples;
#[path = "../common/sweep.rs"]
mod sweep;
