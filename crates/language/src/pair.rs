use std::fmt;

use crate::Language;

/// From which language into which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LanguagePair {
    /// The language of the text that is given.
    pub source: Language,
    /// The language or variant that is wanted.
    pub target: Language,
}

impl LanguagePair {
    /// From `source` into `target`.
    #[must_use]
    pub const fn new(source: Language, target: Language) -> Self {
        Self { source, target }
    }

    /// Whether both sides are the same language, variants aside, so that nothing is translated.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self.source.base() == self.target.base()
    }
}

impl fmt::Display for LanguagePair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} to {}", self.source, self.target)
    }
}
