//! The segment model as its users see it.
#![allow(clippy::unwrap_used)] // The functions that tests share are tests, too.

mod properties;
mod tricky;
