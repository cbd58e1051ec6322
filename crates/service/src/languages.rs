use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dragoman_domain::{Language, Translator};

use crate::SharedDetector;

/// A language that some engine can translate from or into now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SupportedLanguage {
    /// The language or variant.
    pub language: Language,
    /// Whether texts in it can be translated.
    pub usable_as_source: bool,
    /// Whether texts can be translated into it.
    pub usable_as_target: bool,
    /// Whether it is recognised when the source language is not given.
    pub auto_detection: bool,
}

/// Lists the languages that this installation serves at the moment.
#[derive(Clone)]
pub struct Languages {
    engine: Arc<dyn Translator>,
    detector: SharedDetector,
}

impl Languages {
    /// The languages of this engine.
    #[must_use]
    pub fn new(engine: Arc<dyn Translator>, detector: SharedDetector) -> Self {
        Self { engine, detector }
    }

    /// The languages for the translation of texts, in the order of their tags.
    #[must_use]
    pub fn for_text_translation(&self) -> Vec<SupportedLanguage> {
        let detectable: BTreeSet<Language> = self
            .detector
            .detector()
            .detectable()
            .iter()
            .copied()
            .collect();
        let mut languages = BTreeMap::new();
        for offer in self.engine.offers() {
            for language in [offer.pair.source, offer.pair.target] {
                let supported = languages.entry(language).or_insert(SupportedLanguage {
                    language,
                    usable_as_source: false,
                    usable_as_target: false,
                    auto_detection: false,
                });
                supported.usable_as_source |= language == offer.pair.source;
                supported.usable_as_target |= language == offer.pair.target;
                supported.auto_detection =
                    supported.usable_as_source && detectable.contains(&language);
            }
        }
        languages.into_values().collect()
    }
}
