//! The engines against the real Apertium, and against stages that misbehave on purpose.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod alignments;
mod faults;
mod limits;
mod misbehaving;
mod pairs;
mod placeholders;
mod resources;
mod routing;
mod support;
