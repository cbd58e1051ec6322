//! From one written variant of a language to another: spelling and script.
//!
//! For targets whose variant no engine writes itself.

use std::ops::Range;

use dragoman_domain::{Language, SegmentTranslation};

/// Turns one written variant of a language into another.
#[derive(Debug, Default)]
pub struct Variants {}

impl Variants {
    /// Reads the tables of words.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a translation as `target` is written. `kept` are byte ranges of the translation that
    /// stay as they are.
    pub fn convert(
        &self,
        translation: &mut SegmentTranslation,
        target: Language,
        kept: &[Range<usize>],
    ) {
        let _ = (translation, target, kept);
    }
}

/// Which variants can be made from text in `base`.
#[must_use]
pub fn derivable(base: Language) -> Vec<Language> {
    let _ = base;
    Vec::new()
}
