//! Recognises the language of a text.
//!
//! This crate joins two statistical detectors: lingua, which tells the 33 languages apart that the
//! interface can name, and cld2, which knows many more and says when a text is in none of the 33.
//! It implements the port [`LanguageDetector`](dragoman_domain::LanguageDetector) and does no
//! input or output.

mod detector;
mod languages;
mod letters;

pub use detector::Detector;
