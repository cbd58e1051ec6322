//! Recognises the language of a text.
//!
//! The script says it where only one known language is written in it. Elsewhere n-grams of letters
//! do, from a table that is part of the program file and read in place. The table also has
//! languages that the interface cannot name, so that a text in one of them is not taken for one of
//! the 33 that it can. `scripts/detection` makes the table and compares detectors.
//!
//! The crate implements the port [`LanguageDetector`](dragoman_domain::LanguageDetector) and does
//! no input or output.

mod detector;
mod evidence;
mod languages;
mod letters;
mod ngrams;
mod places;
mod scripts;
mod table;

pub use detector::Detector;
