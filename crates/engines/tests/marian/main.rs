//! The neural engine with tiny models of random weights: they translate any text into nonsense, the
//! same nonsense every time.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod models;
mod pivot;
mod real;
mod scheduling;
mod supply;
mod support;
