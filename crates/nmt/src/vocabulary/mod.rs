//! Vocabularies: text to pieces and back.
