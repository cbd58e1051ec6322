//! XLIFF documents and their translations.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

#[path = "xliff/hostile.rs"]
mod hostile;
#[path = "xliff/support.rs"]
mod support;
#[path = "xliff/sweep.rs"]
mod sweep;
#[path = "xliff/version_1.rs"]
mod version_1;
#[path = "xliff/version_2.rs"]
mod version_2;
