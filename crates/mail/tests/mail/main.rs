//! Mail as it is configured, sent and refused, with real SMTP servers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod configuration;
mod delivery;
mod failures;
