//! Translation memories: their exchange format, how much a stored segment resembles a text, and how
//! its translation is made to fit.
//!
//! This crate knows neither storage nor accounts.
