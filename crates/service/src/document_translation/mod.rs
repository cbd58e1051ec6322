//! Translating the units of a document.

use crate::TextTranslator;

/// Translates the units of a document. Needs no account; counting is somebody else's work.
#[derive(Clone)]
pub struct DocumentTranslator {
    _texts: TextTranslator,
}

impl DocumentTranslator {
    /// Translates with this translator of texts.
    #[must_use]
    pub const fn new(texts: TextTranslator) -> Self {
        Self { _texts: texts }
    }
}
