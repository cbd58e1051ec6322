//! Marian-family machine translation, from file bytes to text.
pub mod files;
pub mod vocabulary;
