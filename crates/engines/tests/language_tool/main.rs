//! LanguageTool as a proofreader, against a server that answers as the real one does.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod faults;
mod reading;
#[path = "../serving/mod.rs"]
mod serving;
mod support;
mod tool_server;
