use std::ops::Range;

use dragoman_domain::{LanguagePair, Term};

/// The entries of one or several dictionaries, made ready to be found in text.
#[derive(Debug, Clone)]
pub struct Terminology {
    pair: LanguagePair,
}

impl Terminology {
    /// Entries of `dictionaries`, each a source and its target; of entries with the same source
    /// the first counts.
    #[must_use]
    pub fn new(pair: LanguagePair, dictionaries: &[&[(String, String)]]) -> Self {
        let _ = dictionaries;
        Self { pair }
    }

    /// From which language into which the entries lead.
    #[must_use]
    pub const fn pair(&self) -> LanguagePair {
        self.pair
    }

    /// The entries that stand in `text`, in its order, without those that overlap `kept`.
    #[must_use]
    pub fn find(&self, text: &str, kept: &[Range<usize>]) -> Vec<Term> {
        let _ = (text, kept);
        Vec::new()
    }
}
