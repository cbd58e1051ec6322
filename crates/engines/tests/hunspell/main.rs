//! Dictionaries asked through the real Hunspell, and through a program that misbehaves on purpose.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod misbehaving;
mod resources;
mod support;
mod words;
