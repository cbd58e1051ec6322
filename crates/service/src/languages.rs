use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dragoman_domain::{Language, LanguagePair, Translator, has_registers};

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
    /// Whether a formality can be asked for, from whatever language it is translated.
    pub formality: bool,
    /// Whether instructions can be given, from whatever language it is translated.
    pub instructions: bool,
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

    /// The pairs of different languages that texts can be translated between now, in the order of their tags.
    #[must_use]
    pub fn pairs(&self) -> BTreeSet<LanguagePair> {
        let offers = self.engine.offers().into_iter();
        let pairs = offers.map(|offer| offer.pair);
        pairs.filter(|pair| !pair.is_identity()).collect()
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
                    formality: has_registers(language),
                    instructions: true,
                });
                supported.usable_as_source |= language == offer.pair.source;
                supported.usable_as_target |= language == offer.pair.target;
                if language == offer.pair.target {
                    supported.formality &= offer.abilities.register;
                    supported.instructions &= offer.abilities.instructions;
                }
                supported.auto_detection =
                    supported.usable_as_source && detectable.contains(&language);
            }
        }
        languages
            .into_values()
            .map(|language: SupportedLanguage| SupportedLanguage {
                formality: language.usable_as_target && language.formality,
                instructions: language.usable_as_target && language.instructions,
                ..language
            })
            .collect()
    }
}
