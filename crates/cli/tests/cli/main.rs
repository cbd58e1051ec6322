//! The program as its users see it: the real binary, with real Apertium, from the outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod commands;
mod configuration;
mod crashes;
mod keys;
mod limits;
mod memories;
mod missing_engine;
mod neural;
mod plans;
mod secrets;
mod signals;
mod start;
mod support;
