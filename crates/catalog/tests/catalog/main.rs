//! The catalogue and its models, over real sockets and in real folders.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod bundles;
mod concurrency;
mod fixtures;
mod imports;
mod installed;
mod listings;
mod pulls;
mod server;
mod shortlists;
