//! XML and DITA documents and their translations.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

#[path = "common/mod.rs"]
mod common;
#[path = "xml/dita.rs"]
mod dita;
#[path = "xml/hostile.rs"]
mod hostile;
#[path = "xml/support.rs"]
mod support;
#[path = "xml/sweep.rs"]
mod sweep;
#[path = "xml/xml.rs"]
mod xml;
