//! The language model as an engine, against a server of the protocol.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]
#![allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]

mod answers;
mod chat_server;
mod faults;
mod injections;
mod limits;
mod questions;
mod rewriting;
mod routing;
#[path = "../serving/mod.rs"]
mod serving;
mod support;
