//! Rows on their way from the databases of a folder into PostgreSQL and back, both real.

#![cfg(feature = "postgres")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod interruptions;
mod refusals;
mod rows;
mod support;
