//! Reads PDF that the tests make: what pages have that people read, and what is no document at all.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed, and a helper fails the test that calls it"
)]

mod decorations;
mod hostile;
mod meanings;
mod pages;
mod scans;
mod strings;
mod support;
mod threads;
mod translating;
mod typefaces;
mod unchanged;
mod word;
