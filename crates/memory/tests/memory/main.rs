//! The crate from outside.
// Helpers of tests may panic: that is how a test fails.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod fitting;
mod matching;
mod retrieval;
mod tmx_reading;
mod tmx_writing;
