//! The neural engine, mostly with tiny models of random weights: they translate any text into
//! nonsense, the same nonsense every time.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

#[allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]
mod aligned;
mod alternatives;
#[allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]
mod fairness;
mod formality;
mod models;
mod paraphrasing;
mod pivot;
mod scheduling;
mod sizes;
mod supply;
mod support;
#[allow(clippy::single_range_in_vec_init, reason = "a list of one term")]
mod terms;
#[allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]
mod trained;
